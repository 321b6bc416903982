// Which clues contradict each other on a board without a solution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

// Finds a set of clues and givens that no filling can meet, from which none can be left out (QuickXplain, Junker
// 2004): halves of the clues are dropped as long as what is left has no solution either.
class Contradiction {
public:
    Contradiction(const Board& board, const Sums& sums) : board_(board), sums_(&sums) {}

    // "no filling meets r1c2 down 17, r3c1 across 4"; "" if that would take too long to find out.
    std::string sentence(Meter& meter);

private:
    // A clue (of a run) or a given (of a cell).
    struct Item {
        int index;
        bool given;
    };
    std::vector<Item> needed(const std::vector<Item>& background, bool grown, const std::vector<Item>& items);
    bool unsolvable(const std::vector<Item>& items);
    std::string name(const Item& item) const;

    Board board_;  // a copy, whose clues come and go
    const Sums* sums_;
    Meter* meter_ = nullptr;
    std::vector<int> sums_of_;       // by run: its clue
    std::vector<Digits> givens_;     // by cell: its domain at the start
    std::uint64_t work_ = 0;
    bool tired_ = false;
};

}  // namespace gridmill::kakuro
