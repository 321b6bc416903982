#include "solver.hpp"

#include <limits>
#include <stdexcept>

#include "count.hpp"
#include "lister.hpp"

namespace gridmill::beads {

namespace {

constexpr const char* profile_engine = "beads-profile/1";
constexpr const char* index_engine = "beads-index/1";
constexpr std::uint64_t listed = 1000;                      // up to this limit exact cover finds them all
constexpr std::uint64_t first_look = 300;                   // nodes that exact cover gets before profiles count
constexpr std::size_t profile_bytes = std::size_t{1} << 29;

}  // namespace

Solver::Solver(std::string_view head, std::string_view region, Meter& meter)
    : head_(head), puzzle_(head, region, meter), impossible_(puzzle_.impossible()), reader_(puzzle_) {
    if (!impossible_.empty()) return;
    if (Small::fits(puzzle_)) engine_.emplace<Small>(puzzle_);
    else engine_.emplace<Cover>(puzzle_);
}

bool Solver::matches(std::string_view head, std::string_view region) const {
    const std::string& skeleton = puzzle_.skeleton;
    if (region.size() != skeleton.size() || head != head_) return false;
    unsigned char wrong = 0;
    for (std::size_t i = 0; i < region.size(); ++i) {
        const bool frame = region[i] == '/' || region[i] == '#';
        wrong |= static_cast<unsigned char>((frame ? region[i] : '.') ^ skeleton[i]);
    }
    return wrong == 0;
}

std::string_view Solver::region_of(std::string_view text) const {
    const std::size_t head = head_.empty() ? 0 : head_.size() + 1;
    if (text.size() != head + puzzle_.skeleton.size()) return {};
    const std::string_view region = text.substr(head);
    const bool mine = head == 0 || text[head - 1] == ':';
    return mine && matches(text.substr(0, head_.size()), region) ? region : std::string_view();
}

void Solver::solve(std::string_view region, std::uint64_t limit, Meter& meter, Answer& answer) {
    if (!impossible_.empty()) return refuse(region, limit, answer);
    if (!reader_.read(region)) return answer.invalid(explain_givens(puzzle_, region));
    if (index_ && meter.spend()) {
        Index::Found found;
        look_up(region, limit, answer, found);
        answer.solution = found.first;
        answer.witness = found.second;
        return;
    }
    if (limit > listed) return count(reader_.laid(), limit, meter, answer);
    const Search found = search(reader_.laid(), limit, meter);
    show(found, answer);
    answer.conclude(found.found, found.complete, limit, meter.stop());
}

void Solver::page(std::string_view region, std::string_view after, std::uint64_t limit, Meter& meter, Page& page) {
    if (!after.empty() && !matches(head_, after)) throw std::invalid_argument("after: expected a filling of the region");
    page.complete = true;
    if (!impossible_.empty() || !reader_.read(region)) return;
    const std::vector<Laid>& given = reader_.laid();
    page = Lister(puzzle_, given, after, limit, meter, [&](const std::vector<std::uint32_t>& only, std::uint64_t most) {
        return search(given, most, meter, {&only, true, 0});
    }).list();
}

bool Solver::look_up(std::string_view region, std::uint64_t limit, Answer& answer, Index::Found& found) {
    if (!reader_.read(region)) return false;
    found = index_->find(reader_.laid(), limit);
    answer.engine = index_engine;
    answer.reason.clear();
    answer.conclude(found.count, found.count < limit, limit, Stop::no);
    return true;
}

Search Solver::search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope) {
    return std::visit([&](auto& engine) -> Search {
        if constexpr (std::is_same_v<std::decay_t<decltype(engine)>, std::monostate>) return {};
        else return engine.search(given, limit, meter, scope);
    }, engine_);
}

void Solver::count(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, Answer& answer) {
    Search found = search(given, limit, meter, {nullptr, false, first_look});
    show(found, answer);
    answer.conclude(found.found, found.complete, limit, meter.stop());
    if (found.complete || meter.stop() != Stop::no) return;
    const Count all = count_fillings(puzzle_, given, meter, profile_bytes);
    if (meter.stop() != Stop::no) return answer.conclude(found.found, false, limit, meter.stop());
    if (all.ended == Ended::too_big) {
        found = search(given, limit, meter);
        show(found, answer);
        answer.reason.clear();
        return answer.conclude(found.found, found.complete, limit, meter.stop());
    }
    if (all.ended != Ended::complete) return answer.conclude(found.found, false, limit, meter.stop());
    if (found.found < 2 && all.decimal != "0") {
        found = search(given, 2, meter);
        if (meter.stop() != Stop::no) return answer.conclude(found.found, false, limit, meter.stop());
        show(found, answer);
    }
    const bool fits = all.decimal.size() < 20;
    answer.conclude(fits ? std::stoull(all.decimal) : std::numeric_limits<std::uint64_t>::max(), true, limit, Stop::no);
    if (!fits) answer.big_count = all.decimal;
    answer.reason.clear();
    answer.engine = profile_engine;
}

void Solver::show(const Search& search, Answer& answer) const {
    if (search.found > 0) answer.solution = puzzle_.fill(search.first.data(), search.first.size());
    if (search.found > 1) answer.witness = puzzle_.fill(search.second.data(), search.second.size());
}

// A region that the pieces cannot fill. If another set fits it, letters and area, the board means that one: then it is
// no board of this set, not one without a filling.
void Solver::refuse(std::string_view region, std::uint64_t limit, Answer& answer) const {
    if (const std::string wrong = explain_givens(puzzle_, region); !wrong.empty()) return answer.invalid(wrong);
    const std::string set = better_set(puzzle_, region);
    const bool lettered = region != puzzle_.skeleton;
    const std::string hint = set.empty() ? "" : std::string("; ") + (lettered ? "letters and area fit" : "the area fits") + " the set " + set;
    if (!hint.empty() && (lettered || head_.empty())) return answer.invalid(impossible_ + hint);
    answer.conclude(0, true, limit, Stop::no);
    answer.reason = impossible_ + hint;
}

}  // namespace gridmill::beads
