// Bounds of a sum of different numbers.
//
// The smallest choice of different members takes the cells by their smallest member, each at least the next member
// of the union after the one before it. A cell is then at most what the smallest choice of the *others* leaves of
// the sum. The largest choice is the mirror image:
//
//     domains  {1..9} {1 2} {2 3 9}, sum 10      smallest choice  1 2 3, so the sum has 4 to spare
//     others of the first cell: 1 + 2, so it is at most 7
#pragma once

#include "domain.hpp"

namespace magic {

struct Ends { int low, high; };

namespace bounds {

// One direction, as seen from below; the view from above is that of the negated numbers.
template <class M>
struct Rising {
    static int first(const Ends& ends) { return ends.low; }
    static bool earlier(int a, int b) { return a < b; }
    static int next(const M& all, int after) {
        const M later = from(all, after + 1);
        return any(later) ? lowest(later) : 2 * capacity<M>;   // too few numbers: makes the sum too large
    }
    static constexpr int start = -1;
};

template <class M>
struct Falling {
    static int first(const Ends& ends) { return ends.high; }
    static bool earlier(int a, int b) { return a > b; }
    static int next(const M& all, int after) {
        const M later = upto(all, after - 1);
        return any(later) ? highest(later) : -2 * capacity<M>;
    }
    static constexpr int start = capacity<M>;
};

// Writes for each cell what the first choice of the others sums to; returns the sum of the first choice of all.
template <class Way, class M>
int first_choice(const M& all, const Ends* ends, int k, int* others) {
    int order[capacity<M>], taken[capacity<M>];
    for (int i = 0; i < k; ++i) {   // by insertion: k is rarely above ten
        int j = i;
        for (; j > 0 && Way::earlier(Way::first(ends[i]), Way::first(ends[order[j - 1]])); --j) order[j] = order[j - 1];
        order[j] = i;
    }
    const auto choose = [&](int i, int before) {
        const int own = Way::first(ends[order[i]]);
        return Way::earlier(before, own) ? own : Way::next(all, before);
    };
    int sum = 0, before = Way::start;
    for (int i = 0; i < k; ++i) sum += before = taken[i] = choose(i, before);
    int prefix = 0;
    for (int i = 0; i < k; ++i) {
        int rest = prefix, last = i > 0 ? taken[i - 1] : Way::start;
        for (int j = i + 1; j < k; ++j) {
            last = choose(j, last);
            rest += last;
            if (last != taken[j]) continue;
            while (++j < k) rest += taken[j];   // from here on the choice is the same
        }
        others[order[i]] = rest;
        prefix += taken[i];
    }
    return sum;
}

}  // namespace bounds

// The bounds that follow for each of k cells; false if no choice has the sum.
template <class M>
bool bound(const M& all, const Ends* ends, int k, int sum, Ends* bounded) {
    int least[capacity<M>], most[capacity<M>];
    if (bounds::first_choice<bounds::Rising<M>>(all, ends, k, least) > sum) return false;
    if (bounds::first_choice<bounds::Falling<M>>(all, ends, k, most) < sum) return false;
    for (int i = 0; i < k; ++i) bounded[i] = {sum - most[i], sum - least[i]};
    return true;
}

}  // namespace magic
