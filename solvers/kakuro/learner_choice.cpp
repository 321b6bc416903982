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

// Opens a level with one more decision; false if every cell holds a digit.
bool Learner::decide() {
    int best = -1;
    while (!heap_.empty()) {
        const int v = heap_[0];
        heap_at_[static_cast<std::size_t>(v)] = -1;
        heap_[0] = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            heap_at_[static_cast<std::size_t>(heap_[0])] = 0;
            sift_down(0);
        }
        if (value_[static_cast<std::size_t>(v)] == 0) {
            best = v;
            break;
        }
    }
    if (best < 0) return false;
    marks_.push_back(static_cast<int>(trail_.size()));
    const auto cell = static_cast<std::size_t>(cell_of(best));
    const Digits saved = saved_[cell];
    int chosen = best;
    if ((saved & domain_[cell]) != 0) chosen = variable(static_cast<int>(cell), lowest(saved));
    if (chosen != best) insert(best);
    assign(2 * chosen, {Why::decision, 0});
    return true;
}

}  // namespace gridmill::kakuro
