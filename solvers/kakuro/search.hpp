// Propagation over all runs, and the search that follows where it does not end the board.
#pragma once

#include <cstdint>
#include <vector>

#include "board.hpp"
#include "run_filter.hpp"

namespace gridmill::kakuro {

// The domains of a board's cells, and the trail that takes changes back.
class State {
public:
    State(const Board& board, const Sums& sums) : board_(&board), sums_(&sums), filter_(sums) {}

    // Starts with the givens and propagates all runs; false if they contradict each other.
    bool begin();

    // Propagates what assign() has set off; false at a contradiction (failed_run() is the run it was found in).
    bool propagate();

    // The cell holds one of these digits.
    void restrict(int cell, Digits digits);

    std::size_t mark() const { return trail_.size(); }
    void undo(std::size_t mark);

    const std::vector<Digits>& domains() const { return domain_; }
    bool solved() const;
    Digits domain(int cell) const { return domain_[static_cast<std::size_t>(cell)]; }
    double weight(int cell) const;

private:
    struct Change {
        int cell;
        Digits before;
    };
    void wake(int cell, int but);
    void enqueue(int run);
    bool filter(int run);

    const Board* board_;
    const Sums* sums_;
    RunFilter filter_;
    std::vector<Digits> domain_;
    std::vector<Change> trail_;
    std::vector<int> short_, long_;     // runs that wait; the short ones, which cost little, go first
    std::vector<std::uint8_t> queued_;  // by run
    std::vector<double> weight_;        // by run: 1 and one for each contradiction found in it
};

// Depth first, smallest domain over weighted degree (Boussemart, Hemery, Lecoutre, Sais 2004). The stack is ours:
// the depth is the number of cells at worst.
class Search {
public:
    Search(const Board& board, State& state) : board_(&board), state_(&state) {}

    // Goes through the solutions below the propagated state until `found` says false, or `go_on`, which is asked at
    // every node, does. True if there are no more.
    template <class Found, class GoOn>
    bool run(Found&& found, GoOn&& go_on);

private:
    struct Choice {
        int cell;
        Digits left;  // digits to try yet
        std::size_t mark;
    };
    int choose() const;

    const Board* board_;
    State* state_;
    std::vector<Choice> stack_;
};

inline bool State::begin() {
    domain_ = board_->start;
    trail_.clear();
    const std::size_t runs = board_->runs.size();
    weight_.assign(runs, 1.0);
    queued_.assign(runs, 0);
    for (std::size_t at = runs; at-- > 0;) {
        enqueue(static_cast<int>(at));
        const Run& run = board_->runs[at];
        if (run.sum == no_clue) continue;
        // What filtering a run of open cells would give, without its cost.
        const Digits possible = sums_->possible(run.length, run.sum);
        for (int i = run.first; i < run.first + run.length; ++i)
            domain_[static_cast<std::size_t>(board_->members[static_cast<std::size_t>(i)])] &= possible;
    }
    return propagate();
}

inline void State::enqueue(int run) {
    if (queued_[static_cast<std::size_t>(run)] != 0) return;
    queued_[static_cast<std::size_t>(run)] = 1;
    (board_->runs[static_cast<std::size_t>(run)].length <= 3 ? short_ : long_).push_back(run);
}

inline void State::wake(int cell, int but) {
    for (const int run : board_->runs_of[static_cast<std::size_t>(cell)])
        if (run != no_run && run != but) enqueue(run);
}

inline void State::restrict(int cell, Digits digits) {
    Digits& domain = domain_[static_cast<std::size_t>(cell)];
    if ((domain & ~digits) == 0) return;
    trail_.push_back({cell, domain});
    domain &= digits;
    wake(cell, no_run);
}

inline bool State::filter(int at) {
    const Run& run = board_->runs[static_cast<std::size_t>(at)];
    const int* cells = board_->members.data() + run.first;
    Row row;
    for (int i = 0; i < run.length; ++i) row[static_cast<std::size_t>(i)] = domain(cells[i]);
    if (!filter_(row, run.length, run.sum)) return false;
    for (int i = 0; i < run.length; ++i) {
        Digits& domain = domain_[static_cast<std::size_t>(cells[i])];
        if (row[static_cast<std::size_t>(i)] == domain) continue;
        trail_.push_back({cells[i], domain});
        domain = row[static_cast<std::size_t>(i)];
        wake(cells[i], at);
    }
    return true;
}

inline bool State::propagate() {
    while (!short_.empty() || !long_.empty()) {
        std::vector<int>& queue = short_.empty() ? long_ : short_;
        const int run = queue.back();
        queue.pop_back();
        queued_[static_cast<std::size_t>(run)] = 0;
        if (filter(run)) continue;
        weight_[static_cast<std::size_t>(run)] += 1.0;
        for (std::vector<int>* waiting : {&short_, &long_}) {
            for (const int other : *waiting) queued_[static_cast<std::size_t>(other)] = 0;
            waiting->clear();
        }
        return false;
    }
    return true;
}

inline void State::undo(std::size_t mark) {
    while (trail_.size() > mark) {
        domain_[static_cast<std::size_t>(trail_.back().cell)] = trail_.back().before;
        trail_.pop_back();
    }
}

inline bool State::solved() const {
    for (const Digits domain : domain_)
        if (!single(domain)) return false;
    return true;
}

inline double State::weight(int cell) const {
    double sum = 0;
    for (const int run : board_->runs_of[static_cast<std::size_t>(cell)])
        if (run != no_run) sum += weight_[static_cast<std::size_t>(run)];
    return sum;
}

inline int Search::choose() const {
    int best = -1;
    double best_score = 0;
    for (int cell = 0; cell < board_->cells(); ++cell) {
        const int size = count(state_->domain(cell));
        if (size == 1) continue;
        const double score = state_->weight(cell) / size;
        if (best < 0 || score > best_score) {
            best = cell;
            best_score = score;
        }
    }
    return best;
}

template <class Found, class GoOn>
bool Search::run(Found&& found, GoOn&& go_on) {
    stack_.clear();
    bool alive = true;
    for (;;) {
        if (alive) {
            const int cell = choose();
            if (cell >= 0) {
                stack_.push_back({cell, state_->domain(cell), state_->mark()});
            } else if (!found(state_->domains())) {
                return stack_.empty();
            }
        }
        while (!stack_.empty() && stack_.back().left == 0) stack_.pop_back();
        if (stack_.empty()) return true;
        if (!go_on()) return false;
        Choice& choice = stack_.back();
        state_->undo(choice.mark);
        const auto digit = static_cast<Digits>(choice.left & -choice.left);
        choice.left &= static_cast<Digits>(~digit);
        state_->restrict(choice.cell, digit);
        alive = state_->propagate();
    }
}

}  // namespace gridmill::kakuro
