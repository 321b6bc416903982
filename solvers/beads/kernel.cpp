// Beads: lay pieces so that they fill a region. This file finds a board's puzzle; solver.hpp picks the engine.

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "batch.hpp"
#include "count.hpp"
#include "solver.hpp"

namespace gridmill::beads {

namespace {

struct Kernel {
    static constexpr const char* engine = "beads-cover/1";

    Kernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        const std::size_t colon = text.rfind(':');
        const std::string_view head = colon == text.npos ? std::string_view() : text.substr(0, colon);
        const std::string_view region = colon == text.npos ? text : text.substr(colon + 1);
        if (last_ == nullptr || !last_->matches(head, region)) last_ = &solver(head, region);
        last_->solve(region, limit, meter, answer);
    }

private:
    Solver& solver(std::string_view head, std::string_view region) {
        std::string key(head);
        key += ':';
        for (char mark : region) key += mark == '/' || mark == '#' ? mark : '.';
        std::unique_ptr<Solver>& found = solvers_[key];
        if (!found) found = std::make_unique<Solver>(head, region);
        return *found;
    }

    std::unordered_map<std::string, std::unique_ptr<Solver>> solvers_;
    Solver* last_ = nullptr;
};

// For tests: symmetry broken by each piece in turn must not change the count.
std::vector<std::string> count_fixing_each(const std::string& head, const std::string& region) {
    const Puzzle puzzle(head, region);
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
    m.def("define_set", &gridmill::beads::define_set, nb::arg("name"), nb::arg("pieces"));
    m.def("count_fixing_each", [](const std::string& head, const std::string& region) {
        nb::list counts;
        for (const std::string& count : gridmill::beads::count_fixing_each(head, region)) counts.append(nb::str(count.c_str()));
        return counts;
    }, nb::arg("head"), nb::arg("region"));
}
