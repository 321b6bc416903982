// Sudoku by bit masks: the cell with the fewest candidates is tried first.
#include "batch.hpp"

namespace gridmill {

struct SudokuKernel {
    static constexpr const char* engine = "sudoku-masks/1";

    SudokuKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        if (text.size() != 81) throw std::invalid_argument("expected 81 cells");
        for (auto* units : {row_, column_, box_}) std::fill(units, units + 9, 0);
        grid_.assign(text);
        for (int cell = 0; cell < 81; ++cell) {
            if (grid_[cell] == '.') continue;
            const int bit = 1 << (grid_[cell] - '1');
            if ((seen(cell) & bit) != 0) return answer.invalid("a digit stands twice in a unit");
            flip(cell, bit);
        }
        found_ = 0;
        limit_ = limit;
        const bool complete = search(meter, answer);
        answer.conclude(found_, complete, limit, meter.stop());
    }

private:
    int seen(int cell) const { return row_[cell / 9] | column_[cell % 9] | box_[cell / 27 * 3 + cell % 9 / 3]; }
    void flip(int cell, int bit) {
        row_[cell / 9] ^= bit;
        column_[cell % 9] ^= bit;
        box_[cell / 27 * 3 + cell % 9 / 3] ^= bit;
    }
    bool search(Meter& meter, Answer& answer) {
        if (!meter.spend()) return false;
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; ++cell) {
            if (grid_[cell] != '.') continue;
            const int left = 9 - __builtin_popcount(seen(cell));
            if (left < fewest) { fewest = left; best = cell; }
        }
        if (best < 0) {
            ++found_;
            if (found_ == 1) answer.solution = grid_;
            if (found_ == 2) answer.witness = grid_;
            return found_ < limit_;
        }
        for (int candidates = 511 & ~seen(best); candidates != 0; candidates &= candidates - 1) {
            const int bit = candidates & -candidates;
            grid_[best] = static_cast<char>('1' + __builtin_ctz(bit));
            flip(best, bit);
            const bool go_on = search(meter, answer);
            flip(best, bit);
            grid_[best] = '.';
            if (!go_on) return false;
        }
        return true;
    }

    int row_[9], column_[9], box_[9];
    std::string grid_;
    std::uint64_t found_ = 0, limit_ = 0;
};

}  // namespace gridmill

NB_MODULE(_kernel, m) { gridmill::bind_solve<gridmill::SudokuKernel>(m); }
