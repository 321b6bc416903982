// Magic squares: order 4 from the table of all squares, everything else by search.
#include <algorithm>
#include <array>
#include <utility>

#include "batch.hpp"
#include "board.hpp"
#include "construct.hpp"
#include "order4.hpp"
#include "search.hpp"
#include "sweep.hpp"

namespace gridmill {

using magic::Board;
using magic::Order4;
using magic::Search;
using magic::Sweep;

// Built when the first board of order 4 comes, in 12 ms.
const Order4& order4() {
    static const Order4 table;
    return table;
}

// How a search for one or two solutions goes on: in runs, each with a larger limit of nodes, so that neither an
// unlucky first decision nor the end of the proof is missed. What the runs learn about weights is kept.
struct Runs {
    std::uint64_t seed = 0;
    double nodes = 200;

    template <class M>
    void begin(Search<M>& search) { search.restart(0, static_cast<std::uint64_t>(nodes)); }

    template <class M>
    void again(Search<M>& search) {
        nodes *= 1.5;
        seed += 0x9e3779b97f4a7c15ULL;
        search.restart((seed ^ seed >> 29) | 1, static_cast<std::uint64_t>(nodes));
    }
};

// Solutions of one board as they come: the first two are kept, the rest counted.
struct Found {
    const Board& board;
    std::uint64_t limit;
    Answer& answer;
    std::uint64_t count = 0;

    // False once the limit is reached.
    bool add(const int* numbers) {
        if (++count <= 2) {
            std::string text = magic::write_rows(numbers, board.rows, board.columns);
            (count == 1 ? answer.solution : answer.witness) = std::move(text);
        }
        return count < limit;
    }
};

struct MagicKernel {
    static constexpr const char* engine = "magic-sums/2";

    MagicKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    // Boards of order 4 with givens and a solution, where two are enough: parsed some at a time, so that what they
    // ask for is on its way from memory when it is needed. Each counts as one node.
    void solve_many(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
                    Answers& answers) {
        if (limit > 2) return;
        constexpr std::size_t TOGETHER = 32;
        struct Asked { std::size_t at; Order4::Query query; };
        std::array<Asked, TOGETHER> asked;
        const Budget only_cancel{0, 0, budget.cancel};
        Meter meter(only_cancel, Clock::now());
        Clock::time_point start = Clock::now();
        for (std::size_t next = 0; next < texts.size() && meter.look();) {
            std::size_t n = 0;
            for (; next < texts.size() && n < TOGETHER; ++next) {
                asked[n].at = next;
                if (!Order4::read(texts[next], asked[n].query) || asked[n].query.givens == 0) continue;
                order4().prefetch(asked[n++].query);
            }
            if (n == 0) continue;
            for (std::size_t i = 0; i < n; ++i) put(asked[i].query, limit, answers, asked[i].at);
            const Clock::time_point end = Clock::now();
            const auto each = static_cast<std::uint64_t>(std::chrono::nanoseconds(end - start).count()) / n;
            for (std::size_t i = 0; i < n; ++i) answers[asked[i].at].solve_ns += each;
            start = end;
        }
    }

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        Order4::Query query;
        if (Order4::read(text, query) && look_up(query, limit, meter, answer)) return;
        const Board board = magic::read_board(text);
        if (!board.wrong.empty()) return answer.invalid(board.wrong);
        std::string why = magic::refute(board.rule, board.rows, board.sum);
        if (!why.empty()) { answer.conclude(0, true, limit, meter.stop()); answer.reason = std::move(why); return; }
        with_room_for(board, [&](auto room) { search<decltype(room)>(board, limit, meter, answer); });
    }

    void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        Order4::Query query;
        if (Order4::read(text, query)) return page_order4(query, after, limit, page);
        const Board board = magic::read_board(text);
        page.complete = !board.wrong.empty() || !magic::refute(board.rule, board.rows, board.sum).empty();
        if (page.complete) return;
        with_room_for(board, [&](auto room) { list<decltype(room)>(board, after, limit, meter, page); });
    }

