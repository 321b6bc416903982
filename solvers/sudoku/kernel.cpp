// Sudoku of any box shape from 4x4 to 25x25: chooses the engine and reports what it found.
#include "batch.hpp"

#include <map>
#include <memory>
#include <utility>

#include "masks.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace gridmill::sudoku {

class SudokuKernel {
public:
    static constexpr const char* engine = "sudoku-masks/1";

    SudokuKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view board, std::uint64_t limit, Meter& meter, Answer& answer) {
        const Text text(board);
        Game& game = game_of(text);
        Masks& masks = game.masks;
        masks.reset();
        for (int cell = 0; cell < game.rules.cells; ++cell) {
            const int value = text.given(cell);
            if (value >= 0 && !masks.put(cell, value)) return refuse(game.rules, text, answer);
        }
        std::uint64_t found = 0;
        const bool complete = masks.search(meter, [&] {
            ++found;
            if (found == 1) answer.solution = written(masks, text);
            if (found == 2) answer.witness = written(masks, text);
            return found < limit;
        });
        answer.conclude(found, complete, limit, meter.stop());
    }

private:
    // What is built once for a box shape.
    struct Game {
        Rules rules;
        Masks masks;
        explicit Game(const Text& text) : rules(text), masks(rules) {}
    };

    Game& game_of(const Text& text) {
        std::unique_ptr<Game>& game = games_[{text.box_rows, text.box_columns}];
        if (game == nullptr) game = std::make_unique<Game>(text);
        return *game;
    }

    // The givens leave no completion; do they break a rule themselves?
    static void refuse(const Rules& rules, const Text& text, Answer& answer) {
        std::string clash = clashes(rules, text);
        if (clash.empty()) return answer.conclude(0, true, 0, Stop::no);
        answer.invalid(std::move(clash));
    }

    static std::string written(const Masks& masks, const Text& text) {
        std::string solution(text.cells.size(), '.');
        for (std::size_t cell = 0; cell < solution.size(); ++cell)
            solution[cell] = text.symbol(masks.value(static_cast<int>(cell)));
        return solution;
    }

    std::map<std::pair<int, int>, std::unique_ptr<Game>> games_;
};

}  // namespace gridmill::sudoku

NB_MODULE(_kernel, m) { gridmill::bind_solve<gridmill::sudoku::SudokuKernel>(m); }
