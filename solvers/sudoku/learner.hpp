// A search that learns a clause from every contradiction, for boards on which plain search drowns.
//
// It works on any clauses; encoding.hpp says what they are for a board. The many clauses of two literals are kept as
// lists of what a literal implies; all others, and those that are learned, watch two of their literals.
//
//     literal 2v     variable v holds           literal 2v + 1     it does not
//     clause         arena[at]: size, glue, use, then the literals; the first two are watched
//
// After E. Marques-Silva and Sakallah's conflict analysis (1999), with the activity of Een and Sorensson's MiniSat
// (2003), the glue and restarts of Audemard and Simon's Glucose (2009), and the shrinking of Fleury and Biere (2021).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "order.hpp"

namespace gridmill::sudoku {

class Learner {
public:
    using Literal = std::uint16_t;  // a 25x25 board has at most 43750; half the memory is half the waiting
    enum class End { solved, refuted, stopped };

    // `implied[l]` are the literals that hold if l does (and must hold the other way round for their negations).
    Learner(const std::vector<std::vector<Literal>>& implied, const std::vector<std::vector<Literal>>& clauses)
        : variables_(static_cast<std::uint32_t>(implied.size() / 2)), order_(variables_) {
        value_.assign(implied.size(), 0);
        level_.assign(variables_, 0);
        place_.assign(variables_, 0);
        reason_.assign(variables_, no_reason);
        seen_.assign(variables_, 0);
        watches_.resize(implied.size());
        first_implied_.push_back(0);
        for (const auto& list : implied) {
            implied_.insert(implied_.end(), list.begin(), list.end());
            first_implied_.push_back(static_cast<std::uint32_t>(implied_.size()));
        }
        for (const auto& clause : clauses) add(clause);
    }

    // Searches for a solution other than those excluded so far.
    End solve(Meter& meter) {
        if (!consistent_) return End::refuted;
        std::uint64_t conflicts = 0;
        for (;;) {
            const Conflict conflict = propagate();
            if (conflict.found) {
                ++conflicts;
                if (decisions_.empty()) return consistent_ = false, End::refuted;
                learn(conflict);
                if (!meter.look()) return End::stopped;
                continue;
            }
            if (restart_due(conflicts)) {
                conflicts = 0;
                backtrack(0);
                if (conflicts_ >= next_reduction_) reduce();
            }
            const Literal next = decide();
            if (next == no_literal) return End::solved;
            if (!meter.spend()) return End::stopped;
            decisions_.push_back(static_cast<std::uint32_t>(trail_.size()));
            assign(next, no_reason);
        }
    }

    std::uint64_t conflicts() const { return conflicts_; }
    bool holds(std::uint32_t variable) const { return value_[2 * variable] > 0; }

    // After `solved`: that solution is none any more. What was decided implies the rest, so it is enough to deny that.
    void exclude() {
        std::vector<Literal> clause;
        for (const std::uint32_t at : decisions_) clause.push_back(trail_[at] ^ 1);
        backtrack(0);
        add(clause);
    }

private:
    using Reason = std::uint32_t;  // a clause's place doubled, or the literal that implies it doubled plus 1
    static constexpr Reason no_reason = ~0u;
    static constexpr Literal no_literal = 0xFFFF;

    struct Watch {
        std::uint32_t clause;
        Literal blocker;  // if it holds, the clause needs no look
    };
    struct Conflict {
        bool found = false;
        bool binary = false;
        std::uint32_t clause = 0;       // not binary
        Literal first = 0, second = 0;  // binary: both false
    };

    // Clauses.
    std::uint32_t size_of(std::uint32_t at) const { return arena_[at]; }
    std::uint16_t& glue_of(std::uint32_t at) { return arena_[at + 1]; }
    std::uint16_t& use_of(std::uint32_t at) { return arena_[at + 2]; }
    Literal* literals_of(std::uint32_t at) { return arena_.data() + at + header; }

