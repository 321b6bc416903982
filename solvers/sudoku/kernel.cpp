// Sudoku of any box shape from 4x4 to 25x25: chooses the engine and reports what it found.
#include "batch.hpp"

#include <map>
#include <memory>
#include <utility>

#include "lane_search.hpp"
#include "masks.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace gridmill::sudoku {

class SudokuKernel {
public:
    static constexpr const char* engine = "sudoku-masks/1";

    SudokuKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    // Plain boards of the sizes that have lanes: all together, until the few that are too hard for that are left.
    void solve_many(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                    std::vector<Timed>& timed) {
        for (const int side : {3, 4}) {
            const std::size_t cells = static_cast<std::size_t>(side * side) * (side * side);
            std::vector<std::size_t> chosen;
            for (std::size_t i = 0; i < texts.size(); ++i)
                if (texts[i].size() == cells && texts[i].find(':') == std::string_view::npos) chosen.push_back(i);
            if (!chosen.empty()) run_lanes(*lane_engine(side, side), chosen, texts, limit, budget, timed);
        }
    }

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
    // How many nodes a board may take in a lane.
    static constexpr std::uint64_t patience = 100'000;

    // What is built once for a box shape.
    struct Game {
        Rules rules;
        Masks masks;
        explicit Game(const Text& text) : rules(text), masks(rules) {}
    };

    void run_lanes(const LaneEngine& engine, const std::vector<std::size_t>& chosen,
                   const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                   std::vector<Timed>& timed) {
        std::vector<LaneJob> jobs(chosen.size());
        for (std::size_t i = 0; i < chosen.size(); ++i) jobs[i].cells = texts[chosen[i]];
        const Clock::time_point start = Clock::now();
        LaneSearch<std::uint16_t> search(engine, limit, budget, patience);
        search.run(jobs);
        const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        double sweeps = 0;
        for (const LaneJob& job : jobs) sweeps += static_cast<double>(job.sweeps);
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            // Lanes share their time, so a board's own is its share of the sweeps.
            timed[chosen[i]].solve_ns = static_cast<std::uint64_t>(ns * static_cast<double>(jobs[i].sweeps) / sweeps);
            conclude(jobs[i], engine.name, limit, timed[chosen[i]]);
        }
    }

    void conclude(LaneJob& job, const char* name, std::uint64_t limit, Timed& timed) {
        timed.nodes = job.nodes;
        timed.pending = job.end != LaneJob::End::finished && job.end != LaneJob::End::out_of_nodes;
        if (timed.pending) return;
        timed.answer.engine = name;
        if (job.found == 0 && job.complete) {
            const Text text(job.cells);
            return refuse(game_of(text).rules, text, timed.answer);
        }
        timed.answer.solution = std::move(job.solution);
        timed.answer.witness = std::move(job.witness);
        const Stop stop = job.end == LaneJob::End::out_of_nodes ? Stop::nodes : Stop::no;
        timed.answer.conclude(job.found, job.complete, limit, stop);
    }

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
