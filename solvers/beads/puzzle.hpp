// A region together with a piece set: every way to lay a piece, found once and used for all boards of the kind.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "budget.hpp"
#include "shape.hpp"

namespace gridmill::beads {

inline constexpr std::uint8_t no_kind = 255;

// Pieces laid on a board, one entry a piece: the placement, and the letter if the board gave it (else 0).
struct Laid {
    std::uint32_t placement;
    char letter;
};

// The meter stopped while placements were found.
struct Stopped {};

// More placements than memory is lent for; the message says how many.
struct TooMany : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Placements are numbered kind by kind. Cells are numbered in the order of the text; those of a placement ascend.
//
//     kind     0 0 0 0 ... 1 1 1 ...        which piece
//     first    0 3 6 9 ... 300 304 ...      where its cells begin in `cells`
//     cells    0 1 11 | 0 11 12 | ...
class Puzzle {
public:
    // Throws Stopped and TooMany. Where the pieces' area rules every filling out, no placements are found.
    Puzzle(std::string_view head, std::string_view region, Meter& meter);

    std::size_t size() const { return region.at.size(); }
    std::size_t placements() const { return kind.size(); }
    const std::uint16_t* begin(std::uint32_t p) const { return cells.data() + first[p]; }
    const std::uint16_t* end(std::uint32_t p) const { return cells.data() + first[p + 1]; }
    // The placement of a kind on exactly these ascending cells, or -1.
    std::int64_t find(std::uint8_t of_kind, const std::uint16_t* begin, const std::uint16_t* end) const;
    // The number of the cell at a place, or -1 where the region has none.
    std::int32_t cell_at(const Vec& v) const;
    // Name a cell as r1c1, in space l1r1c1.
    std::string place(std::uint32_t cell) const;
    // Why no filling is possible whatever is placed; "" where one may be.
    std::string impossible() const;
    // The region with every cell filled by its piece's letter.
    std::string fill(const Laid* laid, std::size_t count) const;

    Rules rules;
    Region region;
    std::string skeleton;                  // the region's text with every cell empty
    std::vector<std::uint8_t> kind;        // of each placement
    std::vector<std::uint32_t> first;
    std::vector<std::uint16_t> cells;
    std::vector<std::uint32_t> kind_first; // where the placements of a kind begin; one more at the end
    std::uint8_t kind_of[256];             // of a letter; no_kind where it is none
    std::size_t area = 0;                  // of all pieces together

private:
    void place_all(std::uint8_t k, Meter& meter);
    void require_room(std::size_t ways, std::size_t covered) const;
    void build_table();
    void build_box();
    std::size_t box_index(const Vec& v) const;

    std::vector<std::uint64_t> cell_hash_;
    std::vector<std::uint32_t> table_;     // open addressing, placement + 1
    Vec low_, high_;                       // corners of the box around the region
    int height_ = 0, width_ = 0;
    std::vector<std::int32_t> box_;
};

// Why the letters of a board are not pieces: which, where, and whether another lettering fits; "" if they are.
std::string explain_givens(const Puzzle& puzzle, std::string_view region);

// The set whose pieces, as they are lettered, the board holds and whose area is the region's; "" if there is none, and
// where the board draws pieces itself.
std::string better_set(const Puzzle& puzzle, std::string_view region);

}  // namespace gridmill::beads