    void add(const std::vector<Literal>& clause) {
        if (clause.empty()) consistent_ = false;
        if (clause.size() < 2) {
            if (!clause.empty() && value_[clause[0]] < 0) consistent_ = false;
            if (!clause.empty() && value_[clause[0]] == 0) assign(clause[0], no_reason);
            return;
        }
        std::vector<Literal> sorted = clause;  // what is not false first
        std::stable_partition(sorted.begin(), sorted.end(), [this](Literal l) { return value_[l] >= 0; });
        if (value_[sorted[0]] < 0) consistent_ = false;
        else if (value_[sorted[1]] < 0 && value_[sorted[0]] == 0) assign(sorted[0], no_reason);
        else attach(store(sorted, 0));
    }
    std::uint32_t store(const std::vector<Literal>& clause, std::uint32_t glue) {
        const auto at = static_cast<std::uint32_t>(arena_.size());
        arena_.push_back(static_cast<std::uint16_t>(clause.size()));
        arena_.push_back(static_cast<std::uint16_t>(glue));
        arena_.push_back(glue <= useful_glue ? 2 : 1);
        arena_.insert(arena_.end(), clause.begin(), clause.end());
        return at;
    }
    void attach(std::uint32_t at) {
        const Literal* clause = literals_of(at);
        watches_[clause[0]].push_back({at, clause[1]});
        watches_[clause[1]].push_back({at, clause[0]});
    }

    // Assignment.
    void assign(Literal literal, Reason reason) {
        value_[literal] = 1;
        value_[literal ^ 1] = -1;
        level_[literal >> 1] = static_cast<std::uint32_t>(decisions_.size());
        reason_[literal >> 1] = reason;
        place_[literal >> 1] = static_cast<std::uint32_t>(trail_.size());
        trail_.push_back(literal);
    }
    void backtrack(std::size_t level) {
        if (decisions_.size() <= level) return;
        const std::size_t mark = decisions_[level];
        while (trail_.size() > mark) {
            const Literal literal = trail_.back();
            trail_.pop_back();
            value_[literal] = value_[literal ^ 1] = 0;
            order_.insert(literal >> 1);
        }
        decisions_.resize(level);
        next_ = mark;
    }

    Conflict propagate() {
        while (next_ < trail_.size()) {
            const Literal truth = trail_[next_++];
            Conflict conflict = imply(truth);
            if (!conflict.found) conflict = visit_watches(truth ^ 1);
            if (conflict.found) return conflict;
        }
        return {};
    }
    Conflict imply(Literal truth) {
        for (std::uint32_t i = first_implied_[truth]; i < first_implied_[truth + 1]; ++i) {
            const Literal next = implied_[i];
            if (value_[next] > 0) continue;
            if (value_[next] < 0) return {true, true, 0, static_cast<Literal>(truth ^ 1), next};
            assign(next, static_cast<Reason>(truth) << 1 | 1);
        }
        return {};
    }
    Conflict visit_watches(Literal fallen) {
        std::vector<Watch>& list = watches_[fallen];
        std::size_t keep = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Watch watch = list[i];
            if (value_[watch.blocker] > 0) {
                list[keep++] = watch;
                continue;
            }
            Literal* clause = literals_of(watch.clause);
            const Literal other = clause[0] ^ clause[1] ^ fallen;
            if (value_[other] > 0) {
                list[keep++] = {watch.clause, other};
                continue;
            }
            const std::uint32_t size = size_of(watch.clause);
            std::uint32_t k = 2;
            while (k < size && value_[clause[k]] < 0) ++k;
            if (k < size) {
                clause[0] = other;
                clause[1] = clause[k];
                clause[k] = fallen;
                watches_[clause[1]].push_back({watch.clause, other});
                continue;
            }
            list[keep++] = watch;
            if (value_[other] < 0) {
                for (++i; i < list.size(); ++i) list[keep++] = list[i];
                list.resize(keep);
                return {true, false, watch.clause, 0, 0};
            }
            clause[0] = other;
            clause[1] = fallen;
            assign(other, watch.clause << 1);
        }
        list.resize(keep);
        return {};
    }

