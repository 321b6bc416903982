#include "puzzle.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gridmill::beads {

namespace {

constexpr std::size_t max_cells = 4000;
// A placement takes some 40 bytes in all, a cell of it 2: together at most some 300 MB while they grow.
constexpr std::size_t max_placements = 4'000'000;
constexpr std::size_t max_covered = 32'000'000;
constexpr std::size_t between_looks = 100'000;  // cells visited, some 0.2 ms

std::uint64_t mix(std::uint64_t x) {  // splitmix64
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

std::string empty_cells(std::string_view region) {
    std::string skeleton(region);
    for (char& mark : skeleton)
        if (mark != '/' && mark != '#') mark = '.';
    return skeleton;
}

}  // namespace

Puzzle::Puzzle(std::string_view head, std::string_view text, Meter& meter)
    : rules(parse_rules(head)), region(parse_region(text, rules.grid)), skeleton(empty_cells(text)) {
    if (size() > max_cells) throw std::invalid_argument("region of more than 4000 cells");
    if (rules.pieces.size() >= no_kind) throw std::invalid_argument("too many pieces");
    std::memset(kind_of, no_kind, sizeof kind_of);
    for (std::size_t i = 0; i < size(); ++i) cell_hash_.push_back(mix(i));
    build_box();
    for (std::size_t k = 0; k < rules.pieces.size(); ++k) {
        const Piece& piece = rules.pieces[k];
        area += piece.cells.size() * piece.letters.size();
        for (char letter : piece.letters) kind_of[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(k);
    }
    const bool possible = impossible().empty();
    for (std::size_t k = 0; k < rules.pieces.size(); ++k) {
        kind_first.push_back(static_cast<std::uint32_t>(kind.size()));
        if (possible) place_all(static_cast<std::uint8_t>(k), meter);
    }
    kind_first.push_back(static_cast<std::uint32_t>(kind.size()));
    first.push_back(static_cast<std::uint32_t>(cells.size()));
    build_table();
}

void Puzzle::place_all(std::uint8_t k, Meter& meter) {
    std::size_t visited = 0;
    for (const std::vector<Vec>& shape : orientations(rules.pieces[k], turns(rules.grid, rules.flip))) {
        for (const Vec& origin : region.at) {
            const std::size_t start = cells.size();
            for (const Vec& cell : shape) {  // region.at ascends and a shape does: so do the numbers
                ++visited;
                const std::int32_t number = cell_at(origin + cell);
                if (number < 0) break;
                cells.push_back(static_cast<std::uint16_t>(number));
            }
            if (visited >= between_looks) {
                visited = 0;
                if (!meter.look()) throw Stopped{};
            }
            if (cells.size() - start < shape.size()) {
                cells.resize(start);
                continue;
            }
            require_room(kind.size() + 1, cells.size());
            kind.push_back(k);
            first.push_back(static_cast<std::uint32_t>(start));
        }
    }
}

void Puzzle::require_room(std::size_t ways, std::size_t covered) const {
    if (ways > max_placements)
        throw TooMany("too many placements: " + std::to_string(ways) + " or more, at most " + std::to_string(max_placements));
    if (covered > max_covered)
        throw TooMany("too many placements: they cover " + std::to_string(covered) + " cells or more in sum, at most " +
                      std::to_string(max_covered));
}

std::string Puzzle::impossible() const {
    if (rules.spare ? area >= size() : area == size()) return "";
    return "the pieces have " + std::to_string(area) + " cells, the region has " + std::to_string(size());
}

// The box around the region as an array of cell numbers, unless it is far larger than the region.
void Puzzle::build_box() {
    low_ = high_ = region.at.front();
    for (const Vec& v : region.at) {
        low_ = {std::min(low_.z, v.z), std::min(low_.y, v.y), std::min(low_.x, v.x)};
        high_ = {std::max(high_.z, v.z), std::max(high_.y, v.y), std::max(high_.x, v.x)};
    }
    height_ = high_.y - low_.y + 1;
    width_ = high_.x - low_.x + 1;
    const double volume = 1.0 * (high_.z - low_.z + 1) * height_ * width_;
    if (volume > 4'000'000) return;
    box_.assign(static_cast<std::size_t>(volume), -1);
    for (std::size_t i = 0; i < size(); ++i) box_[box_index(region.at[i])] = static_cast<std::int32_t>(i);
}

std::size_t Puzzle::box_index(const Vec& v) const {
    const std::int64_t layer = static_cast<std::int64_t>(v.z - low_.z) * height_ + (v.y - low_.y);
    return static_cast<std::size_t>(layer * width_ + (v.x - low_.x));
}

std::int32_t Puzzle::cell_at(const Vec& v) const {
    if (v.x < low_.x || v.x > high_.x || v.y < low_.y || v.y > high_.y || v.z < low_.z || v.z > high_.z) return -1;
    if (!box_.empty()) return box_[box_index(v)];
    const auto found = std::lower_bound(region.at.begin(), region.at.end(), v);
    return found == region.at.end() || !(*found == v) ? -1 : static_cast<std::int32_t>(found - region.at.begin());
}

void Puzzle::build_table() {
    std::size_t room = 16;
    while (room < 2 * placements()) room *= 2;
    table_.assign(room, 0);
    for (std::uint32_t p = 0; p < placements(); ++p) {
        std::uint64_t hash = mix(kind[p]);
        for (const std::uint16_t* c = begin(p); c != end(p); ++c) hash += cell_hash_[*c];
        std::size_t slot = hash & (room - 1);
        while (table_[slot] != 0) slot = (slot + 1) & (room - 1);
        table_[slot] = p + 1;
    }
}

std::int64_t Puzzle::find(std::uint8_t of_kind, const std::uint16_t* from, const std::uint16_t* to) const {
    std::uint64_t hash = mix(of_kind);
    for (const std::uint16_t* c = from; c != to; ++c) hash += cell_hash_[*c];
    const std::size_t wrap = table_.size() - 1;
    for (std::size_t slot = hash & wrap; table_[slot] != 0; slot = (slot + 1) & wrap) {
        const std::uint32_t p = table_[slot] - 1;
        if (kind[p] == of_kind && std::equal(from, to, begin(p), end(p))) return p;
    }
    return -1;
}

std::string Puzzle::place(std::uint32_t cell) const {
    Vec at = region.at[cell];
    if (rules.grid == Grid::pyramid) at = {at.z, (at.y - at.z) / 2, (at.x - at.z) / 2};
    std::string name = "r" + std::to_string(at.y + 1) + "c" + std::to_string(at.x + 1);
    return region.layered ? "l" + std::to_string(at.z + 1) + name : name;
}

// Copies that the board did not give take the letters that are left in the order of their first cells.
std::string Puzzle::fill(const Laid* laid, std::size_t count) const {
    std::string text = skeleton;
    std::vector<Laid> order(laid, laid + count);
    std::sort(order.begin(), order.end(), [&](const Laid& a, const Laid& b) { return *begin(a.placement) < *begin(b.placement); });
    bool taken[256] = {};
    for (const Laid& one : order) taken[static_cast<unsigned char>(one.letter)] = true;
    for (const Laid& one : order) {
        char letter = one.letter;
        if (letter == 0) {
            const std::string& letters = rules.pieces[kind[one.placement]].letters;
            letter = *std::find_if(letters.begin(), letters.end(), [&](char l) { return !taken[static_cast<unsigned char>(l)]; });
            taken[static_cast<unsigned char>(letter)] = true;
        }
        for (const std::uint16_t* c = begin(one.placement); c != end(one.placement); ++c) text[region.offset[*c]] = letter;
    }
    return text;
}

}  // namespace gridmill::beads
