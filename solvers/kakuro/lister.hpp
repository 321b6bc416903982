// All solutions in ascending order: cell by cell in reading order, the lower digit first.
#pragma once

#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "learner.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

// A search whose order is fixed cannot flee from a region that has no filling: it goes through all that comes before.
// So after some nodes without a solution it asks the search that learns whether there is any below a node, and enters
// no other; the solution that it is told answers for the nodes that lead to it. Lost: the learning search in reading
// order. On loose boards of 20x20 and more with long runs, neither finds the first solution in reading order in 20 s.
class Lister {
public:
    // Lists what is below the propagated state.
    Lister(const Board& board, const Sums& sums, State& state) : board_(&board), sums_(&sums), state_(&state) {}

    // Places the search behind a solution, given as the digits of all cells; false if it is none.
    bool skip_to(const std::vector<Digits>& solution);

    // The next solution; false at the end of the search, or of the budget (meter.stop() tells).
    bool next(Meter& meter, std::vector<Digits>& solution);

private:
    struct Choice {
        int cell;
        Digits digit;
        Digits left;  // digits to try yet
        std::size_t mark;
    };
    int first_open() const;
    bool ask(Meter& meter, bool& alive);
    bool led() const;

    const Board* board_;
    const Sums* sums_;
    State* state_;
    std::vector<Choice> stack_;
    std::vector<Digits> guide_;  // a solution that was found beside the order
    bool begun_ = false;
    std::uint64_t barren_ = 0;  // nodes since the last solution
};

}  // namespace gridmill::kakuro