    // Conflict analysis: resolves back to the one literal of this level through which all of the conflict runs.
    void learn(const Conflict& conflict) {
        learnt_.assign(1, 0);
        std::uint32_t open = 0;
        std::size_t at = trail_.size();
        const auto mark = [&](Literal literal) {
            const std::uint32_t v = literal >> 1;
            if (seen_[v] || level_[v] == 0) return;
            seen_[v] = 1;
            order_.bump(v);
            if (level_[v] == decisions_.size()) ++open;
            else learnt_.push_back(literal);
        };
        if (conflict.binary) {
            mark(conflict.first);
            mark(conflict.second);
        } else {
            mark_clause(conflict.clause, mark);
        }
        Literal pivot;
        for (;;) {
            do pivot = trail_[--at];
            while (!seen_[pivot >> 1]);
            if (--open == 0) break;
            seen_[pivot >> 1] = 0;
            const Reason reason = reason_[pivot >> 1];
            if (reason & 1) mark((reason >> 1) ^ 1);
            else mark_clause(reason >> 1, mark);
        }
        learnt_[0] = pivot ^ 1;
        to_clear_.assign(learnt_.begin(), learnt_.end());
        shorten();
        shrink();
        drop_subsumed();
        const std::uint32_t glue = glue_of_learnt();
        std::size_t back = 0;
        if (learnt_.size() > 1) {
            std::size_t second = 1;
            for (std::size_t i = 2; i < learnt_.size(); ++i)
                if (level_[learnt_[i] >> 1] > level_[learnt_[second] >> 1]) second = i;
            std::swap(learnt_[1], learnt_[second]);
            back = level_[learnt_[1] >> 1];
        }
        for (const Literal literal : to_clear_) seen_[literal >> 1] = 0;
        backtrack(back);
        if (learnt_.size() == 1) {
            assign(learnt_[0], no_reason);
        } else {
            const std::uint32_t clause = store(learnt_, glue);
            attach(clause);
            learnts_.push_back(clause);
            assign(learnt_[0], clause << 1);
        }
        ++conflicts_;
        order_.age();
        fast_ += (glue - fast_) / 32;
        slow_ += (glue - slow_) / 8192;
    }
    template <class Mark> void mark_clause(std::uint32_t at, Mark mark) {
        use_of(at) = glue_of(at) <= useful_glue ? 2 : 1;
        const Literal* clause = literals_of(at);
        for (std::uint32_t k = 0; k < size_of(at); ++k)
            if (value_[clause[k]] < 0) mark(clause[k]);
    }

