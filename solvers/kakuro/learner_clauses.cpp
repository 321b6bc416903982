// From a contradiction to a clause that excludes it: explanations, analysis, and the store of clauses.
#include "learner.hpp"

#include <algorithm>

namespace gridmill::kakuro {

namespace {

constexpr double decay = 0.97;  // 0.95 and 0.98 were slower on boards with many solutions
constexpr double activity_limit = 1e100;
constexpr std::uint8_t unknown = 0, implied = 1, not_implied = 2;

}  // namespace

// Collects in `because` the true literals, all from before `time` on the trail, for which the run has no filling
// (variable < 0) or none in which the variable's cell holds its digit.
void Learner::explain(int at, int target, int time, std::vector<Literal>& because) {
    because.clear();
    const Line& line = lines_[static_cast<std::size_t>(at)];
    const int* cells = members_.data() + line.first;
    const int target_cell = target < 0 ? -1 : cell_of(target);
    if (target >= 0)
        for (int i = 0; i < line.length; ++i) {
            const int same = cells[i] * digits_ + target % digits_;
            if (cells[i] == target_cell || value_[static_cast<std::size_t>(same)] <= 0) continue;
            if (when_[static_cast<std::size_t>(same)] >= time) continue;
            because.push_back(2 * same);
            return;
        }
    Holders loose{}, tight{};
    std::array<int, most_digits + 1> latest{};
    CellSet full = 0;
    const int root = marks_.empty() ? static_cast<int>(trail_.size()) : marks_[0];
    for (int i = 0; i < line.length; ++i) {
        const CellSet place = CellSet{1} << i;
        if (cells[i] == target_cell) continue;
        full |= place;
        const int* gone_at = gone_at_.data() + cells[i] * digits_ - 1;
        for (Digits left = base_[static_cast<std::size_t>(cells[i])]; left != 0; left &= static_cast<Digits>(left - 1)) {
            const int digit = lowest(left);
            const int gone = gone_at[digit];
            if (gone < root) continue;
            loose[digit] |= place;
            if (gone >= time)
                tight[digit] |= place;
            else
                latest[digit] = std::max(latest[digit], gone + 1);
        }
    }
    // The digits that were taken away last come first: they have the best chance not to be needed.
    std::array<int, most_digits> order;
    int moved = 0;
    for (int digit = 1; digit <= digits_; ++digit) {
        if (latest[digit] == 0) continue;
        int at = moved++;
        for (; at > 0 && latest[order[at - 1]] < latest[digit]; --at) order[at] = order[at - 1];
        order[at] = digit;
    }
    const int first_idle = moved;
    for (int digit = 1; digit <= digits_; ++digit)
        if (latest[digit] == 0) order[moved++] = digit;
    std::vector<Digits>& fitting = fitting_;
    fitting.clear();
    const Digits taken = target < 0 ? Digits{0} : digit_of(target);
    for (int i = line.combinations; i < line.end; ++i)
        if ((combinations_[i] & taken) == taken) fitting.push_back(static_cast<Digits>(combinations_[i] & ~taken));
    Holders needed = tight;
    explainer_.widen(fitting.data(), fitting.data() + fitting.size(), line.sum == no_clue, full, line.length,
                     order.data(), first_idle, loose, needed);
    for (int i = 0; i < line.length; ++i) {
        if (cells[i] == target_cell) continue;
        const std::size_t before = because.size();
        for (int digit = 1; digit <= digits_; ++digit)
            if (((loose[digit] & ~needed[digit]) >> i & 1) != 0) because.push_back(2 * variable(cells[i], digit) + 1);
        if (because.size() - before < 2) continue;
        // Many removals of a cell that held a digit by then: the digit says them all.
        for (Digits left = base_[static_cast<std::size_t>(cells[i])]; left != 0; left &= static_cast<Digits>(left - 1)) {
            const int v = variable(cells[i], lowest(left));
            if (value_[static_cast<std::size_t>(v)] > 0 && when_[static_cast<std::size_t>(v)] < time) {
                because.resize(before);
                because.push_back(2 * v);
            }
        }
    }
}

// The true literals that made this one true. They stay where they are until the next call.
const Literal* Learner::antecedents(Literal literal, int& size) {
    const auto v = static_cast<std::size_t>(literal >> 1);
    if (told_at_[v] < 0) {
        tell(literal, because_);
        told_at_[v] = static_cast<int>(told_.size());
        told_.push_back(static_cast<Literal>(because_.size()));
        told_.insert(told_.end(), because_.begin(), because_.end());
    }
    const Literal* at = told_.data() + told_at_[v];
    size = at[0];
    return at + 1;
}

void Learner::tell(Literal literal, std::vector<Literal>& because) {
    const int v = literal >> 1;
    const Reason reason = reason_[static_cast<std::size_t>(v)];
    because.clear();
    switch (reason.why) {
        case Why::decision: break;
        case Why::clause: {
            const std::int32_t* clause = arena_.data() + reason.index;
            for (std::int32_t i = 0; i < clause[0]; ++i)
                if (clause[2 + i] != literal) because.push_back(clause[2 + i] ^ 1);
            break;
        }
        case Why::run: explain(reason.index, v, when_[static_cast<std::size_t>(v)], because); break;
        case Why::cell_holds: because.push_back(2 * reason.index); break;
        case Why::last_left: {
            const int cell = cell_of(v);
            for (Digits left = base_[static_cast<std::size_t>(cell)]; left != 0; left &= static_cast<Digits>(left - 1)) {
                const int other = variable(cell, lowest(left));
                if (other != v) because.push_back(2 * other + 1);
            }
            break;
        }
    }
}

void Learner::bump(int v) {
    if ((activity_[static_cast<std::size_t>(v)] += step_) > activity_limit) {
        for (double& activity : activity_) activity *= 1 / activity_limit;
        step_ *= 1 / activity_limit;
    }
    if (heap_at_[static_cast<std::size_t>(v)] >= 0) sift_up(static_cast<std::size_t>(heap_at_[static_cast<std::size_t>(v)]));
}

// From the conflict back to the first literal through which all of its level's paths lead (first unique implication
// point). Leaves the clause in clause_, that literal first, and the level to go back to in back_.
void Learner::analyse() {
    clause_.assign(1, 0);
    int open = 0;
    std::size_t at = trail_.size();
    const Literal* because = conflict_.data();
    int size = static_cast<int>(conflict_.size());
    for (;;) {
        for (int i = 0; i < size; ++i) {
            const int v = because[i] >> 1;
            if (marked_[static_cast<std::size_t>(v)] != unknown || level_[static_cast<std::size_t>(v)] == 0) continue;
            mark(v, implied);
            bump(v);
            if (level_[static_cast<std::size_t>(v)] == level())
                ++open;
            else
                clause_.push_back(because[i] ^ 1);
        }
        do --at; while (marked_[static_cast<std::size_t>(trail_[at] >> 1)] == unknown);
        const Literal literal = trail_[at];
        if (--open == 0) {
            clause_[0] = literal ^ 1;
            break;
        }
        because = antecedents(literal, size);
    }
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause_.size(); ++i)
        if (!redundant(clause_[i] >> 1)) clause_[kept++] = clause_[i];
    clause_.resize(kept);
    for (const int v : to_clear_) marked_[static_cast<std::size_t>(v)] = unknown;
    to_clear_.clear();
    back_ = 0;
    for (std::size_t i = 1; i < clause_.size(); ++i)
        if (const int its = level_[static_cast<std::size_t>(clause_[i] >> 1)]; its > back_) {
            back_ = its;
            std::swap(clause_[1], clause_[i]);
        }
}

