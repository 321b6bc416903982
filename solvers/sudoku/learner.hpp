// A search that learns a clause from every contradiction, for boards on which plain search drowns.
//
// It works on groups of which one member holds; encoding.hpp says what they are for a board, groups.hpp and clauses.hpp
// how groups and what is learned are kept, analysis.hpp what is learned. The search is shallow: seven decisions, each of
// which settles some 250 literals, and most contradictions take back the last one alone. So it pays to choose them well;
// that took a fifth of the contradictions away.
//
// The activity is Een and Sorensson's of MiniSat (2003), the glue and restarts are Audemard and Simon's of Glucose
// (2009). Tried on 25x25 and lost: shortening what was learned by trying it out (vivification: half of the clauses lost a
// third of their literals, a twentieth of the contradictions went away, and it took longer), failed literals at the
// start (1 to 14 % of the variables are settled, the search takes as long), looking ahead at the best eight variables
// (a tenth fewer contradictions, each at twice the time), bumping the reasons' side, restarts sooner or later. Bumping
// what was learned alone (1.6 times the contradictions) or twice (1.1), groups before clauses (1.6), clauses before
// groups (1.02), locked candidates from the masks, at each change or when nothing else is left (a sixth fewer, each
// 1.3 to 1.5 times as long: their reasons are long), clauses that the next one subsumes (none to speak of), deciding
// against the first solution in the proof (as many), weights of groups instead of their sizes (1.02, dearer each).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis.hpp"
#include "budget.hpp"
#include "clauses.hpp"
#include "groups.hpp"
#include "order.hpp"
#include "trail.hpp"

namespace gridmill::sudoku {

class Learner {
public:
    enum class End { solved, refuted, stopped };

    Learner(std::size_t variables, const std::vector<std::vector<Variable>>& groups)
        : order_(static_cast<std::uint32_t>(variables)),
          trail_(2 * variables),
          groups_(variables, groups),
          analysis_(trail_, clauses_, groups_, order_, variables),
          watches_(2 * variables) {
        for (const auto& group : groups)
            if (group.size() == 1) add({static_cast<Literal>(2 * group[0])});
    }

    // Searches for a solution other than those excluded so far.
    End solve(Meter& meter) {
        if (!consistent_) return End::refuted;
        std::uint64_t conflicts = 0;
        for (;;) {
            const Conflict conflict = propagate();
            if (conflict.found()) {
                ++conflicts;
                if (trail_.level() == 0) return consistent_ = false, End::refuted;
                learn(conflict);
                if (!meter.look()) return End::stopped;
                continue;
            }
            if (restart_due(conflicts)) {
                conflicts = 0;
                backtrack(0);
                if (conflicts_ >= next_reduction_) reduce();
            }
            const Literal next = choose();
            if (next == no_literal) return End::solved;
            if (!meter.spend()) return End::stopped;
            groups_.save(trail_.level());
            trail_.decide(next);
        }
    }

    std::uint64_t conflicts() const { return conflicts_; }
    bool holds(std::uint32_t variable) const { return trail_.value(static_cast<Literal>(2 * variable)) > 0; }

    // After `solved`: that solution is none any more. What was decided implies the rest, so it is enough to deny that.
    void exclude() {
        std::vector<Literal> clause;
        for (std::size_t level = 1; level <= trail_.level(); ++level) clause.push_back(trail_.decision(level) ^ 1);
        backtrack(0);
        add(clause);
    }

private:
    struct Watch {
        std::uint32_t clause;
        Literal blocker;  // if it holds, the clause needs no look
    };

    void add(const std::vector<Literal>& clause) {
        if (clause.empty()) consistent_ = false;
        if (clause.size() < 2) {
            if (!clause.empty() && trail_.value(clause[0]) < 0) consistent_ = false;
            if (!clause.empty() && trail_.value(clause[0]) == 0) trail_.assign(clause[0], no_reason);
            return;
        }
        std::vector<Literal> sorted = clause;  // what is not false first
        std::stable_partition(sorted.begin(), sorted.end(), [this](Literal l) { return trail_.value(l) >= 0; });
        if (trail_.value(sorted[0]) < 0) consistent_ = false;
        else if (trail_.value(sorted[1]) < 0 && trail_.value(sorted[0]) == 0) trail_.assign(sorted[0], no_reason);
        else attach(clauses_.store(sorted, 0));
    }
    void attach(std::uint32_t at) {
        const Literal* clause = clauses_.begin(at);
        watches_[clause[0]].push_back({at, clause[1]});
        watches_[clause[1]].push_back({at, clause[0]});
    }
    void backtrack(std::size_t level) {
        if (trail_.level() <= level) return;
        trail_.backtrack(level, [this](std::uint32_t v) { order_.insert(v); });
        groups_.restore(level);
        next_ = trail_.size();
    }

