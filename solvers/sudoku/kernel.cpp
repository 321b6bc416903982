// Sudoku of any box shape from 4x4 to 25x25: which engine gets a board, and what is reported.
//
//     lanes      many boards of 9x9, 16x16 or 25x25 side by side, the last few of 9x9 and 16x16 one by one; whoever
//                takes too long there is evicted
//     masks      one board of any units at a time
//     learner    what is too hard for both: clause learning
//
// Each board's answer depends on the board and the limits alone, not on the boards beside it.
#include "batch.hpp"

#include <nanobind/stl/string_view.h>

#include <atomic>
#include <map>
#include <memory>
#include <utility>

#include "clashes.hpp"
#include "encoding.hpp"
#include "lane_search.hpp"
#include "learner.hpp"
#include "least.hpp"
#include "links.hpp"
#include "listing.hpp"
#include "masks.hpp"
#include "minlex.hpp"
#include "plain.hpp"
#include "rules.hpp"
#include "text.hpp"

namespace gridmill::sudoku {

// The code version in use; only tests choose another than the best.
std::atomic<const CodeVersion*> code_version = &best_code_version();

class SudokuKernel {
public:
    static constexpr const char* engine = "sudoku-masks/1";

    SudokuKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    // Plain boards of the sizes that have lanes: all together, until the few that are too hard for that are left.
    void solve_many(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                    Answers& answers) {
        // On 16x16, 10,000 nodes are 3 ms and enough for all but one in a thousand of the hardest boards known; the
        // learner takes 2 ms for one of them, up to 12 where the search takes 1. On 25x25 it is the other way round.
        for (const int side : {3, 4, 5}) {
            const std::size_t cells = static_cast<std::size_t>(side * side) * (side * side);
            std::vector<std::size_t> chosen;
            for (std::size_t i = 0; i < texts.size(); ++i)
                if (texts[i].size() == cells && texts[i].find_first_of(":;") == std::string_view::npos) chosen.push_back(i);
            if (chosen.empty()) continue;
            const LaneEngine& lanes = *code_version.load()->engine(side, side);
            if (side == 5) run_lanes<std::uint32_t>(lanes, 200, chosen, texts, limit, budget, answers);
            else run_lanes<std::uint16_t>(lanes, side == 4 ? 10000 : 100'000, chosen, texts, limit, budget, answers);
        }
    }

    void solve(std::string_view board, std::uint64_t limit, Meter& meter, Answer& answer) {
        const Text text(board);
        Game& game = game_of(text);
        if (!load(game.masks, text)) return refuse(game.rules, text, answer);
        const bool evicted = meter.nodes() != 0;
        const bool can_learn = game.rules.cages.empty();
        if (evicted && limit == 2) return learn(game, text, limit, meter, answer);
        if (search(game, text, limit, meter, answer, can_learn ? patience : unlimited)) return;
        // No second solution so far: prove it, or find out that there are enough to be counted one by one.
        load(game.masks, text);
        learn(game, text, std::min<std::uint64_t>(limit, 2), meter, answer);
        if (limit <= 2 || answer.verdict != Verdict::multiple) return;
        answer = Answer{};
        load(game.masks, text);
        search(game, text, limit, meter, answer, unlimited);
    }

    void page(std::string_view board, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        const Text text(board);
        Game& game = game_of(text);
        if (!after.empty() && after.size() != text.cells.size())
            throw std::invalid_argument("after: expected a solution of " + std::to_string(text.cells.size()) + " cells");
        page.complete = true;
        if (!load(game.masks, text)) return;
        Listing::Grid from;
        for (const char symbol : after) from.push_back(static_cast<std::uint8_t>(symbol - text.base()));
        for (const int value : from)
            if (value >= text.size) throw std::invalid_argument("after: expected the symbols of a solution");
        Listing listing(game.rules, game.masks, std::move(from), meter);
        page.complete = listing.run([&](const Listing::Grid& grid) {
            if (page.solutions.size() == limit) return false;
            page.solutions.push_back(written(grid, text));
            return true;
        });
    }

private:
    // How many nodes the masks take before the learner has its turn.
    static constexpr std::uint64_t patience = 20'000;
    static constexpr std::uint64_t unlimited = ~0ull;

    // What is built once for a set of rules.
    struct Game {
        Rules rules;
        Masks masks;
        explicit Game(const Text& text) : rules(text), masks(rules) {}
    };

    Game& game_of(const Text& text) {
        // Boards with cages have rules of their own, which no other board will have.
        if (!text.cages.empty()) return *(last_ = std::make_unique<Game>(text));
        std::unique_ptr<Game>& game = games_[std::to_string(text.size) + '/' + std::string(text.shape) + std::string(text.sections)];
        if (game == nullptr) game = std::make_unique<Game>(text);
        return *game;
    }

    template <class T>
    void run_lanes(const LaneEngine& lanes, std::uint64_t nodes, const std::vector<std::size_t>& chosen,
                   const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                   Answers& answers) {
        std::vector<LaneJob> jobs(chosen.size());
        for (std::size_t i = 0; i < chosen.size(); ++i) jobs[i].cells = texts[chosen[i]];
        const Clock::time_point start = Clock::now();
        LaneSearch<T> search(lanes, std::min<std::uint64_t>(limit, 2), budget, nodes);
        search.run(jobs);
        double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count(), sweeps = 0;
        Answer answer;
        for (const LaneJob& job : jobs) {
            ns -= job.alone_ns;
            sweeps += static_cast<double>(job.sweeps);
        }
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            // Lanes share their time, so a board's own is its share of the sweeps.
            Answers::Row& row = answers[chosen[i]];
            const double shared = sweeps > 0 ? ns * static_cast<double>(jobs[i].sweeps) / sweeps : 0;
            row.solve_ns = static_cast<std::uint64_t>(shared + jobs[i].alone_ns);
            row.nodes = jobs[i].nodes;
            if (conclude(jobs[i], lanes.name, limit, answer)) answers.put(chosen[i], answer);
        }
    }

