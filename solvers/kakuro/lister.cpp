#include "lister.hpp"

namespace gridmill::kakuro {

namespace {
constexpr std::uint64_t most_barren = 300;
}

// Behind the cell that was decided last: those before it are all fixed.
int Lister::first_open() const {
    for (int cell = stack_.empty() ? 0 : stack_.back().cell + 1; cell < board_->cells(); ++cell)
        if (!single(state_->domain(cell))) return cell;
    return -1;
}

// Decides the open cells as the solution has them.
bool Lister::skip_to(const std::vector<Digits>& solution) {
    begun_ = true;
    if (solution.size() != static_cast<std::size_t>(board_->cells())) return false;
    for (const Digits digit : solution)
        if (!single(digit)) return false;
    for (int cell = first_open(); cell >= 0; cell = first_open()) {
        const Digits digit = solution[static_cast<std::size_t>(cell)];
        const auto greater = static_cast<Digits>(state_->domain(cell) & ~(digit | (digit - 1)));
        stack_.push_back({cell, digit, greater, state_->mark()});
        state_->restrict(cell, digit);
        if (!state_->propagate()) return false;
    }
    return state_->domains() == solution;
}

// The guide lies below this node.
bool Lister::led() const {
    for (const Choice& choice : stack_)
        if (guide_[static_cast<std::size_t>(choice.cell)] != choice.digit) return false;
    return true;
}

// Whether there is a solution below this node; false if the budget ended.
bool Lister::ask(Meter& meter, bool& alive) {
    if (!guide_.empty() && led()) return true;
    std::vector<Digits> found;
    bool complete = false;
    alive = Learner(*board_, *sums_, state_->domains()).next(meter, found, complete);
    if (alive) guide_.swap(found);
    return alive || complete;
}

bool Lister::next(Meter& meter, std::vector<Digits>& solution) {
    bool alive = !begun_;
    begun_ = true;
    barren_ = 0;
    for (;;) {
        if (alive) {
            if (++barren_ > most_barren && !ask(meter, alive)) return false;
            const int cell = alive ? first_open() : -1;
            if (cell >= 0) {
                stack_.push_back({cell, 0, state_->domain(cell), state_->mark()});
            } else if (alive) {
                solution = state_->domains();
                return true;
            }
        }
        while (!stack_.empty() && stack_.back().left == 0) stack_.pop_back();
        if (stack_.empty() || !meter.spend()) return false;
        Choice& choice = stack_.back();
        state_->undo(choice.mark);
        const auto digit = static_cast<Digits>(choice.left & -choice.left);
        choice.left &= static_cast<Digits>(~digit);
        choice.digit = digit;
        state_->restrict(choice.cell, digit);
        alive = state_->propagate();
    }
}

}  // namespace gridmill::kakuro
