// All 7040 magic squares of order 4, and boards of order 4 answered by intersecting sets of them.
//
// The squares are sorted, so that a set read from its first bit on is in ascending order:
//
//     holds_[cell][number]   7040 bits, padded to 112 words: the squares with that number in that cell
//     of_rule_[rule]         the squares that also obey the rule set
//
// A board with k givens is the AND of k + 1 such sets: 38 ns for four givens, next to 50 us by search.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace magic {

class Order4 {
public:
    static constexpr int SQUARES = 7040, WORDS = 112, NONE = -1;
    using Square = std::array<std::uint8_t, 16>;
    struct Query { int rule = NONE; Square given{}; };   // 0: no given

    Order4();

    // The board as a query, if it is one of a rule set known here, with plain numbers from 0 to 16.
    static bool read(std::string_view text, Query& query);

    // Puts the indices of the first `limit` squares from index `begin` on into `found`; returns how many.
    template <class Found>
    std::uint64_t select(const Query& query, int begin, std::uint64_t limit, Found found) const;

    // The index of the first square after `square`.
    int after(const Square& square) const;

    const std::string& text(int square) const { return texts_[static_cast<std::size_t>(square)]; }

private:
    using Set = std::array<std::uint64_t, WORDS>;

    void enumerate();
    void sort_rules();

    std::vector<Square> squares_;
    std::vector<std::string> texts_;
    std::vector<std::array<Set, 17>> holds_;
    std::array<Set, 4> of_rule_{};
};

template <class Found>
std::uint64_t Order4::select(const Query& query, int begin, std::uint64_t limit, Found found) const {
    const std::uint64_t* sets[17];
    int k = 0;
    sets[k++] = of_rule_[static_cast<std::size_t>(query.rule)].data();
    for (std::size_t cell = 0; cell < 16; ++cell)
        if (query.given[cell] != 0) sets[k++] = holds_[cell][query.given[cell]].data();
    std::uint64_t n = 0;
    constexpr int STRIDE = 8;
    for (int at = begin / 64 / STRIDE * STRIDE; at < WORDS; at += STRIDE) {
        std::uint64_t words[STRIDE], some = 0;
        for (int i = 0; i < STRIDE; ++i) words[i] = sets[0][at + i];
        for (int s = 1; s < k; ++s)
            for (int i = 0; i < STRIDE; ++i) words[i] &= sets[s][at + i];
        for (int i = 0; i < STRIDE; ++i) some |= words[i];
        if (some == 0) continue;
        for (int i = 0; i < STRIDE; ++i)
            for (; words[i] != 0; words[i] &= words[i] - 1) {
                const int square = 64 * (at + i) + __builtin_ctzll(words[i]);
                if (square < begin) continue;
                found(square);
                if (++n == limit) return n;
            }
    }
    return n;
}

}  // namespace magic
