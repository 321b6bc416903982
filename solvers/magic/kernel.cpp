// Magic squares: order 4 from the table of all squares, everything else by search.
#include <mutex>

#include "batch.hpp"
#include "board.hpp"
#include "order4.hpp"
#include "search.hpp"

namespace gridmill {

using magic::Board;
using magic::Order4;
using magic::Search;

// Built when the first board of order 4 comes, in a few milliseconds.
const Order4& order4() {
    static const Order4 table;
    return table;
}

// How a search for one or two solutions goes on: in runs, each with a larger limit of nodes, so that neither an
// unlucky first decision nor the end of the proof is missed. What the runs learn about weights is kept.
struct Runs {
    std::uint64_t seed = 0x9e3779b97f4a7c15ULL;
    double nodes = 200;

    std::uint64_t draw() {
        seed += 0x9e3779b97f4a7c15ULL;
        return (seed ^ seed >> 29) | 1;
    }
};

struct MagicKernel {
    static constexpr const char* engine = "magic-sums/1";

    MagicKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        Order4::Query query;
        if (Order4::read(text, query) && look_up(query, limit, meter, answer)) return;
        const Board board = magic::read_board(text);
        if (!board.wrong.empty()) return answer.invalid(board.wrong);
        const int span = board.numbers.back() - board.numbers.front() + 1;
        if (span <= 64) search<magic::u64>(board, limit, meter, answer);
        else if (span <= 128) search<magic::u128>(board, limit, meter, answer);
        else if (span <= 256) search<magic::Wide<4>>(board, limit, meter, answer);
        else search<magic::Wide<16>>(board, limit, meter, answer);
    }

    void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        Order4::Query query;
        if (Order4::read(text, query)) return page_order4(query, after, limit, page);
        const Board board = magic::read_board(text);
        if (!board.wrong.empty()) { page.complete = true; return; }
        const int span = board.numbers.back() - board.numbers.front() + 1;
        if (span <= 64) list<magic::u64>(board, after, limit, meter, page);
        else if (span <= 128) list<magic::u128>(board, after, limit, meter, page);
        else if (span <= 256) list<magic::Wide<4>>(board, after, limit, meter, page);
        else list<magic::Wide<16>>(board, after, limit, meter, page);
    }

private:
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
        Search<M> search(board);
        using End = typename Search<M>::End;
        Runs runs;
        if (limit <= 2) search.restart(0, static_cast<std::uint64_t>(runs.nodes));
        std::vector<int> values(static_cast<std::size_t>(board.cells()));
        std::uint64_t found = 0;
        bool complete = false;
        for (;;) {
            const End end = search.next(meter);
            if (end == End::solution) {
                search.values(values.data());
                std::string text = magic::write_rows(values.data(), board.rows, board.columns);
                if (limit <= 2 && text == answer.solution) continue;   // a later run met it again
                if (++found == 1) answer.solution = std::move(text);
                else if (found == 2) answer.witness = std::move(text);
                if (found == limit) break;
            } else if (end == End::restart) {
                runs.nodes *= 1.5;
                search.restart(runs.draw(), static_cast<std::uint64_t>(runs.nodes));
            } else {
                complete = end == End::complete;
                break;
            }
        }
        answer.conclude(found, complete, limit, meter.stop());
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