void Learner::mark(int v, std::uint8_t as) {
    if (marked_[static_cast<std::size_t>(v)] == unknown) to_clear_.push_back(v);
    marked_[static_cast<std::size_t>(v)] = as;
}

// True if the clause's other literals imply this one, however many steps it takes (Sorensson, Biere 2009); the stack
// is ours, chains can be long.
bool Learner::redundant(int of) {
    steps_.clear();
    for (int v = of;;) {
        int size = 0;
        const bool reasoned = reason_[static_cast<std::size_t>(v)].why != Why::decision;
        if (reasoned) antecedents(2 * v + (value_[static_cast<std::size_t>(v)] < 0 ? 1 : 0), size);
        steps_.push_back({v, 0, size});
        bool fails = !reasoned;
        while (!steps_.empty() && !fails) {
            Step& step = steps_.back();
            if (step.next == step.size) {
                if (steps_.size() > 1) mark(step.variable, implied);
                steps_.pop_back();
                continue;
            }
            v = told_[static_cast<std::size_t>(told_at_[static_cast<std::size_t>(step.variable)] + 1 + step.next++)] >> 1;
            if (level_[static_cast<std::size_t>(v)] == 0 || marked_[static_cast<std::size_t>(v)] == implied) continue;
            fails = marked_[static_cast<std::size_t>(v)] == not_implied;
            if (!fails) break;
        }
        if (steps_.empty()) return true;
        if (!fails) continue;
        for (const Step& step : steps_)
            if (step.variable != of) mark(step.variable, not_implied);
        return false;
    }
}