    Conflict propagate() {
        while (next_ < trail_.size()) {
            const Literal truth = trail_[next_++];
            const std::uint32_t v = truth >> 1;
            Conflict conflict = (truth & 1) != 0 ? fall(v) : rule_out(v);
            if (!conflict.found()) conflict = visit_watches(truth ^ 1);
            if (conflict.found()) return conflict;
        }
        return {};
    }
    // The variable does not hold: in each of its groups another one must. (None is left only where the last but one
    // that fell was a conflict already.)
    Conflict fall(std::uint32_t variable) {
        for (const Groups::Seat seat : groups_.seats(variable)) {
            const std::uint32_t open = groups_.close(seat);
            if ((open & (open - 1)) != 0) continue;
            const auto last = static_cast<Literal>(2 * groups_.lowest(seat.group, open));
            if (trail_.value(last) > 0) continue;
            const Reason reason = because_of(Kind::group, seat.group);
            if (trail_.value(last) < 0) return {last, reason};
            assign(last, reason);
        }
        return {};
    }
    // The variable holds: no other one of its groups does.
    Conflict rule_out(std::uint32_t variable) {
        const Reason reason = because_of(Kind::literal, 2 * variable);
        for (const Groups::Seat seat : groups_.seats(variable))
            for (std::uint32_t others = groups_.open(seat.group) & ~seat.bit(); others != 0; others &= others - 1) {
                const auto no = static_cast<Literal>(2 * groups_.lowest(seat.group, others) + 1);
                if (trail_.value(no) > 0) continue;
                if (trail_.value(no) < 0) return {no, reason};
                assign(no, reason);
            }
        return {};
    }
    void assign(Literal literal, Reason reason) {
        __builtin_prefetch(&watches_[literal ^ 1]);
        trail_.assign(literal, reason);
    }
    Conflict visit_watches(Literal fallen) {
        std::vector<Watch>& list = watches_[fallen];
        const std::int8_t* const value = trail_.values();
        if (list.empty()) return {};
        Watch *in = list.data(), *out = in, *const end = in + list.size();
        Conflict conflict;
        while (in != end) {
            const Watch watch = *in++;
            if (in != end) __builtin_prefetch(clauses_.literals(in->clause));
            if (value[watch.blocker] > 0) {
                *out++ = watch;
                continue;
            }
            Literal* const clause = clauses_.literals(watch.clause);
            const Literal other = clause[0] ^ clause[1] ^ fallen;
            if (value[other] > 0) {
                *out++ = {watch.clause, other};
                continue;
            }
            Literal *k = clause + 2, *const last = clause + clauses_.size(watch.clause);
            while (k != last && value[*k] < 0) ++k;
            if (k != last) {
                clause[0] = other;
                clause[1] = *k;
                *k = fallen;
                watches_[clause[1]].push_back({watch.clause, other});
                continue;
            }
            *out++ = watch;
            if (value[other] < 0) {
                conflict = {other, because_of(Kind::clause, watch.clause)};
                out = std::copy(in, end, out);
                break;
            }
            clause[0] = other;
            clause[1] = fallen;
            assign(other, because_of(Kind::clause, watch.clause));
        }
        list.resize(static_cast<std::size_t>(out - list.data()));
        return conflict;
    }

    void learn(const Conflict& conflict) {
        analysis_.run(conflict);
        const std::vector<Literal>& learnt = analysis_.learnt();
        const std::uint32_t glue = analysis_.glue();
        backtrack(analysis_.back());
        if (learnt.size() == 1) {
            trail_.assign(learnt[0], no_reason);
        } else {
            const std::uint32_t clause = clauses_.store(learnt, glue);
            attach(clause);
            learnts_.push_back(clause);
            trail_.assign(learnt[0], because_of(Kind::clause, clause));
        }
        ++conflicts_;
        order_.age();
        fast_ += (glue - fast_) / 32;
        slow_ += (glue - slow_) / 8192;
    }
    bool restart_due(std::uint64_t conflicts) const { return conflicts > 50 && fast_ > 1.25 * slow_; }

