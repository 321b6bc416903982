// Futoshiki of any size up to 32: reads the board, runs the search, reports what it found.
#include "batch.hpp"

#include "board.hpp"
#include "search.hpp"

namespace gridmill::futoshiki {

class FutoshikiKernel {
public:
    static constexpr const char* engine = "futoshiki-bounds/1";

    FutoshikiKernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        const Board board(text);
        std::string problems = board.problems();
        if (!problems.empty()) return answer.invalid(std::move(problems));
        Search search(board);
        std::uint64_t found = 0;
        const bool complete = search.run(meter, [&] {
            ++found;
            if (found <= 2) {
                std::string& solution = found == 1 ? answer.solution : answer.witness;
                solution = board.written([&](int cell) { return search.value(cell); });
            }
            return found < limit;
        });
        answer.conclude(found, complete, limit, meter.stop());
    }

    void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
        const Board board(text);
        if (!board.problems().empty()) {
            page.complete = true;
            return;
        }
        Search search(board);
        // One more than asked for tells whether there are more.
        page.complete = search.run_in_order(meter, values(after, board), [&] {
            std::string solution = board.written([&](int cell) { return search.value(cell); });
            if (solution > after) page.solutions.push_back(std::move(solution));
            return page.solutions.size() <= limit;
        });
        if (page.solutions.size() > limit) {
            page.solutions.pop_back();
            page.complete = false;
        }
    }

private:
    // The cells of a solution as values from 0; none for "".
    static std::vector<int> values(std::string_view solution, const Board& board) {
        std::vector<int> cells;
        for (const char c : solution)
            if (c != '/') cells.push_back(static_cast<int>(symbols.find(c)));
        for (const int value : cells)
            if (value < 0 || value >= board.size) throw std::invalid_argument("after: expected a solution of the board");
        if (!cells.empty() && static_cast<int>(cells.size()) != board.cells())
            throw std::invalid_argument("after: expected a solution of the board");
        return cells;
    }
};

}  // namespace gridmill::futoshiki

NB_MODULE(_kernel, m) {
    gridmill::bind_solve<gridmill::futoshiki::FutoshikiKernel>(m);
    gridmill::bind_page<gridmill::futoshiki::FutoshikiKernel>(m);
}
