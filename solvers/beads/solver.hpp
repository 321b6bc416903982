// One puzzle and its engines. Which engine answers a board depends on the work:
//
//     an index is there    look the board up
//     limit up to 1000     exact cover: few solutions are wanted, and it finds them soonest
//     larger limits        exact cover for the first two and for boards with few fillings; profiles count the others
//
// Profiles count everything or nothing, so a count may exceed a large limit; it is exact then.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "answer.hpp"
#include "budget.hpp"
#include "cover.hpp"
#include "index.hpp"
#include "puzzle.hpp"
#include "reader.hpp"
#include "small.hpp"

namespace gridmill::beads {

class Solver {
public:
    Solver(std::string_view head, std::string_view region, Meter& meter);

    std::size_t placements() const { return puzzle_.placements(); }
    // Whether a board is of this puzzle.
    bool matches(std::string_view head, std::string_view region) const;
    // What stands behind the head of such a board; nothing for any other.
    std::string_view region_of(std::string_view text) const;
    void solve(std::string_view region, std::uint64_t limit, Meter& meter, Answer& answer);
    // The fillings that come after a text in ascending order; none for a board that breaks the rules.
    void page(std::string_view region, std::string_view after, std::uint64_t limit, Meter& meter, Page& page);
    // Answers by the index, with solutions that lie in it; false if letters make no piece, which solve() explains.
    bool look_up(std::string_view region, std::uint64_t limit, Answer& answer, Index::Found& found);
    void use(std::shared_ptr<const Index> index) { index_ = std::move(index); }
    const std::shared_ptr<const Index>& index() const { return index_; }

private:
    Search search(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, const Scope& scope = {});
    void count(const std::vector<Laid>& given, std::uint64_t limit, Meter& meter, Answer& answer);
    void show(const Search& search, Answer& answer) const;
    void refuse(std::string_view region, std::uint64_t limit, Answer& answer) const;

    std::string head_;
    Puzzle puzzle_;
    const std::string impossible_;  // why no board of the puzzle has a filling; empty where one may
    Reader reader_;
    std::shared_ptr<const Index> index_;
    std::variant<std::monostate, Small, Cover> engine_;
};

}  // namespace gridmill::beads