    // Forgets seven eighths of the learnt clauses that were of no use lately, those with the most glue; only at
    // level 0, where no clause is a reason.
    void reduce() {
        std::vector<std::uint32_t> kept, idle;
        for (const std::uint32_t clause : learnts_) {
            const bool useful = clauses_.use(clause) > 0 && clauses_.size(clause) <= longest_kept;
            const bool keep = clauses_.glue(clause) <= lasting_glue || useful;
            if (clauses_.use(clause) > 0) --clauses_.use(clause);
            (keep ? kept : idle).push_back(clause);
        }
        std::stable_sort(idle.begin(), idle.end(), [this](std::uint32_t a, std::uint32_t b) {
            return std::make_pair(clauses_.glue(a), clauses_.size(a)) < std::make_pair(clauses_.glue(b), clauses_.size(b));
        });
        const std::size_t keep = idle.size() / 8;
        for (std::size_t i = keep; i < idle.size(); ++i) clauses_.forget(idle[i]);
        kept.insert(kept.end(), idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(keep));
        learnts_ = std::move(kept);
        collect();
        next_reduction_ = conflicts_ + reduction_interval;
    }
    // Moves the clauses that are left together, and drops those that level 0 satisfies.
    void collect() {
        Clauses old;
        old.swap(clauses_);
        for (auto& list : watches_) list.clear();
        std::vector<std::uint32_t> kept;
        std::sort(learnts_.begin(), learnts_.end());
        auto learnt = learnts_.begin();
        std::vector<Literal> clause;
        for (std::uint32_t at = old.first(); at < old.last(); at = old.next(at)) {
            const bool is_learnt = learnt != learnts_.end() && *learnt == at;
            if (is_learnt) ++learnt;
            if (old.glue(at) == Clauses::forgotten) continue;
            clause.clear();
            bool satisfied = false;
            for (const Literal* l = old.begin(at); l != old.end(at); ++l) {
                satisfied |= trail_.value(*l) > 0;
                if (trail_.value(*l) == 0) clause.push_back(*l);
            }
            if (satisfied) continue;
            const std::uint32_t moved = clauses_.store(clause, old.glue(at));
            clauses_.use(moved) = old.use(at);
            attach(moved);
            if (is_learnt) kept.push_back(moved);
        }
        learnts_ = std::move(kept);
        trail_.forget_reasons();
    }

    // Of the open variables of the highest activity the one that divides best: by its activity and the fewest
    // alternatives that a group leaves it. Always that it holds: one value placed says more than one denied. (Going
    // back to the value that it had last, as solvers do, took 1.4 times the conflicts.)
    Literal choose() {
        std::uint32_t best = 0, looked_at[choice];
        double highest = -1;
        int count = 0;
        while (!order_.empty() && count < choice) {
            const std::uint32_t v = order_.take();
            if (trail_.value(static_cast<Literal>(2 * v)) != 0) continue;
            looked_at[count++] = v;
            const double score = order_.activity(v) / std::max(1, groups_.smallest(v) - 1);
            if (score <= highest) continue;
            highest = score;
            best = v;
        }
        for (int i = 0; i < count; ++i)
            if (looked_at[i] != best) order_.insert(looked_at[i]);
        return count == 0 ? no_literal : static_cast<Literal>(2 * best);
    }

    static constexpr int choice = 5;  // 16 and 64 take as many contradictions away, and more time
    static constexpr std::uint64_t reduction_interval = 1000;
    static constexpr std::uint32_t longest_kept = 24;  // what is longer costs more to look at than it saves
    static constexpr std::uint32_t lasting_glue = 3;   // kept for ever; with 2, and clauses of any length, it took a sixth longer

    Order order_;
    Trail trail_;
    Clauses clauses_;
    Groups groups_;
    Analysis analysis_;
    std::vector<std::vector<Watch>> watches_;  // by the literal whose fall matters
    std::vector<std::uint32_t> learnts_;
    std::size_t next_ = 0;  // first literal of the trail that is not propagated
    std::uint64_t conflicts_ = 0, next_reduction_ = reduction_interval;
    double fast_ = 0, slow_ = 0;
    bool consistent_ = true;
};

}  // namespace gridmill::sudoku
