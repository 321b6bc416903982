// The sum of all cells of a component, taken by rows and by columns.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

// Open cells that are linked by runs have one total, and both directions tell it:
//
//     # 4\- 3\-      across 3 + 4 = 7 = 4 + 3 down; if one of the clues were another, no filling would be left,
//     -\3 . .        though every run alone has combinations and no search sees the reason before it has tried
//     -\4 . .        nearly everything.
//
// A direction's parts are its runs (their clue, or the bounds of their cells) and the cells that have no run in it.
// Fixed cells link nothing, and are taken from the clues of their runs.
class Balance {
public:
    explicit Balance(const Board& board) : board_(&board) {}

    // False if some component has no total that both directions allow; runs() are its runs then.
    bool holds(const std::vector<Digits>& domains);
    const std::vector<int>& runs() const { return runs_; }

    // Restricts cells, and gives runs without a clue the sum that the totals leave them, until nothing changes; false
    // if that ends in a contradiction. The board's runs change, its solutions do not.
    static bool narrow(Board& board, State& state);

private:
    struct Part {
        int run, cell;  // one of them, the other is -1
        int least, most;
    };
    struct Side {
        std::vector<Part> parts;
        int least, most;
    };

    void gather(int cell, const std::vector<Digits>& domains);
    void weigh(const std::vector<Digits>& domains);
    Part part_of(int run, const std::vector<Digits>& domains) const;
    bool tell(const Side& side, int least, int most, Board& board, State& state, bool& sums_found) const;

    const Board* board_;
    std::vector<std::uint8_t> cell_seen_, run_seen_;
    std::vector<int> cells_, runs_;  // of the component
    Side sides_[2];                  // across, down
};

}  // namespace gridmill::kakuro
