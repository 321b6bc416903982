// Kakuro: exact propagation of every run, then a search that proves what propagation leaves open.
#include <optional>

#include "batch.hpp"
#include "board.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

struct Kernel {
    static constexpr const char* engine = "kakuro-runs/1";

    Kernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        board_.read(text);
        const Sums& sums = table(board_.digits);
        std::string problems = board_.problems(sums);
        if (!problems.empty()) return answer.invalid(std::move(problems));
        if (!meter.spend()) return answer.conclude(0, false, limit, meter.stop());
        State state(board_, sums);
        if (!state.begin()) return answer.conclude(0, true, limit, meter.stop());
        std::uint64_t found = 0;
        const bool complete = Search(board_, state).run(meter, [&](const std::vector<Digits>& domains) {
            ++found;
            if (found == 1) answer.solution = board_.filled(text, domains);
            if (found == 2) answer.witness = board_.filled(text, domains);
            return found < limit;
        });
        answer.conclude(found, complete, limit, meter.stop());
    }

private:
    const Sums& table(int digits) {
        auto& sums = tables_[static_cast<std::size_t>(digits)];
        if (!sums) sums.emplace(digits);
        return *sums;
    }

    std::array<std::optional<Sums>, most_digits + 1> tables_;
    Board board_;
};

}  // namespace gridmill::kakuro

NB_MODULE(_kernel, m) { gridmill::bind_solve<gridmill::kakuro::Kernel>(m); }
