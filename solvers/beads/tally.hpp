// What a profile adds up: for each set of pieces used, how many partial fillings have used just these.
//
// Narrow packs both into a word, where pieces and counts are few enough; Wide takes any. Both append as entries arrive and
// add up entries of the same set when asked to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "natural.hpp"

namespace gridmill::beads {

// Pieces used (16 bits) above a count (48 bits): one word an entry, added up in a dense array.
struct Narrow {
    using Entry = std::uint64_t;
    static constexpr int set_bits = 16;
    static constexpr std::uint64_t count_mask = (std::uint64_t{1} << 48) - 1;

    explicit Narrow(int bits) : sum_(std::size_t{1} << bits, 0) {}

    static Entry one() { return 1; }
    static std::uint64_t used(const Entry& e) { return e >> 48; }
    static Entry laid(const Entry& e, std::uint64_t unit) { return e + (unit << 48); }
    // Weights are at most 48 and counts were checked to leave room for them.
    static void weigh(Entry& e, std::uint32_t weight) { e = (e & ~count_mask) | ((e & count_mask) * weight); }

    // Adds up entries with the same pieces; false if a count grows too large for an entry.
    bool merge(const Entry* from, std::size_t count, std::vector<Entry>& into) {
        touched_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            std::uint64_t& sum = sum_[from[i] >> 48];
            if (sum == 0) touched_.push_back(static_cast<std::uint16_t>(from[i] >> 48));
            sum += from[i] & count_mask;
        }
        bool fits = true;
        for (const std::uint16_t set : touched_) {
            fits &= sum_[set] < count_mask / 64;
            into.push_back(static_cast<std::uint64_t>(set) << 48 | (sum_[set] & count_mask));
            sum_[set] = 0;
        }
        return fits;
    }

    static std::string decimal(const Entry& e) { return std::to_string(e & count_mask); }
    // At most 2 to the 16 merged entries, each below 2 to the 42.
    static std::optional<std::string> sum(const std::vector<Entry>& entries) {
        std::uint64_t all = 0;
        for (const Entry& e : entries) all += e & count_mask;
        return std::to_string(all);
    }

private:
    std::vector<std::uint64_t> sum_;
    std::vector<std::uint16_t> touched_;
};

// Counts of any size, sets of up to 62 copies; added up by sorting.
template <int Limbs>
struct Wide {
    struct Entry {
        std::uint64_t used = 0;
        Natural<Limbs> count;
    };
    static constexpr int set_bits = 64;

    explicit Wide(int) {}

    static Entry one() { return {0, Natural<Limbs>(1)}; }
    static std::uint64_t used(const Entry& e) { return e.used; }
    static Entry laid(const Entry& e, std::uint64_t unit) { return {e.used + unit, e.count}; }
    void weigh(Entry& e, std::uint32_t weight) { fits_ &= e.count.times(weight); }

    bool merge(const Entry* from, std::size_t count, std::vector<Entry>& into) {
        const std::size_t start = into.size();
        into.insert(into.end(), from, from + count);
        std::sort(into.begin() + start, into.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
        std::size_t kept = start;
        for (std::size_t i = start; i < into.size(); ++i) {
            if (kept > start && into[kept - 1].used == into[i].used) fits_ &= into[kept - 1].count.add(into[i].count);
            else into[kept++] = into[i];
        }
        into.resize(kept);
        return fits_;
    }

    static std::string decimal(const Entry& e) { return e.count.decimal(); }
    static std::optional<std::string> sum(const std::vector<Entry>& entries) {
        Natural<Limbs> all;
        for (const Entry& e : entries)
            if (!all.add(e.count)) return std::nullopt;
        return all.decimal();
    }

private:
    bool fits_ = true;
};

}  // namespace gridmill::beads
