// Exact cover for puzzles of any size: every empty cell is covered once, and every piece that is left is used.
//
// A placement is the list of its cells in the puzzle. A node knows which placements are still possible: they stand at the
// front of one list, and laying a piece moves those that it rules out behind the others of its node:
//
//     list_  7 2 9 4 | 1 8 | 3 6 ...        possible after two pieces | ruled out by the second | by the first
//
// Taking a piece back only moves the bar, so memory is four bytes a placement whatever the depth. How many possible
// placements each item (a cell, or a kind of piece behind the cells) has is counted along. An item that must be covered
// and has none ends the node; the one with the fewest is branched on. A kind is an item while one copy is left: then
// every filling is reached by one branch only.
//
// Tried and lost: masks of all items, 512 bytes a placement for 4000 cells, copied from node to node: gigabytes.
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "puzzle.hpp"
#include "search.hpp"

namespace gridmill::beads {

class Cover {
public:
    explicit Cover(const Puzzle& puzzle);

    // Completions of what is laid, until `limit` were found, the meter stops, or the scope ends it.
    Search search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope = {});

private:
    void begin(const std::vector<Laid>& given, const Scope& scope);
    bool descend(std::size_t count);
    bool lay(std::uint32_t placement, std::size_t count);
    std::size_t rule_out(std::size_t count);
    bool possible(std::uint32_t placement) const;
    void tally(std::uint32_t placement, std::int32_t sign);
    bool looks(std::size_t work);
    std::int64_t fewest() const;

    const Puzzle& puzzle_;
    const std::size_t cells_;
    std::vector<std::uint32_t> list_;
    std::vector<std::int32_t> ways_;      // of each item among the possible placements
    std::vector<std::uint8_t> filled_;    // of each cell
    std::vector<std::uint32_t> left_;     // copies of each kind that are not laid
    std::vector<Laid> laid_;
    std::size_t to_fill_ = 0;
    std::size_t work_ = 0;                // placements looked at since the clock was read
    Search result_;
    Meter* meter_ = nullptr;
    std::uint64_t limit_ = 0, last_node_ = 0;
    bool keep_all_ = false;
};

}  // namespace gridmill::beads
