// Sets of sets of cells, as bit strings: the state of the passes over a run's digits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gridmill::kakuro {

// A family of subsets of the run's cells 0 .. k-1. Subset s (cell c is in it if bit c of s is set) stands at bit s of
// one string of 2^k bits: words[s / 64] >> (s % 64). Six cells fit one word, nine cells eight.
//
// To add cell c to all subsets that lack it is a shift by 2^c: inside the words for c < 6, by whole words above.
template <int W>
struct Subsets {
    std::array<std::uint64_t, W> words;

    void clear() { words.fill(0); }
    bool empty() const {
        std::uint64_t any = 0;
        for (std::uint64_t word : words) any |= word;
        return any == 0;
    }
    bool has(unsigned subset) const { return (words[subset / 64] >> (subset % 64) & 1) != 0; }
    void put(unsigned subset) { words[subset / 64] |= std::uint64_t{1} << (subset % 64); }
    void join(const Subsets& other) {
        for (int w = 0; w < W; ++w) words[w] |= other.words[w];
    }
    bool meets(const Subsets& other) const {
        std::uint64_t any = 0;
        for (int w = 0; w < W; ++w) any |= words[w] & other.words[w];
        return any != 0;
    }
};

// Bits of the subsets that lack cell c, for the six cells inside a word.
constexpr std::array<std::uint64_t, 6> lacking{0x5555555555555555u, 0x3333333333333333u, 0x0f0f0f0f0f0f0f0fu,
                                               0x00ff00ff00ff00ffu, 0x0000ffff0000ffffu, 0x00000000ffffffffu};

// into |= {s with c : s in from, c not in s}
template <int W>
inline void add_cell(const Subsets<W>& from, int c, Subsets<W>& into) {
    if (W == 1 || c < 6) {
        for (int w = 0; w < W; ++w) into.words[w] |= (from.words[w] & lacking[c]) << (1 << c);
    } else {
        const int step = 1 << (c - 6);
        for (int w = 0; w < W; ++w)
            if ((w & step) == 0) into.words[w | step] |= from.words[w];
    }
}

// into = {s without c : s in from, c in s}
template <int W>
inline void drop_cell(const Subsets<W>& from, int c, Subsets<W>& into) {
    if (W == 1 || c < 6) {
        for (int w = 0; w < W; ++w) into.words[w] = (from.words[w] >> (1 << c)) & lacking[c];
    } else {
        const int step = 1 << (c - 6);
        for (int w = 0; w < W; ++w) into.words[w] = (w & step) == 0 ? from.words[w | step] : 0;
    }
}

}  // namespace gridmill::kakuro