std::int32_t Learner::store(const std::vector<Literal>& clause, int glue) {
    const auto at = static_cast<std::int32_t>(arena_.size());
    arena_.push_back(static_cast<std::int32_t>(clause.size()));
    arena_.push_back(glue);
    arena_.insert(arena_.end(), clause.begin(), clause.end());
    watches_[static_cast<std::size_t>(clause[0])].push_back({at, clause[1]});
    watches_[static_cast<std::size_t>(clause[1])].push_back({at, clause[0]});
    return at;
}

void Learner::cancel(int to) {
    if (level() <= to) return;
    const auto mark = static_cast<std::size_t>(marks_[static_cast<std::size_t>(to)]);
    while (trail_.size() > mark) {
        const int v = trail_.back() >> 1;
        const auto cell = static_cast<std::size_t>(cell_of(v));
        if (value_[static_cast<std::size_t>(v)] > 0) saved_[cell] = digit_of(v);
        else domain_[cell] |= digit_of(v);
        value_[static_cast<std::size_t>(v)] = 0;
        gone_at_[static_cast<std::size_t>(v)] = never;
        told_at_[static_cast<std::size_t>(v)] = -1;
        if (heap_at_[static_cast<std::size_t>(v)] < 0) insert(v);
        trail_.pop_back();
    }
    marks_.resize(static_cast<std::size_t>(to));
    seen_trail_ = mark;
    if (to == 0) told_.clear();
}

// Learns from the conflict; false if it is one at the root.
bool Learner::learn() {
    ++conflicts_;
    depth_ += (level() - depth_) / 32;
    int highest = 0;
    for (const Literal literal : conflict_) highest = std::max(highest, level_[static_cast<std::size_t>(literal >> 1)]);
    if (highest == 0) return false;
    cancel(highest);
    analyse();
    std::vector<int>& levels = levels_;
    levels.clear();
    for (const Literal literal : clause_) levels.push_back(level_[static_cast<std::size_t>(literal >> 1)]);
    std::sort(levels.begin(), levels.end());
    const auto glue = static_cast<int>(std::unique(levels.begin(), levels.end()) - levels.begin());
    cancel(back_);
    if (clause_.size() == 1) {
        assign(clause_[0], {Why::decision, 0});
    } else {
        const std::int32_t at = store(clause_, glue);
        learnt_.push_back(at);
        assign(clause_[0], {Why::clause, at});
    }
    step_ /= decay;
    return true;
}

// Forgets the half of the learnt clauses with the most levels; only at level 0, where no clause is a reason.
void Learner::reduce() {
    std::stable_sort(learnt_.begin(), learnt_.end(), [&](std::int32_t a, std::int32_t b) { return arena_[a + 1] < arena_[b + 1]; });
    const std::size_t keep = learnt_.size() / 2;
    std::vector<std::int32_t> arena;
    std::vector<std::uint8_t> dropped(arena_.size(), 0);
    for (std::size_t i = keep; i < learnt_.size(); ++i)
        if (arena_[learnt_[i] + 1] > 2) dropped[static_cast<std::size_t>(learnt_[i])] = 1;
    std::vector<std::uint8_t> is_learnt(arena_.size(), 0);
    for (const std::int32_t at : learnt_) is_learnt[static_cast<std::size_t>(at)] = 1;
    for (auto& watches : watches_) watches.clear();
    learnt_.clear();
    arena.swap(arena_);
    std::vector<Literal> clause;
    for (std::size_t at = 0; at < arena.size(); at += 2 + static_cast<std::size_t>(arena[at])) {
        if (dropped[at] != 0) continue;
        clause.assign(arena.begin() + static_cast<std::ptrdiff_t>(at) + 2, arena.begin() + static_cast<std::ptrdiff_t>(at) + 2 + arena[at]);
        // Watch literals that are not false at the root.
        std::stable_partition(clause.begin(), clause.end(), [&](Literal l) { return !is_false(l); });
        const std::int32_t now = store(clause, arena[at + 1]);
        if (is_learnt[at] != 0) learnt_.push_back(now);
    }
}

}  // namespace gridmill::kakuro