private:
    // Calls `go` with a set of positions that is just large enough for the board.
    template <class Go>
    static void with_room_for(const Board& board, Go go) {
        const int span = board.numbers.back() - board.numbers.front() + 1;
        if (span <= 64) go(magic::u64{});
        else if (span <= 128) go(magic::u128{});
        else if (span <= 256) go(magic::Wide<4>{});
        else if (span <= 512) go(magic::Wide<8>{});
        else go(magic::Wide<16>{});
    }

    // One of many; a board without solution is left to solve(), which looks closer.
    static void put(const Order4::Query& query, std::uint64_t limit, Answers& answers, std::size_t at) {
        const Order4& table = order4();
        const auto [first, second] = table.two(query);
        if (first < 0) return;
        Answers::Row& row = answers[at];
        row.pending = false;
        row.nodes = 1;
        row.solution = table.text(first);
        row.count = limit == 2 && second >= 0 ? 2 : 1;
        row.count_is_exact = row.count < limit;
        row.verdict = row.count == 2 ? Verdict::multiple : row.count_is_exact ? Verdict::unique : Verdict::undecided;
        if (row.count == 2) row.witness = table.text(second);
        if (!row.count_is_exact) row.reason = limit == 1 ? "stopped at the limit of 1 solution" : "stopped at the limit of 2 solutions";
    }

    // False if the board has no solution: then the givens may be invalid, and that takes a closer look.
    static bool look_up(const Order4::Query& query, std::uint64_t limit, Meter& meter, Answer& answer) {
        if (!meter.spend()) { answer.conclude(0, false, limit, meter.stop()); return true; }
        int first = -1, second = -1;
        const std::uint64_t found = order4().select(query, 0, limit, [&](int square) {
            if (first < 0) first = square;
            else if (second < 0) second = square;
        });
        if (found == 0) return false;
        answer.solution = order4().text(first);
        if (second >= 0) answer.witness = order4().text(second);
        answer.conclude(found, found < limit, limit, meter.stop());
        return true;
    }

    static void page_order4(const Order4::Query& query, std::string_view after, std::uint64_t limit, Page& page) {
        int begin = 0;
        if (!after.empty()) {
            Order4::Square square{};
            const std::vector<int> values = numbers(after, 4, 4);
            for (std::size_t i = 0; i < 16; ++i) square[i] = static_cast<std::uint8_t>(std::min(values[i], 255));  // all above 16 are alike
            begin = order4().after(square);
        }
        order4().select(query, begin, limit, [&](int square) { page.solutions.push_back(order4().text(square)); });
        page.complete = page.solutions.size() < limit;
    }

    template <class M>
    static void search(const Board& board, std::uint64_t limit, Meter& meter, Answer& answer) {
        Found found{board, limit, answer};
        if (limit <= 2 && board.blank && known(found, meter)) return answer.conclude(found.count, false, limit, meter.stop());
        const bool complete = limit <= 2 ? find<M>(found, meter) : tally<M>(found, meter);
        answer.conclude(found.count, complete, limit, meter.stop());
    }

    // A constructed square and its mirror image; false if none is known.
    static bool known(Found& found, Meter& meter) {
        const Board& board = found.board;
        std::vector<int> square = magic::construct(board.rule, board.rows);
        if (square.empty() || !meter.spend()) return false;
        for (int& number : square) number += board.numbers.front() - 1;
        if (!found.add(square.data())) return true;
        for (int r = 0; r < board.rows; ++r)
            for (int c = 0; c < r; ++c) std::swap(square[r * board.rows + c], square[c * board.rows + r]);
        found.add(square.data());
        return true;
    }

    // One or two solutions, or the proof that there are no more. True if the search was complete.
    template <class M>
    static bool find(Found& found, Meter& meter) {
        Search<M> search(found.board);
        using End = typename Search<M>::End;
        Runs runs;
        runs.begin(search);
        std::vector<int> numbers(static_cast<std::size_t>(found.board.cells())), first;
        for (;;) {
            const End end = search.next(meter);
            if (end == End::paused) { runs.again(search); continue; }
            if (end != End::solution) return end == End::complete;
            search.values(numbers.data());
            if (numbers == first) continue;   // a later run met it again
            first = numbers;
            if (!found.add(numbers.data())) return false;
        }
    }

    // Many solutions. A search that does not end soon gets as long as a sweep is estimated to take, a node of which
    // takes a hundredth of the time or less; then it gives way. So neither a wrong choice nor a wrong estimate costs much.
    template <class M>
    static bool tally(Found& found, Meter& meter) {
        constexpr std::uint64_t SOON = 3000;
        constexpr double FASTER = 300, NEVER = 1e15;
        Search<M> search(found.board);
        using End = typename Search<M>::End;
        search.restart(0, SOON);
        Sweep sweep;
        bool planned = false;
        std::vector<int> numbers(static_cast<std::size_t>(found.board.cells()));
        for (;;) {
            const End end = search.next(meter);
            if (end == End::solution) {
                search.values(numbers.data());
                if (!found.add(numbers.data())) return false;
                continue;
            }
            if (end != End::paused) return end == End::complete;
            if (planned) return sweep_all(sweep, found, meter);
            planned = true;
            if (!sweep.plan(found.board, meter)) { search.go_on(0); continue; }
            const double nodes = sweep.estimate(1000) / FASTER;
            if (nodes < static_cast<double>(SOON)) return sweep_all(sweep, found, meter);
            search.go_on(nodes < NEVER ? static_cast<std::uint64_t>(nodes) : 0);
        }
    }

    // Begins to count anew; what the search had found before stands if the sweep is stopped before it has as many.
    static bool sweep_all(Sweep& sweep, Found& found, Meter& meter) {
        const int base = found.board.numbers.front(), cells = found.board.cells();
        const std::uint64_t before = std::exchange(found.count, 0);
        const std::string first = std::move(found.answer.solution), second = std::move(found.answer.witness);
        found.answer.solution.clear();
        found.answer.witness.clear();
        std::vector<int> numbers(static_cast<std::size_t>(cells));
        const bool complete = sweep.run(meter, [&](const int* positions) {
            if (found.count >= 2) return ++found.count < found.limit;
            for (int i = 0; i < cells; ++i) numbers[i] = positions[i] + base;
            return found.add(numbers.data());
        });
        if (complete || found.count >= before) return complete;
        found.count = before;
        found.answer.solution = first;
        found.answer.witness = second;
        return false;
    }

    template <class M>
    static void list(const Board& board, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        Search<M> search(board);
        using End = typename Search<M>::End;
        search.ascending(after.empty() ? std::vector<int>{} : numbers(after, board.rows, board.columns));
        std::vector<int> values(static_cast<std::size_t>(board.cells()));
        while (page.solutions.size() < limit) {
            const End end = search.next(meter);
            if (end != End::solution) { page.complete = end == End::complete; return; }
            search.values(values.data());
            page.solutions.push_back(magic::write_rows(values.data(), board.rows, board.columns));
        }
    }

    // The numbers of a solution's text: full rows of its board, with any numbers.
    static std::vector<int> numbers(std::string_view text, int rows, int columns) {
        constexpr int MOST = 1 << 20;
        std::vector<int> values;
        const auto refuse = [] { throw std::invalid_argument("after: expected a full solution, rows of numbers joined by /"); };
        int value = -1;
        for (std::size_t at = 0; at <= text.size(); ++at) {
            const char c = at < text.size() ? text[at] : '/';
            if (c >= '0' && c <= '9') { value = std::min(10 * std::max(value, 0) + (c - '0'), MOST); continue; }
            if (value < 0) refuse();
            values.push_back(value);
            value = -1;
            const bool row_ends = static_cast<int>(values.size()) % columns == 0;
            if (c != (row_ends ? '/' : ' ')) refuse();
        }
        if (static_cast<int>(values.size()) != rows * columns) refuse();
        return values;
    }
};

}  // namespace gridmill

NB_MODULE(_kernel, m) {
    m.doc() = "Solves and lists magic squares.";
    gridmill::bind_solve<gridmill::MagicKernel>(m);
    gridmill::bind_page<gridmill::MagicKernel>(m);
}
