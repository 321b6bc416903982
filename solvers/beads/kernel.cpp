// Beads: lay pieces so that they fill a region. This file finds a board's puzzle; solver.hpp picks the engine.

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "batch.hpp"
#include "count.hpp"
#include "idle.hpp"
#include "lists.hpp"
#include "shelf.hpp"
#include "solver.hpp"

namespace gridmill::beads {

namespace {

// A board's text, cut in two.
struct Parts {
    std::string_view head, region;

    explicit Parts(std::string_view text) {
        const std::size_t colon = text.rfind(':');
        head = colon == text.npos ? std::string_view() : text.substr(0, colon);
        region = colon == text.npos ? text : text.substr(colon + 1);
    }

    // The same for all boards of a puzzle.
    std::string key() const {
        std::string key(head);
        key += ':';
        for (char mark : region) key += mark == '/' || mark == '#' ? mark : '.';
        return key;
    }
};

struct Kernel {
    static constexpr const char* engine = "beads-cover/1";

    Kernel(const std::vector<std::string_view>&, std::uint64_t) {}
    ~Kernel() {
        try {
            for (auto& [key, solver] : solvers_)
                if (solver) Idle::of_process().put_back(key, std::move(solver), age_);
        } catch (const std::bad_alloc&) {  // then the next call builds its own
        }
    }
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        const Parts parts(text);
        try {
            if (last_ == nullptr || !last_->matches(parts.head, parts.region)) last_ = &solver(parts, meter);
            last_->solve(parts.region, limit, meter, answer);
        } catch (const Stopped&) {
            answer.conclude(0, false, limit, meter.stop());
        } catch (const TooMany& error) {
            answer.conclude(0, false, limit, Stop::no);
            answer.reason = error.what();
        }
    }

    // Boards that an index answers: so quickly that reading the clock for each would take as long.
    void solve_many(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                    Answers& answers) {
        if (texts.size() >= worth_a_look) prepare_bulk(texts, budget);
        if (bulk_ == nullptr) return;
        answers.keep(bulk_->index());
        const Clock::time_point start = Clock::now();
        Answer answer;
        std::uint64_t answered = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (budget.cancel != nullptr && *budget.cancel != 0) break;
            Index::Found found;
            const std::string_view region = bulk_->region_of(texts[i]);
            if (region.empty() || !bulk_->look_up(region, limit, answer, found)) continue;
            answers.put(i, answer, found.first, found.second);
            answers[i].nodes = 1;
            ++answered;
        }
        const std::chrono::nanoseconds spent = Clock::now() - start;
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (!answers[i].pending) answers[i].solve_ns = static_cast<std::uint64_t>(spent.count()) / answered;
    }

    void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        const Parts parts(text);
        try {
            solver(parts, meter).page(parts.region, after, limit, meter, page);
        } catch (const Stopped&) {
            page.complete = false;
        }
    }

private:
    static constexpr std::size_t bulk = 16'384;        // boards for which building an index pays, in all calls together
    static constexpr std::size_t worth_a_look = 256;   // boards of a call
    static constexpr std::size_t samples = 32;
    static constexpr std::uint64_t index_nodes = 20'000'000;  // about a second

    // If most of the boards are of one puzzle that recurs, its fillings are indexed.
    void prepare_bulk(const std::vector<std::string_view>& texts, const Budget& budget) {
        std::unordered_map<std::string, std::size_t> seen;
        for (std::size_t i = 0; i < samples; ++i) ++seen[Parts(texts[i * texts.size() / samples]).key()];
        for (const auto& [key, count] : seen) {
            if (2 * count < samples || Shelf::of_process().meet(key, count * texts.size() / samples) < bulk) continue;
            const Budget own{index_nodes, 0, budget.cancel};
            if (!Shelf::of_process().find(key)) {
                auto built = build(Parts(key), own);
                if (budget.cancel != nullptr && *budget.cancel != 0) return;  // perhaps unfinished: the next call tries again
                Shelf::of_process().put(key, std::move(built));
            }
            const auto index = Shelf::of_process().find(key);
            Meter meter(own, Clock::now());
            if (index && *index) bulk_ = &solver(Parts(key), meter);
        }
    }

    static std::shared_ptr<const Index> build(const Parts& parts, const Budget& budget) {
        try {
            Meter meter(budget, Clock::now());
            return Index::build(Puzzle(parts.head, parts.region, meter), budget);
        } catch (const Stopped&) {
            return nullptr;
        } catch (const std::exception&) {
            return nullptr;  // malformed: each board will say so itself
        }
    }

    Solver& solver(const Parts& parts, Meter& meter) {
        const std::string key = parts.key();
        std::unique_ptr<Solver>& found = solvers_[key];
        if (!found) {
            last_ = nullptr;
            found = Idle::of_process().take(key);
            if (!found) found = std::make_unique<Solver>(parts.head, parts.region, meter);
            if (const auto index = Shelf::of_process().find(key)) found->use(*index);
        }
        return *found;
    }

    const std::uint64_t age_ = Idle::of_process().age();
    std::unordered_map<std::string, std::unique_ptr<Solver>> solvers_;
    Solver* last_ = nullptr;
    Solver* bulk_ = nullptr;  // of the puzzle that recurs, with an index
};

// For tests: symmetry broken by each piece in turn must not change the count.
std::vector<std::string> count_fixing_each(const std::string& head, const std::string& region) {
    const Budget unlimited;
    Meter building(unlimited, Clock::now());
    const Puzzle puzzle(head, region, building);
    std::vector<std::string> counts;
    for (std::size_t which = 0; which < puzzle.rules.pieces.size(); ++which) {
        const Budget budget;
        Meter meter(budget, Clock::now());
        counts.push_back(count_fillings_fixing(puzzle, which, meter).decimal);
    }
    return counts;
}

}  // namespace

}  // namespace gridmill::beads

NB_MODULE(_kernel, m) {
    namespace nb = gridmill::nb;
    gridmill::bind_solve<gridmill::beads::Kernel>(m);
    gridmill::bind_page<gridmill::beads::Kernel>(m);
    m.def("define_set", [](std::string name, std::string pieces) {
        gridmill::beads::define_set(std::move(name), std::move(pieces));
        gridmill::beads::Shelf::of_process().clear();
        gridmill::beads::Idle::of_process().clear();
    }, nb::arg("name"), nb::arg("pieces"));
    m.def("choose_lists", [](const std::string& name) {
        gridmill::beads::Idle::of_process().clear();
        return gridmill::beads::choose_lists(name);
    }, nb::arg("name"));
    m.def("count_fixing_each", [](const std::string& head, const std::string& region) {
        nb::list counts;
        for (const std::string& count : gridmill::beads::count_fixing_each(head, region)) counts.append(nb::str(count.c_str()));
        return counts;
    }, nb::arg("head"), nb::arg("region"));
}
