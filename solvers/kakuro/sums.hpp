// Tables of the digits 1..n: which sets of k digits have which sum.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace gridmill::kakuro {

// A set of digits: bit d - 1 stands for digit d. Sixteen digits at most.
using Digits = std::uint16_t;

constexpr int most_digits = 16;

inline bool single(Digits set) { return set != 0 && (set & (set - 1)) == 0; }
// Without the machine's own instruction, which wheels cannot count on, the built-in is a call.
inline int count(Digits set) {
    unsigned pairs = set - ((set >> 1) & 0x5555u);
    pairs = (pairs & 0x3333u) + ((pairs >> 2) & 0x3333u);
    pairs = (pairs + (pairs >> 4)) & 0x0f0fu;
    return static_cast<int>((pairs + (pairs >> 8)) & 31u);
}
inline int lowest(Digits set) { return __builtin_ctz(set) + 1; }
inline Digits bit(int digit) { return static_cast<Digits>(1u << (digit - 1)); }

// The combinations of a run: all sets of `length` digits with the sum `sum`, side by side in one array, so that a
// run's are the range [begin, end).
class Sums {
public:
    struct Range {
        const Digits* begin;
        const Digits* end;
    };

    explicit Sums(int digits)
        : digits_(digits), all_(static_cast<Digits>((1u << digits) - 1)), most_(digits * (digits + 1) / 2),
          starts_(static_cast<std::size_t>(digits + 1) * (most_ + 1) + 1), mirror_(1u << digits) {
        const unsigned sets = 1u << digits;
        std::vector<std::size_t> slot(sets);
        for (unsigned set = 0; set < sets; ++set) {
            int sum = 0;
            for (int digit = 1; digit <= digits; ++digit)
                if ((set >> (digit - 1) & 1) != 0) {
                    sum += digit;
                    mirror_[set] |= bit(digits + 1 - digit);
                }
            slot[set] = index(count(static_cast<Digits>(set)), sum);
            ++starts_[slot[set] + 1];
        }
        for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
        std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
        sets_.resize(sets);
        unions_.resize(starts_.size());
        for (unsigned set = 0; set < sets; ++set) {
            sets_[next[slot[set]]++] = static_cast<Digits>(set);
            unions_[slot[set]] |= static_cast<Digits>(set);
        }
    }

    int digits() const { return digits_; }
    Digits all() const { return all_; }
    int least(int length) const { return length * (length + 1) / 2; }
    int most(int length) const { return length * (2 * digits_ + 1 - length) / 2; }

    Range combinations(int length, int sum) const {
        if (length < 0 || length > digits_ || sum < 0 || sum > most_) return {sets_.data(), sets_.data()};
        const std::size_t at = index(length, sum);
        return {sets_.data() + starts_[at], sets_.data() + starts_[at + 1]};
    }

    // The digits that occur in some combination.
    Digits possible(int length, int sum) const { return unions_[index(length, sum)]; }

    // {sum - d : d in set}: what the other cell of a pair may hold. The mirror turns digit d into n + 1 - d, which
    // only has to be moved to sum - d.
    Digits partners(Digits set, int sum) const {
        const int by = sum - 1 - digits_;
        const unsigned mirrored = mirror_[set];
        return static_cast<Digits>((by >= 0 ? mirrored << by : mirrored >> -by) & all_);
    }

private:
    std::size_t index(int length, int sum) const {
        return static_cast<std::size_t>(length) * (most_ + 1) + static_cast<std::size_t>(sum);
    }

    int digits_;
    Digits all_;
    int most_;
    std::vector<std::uint32_t> starts_;  // by length and sum: where its combinations begin in sets_
    std::vector<Digits> sets_;
    std::vector<Digits> unions_;  // by length and sum
    std::vector<Digits> mirror_;  // by set: digit d becomes n + 1 - d
};

}  // namespace gridmill::kakuro
