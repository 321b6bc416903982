#include "lister.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridmill::beads {

Lister::Lister(const Puzzle& puzzle, const std::vector<Laid>& given, std::string_view after, std::uint64_t limit,
               Meter& meter, Engine engine)
    : puzzle_(puzzle), after_(after), limit_(limit),
      few_(std::clamp<std::uint64_t>(limit / 16, 16, 4096)), meter_(meter), engine_(std::move(engine)),
      text_(puzzle.skeleton) {
    std::fill(std::begin(start_), std::end(start_), -1);
    for (const Laid& one : given) {
        start_[static_cast<unsigned char>(one.letter)] = *puzzle.begin(one.placement);
        for (const std::uint16_t* c = puzzle.begin(one.placement); c != puzzle.end(one.placement); ++c)
            text_[puzzle.region.offset[*c]] = one.letter;
    }
}

Page Lister::list() {
    Alive alive;
    for (std::uint32_t p = 0; p < puzzle_.placements(); ++p) {
        const auto empty = [&](std::uint16_t c) { return text_[puzzle_.region.offset[c]] == '.'; };
        if (next_letter(puzzle_.kind[p]) != 0 && std::all_of(puzzle_.begin(p), puzzle_.end(p), empty)) alive.push_back(p);
    }
    page_.complete = descend(alive, 0, !after_.empty());
    return std::move(page_);
}

// The letter of a copy that begins now, or 0 if all are used.
char Lister::next_letter(std::size_t kind) const {
    for (const char letter : puzzle_.rules.pieces[kind].letters)
        if (start_[static_cast<unsigned char>(letter)] < 0) return letter;
    return 0;
}

char Lister::letter_of(std::uint32_t placement, std::size_t cell) const {
    const std::uint16_t begins = *puzzle_.begin(placement);
    return begins == cell ? next_letter(puzzle_.kind[placement]) : text_[puzzle_.region.offset[begins]];
}

bool Lister::covers(std::uint32_t placement, std::size_t cell) const {
    return std::binary_search(puzzle_.begin(placement), puzzle_.end(placement), static_cast<std::uint16_t>(cell));
}

// Whether to go on listing. `tight`: the text so far is that of `after`.
bool Lister::descend(const Alive& alive, std::size_t cell, bool tight) {
    const Search search = engine_(alive, few_);
    if (meter_.stop() != Stop::no) return false;
    if (search.complete) return give_out(search, tight);
    while (text_[puzzle_.region.offset[cell]] != '.') ++cell;  // more than one filling is left: some cell is not decided
    std::string letters;
    for (const std::uint32_t p : alive) {
        if (!covers(p, cell)) continue;
        const char letter = letter_of(p, cell);
        if (letter != 0 && letters.find(letter) == letters.npos) letters += letter;
    }
    std::sort(letters.begin(), letters.end());
    const char bound = tight ? after_[puzzle_.region.offset[cell]] : '\0';
    for (const char letter : letters)
        if (letter >= bound && !write(alive, cell, letter, tight && letter == bound)) return false;
    return true;
}

bool Lister::write(const Alive& alive, std::size_t cell, char letter, bool tight) {
    std::int32_t& start = start_[static_cast<unsigned char>(letter)];
    const std::int32_t before = start;
    const std::size_t begins = before < 0 ? cell : static_cast<std::size_t>(before);
    const std::uint8_t kind = puzzle_.kind_of[static_cast<unsigned char>(letter)];
    Alive agree;
    for (const std::uint32_t p : alive)
        if (covers(p, cell) == (puzzle_.kind[p] == kind && *puzzle_.begin(p) == begins)) agree.push_back(p);
    held_ += agree.size();
    if (held_ > most_held) throw std::runtime_error("too many placements to list the fillings in order");
    start = static_cast<std::int32_t>(begins);
    text_[puzzle_.region.offset[cell]] = letter;
    const bool on = descend(agree, cell + 1, tight);
    text_[puzzle_.region.offset[cell]] = '.';
    start = before;
    held_ -= agree.size();
    return on;
}

bool Lister::give_out(const Search& search, bool tight) {
    std::vector<std::string> texts;
    for (std::size_t at = 0, size = 0; at < search.all.size(); at += size) {
        size = search.sizes[texts.size()];
        texts.push_back(puzzle_.fill(search.all.data() + at, size));
    }
    std::sort(texts.begin(), texts.end());
    for (std::string& text : texts) {
        if (tight && text <= after_) continue;
        page_.solutions.push_back(std::move(text));
        if (page_.solutions.size() == limit_) return false;
    }
    return true;
}

}  // namespace gridmill::beads
