// Which cell is decided next: a heap of the variables by their part in recent contradictions.
#include "learner.hpp"

namespace gridmill::kakuro {

void Learner::sift_up(std::size_t at) {
    const int v = heap_[at];
    while (at > 0) {
        const std::size_t parent = (at - 1) / 2;
        if (!before(v, heap_[parent])) break;
        heap_[at] = heap_[parent];
        heap_at_[static_cast<std::size_t>(heap_[at])] = static_cast<int>(at);
        at = parent;
    }
    heap_[at] = v;
    heap_at_[static_cast<std::size_t>(v)] = static_cast<int>(at);
}

void Learner::sift_down(std::size_t at) {
    const int v = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); child = 2 * at + 1) {
        if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
        if (!before(heap_[child], v)) break;
        heap_[at] = heap_[child];
        heap_at_[static_cast<std::size_t>(heap_[at])] = static_cast<int>(at);
        at = child;
    }
    heap_[at] = v;
    heap_at_[static_cast<std::size_t>(v)] = static_cast<int>(at);
}

void Learner::insert(int v) {
    heap_.push_back(v);
    heap_at_[static_cast<std::size_t>(v)] = static_cast<int>(heap_.size() - 1);
    sift_up(heap_.size() - 1);
}

// Drops what is not open any more from the top of the heap; the most active open variable, or -1 if there is none.
int Learner::most_active() {
    while (!heap_.empty() && value_[static_cast<std::size_t>(heap_[0])] != 0) drop_top();
    return heap_.empty() ? -1 : heap_[0];
}

void Learner::drop_top() {
    heap_at_[static_cast<std::size_t>(heap_[0])] = -1;
    heap_[0] = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
    heap_at_[static_cast<std::size_t>(heap_[0])] = 0;
    sift_down(0);
}

// The levels, from the first on, that would be decided the same way again.
int Learner::reusable() {
    const int v = most_active();
    int kept = 0;
    while (v >= 0 && kept < level() && before(causes_[static_cast<std::size_t>(kept)], v)) ++kept;
    return kept;
}

// Opens a level with one more decision; false if every cell holds a digit. Where many decisions come before a
// conflict, a cell gets the digit again that it held last, which finds solutions; where few do, that costs a third
// more conflicts to prove that there are none. Lost: taking turns by number of restarts or conflicts; deciding that a
// digit is not there.
bool Learner::decide() {
    const int best = most_active();
    if (best < 0) return false;
    drop_top();
    marks_.push_back(static_cast<int>(trail_.size()));
    causes_.resize(marks_.size());
    causes_.back() = best;
    const auto cell = static_cast<std::size_t>(cell_of(best));
    const Digits saved = saved_[cell];
    int chosen = best;
    if (loose() && (saved & domain_[cell]) != 0) chosen = variable(static_cast<int>(cell), lowest(saved));
    if (chosen != best) insert(best);
    assign(2 * chosen, {Why::decision, 0});
    return true;
}

}  // namespace gridmill::kakuro
