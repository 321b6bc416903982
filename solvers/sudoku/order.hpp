// Which variable the learner decides next: the one that took part in the most contradictions lately.
//
// A heap by activity. What takes part in a contradiction is bumped, and each contradiction makes the next bump larger,
// which is as if all older ones faded.
#pragma once

#include <cstdint>
#include <vector>

namespace gridmill::sudoku {

class Order {
public:
    explicit Order(std::uint32_t variables) : activity_(variables, 0), place_(variables, -1) {
        for (std::uint32_t v = 0; v < variables; ++v) insert(v);
    }

    double activity(std::uint32_t v) const { return activity_[v]; }
    bool empty() const { return heap_.empty(); }

    // Takes out the variable of the highest activity.
    std::uint32_t take() {
        const std::uint32_t top = heap_[0];
        place_[top] = -1;
        const std::uint32_t v = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sink(v);
        return top;
    }
    void insert(std::uint32_t v) {
        if (place_[v] >= 0) return;
        place_[v] = static_cast<std::int32_t>(heap_.size());
        heap_.push_back(v);
        rise(heap_.size() - 1);
    }
    void bump(std::uint32_t v) {
        activity_[v] += step_;
        if (place_[v] >= 0) rise(static_cast<std::size_t>(place_[v]));
    }
    // After each contradiction. Fading by 0.95 took a seventh more of them on 25x25, by 0.92 two fifths.
    void age() {
        step_ *= 1 / 0.98;
        if (step_ < 1e100) return;
        for (double& activity : activity_) activity *= 1e-100;
        step_ *= 1e-100;
    }

private:
    void rise(std::size_t at) {
        const std::uint32_t v = heap_[at];
        while (at > 0 && activity_[heap_[(at - 1) / 2]] < activity_[v]) {
            put(at, heap_[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        put(at, v);
    }
    // Puts a variable in at the top, and lets it go down to its place.
    void sink(std::uint32_t v) {
        std::size_t at = 0;
        for (;;) {
            std::size_t child = 2 * at + 1;
            if (child >= heap_.size()) break;
            if (child + 1 < heap_.size() && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
            if (activity_[heap_[child]] <= activity_[v]) break;
            put(at, heap_[child]);
            at = child;
        }
        put(at, v);
    }
    void put(std::size_t at, std::uint32_t v) {
        heap_[at] = v;
        place_[v] = static_cast<std::int32_t>(at);
    }

    std::vector<double> activity_;
    std::vector<std::uint32_t> heap_;
    std::vector<std::int32_t> place_;  // in the heap; -1 is out of it
    double step_ = 1;
};

}  // namespace gridmill::sudoku
