// Kakuro: exact propagation of every run, then a search that proves what propagation leaves open.
#include <optional>

#include "batch.hpp"
#include "board.hpp"
#include "learner.hpp"
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
        std::uint64_t nodes = 0;
        const std::vector<Digits> root = state.domains();
        std::vector<Digits> first;
        const auto keep = [&](const std::vector<Digits>& domains) {
            ++found;
            if (found == 1) {
                answer.solution = board_.filled(text, domains);
                first = domains;
            }
            if (found == 2) answer.witness = board_.filled(text, domains);
            return found < limit;
        };
        bool complete = Search(board_, state).run(meter, keep, [&] { return limit > 2 || ++nodes <= trial_nodes; });
        if (!complete && nodes > trial_nodes && found < limit) {
            Learner learner(board_, sums, root);
            if (found > 0) learner.exclude(first);
            std::vector<Digits> domains;
            while (learner.next(meter, domains, complete)) {
                if (!keep(domains)) break;
                learner.exclude(domains);
            }
            if (found == limit) complete = false;
        }
        answer.conclude(found, complete, limit, meter.stop());
    }

private:
    static constexpr std::uint64_t trial_nodes = 1000;
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
