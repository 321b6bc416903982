// Which givens break a rule by themselves, in words that name the cells.
#pragma once

#include <string>

#include "rules.hpp"

namespace gridmill::sudoku {

inline std::string cell_name(int cell, int size) {
    return "r" + std::to_string(cell / size + 1) + "c" + std::to_string(cell % size + 1);
}

// Names every set of givens that clash and every cage that cannot be; "" if the givens break no rule.
class Clashes {
public:
    Clashes(const Rules& rules, const Text& text) : rules_(rules), text_(text) {
        for (std::size_t unit = 0; unit < rules.units.size(); ++unit) find_repeats(rules.units[unit], rules.names[unit]);
        for (const Cage& cage : rules.cages) {
            find_repeats(cage.cells, "cage " + cell_name(cage.cells[0], rules.size));
            find_wrong_sum(cage);
        }
    }
    const std::string& reason() const { return reason_; }

private:
    template <class Cells> void find_repeats(const Cells& cells, const std::string& name) {
        for (int value = 0; value < rules_.size; ++value) {
            std::string where;
            int times = 0;
            for (const int cell : cells) {
                if (text_.given(cell) != value) continue;
                if (times++ > 0) where += ", ";
                where += cell_name(cell, rules_.size);
            }
            if (times < 2) continue;
            const std::string often = times == 2 ? "twice" : std::to_string(times) + " times";
            add(std::string(1, text_.symbol(value)) + " stands " + often + " in " + name + " (" + where + ")");
        }
    }
    void find_wrong_sum(const Cage& cage) {
        const int count = static_cast<int>(cage.cells.size());
        const int least = count * (count + 1) / 2, most = count * (2 * rules_.size - count + 1) / 2;
        const std::string name = "cage " + cell_name(cage.cells[0], rules_.size);
        if (cage.sum < least || cage.sum > most)
            add(name + " asks for " + std::to_string(cage.sum) + " in " + std::to_string(count) + " cells, possible is " +
                std::to_string(least) + " to " + std::to_string(most));
        int sum = 0;
        for (const int cell : cage.cells) {
            if (text_.given(cell) < 0) return;
            sum += text_.given(cell) + 1;
        }
        if (sum != cage.sum) add(name + " asks for " + std::to_string(cage.sum) + ", its givens sum to " + std::to_string(sum));
    }
    void add(const std::string& clash) { reason_ += (reason_.empty() ? "" : "; ") + clash; }

    const Rules& rules_;
    const Text& text_;
    std::string reason_;
};

}  // namespace gridmill::sudoku
