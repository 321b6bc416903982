#include "learner.hpp"

#include <algorithm>
#include <limits>

namespace gridmill::kakuro {

namespace {

// Restarts are frequent and regular; the cells keep their digits, so that little is lost. Luby's sequence and longer
// pauses were slower on boards with many solutions, twice as slow at their worst; shorter ones on tight boards.
constexpr std::uint64_t loose_pause = 20;
constexpr std::uint64_t tight_pause = 40;

}  // namespace

Learner::Learner(const Board& board, const Sums& sums, const std::vector<Digits>& root)
    : sums_(sums), digits_(sums.digits()), filter_(sums), explainer_(sums.digits()), root_(root) {
    add_lines(board, root);
    const std::size_t variables = open_.size() * static_cast<std::size_t>(digits_);
    value_.assign(variables, 0);
    when_.assign(variables, 0);
    gone_at_.assign(variables, never);
    level_.assign(variables, 0);
    reason_.resize(variables);
    watches_.resize(2 * variables);
    marked_.assign(variables, 0);
    told_at_.assign(variables, -1);
    activity_.assign(variables, 0.0);
    heap_at_.assign(variables, -1);
    saved_.assign(open_.size(), 0);
    for (std::size_t cell = 0; cell < open_.size(); ++cell)
        for (int digit = 1; digit <= digits_; ++digit) {
            const int v = variable(static_cast<int>(cell), digit);
            if ((base_[cell] & bit(digit)) == 0)
                value_[static_cast<std::size_t>(v)] = -1;  // at the root, gone_at_ is not asked
            else
                insert(v);
        }
    restart_at_ = loose_pause;
    depth_ = loose_depth;
}

// Keeps the runs that have open cells, without the cells that are fixed.
void Learner::add_lines(const Board& board, const std::vector<Digits>& root) {
    std::vector<int> local(root.size(), -1);
    for (std::size_t cell = 0; cell < root.size(); ++cell)
        if (!single(root[cell])) {
            local[cell] = static_cast<int>(open_.size());
            open_.push_back(static_cast<int>(cell));
            base_.push_back(root[cell]);
        }
    domain_ = base_;
    lines_of_.assign(open_.size(), {no_run, no_run});
    place_in_.assign(open_.size(), {0, 0});
    for (const Run& run : board.runs) {
        Line line{static_cast<int>(members_.size()), 0, run.sum, 0, 0};
        Digits held = 0;
        for (int i = 0; i < run.length; ++i) {
            const auto cell = static_cast<std::size_t>(board.members[static_cast<std::size_t>(run.first + i)]);
            if (local[cell] < 0) {
                if (run.sum != no_clue) line.sum -= lowest(root[cell]);
                continue;
            }
            const auto at = static_cast<std::size_t>(local[cell]);
            lines_of_[at][run.across ? 0 : 1] = static_cast<int>(lines_.size());
            place_in_[at][run.across ? 0 : 1] = static_cast<std::int8_t>(line.length);
            members_.push_back(local[cell]);
            held |= root[cell];
            ++line.length;
        }
        if (line.length == 0) continue;
        line.combinations = static_cast<int>(combinations_.size());
        if (run.sum == no_clue) {
            combinations_.push_back(held);
        } else {
            const Sums::Range range = sums_.combinations(line.length, line.sum);
            for (const Digits* at = range.begin; at != range.end; ++at)
                if ((*at & ~held) == 0) combinations_.push_back(*at);
        }
        line.end = static_cast<int>(combinations_.size());
        lines_.push_back(line);
    }
    queued_.assign(lines_.size(), 0);
}

void Learner::record(Literal literal, Reason reason) {
    const auto v = static_cast<std::size_t>(literal >> 1);
    value_[v] = (literal & 1) != 0 ? -1 : 1;
    when_[v] = static_cast<int>(trail_.size());
    if ((literal & 1) != 0) gone_at_[v] = when_[v];
    level_[v] = level();
    reason_[v] = reason;
    trail_.push_back(literal);
}

// Makes an open literal true and keeps domains and literals of its cell in step; false at a conflict.
bool Learner::assign(Literal literal, Reason reason) {
    const int v = literal >> 1;
    if ((literal & 1) != 0) return remove(v, reason);
    const int cell = cell_of(v);
    const auto at = static_cast<std::size_t>(cell);
    record(literal, reason);
    const auto others = static_cast<Digits>(domain_[at] & ~digit_of(v));
    domain_[at] = digit_of(v);
    for (Digits left = others; left != 0; left &= static_cast<Digits>(left - 1))
        record(2 * variable(cell, lowest(left)) + 1, {Why::cell_holds, v});
    wake(cell);
    return true;
}

bool Learner::remove(int v, Reason reason) {
    const int cell = cell_of(v);
    const auto at = static_cast<std::size_t>(cell);
    record(2 * v + 1, reason);
    domain_[at] &= static_cast<Digits>(~digit_of(v));
    wake(cell);
    const Digits left = domain_[at];
    if (left != 0 && (left & (left - 1)) == 0) {
        const int last = variable(cell, lowest(left));
        if (value_[static_cast<std::size_t>(last)] == 0) record(2 * last, {Why::last_left, 0});
    }
    return true;
}

bool Learner::visit(Literal falsified) {
    std::vector<Watch>& watches = watches_[static_cast<std::size_t>(falsified)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        const Watch watch = watches[i];
        if (is_true(watch.blocker)) {
            watches[kept++] = watch;
            continue;
        }
        std::int32_t* clause = arena_.data() + watch.clause;
        const std::int32_t size = clause[0];
        Literal* literals = clause + 2;
        if (literals[0] == falsified) std::swap(literals[0], literals[1]);
        if (is_true(literals[0])) {
            watches[kept++] = {watch.clause, literals[0]};
            continue;
        }
        std::int32_t other = 2;
        while (other < size && is_false(literals[other])) ++other;
        if (other < size) {
            std::swap(literals[1], literals[other]);
            watches_[static_cast<std::size_t>(literals[1])].push_back({watch.clause, literals[0]});
            continue;
        }
        watches[kept++] = watch;
        if (!is_false(literals[0])) {
            assign(literals[0], {Why::clause, watch.clause});
            continue;
        }
        conflict_.clear();
        for (std::int32_t j = 0; j < size; ++j) conflict_.push_back(literals[j] ^ 1);
        for (++i; i < watches.size(); ++i) watches[kept++] = watches[i];
        watches.resize(kept);
        return false;
    }
    watches.resize(kept);
    return true;
}

bool Learner::filter(int at) {
    const Line& line = lines_[static_cast<std::size_t>(at)];
    const int* cells = members_.data() + line.first;
    Row row;
    for (int i = 0; i < line.length; ++i) row[static_cast<std::size_t>(i)] = domain_[static_cast<std::size_t>(cells[i])];
    if (!filter_(row, line.length, line.sum)) {
        explain(at, -1, static_cast<int>(trail_.size()), conflict_);
        return false;
    }
    for (int i = 0; i < line.length; ++i) {
        const auto cell = static_cast<std::size_t>(cells[i]);
        for (auto gone = static_cast<Digits>(domain_[cell] & ~row[static_cast<std::size_t>(i)]); gone != 0;
             gone &= static_cast<Digits>(gone - 1))
            remove(variable(cells[i], lowest(gone)), {Why::run, at});
    }
    queued_[static_cast<std::size_t>(at)] = 0;  // its own removals woke it, but it is done
    return true;
}

void Learner::wake(int cell) {
    for (const int line : lines_of_[static_cast<std::size_t>(cell)]) {
        if (line == no_run || queued_[static_cast<std::size_t>(line)] != 0) continue;
        queued_[static_cast<std::size_t>(line)] = 1;
        (lines_[static_cast<std::size_t>(line)].length <= 3 ? short_ : long_).push_back(line);
    }
}

void Learner::clear_queue() {
    for (std::vector<int>* queue : {&short_, &long_}) {
        for (const int line : *queue) queued_[static_cast<std::size_t>(line)] = 0;
        queue->clear();
    }
}

bool Learner::propagate() {
    for (;;) {
        while (seen_trail_ < trail_.size())
            if (!visit(trail_[seen_trail_++] ^ 1)) {
                clear_queue();
                return false;
            }
        std::vector<int>& queue = short_.empty() ? long_ : short_;
        if (queue.empty()) return true;
        const int line = queue.back();
        queue.pop_back();
        if (queued_[static_cast<std::size_t>(line)] == 0) continue;
        if (!filter(line)) {
            queued_[static_cast<std::size_t>(line)] = 0;
            clear_queue();
            return false;
        }
    }
}

void Learner::exclude(const std::vector<Digits>& domains) {
    cancel(0);
    clause_.clear();
    for (std::size_t cell = 0; cell < open_.size(); ++cell) {
        const int v = variable(static_cast<int>(cell), lowest(domains[static_cast<std::size_t>(open_[cell])]));
        if (value_[static_cast<std::size_t>(v)] == 0) clause_.push_back(2 * v + 1);
        if (value_[static_cast<std::size_t>(v)] < 0) return;
        saved_[cell] = digit_of(v);
    }
    if (clause_.empty()) contradiction_ = true;
    else if (clause_.size() == 1) assign(clause_[0], {Why::decision, 0});
    else store(clause_, 0);
}

// Goes back only as far as the decisions would be others today (van der Tak, Ramos, Heule 2011), now and then to the
// root, where clauses are forgotten and the domains that are left become the base of explanations.
void Learner::restart() {
    restart_at_ = conflicts_ + (loose() ? loose_pause : tight_pause);
    const int kept = conflicts_ < reduce_at_ ? reusable() : 0;
    cancel(kept);
    if (kept > 0) return;
    base_ = domain_;
    if (conflicts_ < reduce_at_) return;
    reduce();
    reduce_at_ = conflicts_ + 2000 + conflicts_ / 8;
}

bool Learner::next(Meter& meter, std::vector<Digits>& domains, bool& complete) {
    complete = true;
    if (contradiction_) return false;
    for (;;) {
        if (!propagate()) {
            if (!meter.spend() || !meter.look()) { complete = false; return false; }
            if (!learn()) {
                contradiction_ = true;
                return false;
            }
            continue;
        }
        if (conflicts_ >= restart_at_) {
            restart();
            continue;
        }
        if (!meter.spend() || !meter.look()) { complete = false; return false; }
        if (decide()) continue;
        domains = root_;
        for (std::size_t cell = 0; cell < open_.size(); ++cell)
            domains[static_cast<std::size_t>(open_[cell])] = domain_[cell];
        return true;
    }
}

}  // namespace gridmill::kakuro
