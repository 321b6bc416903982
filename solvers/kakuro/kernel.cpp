// Kakuro: exact propagation of every run, then a search that proves what propagation leaves open.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <tuple>

#include "balance.hpp"
#include "batch.hpp"
#include "board.hpp"
#include "contradiction.hpp"
#include "counter.hpp"
#include "learner.hpp"
#include "lister.hpp"
#include "notations.hpp"
#include "search.hpp"
#include "spelling.hpp"

namespace gridmill::kakuro {

struct Kernel {
    static constexpr const char* engine = "kakuro-runs/2";

    Kernel(const std::vector<std::string_view>&, std::uint64_t) {}

    // Propagation ends most boards; a short search ends most of the others. On what is left, few solutions are sought
    // by the search that learns, many are counted by parts.
    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        board_.read(text);
        const Sums& sums = table(board_.digits);
        std::string problems = board_.problems(sums);
        if (!problems.empty()) return answer.invalid(std::move(problems));
        if (!meter.spend()) return answer.conclude(0, false, limit, meter.stop());
        State state(board_, sums);
        if (!state.begin()) return none(text, sums, meter, answer);
        Found found{board_, text, limit, answer};
        if (state.solved()) {
            found.add(state.domains());
            return answer.conclude(1, true, limit, meter.stop());
        }
        if (!Balance::narrow(board_, state)) return none(text, sums, meter, answer);
        const std::size_t root = state.mark();
        std::uint64_t nodes = 0;
        const auto in_trial = [&] { return ++nodes <= trial_nodes && meter.spend() && meter.look(); };
        bool complete = Search(board_, state).run([&](const auto& domains) { return found.add(domains); }, in_trial);
        if (!complete && found.number < limit && meter.stop() == Stop::no) {
            state.undo(root);
            const bool counting = limit > most_listed;
            if (!counting || found.number < 2) complete = learn(state.domains(), sums, counting ? 2 : limit, meter, found);
            if (counting && !complete && found.number >= 2) return count(state, limit, meter, found.number, answer);
        }
        if (complete && found.number == 0) return none(text, sums, meter, answer);
        answer.conclude(found.number, complete, limit, meter.stop());
    }

    void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        board_.read(text);
        const Sums& sums = table(board_.digits);
        State state(board_, sums);
        page.complete = !board_.problems(sums).empty() || !state.begin() || !Balance::narrow(board_, state);
        if (page.complete) return;
        Lister lister(board_, sums, state);
        if (!after.empty() && !lister.skip_to(Board::digits_of(after)))
            throw std::invalid_argument("after: expected a solution of the board");
        std::vector<Digits> solution;
        while (page.solutions.size() < limit && lister.next(meter, solution))
            page.solutions.push_back(board_.filled(text, solution));
        if (page.solutions.size() == limit)  // whether there is one more
            page.complete = !lister.next(meter, solution) && meter.stop() == Stop::no;
        else
            page.complete = meter.stop() == Stop::no;
    }

private:
    static constexpr std::uint64_t trial_nodes = 1000;
    static constexpr std::uint64_t no_limit = 1'000'000'000'000'000'000;  // more than this asks for all
    static constexpr std::uint64_t most_listed = 1000;  // more solutions than this are counted, not listed

    // Keeps the first two solutions as text, and all that the learning search must not find again.
    struct Found {
        const Board& board;
        std::string_view text;
        std::uint64_t limit;
        Answer& answer;
        std::uint64_t number = 0;
        std::vector<std::vector<Digits>> domains{};

        // True if more are wanted.
        bool add(const std::vector<Digits>& solution) {
            ++number;
            if (number == 1) answer.solution = board.filled(text, solution);
            if (number == 2) answer.witness = board.filled(text, solution);
            if (number <= most_listed) domains.push_back(solution);
            return number < limit;
        }
    };

    // Goes on until there are `wanted` solutions; true if there are no more.
    bool learn(const std::vector<Digits>& root, const Sums& sums, std::uint64_t wanted, Meter& meter, Found& found) {
        Learner learner(board_, sums, root);
        for (const auto& known : found.domains) learner.exclude(known);
        std::vector<Digits> solution;
        bool complete = false;
        while (learner.next(meter, solution, complete)) {
            found.add(solution);
            if (found.number >= wanted) return false;
            learner.exclude(solution);
        }
        return complete;
    }

    // The board is read again, for the balance may have given its runs sums that are no clues.
    void none(std::string_view text, const Sums& sums, Meter& meter, Answer& answer) {
        answer.conclude(0, true, 0, Stop::no);
        board_.read(text);
        answer.reason = Contradiction(board_, sums).sentence(meter);
    }

    void count(State& state, std::uint64_t limit, Meter& meter, std::uint64_t known, Answer& answer) {
        const bool all = limit >= no_limit;
        const Counter::Result result = Counter(board_, state).run(meter, all ? 0 : limit);
        const std::uint64_t number = std::max(known, result.count.clamped());
        const bool complete = result.exact && (all || number <= limit);
        answer.conclude(all ? number : std::min(number, limit), complete, limit, meter.stop());
        if (all && number == std::numeric_limits<std::uint64_t>::max()) answer.big_count = result.count.text();
    }

    const Sums& table(int digits) {
        auto& sums = tables_[static_cast<std::size_t>(digits)];
        if (!sums) sums.emplace(digits);
        return *sums;
    }

    std::array<std::optional<Sums>, most_digits + 1> tables_;
    Board board_;
};

}  // namespace gridmill::kakuro

NB_MODULE(_kernel, m) {
    gridmill::bind_solve<gridmill::kakuro::Kernel>(m);
    gridmill::bind_page<gridmill::kakuro::Kernel>(m);
    m.def("evidence", [](std::string_view text) {
        const auto [misfits, missing] = gridmill::kakuro::evidence(text);
        return std::tuple(misfits[0], missing[0], misfits[1], missing[1]);
    });
    m.def("swapped", &gridmill::kakuro::swapped);
    m.def("from_address", &gridmill::kakuro::from_address);
    m.def("take_boards", [](std::string_view notation, std::string_view text) {
        auto found = gridmill::kakuro::take_boards(notation, text);
        return std::tuple(std::move(found.texts), std::move(found.labels), std::move(found.starts), std::move(found.sizes), found.lines,
                          found.blank, found.comment, std::move(found.answers), found.ended);
    });
}
