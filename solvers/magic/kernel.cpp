// Magic squares: order 4 from the table of all squares, everything else by search.
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

// Built when the first board of order 4 comes, in a few milliseconds.
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
            const std::vector<int> values = numbers(after, 16);
            for (std::size_t i = 0; i < 16; ++i) square[i] = static_cast<std::uint8_t>(values[i]);
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
        search.ascending(after.empty() ? std::vector<int>{} : numbers(after, board.cells()));
        std::vector<int> values(static_cast<std::size_t>(board.cells()));
        while (page.solutions.size() < limit) {
            const End end = search.next(meter);
            if (end != End::solution) { page.complete = end == End::complete; return; }
            search.values(values.data());
            page.solutions.push_back(magic::write_rows(values.data(), board.rows, board.columns));
        }
    }

    // The numbers of a solution's text.
    static std::vector<int> numbers(std::string_view text, int cells) {
        std::vector<int> values;
        int value = -1;
        for (const char c : text) {
            if (c >= '0' && c <= '9' && value < (1 << 20)) { value = 10 * std::max(value, 0) + (c - '0'); continue; }
            if ((c != ' ' && c != '/') || value < 0) throw std::invalid_argument("after: expected a solution's rows");
            values.push_back(value);
            value = -1;
        }
        if (value >= 0) values.push_back(value);
        if (static_cast<int>(values.size()) != cells) throw std::invalid_argument("after: expected a full solution");
        return values;
    }
};

}  // namespace gridmill

NB_MODULE(_kernel, m) {
    m.doc() = "Solves and lists magic squares.";
    gridmill::bind_solve<gridmill::MagicKernel>(m);
    gridmill::bind_page<gridmill::MagicKernel>(m);
}