    // Drops literals that the others imply.
    void shorten() {
        std::size_t keep = 1;
        for (std::size_t i = 1; i < learnt_.size(); ++i)
            if (reason_[learnt_[i] >> 1] == no_reason || !implied(learnt_[i])) learnt_[keep++] = learnt_[i];
        learnt_.resize(keep);
    }
    // Where all literals of a level follow from one of that level and the rest of the clause, that one stands for them.
    // It takes 15 to 30 % of the conflicts away.
    void shrink() {
        std::sort(learnt_.begin() + 1, learnt_.end(), [this](Literal a, Literal b) {
            return place_[a >> 1] > place_[b >> 1];
        });
        std::size_t keep = 1;
        for (std::size_t first = 1, end; first < learnt_.size(); first = end) {
            const std::uint32_t level = level_[learnt_[first] >> 1];
            for (end = first + 1; end < learnt_.size() && level_[learnt_[end] >> 1] == level;) ++end;
            const Literal one = end - first > 1 ? through_one(first, end, level) : no_literal;
            if (one != no_literal) learnt_[keep++] = one;
            else while (first < end) learnt_[keep++] = learnt_[first++];
        }
        learnt_.resize(keep);
    }
    // The literal of `level` through which the literals from `first` to `end`, which are all of that level, follow; or
    // none. Seen are the literals of the clause and those that it implies; the second bit of it marks this walk.
    Literal through_one(std::size_t first, std::size_t end, std::uint32_t level) {
        walked_.clear();
        std::size_t open = 0;
        const auto walk = [&](Literal literal) {
            const std::uint32_t v = literal >> 1;
            if (seen_[v] & 2) return;
            seen_[v] |= 2;
            walked_.push_back(v);
            ++open;
        };
        for (std::size_t i = first; i < end; ++i) walk(learnt_[i]);
        const auto visit = [&](Literal cause) {
            const std::uint32_t its = level_[cause >> 1];
            if (its == level) walk(cause);
            return its == level || its == 0 || seen_[cause >> 1] != 0;
        };
        Literal one = no_literal;
        for (std::size_t at = place_[learnt_[first] >> 1] + 1;;) {
            const Literal pivot = trail_[--at];
            if (!(seen_[pivot >> 1] & 2)) continue;
            if (open == 1) {
                one = pivot ^ 1;
                break;
            }
            const Reason reason = reason_[pivot >> 1];
            bool good = true;
            if (reason & 1) {
                good = visit((reason >> 1) ^ 1);
            } else {
                const Literal* clause = literals_of(reason >> 1);
                for (std::uint32_t k = 0; good && k < size_of(reason >> 1); ++k) good = visit(clause[k]);
            }
            if (!good) break;
            --open;
        }
        for (const std::uint32_t v : walked_) seen_[v] &= 1;
        if (one != no_literal && !seen_[one >> 1]) {
            seen_[one >> 1] = 1;
            to_clear_.push_back(one);
        }
        return one;
    }
    // Drops literals that imply another one of the clause; with so many clauses of two literals that are quite a few.
    void drop_subsumed() {
        in_clause_.resize(value_.size(), 0);
        for (const Literal literal : learnt_) in_clause_[literal] = 1;
        std::size_t keep = 1;
        for (std::size_t i = 1; i < learnt_.size(); ++i) {
            const Literal literal = learnt_[i];
            bool needed = true;
            for (std::uint32_t k = first_implied_[literal]; needed && k < first_implied_[literal + 1]; ++k)
                needed = !in_clause_[implied_[k]];
            if (needed) learnt_[keep++] = literal;
            else in_clause_[literal] = 0;
        }
        learnt_.resize(keep);
        for (const Literal literal : learnt_) in_clause_[literal] = 0;
    }
    bool implied(Literal literal) {
        stack_.assign(1, literal);
        const std::size_t mark = to_clear_.size();
        while (!stack_.empty()) {
            const Reason reason = reason_[stack_.back() >> 1];
            const std::uint32_t self = stack_.back() >> 1;
            stack_.pop_back();
            const auto visit = [&](Literal cause) {
                const std::uint32_t v = cause >> 1;
                if (v == self || seen_[v] || level_[v] == 0) return true;
                if (reason_[v] == no_reason) return false;
                seen_[v] = 1;
                to_clear_.push_back(cause);
                stack_.push_back(cause);
                return true;
            };
            bool good = true;
            if (reason & 1) {
                good = visit((reason >> 1) ^ 1);
            } else {
                const Literal* clause = literals_of(reason >> 1);
                for (std::uint32_t k = 0; good && k < size_of(reason >> 1); ++k) good = visit(clause[k]);
            }
            if (good) continue;
            for (std::size_t i = mark; i < to_clear_.size(); ++i) seen_[to_clear_[i] >> 1] = 0;
            to_clear_.resize(mark);
            return false;
        }
        return true;
    }
    // How many levels the clause joins: few make a clause useful.
    std::uint32_t glue_of_learnt() {
        ++stamp_;
        level_stamp_.resize(decisions_.size() + 1, 0);
        std::uint32_t glue = 0;
        for (const Literal literal : learnt_) {
            std::uint64_t& stamp = level_stamp_[level_[literal >> 1]];
            if (stamp != stamp_) ++glue;
            stamp = stamp_;
        }
        return glue;
    }

    bool restart_due(std::uint64_t conflicts) const { return conflicts > 50 && fast_ > 1.25 * slow_; }

