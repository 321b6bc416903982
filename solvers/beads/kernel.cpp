// Beads: lay pieces so that they fill a region. The engines are in headers of their own; this file picks one.

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "batch.hpp"
#include "cover.hpp"
#include "puzzle.hpp"

namespace gridmill::beads {

namespace {

// A puzzle with the engine that fits its size.
class Solver {
public:
    Solver(std::string_view head, std::string_view region) : puzzle_(head, region) {
        const std::size_t items = puzzle_.size() + puzzle_.rules.pieces.size();
        if (items <= 64) engine_.emplace<Cover<1>>(puzzle_);
        else if (items <= 128) engine_.emplace<Cover<2>>(puzzle_);
        else if (items <= 256) engine_.emplace<Cover<4>>(puzzle_);
        else if (items <= 1024) engine_.emplace<Cover<16>>(puzzle_);
        else engine_.emplace<Cover<64>>(puzzle_);
    }

    void solve(std::string_view region, std::uint64_t limit, Meter& meter, Answer& answer) {
        const Givens givens = read_givens(puzzle_, region);
        if (!givens.wrong.empty()) return answer.invalid(givens.wrong);
        if (const std::string why = impossible(); !why.empty()) {
            answer.conclude(0, true, limit, Stop::no);
            answer.reason = why;
            return;
        }
        std::visit([&](auto& engine) { run(engine, givens.laid, limit, meter, answer); }, engine_);
    }

private:
    template <class Engine>
    void run(Engine& engine, const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, Answer& answer) {
        if constexpr (!std::is_same_v<Engine, std::monostate>) {
            const auto note = [&](const Laid* laid, std::size_t count) {
                if (answer.solution.empty()) answer.solution = puzzle_.fill(laid, count);
                else if (answer.witness.empty()) answer.witness = puzzle_.fill(laid, count);
            };
            const bool complete = engine.search(given, limit, meter, note);
            answer.conclude(engine.found(), complete, limit, meter.stop());
        }
    }

    std::string impossible() const {
        const std::size_t area = puzzle_.area, cells = puzzle_.size();
        if (puzzle_.rules.spare ? area >= cells : area == cells) return "";
        return "the pieces have " + std::to_string(area) + " cells, the region has " + std::to_string(cells);
    }

    Puzzle puzzle_;
    std::variant<std::monostate, Cover<1>, Cover<2>, Cover<4>, Cover<16>, Cover<64>> engine_;
};

struct Kernel {
    static constexpr const char* engine = "beads-cover/1";

    Kernel(const std::vector<std::string_view>&, std::uint64_t) {}

    void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
        const std::size_t colon = text.rfind(':');
        const std::string_view head = colon == text.npos ? std::string_view() : text.substr(0, colon);
        const std::string_view region = colon == text.npos ? text : text.substr(colon + 1);
        solver(head, region).solve(region, limit, meter, answer);
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
};

}  // namespace

}  // namespace gridmill::beads

NB_MODULE(_kernel, m) {
    gridmill::bind_solve<gridmill::beads::Kernel>(m);
    m.def("define_set", &gridmill::beads::define_set, gridmill::nb::arg("name"), gridmill::nb::arg("pieces"));
}