    // False if the lanes leave the board to others.
    bool conclude(LaneJob& job, const char* name, std::uint64_t limit, Answer& answer) {
        const bool ended = job.end == LaneJob::End::finished || job.end == LaneJob::End::out_of_nodes;
        if (!ended || (job.found == 2 && limit > 2)) return false;  // lanes do not count
        answer.clear();
        answer.engine = name;
        if (job.found == 0 && job.complete) {
            const Text text(job.cells);
            refuse(game_of(text).rules, text, answer);
            return true;
        }
        answer.solution = job.solution;
        answer.witness = job.witness;
        const Stop stop = job.end == LaneJob::End::out_of_nodes ? Stop::nodes : Stop::no;
        answer.conclude(job.found, job.complete, limit, stop);
        return true;
    }

    static bool load(Masks& masks, const Text& text) {
        masks.reset();
        for (int cell = 0; cell < text.size * text.size; ++cell)
            if (text.given(cell) >= 0 && !masks.put(cell, text.given(cell))) return false;
        return masks.settle();
    }

    // Plain search; false if it took more than `nodes` and has not even found two solutions.
    static bool search(Game& game, const Text& text, std::uint64_t limit, Meter& meter, Answer& answer,
                       std::uint64_t nodes) {
        std::uint64_t found = 0;
        const auto visit = [&](std::uint64_t weight) {
            if (found == 0) answer.solution = written(game.masks, text);
            else if (answer.witness.empty()) answer.witness = written(game.masks, text);
            if (weight > 1 && answer.witness.empty()) answer.witness = exchanged(answer.solution, game.masks.twins(), text);
            found = weight > limit - found ? limit : found + weight;
            return found < limit;
        };
        const std::uint64_t last = nodes == unlimited ? unlimited : meter.nodes() + nodes;
        const auto patient = [&] { return found >= 2 || meter.nodes() < last; };
        const auto end = game.masks.search(meter, visit, patient, limit > 2);
        if (end == Masks::End::tired) {
            answer = Answer{};
            return false;
        }
        answer.conclude(found, end == Masks::End::complete, limit, meter.stop());
        return true;
    }

    // Clause learning from the state that propagation reached.
    static void learn(Game& game, const Text& text, std::uint64_t limit, Meter& meter, Answer& answer) {
        answer.engine = "sudoku-learner/1";
        const Encoding encoding(game.rules, game.masks);
        Learner learner(encoding.variables(), encoding.groups());
        std::uint64_t found = 0;
        Learner::End end = Learner::End::solved;
        while (found < limit && (end = learner.solve(meter)) == Learner::End::solved) {
            ++found;
            if (found <= 2) (found == 1 ? answer.solution : answer.witness) = written(encoding.grid(learner, game.masks), text);
            if (found < limit) learner.exclude();
        }
        answer.conclude(found, end == Learner::End::refuted, limit, meter.stop());
    }

    // The givens leave no completion; do they break a rule themselves?
    static void refuse(const Rules& rules, const Text& text, Answer& answer) {
        const Clashes clashes(rules, text);
        if (clashes.reason().empty()) return answer.conclude(0, true, 0, Stop::no);
        answer.invalid(clashes.reason());
    }

