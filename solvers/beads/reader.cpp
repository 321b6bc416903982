#include "reader.hpp"

#include <cstring>

namespace gridmill::beads {

namespace {

void put(Words& words, std::size_t bit) { (bit < 64 ? words.low : words.high) |= std::uint64_t{1} << (bit & 63); }
bool same(const Words& a, const Words& b) { return ((a.low ^ b.low) | (a.high ^ b.high)) == 0; }
bool none(const Words& words) { return (words.low | words.high) == 0; }

}  // namespace

Reader::Reader(const Puzzle& puzzle) : puzzle_(puzzle), loops_(simd()) {
    for (const Piece& piece : puzzle.rules.pieces) letters_ += piece.letters;
    letters_ += '.';
    if (puzzle.skeleton.size() <= most) {
        build_table();
        return;
    }
    std::memset(slot_, static_cast<int>(letters_.size()), sizeof slot_);
    for (std::size_t slot = 0; slot < letters_.size(); ++slot)
        slot_[static_cast<unsigned char>(letters_[slot])] = static_cast<std::uint8_t>(slot);
    cells_.resize((letters_.size() + 1) * puzzle.size());
}

void Reader::build_table() {
    where_.resize(letters_.size());
    given_.resize(letters_.size());
    for (const char letter : letters_) kind_.push_back(puzzle_.kind_of[static_cast<unsigned char>(letter)]);
    for (const std::uint32_t at : puzzle_.region.offset) put(cells_in_text_, at);
    std::size_t room = 16;
    while (room < 4 * puzzle_.placements()) room *= 2;
    table_.assign(room, 0);
    for (std::uint32_t p = 0; p < puzzle_.placements(); ++p) {
        Words where{};
        for (const std::uint16_t* c = puzzle_.begin(p); c != puzzle_.end(p); ++c) put(where, puzzle_.region.offset[*c]);
        placed_.push_back(where);
        table_[slot_of(puzzle_.kind[p], where)] = p + 1;
    }
}

// Where the placement of a kind on these places stands in the table, or would stand.
std::size_t Reader::slot_of(std::size_t kind, Words where) const {
    const std::uint64_t mixed = (where.low ^ kind) * 0x9e3779b97f4a7c15 ^ where.high * 0xbf58476d1ce4e5b9;
    const std::size_t wrap = table_.size() - 1;
    for (std::size_t slot = (mixed ^ mixed >> 32) & wrap;; slot = (slot + 1) & wrap) {
        if (table_[slot] == 0) return slot;
        const std::uint32_t p = table_[slot] - 1;
        if (puzzle_.kind[p] == kind && same(placed_[p], where)) return slot;
    }
}

bool Reader::read(std::string_view region) {
    laid_.clear();
    return where_.empty() ? read_cells(region) : read_words(region);
}

bool Reader::read_words(std::string_view region) {
    char text[most] = {};
    std::memcpy(text, region.data(), region.size());
    loops_.mark(text, letters_.data(), letters_.size(), where_.data());
    Words known{};
    for (const Words& where : where_) known = {known.low | where.low, known.high | where.high};
    if (!same(known, cells_in_text_)) return false;
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < letters_.size(); ++i) {  // without a branch: which letters are there, nothing predicts
        given_[count] = static_cast<std::uint8_t>(i);
        count += !none(where_[i]);
    }
    for (std::size_t g = 0; g < count; ++g) {
        const std::size_t i = given_[g];
        const std::uint32_t found = table_[slot_of(kind_[i], where_[i])];
        if (found == 0) return false;
        laid_.push_back({found - 1, letters_[i]});
    }
    return true;
}

// Every cell goes to the list of its mark without a branch, which nothing could predict.
bool Reader::read_cells(std::string_view region) {
    const std::size_t size = puzzle_.size(), empty = letters_.size() - 1, strange = empty + 1;
    count_.assign(letters_.size() + 1, 0);
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint8_t slot = slot_[static_cast<unsigned char>(region[puzzle_.region.offset[i]])];
        cells_[slot * size + count_[slot]++] = static_cast<std::uint16_t>(i);
    }
    if (count_[strange] != 0) return false;
    for (std::size_t slot = 0; slot < empty; ++slot) {
        if (count_[slot] == 0) continue;
        const std::uint16_t* cells = cells_.data() + slot * size;
        const std::uint8_t kind = puzzle_.kind_of[static_cast<unsigned char>(letters_[slot])];
        const std::int64_t placement = puzzle_.find(kind, cells, cells + count_[slot]);
        if (placement < 0) return false;
        laid_.push_back({static_cast<std::uint32_t>(placement), letters_[slot]});
    }
    return true;
}

}  // namespace gridmill::beads
