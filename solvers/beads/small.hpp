// Exact cover for puzzles of up to 128 items (cells and kinds of pieces): the engine of single boards.
//
// The search is that of cover.hpp, on the lists of lists.hpp. Besides, all forced items of a node are settled at once:
// their placements are laid together, and if two of them meet, the node is dead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "budget.hpp"
#include "lists.hpp"
#include "puzzle.hpp"
#include "search.hpp"

namespace gridmill::beads {

class Small {
public:
    explicit Small(const Puzzle& puzzle);

    static bool fits(const Puzzle& puzzle) { return puzzle.size() + puzzle.rules.pieces.size() <= 128; }

    // Completions of what is laid, until `limit` were found, the meter stops, or the scope ends it.
    Search search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope = {});

private:
    struct List {
        std::size_t at, count;
        Tally tally{};  // of its placements
    };

    List narrow(Words blocked);
    List narrow(const std::vector<std::uint32_t>& only, Words blocked);
    void narrow(List& list, Words blocked);
    bool descend(List list, Words needed);
    bool settle(List& list, Words& needed, Words forced);
    bool lay(const List& list, std::size_t index, Words needed);
    int fewest(const List& list, Words needed) const;
    Words use(std::uint32_t placement, Words mask, Words& needed);
    void unlay(std::size_t depth);
    void reserve(std::size_t size);

    const Puzzle& puzzle_;
    const ListLoops& loops_;
    const std::size_t cells_;
    Words all_cells_{};
    std::vector<std::uint64_t> all_low_, all_high_;  // of every placement
    std::vector<std::uint32_t> all_id_;
    std::vector<std::uint64_t> low_, high_;          // the lists of all open nodes, one behind the other
    std::vector<std::uint32_t> id_;
    std::vector<std::uint32_t> left_;                // copies of each kind that are not laid
    std::vector<Laid> laid_;
    Search result_;
    Meter* meter_ = nullptr;
    std::uint64_t limit_ = 0, last_node_ = 0;
    bool keep_all_ = false;
};

}  // namespace gridmill::beads