    // The solution with the two least of some values in each other's places.
    static std::string exchanged(std::string solution, std::uint32_t values, const Text& text) {
        const char a = text.symbol(__builtin_ctz(values)), b = text.symbol(__builtin_ctz(values & (values - 1)));
        for (char& c : solution) c = c == a ? b : c == b ? a : c;
        return solution;
    }

    static std::string written(const Masks& masks, const Text& text) {
        std::string solution(text.cells.size(), '.');
        for (std::size_t cell = 0; cell < solution.size(); ++cell)
            solution[cell] = text.symbol(masks.value(static_cast<int>(cell)));
        return solution;
    }
    static std::string written(const std::vector<std::uint8_t>& grid, const Text& text) {
        std::string solution;
        for (const int value : grid) solution += text.symbol(value);
        return solution;
    }

    std::map<std::string, std::unique_ptr<Game>> games_;
    std::unique_ptr<Game> last_;
};

// Canonical forms of plain boards; "" for those that are too wide or too symmetric for it.
class Forms {
public:
    std::string operator()(std::string_view board, Meter& meter) {
        const Text text(board);
        if (!text.sections.empty()) throw std::invalid_argument("expected plain boards");
        if (text.size <= 9) return small_(text, ~std::size_t{0}, meter);
        const bool fits = text.size < 24 && std::max(text.box_rows, text.box_columns) <= widest;
        return fits || text.size == 25 ? large_(text, most, meter) : "";
    }

private:
    // In a wider box the orders of columns that a pair of full rows cannot tell apart are 7! and more; with boxes of 4x6
    // a shifted grid took seven seconds.
    static constexpr int widest = 6;
    static constexpr std::size_t most = 200'000;  // a shifted grid of 16x16 has 147,456 after its second row
    MinLex<9> small_;
    MinLex<max_size> large_;
};

}  // namespace gridmill::sudoku

NB_MODULE(_kernel, m) {
    namespace nb = nanobind;
    using namespace gridmill::sudoku;
    gridmill::bind_solve<SudokuKernel>(m);
    gridmill::bind_page<SudokuKernel>(m);
    bind_plain(m);
    m.def("walled", &walled, nb::arg("rows"));
    m.def("plain_grid", &plain_grid, nb::arg("json"));
    m.def("plain_cages", &plain_cages, nb::arg("json"), nb::arg("size"));
    m.def("plain_problem", &plain_problem, nb::arg("members"), nb::arg("size"), nb::arg("left"), nb::arg("top"),
          nb::arg("columns"), nb::arg("rows"));
    m.def("minlex", [](nb::handle texts, double seconds, nb::handle cancel) {
        gridmill::require_budget(1, seconds);
        const gridmill::Texts held(texts);
        const gridmill::Cancel flag(cancel);
        const gridmill::Budget budget{0, seconds, flag.flag()};
        std::vector<std::string> forms;
        {
            nb::gil_scoped_release released;
            gridmill::Meter meter(budget, gridmill::Clock::now());
            Forms form;
            gridmill::Clock::time_point asked = gridmill::Clock::now();
            for (const std::string_view text : held.views()) {
                if (!meter.look()) break;
                if (gridmill::Clock::now() - asked > std::chrono::milliseconds(100)) {  // did somebody press Ctrl-C?
                    const nb::gil_scoped_acquire held_again;
                    if (PyErr_CheckSignals() != 0) throw nb::python_error();
                    asked = gridmill::Clock::now();
                }
                forms.push_back(form(text, meter));
                if (meter.stop() != gridmill::Stop::no) forms.pop_back();
            }
        }
        nb::list list;
        for (const std::string& form : forms) list.append(nb::str(form.data(), form.size()));
        return list;
    }, nb::arg("texts"), nb::arg("seconds") = 0.0, nb::arg("cancel") = nb::none());
    m.def("least_text", [](const std::string& cells, nb::bytes ways) {
        const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(cells.size()))));
        return LeastText({ways.c_str(), ways.size()}, n)(cells);
    }, nb::arg("cells"), nb::arg("ways"));
    m.def("code_versions", [] {
        nb::list names;
        for (int i = 0; i < code_version_count; ++i)
            if (code_versions[i].runs_here()) names.append(code_versions[i].name);
        return names;
    });
    m.def("use_code_version", [](const std::string& name) {
        for (int i = 0; i < code_version_count; ++i) {
            if (code_versions[i].name != name || !code_versions[i].runs_here()) continue;
            code_version = &code_versions[i];
            return;
        }
        throw std::invalid_argument("expected a code version that runs here, got " + name);
    }, nb::arg("name"));
}