    // Forgets three quarters of the learnt clauses that were of no use lately, those with the most glue; only at
    // level 0, where no clause is a reason.
    void reduce() {
        std::vector<std::uint32_t> kept, idle;
        for (const std::uint32_t clause : learnts_) {
            const bool keep = glue_of(clause) <= 2 || use_of(clause) > 0;
            if (use_of(clause) > 0) --use_of(clause);
            (keep ? kept : idle).push_back(clause);
        }
        std::stable_sort(idle.begin(), idle.end(), [this](std::uint32_t a, std::uint32_t b) {
            return std::make_pair(glue_of(a), size_of(a)) < std::make_pair(glue_of(b), size_of(b));
        });
        const std::size_t keep = idle.size() / 4;
        for (std::size_t i = keep; i < idle.size(); ++i) glue_of(idle[i]) = forgotten;
        kept.insert(kept.end(), idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(keep));
        learnts_ = std::move(kept);
        collect();
        next_reduction_ = conflicts_ + 1500;
    }
    // Moves the clauses that are left together, and drops those that level 0 satisfies.
    void collect() {
        std::vector<std::uint16_t> old;
        old.swap(arena_);
        for (auto& list : watches_) list.clear();
        std::vector<std::uint32_t> kept;
        std::sort(learnts_.begin(), learnts_.end());
        auto learnt = learnts_.begin();
        std::vector<Literal> clause;
        for (std::uint32_t at = 0; at < old.size(); at += old[at] + header) {
            const bool is_learnt = learnt != learnts_.end() && *learnt == at;
            if (is_learnt) ++learnt;
            if (old[at + 1] == forgotten) continue;
            clause.clear();
            bool satisfied = false;
            for (std::uint32_t k = 0; k < old[at]; ++k) {
                const Literal literal = old[at + header + k];
                satisfied |= value_[literal] > 0;
                if (value_[literal] == 0) clause.push_back(literal);
            }
            if (satisfied) continue;
            const std::uint32_t moved = store(clause, old[at + 1]);
            use_of(moved) = old[at + 2];
            attach(moved);
            if (is_learnt) kept.push_back(moved);
        }
        learnts_ = std::move(kept);
        for (const Literal literal : trail_) reason_[literal >> 1] = no_reason;
    }

    // The open variable of the highest activity, from a heap, and always that it holds: one value placed says more
    // than one denied. (Going back to the value that it had last, as solvers do, took 1.4 times the conflicts.)
    Literal decide() {
        while (!order_.empty()) {
            const std::uint32_t v = order_.take();
            if (value_[2 * v] == 0) return static_cast<Literal>(2 * v);
        }
        return no_literal;
    }
    static constexpr std::uint32_t header = 3, forgotten = 0xFFFF;
    static constexpr std::uint32_t useful_glue = 6;  // clauses up to this glue are kept longer after use

    const std::uint32_t variables_;
    Order order_;
    std::vector<std::uint32_t> first_implied_;
    std::vector<Literal> implied_;
    std::vector<std::int8_t> value_;  // by literal: 1 true, -1 false, 0 open
    std::vector<std::uint32_t> level_, place_;
    std::vector<Reason> reason_;
    std::vector<std::uint8_t> seen_, in_clause_;
    std::vector<std::uint32_t> walked_;
    std::vector<std::vector<Watch>> watches_;  // by the literal whose fall matters
    std::vector<std::uint16_t> arena_;
    std::vector<std::uint32_t> learnts_;
    std::vector<Literal> trail_, learnt_, to_clear_, stack_;
    std::vector<std::uint32_t> decisions_;  // the trail's length before each decision
    std::size_t next_ = 0;                  // first literal of the trail that is not propagated
    std::vector<std::uint64_t> level_stamp_;
    std::uint64_t stamp_ = 0, conflicts_ = 0, next_reduction_ = 1500;
    double fast_ = 0, slow_ = 0;
    bool consistent_ = true;
};

}  // namespace gridmill::sudoku
