// Exact arc consistency of one run: which digits of which cells occur in some way to fill the whole run.
#pragma once

#include <array>
#include <vector>

#include "board.hpp"
#include "subsets.hpp"
#include "sums.hpp"

namespace gridmill::kakuro {

using Row = std::array<Digits, most_digits>;  // the domains of a run's cells, in order

// Filters the domains of a run; keeps no state between runs but its scratch.
class RunFilter {
public:
    explicit RunFilter(const Sums& sums) : sums_(sums) {}

    // Takes away from `row` (of `length` cells) every digit that no filling of the run uses; false if there is none.
    bool operator()(Row& row, int length, int sum);

private:
    bool split(Row& row, int length);
    bool roomy(const Row& row) const;
    bool pair(Digits& a, Digits& b, int sum) const;
    bool triple(Digits& a, Digits& b, Digits& c, int sum) const;
    bool many();
    template <int W> bool many();
    template <int W> bool support(Digits combination, Subsets<W>* forward);
    template <int W> bool support_any(Subsets<W>* forward);
    void transpose();
    bool satisfied() const;

    const Sums& sums_;

    // The cells that are open: more than one digit left. The others are folded into sum and fixed.
    int open_ = 0;
    int sum_ = 0;
    Digits fixed_ = 0;
    std::array<int, most_digits> at_{};             // by open cell: its place in the row
    Row domain_{};                                  // by open cell
    std::array<std::uint32_t, most_digits + 1> holds_{};      // by digit: the open cells that may hold it, as a set
    std::array<std::uint32_t, most_digits + 1> supported_{};  // by digit: those found to hold it in some filling
    std::vector<std::uint64_t> scratch_;
};

// Takes the digits of fixed cells away from the others until no more become fixed.
inline bool RunFilter::split(Row& row, int length) {
    fixed_ = 0;
    open_ = 0;
    for (int i = 0; i < length; ++i) {
        if ((row[i] & (row[i] - 1)) != 0) {
            at_[open_++] = i;
            continue;
        }
        if (row[i] == 0 || (fixed_ & row[i]) != 0) return false;
        fixed_ |= row[i];
    }
    for (Digits before = 0; before != fixed_;) {
        before = fixed_;
        int kept = 0;
        for (int j = 0; j < open_; ++j) {
            Digits& domain = row[at_[j]];
            domain &= static_cast<Digits>(~fixed_);
            if (domain == 0) return false;
            if ((domain & (domain - 1)) == 0)
                fixed_ |= domain;
            else
                at_[kept++] = at_[j];
        }
        open_ = kept;
    }
    return true;
}

inline bool RunFilter::pair(Digits& a, Digits& b, int sum) const {
    a &= sums_.partners(b, sum);
    if ((sum & 1) == 0 && sum / 2 <= sums_.digits()) a &= static_cast<Digits>(~bit(sum / 2));
    b &= sums_.partners(a, sum);
    return a != 0;
}

inline bool RunFilter::triple(Digits& a, Digits& b, Digits& c, int sum) const {
    Digits fit_a = 0, fit_b = 0, fit_c = 0;
    for (Digits left = a; left != 0; left &= static_cast<Digits>(left - 1)) {
        const int digit = lowest(left);
        if (sum - digit < 3) break;
        auto with_b = static_cast<Digits>(b & ~bit(digit)), with_c = static_cast<Digits>(c & ~bit(digit));
        if (!pair(with_b, with_c, sum - digit)) continue;
        fit_a |= bit(digit);
        fit_b |= with_b;
        fit_c |= with_c;
    }
    a = fit_a;
    b = fit_b;
    c = fit_c;
    return a != 0;
}

// Every cell has as many digits as there are cells: whichever it takes, the others find theirs.
inline bool RunFilter::roomy(const Row& row) const {
    for (int j = 0; j < open_; ++j)
        if (count(row[static_cast<std::size_t>(at_[static_cast<std::size_t>(j)])]) < open_) return false;
    return true;
}

inline bool RunFilter::operator()(Row& row, int length, int sum) {
    if (!split(row, length)) return false;
    sum_ = sum;
    if (sum != no_clue)
        for (Digits left = fixed_; left != 0; left &= static_cast<Digits>(left - 1)) sum_ -= lowest(left);
    if (open_ == 0) return sum == no_clue || sum_ == 0;
    if (sum != no_clue) {
        if (sum_ < sums_.least(open_) || sum_ > sums_.most(open_)) return false;
        if (open_ == 1) {
            row[at_[0]] &= bit(sum_);
            return row[at_[0]] != 0;
        }
        if (open_ == 2) return pair(row[at_[0]], row[at_[1]], sum_);
        if (open_ == 3) return triple(row[at_[0]], row[at_[1]], row[at_[2]], sum_);
    } else if (roomy(row)) {
        return true;
    }
    for (int j = 0; j < open_; ++j) domain_[j] = row[at_[j]];
    if (!many()) return false;
    for (int j = 0; j < open_; ++j) row[at_[j]] = domain_[j];
    return true;
}

}  // namespace gridmill::kakuro
