// Search that learns: every contradiction becomes a clause that excludes it and its like (conflict-driven clause
// learning, Marques-Silva and Sakallah 1999; propagators that explain themselves, Ohrimenko, Stuckey, Codish 2009).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "explain.hpp"
#include "run_filter.hpp"

namespace gridmill::kakuro {

// A literal says that a cell holds a digit, or that it does not: 2 * variable (+ 1), variable = cell * digits + digit - 1.
using Literal = std::int32_t;

// Conflicts below this many decisions on average are those of a tight board, where what counts is the proof and not
// the digits that cells held before (see decide()).
constexpr double loose_depth = 10;

constexpr int never = std::numeric_limits<int>::max();

class Learner {
public:
    // Begins with the domains that propagation at the root has left; works on the open cells only.
    Learner(const Board& board, const Sums& sums, const std::vector<Digits>& root);

    // Excludes one filling of the board.
    void exclude(const std::vector<Digits>& domains);

    // The next solution, as domains of all cells; empty at the end of the search or of the budget. `complete` says
    // whether there are no more.
    bool next(Meter& meter, std::vector<Digits>& domains, bool& complete);

private:
    enum class Why : std::uint8_t { decision, clause, run, cell_holds, last_left };
    struct Reason {
        Why why = Why::decision;
        std::int32_t index = 0;  // clause: its place in the arena; run; cell_holds: the variable that is true
    };
    struct Line {  // a run's open cells and what is left of its sum
        int first, length, sum;
        int combinations, end;  // into combinations_: those that the root's domains allow
    };
    struct Watch {
        std::int32_t clause;
        Literal blocker;
    };

    // reading the board
    void add_lines(const Board& board, const std::vector<Digits>& root);

    // literals
    int cell_of(int variable) const { return variable / digits_; }
    Digits digit_of(int variable) const { return static_cast<Digits>(1u << (variable % digits_)); }
    int variable(int cell, int digit) const { return cell * digits_ + digit - 1; }
    bool is_true(Literal l) const { return value_[static_cast<std::size_t>(l >> 1)] == ((l & 1) != 0 ? -1 : 1); }
    bool is_false(Literal l) const { return value_[static_cast<std::size_t>(l >> 1)] == ((l & 1) != 0 ? 1 : -1); }

    // propagation; a conflict is left in conflict_
    bool assign(Literal literal, Reason reason);
    void record(Literal literal, Reason reason);
    bool remove(int variable, Reason reason);
    bool propagate();
    bool visit(Literal falsified);
    bool filter(int line);
    void wake(int cell);
    void clear_queue();

    // learning
    void explain(int line, int variable, int time, std::vector<Literal>& because);
    const Literal* antecedents(Literal literal, int& size);
    void tell(Literal literal, std::vector<Literal>& because);
    void analyse();
    void mark(int variable, std::uint8_t as);
    bool redundant(int variable);
    std::int32_t store(const std::vector<Literal>& clause, int glue);
    bool learn();
    void bump(int variable);
    void cancel(int level);
    void reduce();

    // decisions
    int level() const { return static_cast<int>(marks_.size()); }
    bool loose() const { return depth_ > loose_depth; }
    bool decide();
    int most_active();
    void drop_top();
    int reusable();
    void restart();
    void sift_up(std::size_t at);
    void sift_down(std::size_t at);
    void insert(int variable);
    bool before(int a, int b) const { return activity_[a] > activity_[b]; }

    const Sums& sums_;
    int digits_;
    RunFilter filter_;
    Explainer explainer_;

    std::vector<Digits> root_;       // by cell of the board
    std::vector<int> open_;          // by cell: the cell of the board
    std::vector<Digits> domain_;     // by cell
    std::vector<Digits> base_;       // by cell: the domain at the root
    std::vector<Line> lines_;
    std::vector<int> members_;
    std::vector<Digits> combinations_;
    std::vector<std::array<int, 2>> lines_of_;  // by cell
    std::vector<std::array<std::int8_t, 2>> place_in_;

    std::vector<std::int8_t> value_;  // by variable: 1 true, -1 false, 0 open
    std::vector<int> when_;           // by variable: its place on the trail
    std::vector<int> gone_at_;        // by variable: the same if it is false, otherwise never
    std::vector<int> level_;
    std::vector<Reason> reason_;
    std::vector<Literal> trail_;
    std::vector<int> marks_;          // by level: where it begins on the trail
    std::vector<int> causes_;         // by level: the variable whose activity opened it
    std::size_t seen_trail_ = 0;      // the clauses know of the trail up to here

    std::vector<int> short_, long_;     // lines that wait; the short ones, which cost little, go first
    std::vector<std::uint8_t> queued_;

    std::vector<std::vector<Watch>> watches_;  // by literal: clauses to visit when it becomes false
    std::vector<std::int32_t> arena_;          // clauses: size, glue, then the literals
    std::vector<std::int32_t> learnt_;         // their places, oldest first
    bool contradiction_ = false;               // at the root: the search is over

    std::vector<Literal> conflict_;            // true literals that cannot all be
    std::vector<Literal> because_;
    std::vector<Literal> told_;                // explanations that were asked for: size, then the literals
    std::vector<int> told_at_;                 // by variable: its explanation in told_, or -1
    std::vector<Literal> clause_;
    std::vector<std::uint8_t> marked_;         // by variable: in the clause, or known to follow from it, or not to
    std::vector<int> to_clear_;
    int back_ = 0;
    std::vector<Digits> fitting_;
    std::vector<int> levels_;
    struct Step {
        int variable;
        int next, size;  // of its antecedents
    };
    std::vector<Step> steps_;

    std::vector<double> activity_;
    double step_ = 1.0;
    std::vector<int> heap_;
    std::vector<int> heap_at_;
    std::vector<Digits> saved_;                // by cell: the digit it held last
    double depth_;                           // levels at a conflict, as a moving average
    std::uint64_t conflicts_ = 0;
    std::uint64_t restart_at_ = 0;
    std::uint64_t reduce_at_ = 2000;
};

}  // namespace gridmill::kakuro
