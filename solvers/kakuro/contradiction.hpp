// Which clues contradict each other on a board without a solution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "hitting_set.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

// Finds a smallest set of clues and givens that no filling can meet.
//
// Different digits alone are never the contradiction: runs are the vertices and cells the edges of a graph with two
// sides, whose edges need no more colours than meet in one vertex (Konig 1916). So there is a clue to name.
//
// First one from which none can be left out (QuickXplain, Junker 2004): halves of the clues are dropped as long as
// what is left has no solution either. Then whether a smaller one exists, by the duality of contradictions and
// corrections (Ignatiev, Previti, Liffiton, Marques-Silva 2015): if a filling meets all clues but those of a set C,
// every contradiction needs one of C. So the smallest set that hits all corrections known so far is a smallest
// contradiction, or some filling meets it, and that filling, widened to more clues, leaves a new correction.
class Contradiction {
public:
    Contradiction(const Board& board, const Sums& sums) : board_(board), sums_(&sums) {}

    // "no filling meets r1c2 down 17, r3c1 across 4; no fewer clues contradict each other". The board is known to have
    // no solution, at a cost of the meter's nodes, and some times that is what finding the clues may cost; when it is
    // used up, the clues that are left contradict each other still, and the sentence says what was not found out.
    std::string sentence(Meter& meter);

private:
    // A clue (of a run) or a given (of a cell).
    struct Item {
        int index;
        bool given;
    };
    using Items = std::vector<int>;  // into items_, ascending
    enum class Filling : std::uint8_t { none, some, unknown };

    void collect();
    Items unbalanced();
    void put(int item);
    Filling filling(const Items& items);
    bool met(int item) const;
    Items needed(const Items& background, bool grown, const Items& items);
    Items correction(const Items& met_items);
    void widen(std::vector<std::uint8_t>& inside, Items& outside, std::size_t first, std::size_t last);
    bool smallest(Items& found);
    bool tired();
    std::string name(const Item& item) const;

    Board board_;  // a copy, whose clues come and go
    const Sums* sums_;
    Meter* meter_ = nullptr;
    std::vector<Item> items_;
    std::vector<int> sums_of_;       // by run: its clue
    std::vector<Digits> givens_;     // by cell: its domain at the start
    std::vector<Digits> filled_;     // by cell: the filling that was found last
    HittingSet corrections_;
    std::uint64_t work_ = 0;
    std::uint64_t most_work_ = 0;
    std::uint64_t learnt_nodes_ = 0;  // of one search for a filling
    bool tired_ = false;
    bool doubtful_ = false;  // some set was not decided
};

}  // namespace gridmill::kakuro
