// All 7040 magic squares of order 4, and boards of order 4 answered by intersecting sets of them.
//
// The squares are sorted. For each number in each cell there is the list of squares that have it there (416 or 464),
// and over that list, one bit a square, the sets of those that have a second number in a later cell, or obey a rule
// set:
//
//     near_[cell][number]   squares      17   23   51  102 …      ascending
//                           2nd = 9       0    1    0    0 …      8 words, a cache line
//                           2nd = 10      1    0    0    0 …
//                           34-game       1    1    0    1 …
//
// So k givens are the AND of k - 1 cache lines. Sets over all 7040 squares, 110 words each, took four times as long.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace magic {

class Order4 {
public:
    static constexpr int SQUARES = 7040;
    enum Rule : int { NORMAL, GAME_34, PANDIAGONAL, ASSOCIATIVE, RULES };
    using Square = std::array<std::uint8_t, 16>;
    // The givens in reading order, each as cell * 16 + number - 1.
    struct Query { int rule = NORMAL; int givens = 0; Square given; };

    Order4();

    // The board as a query, if it is one of a rule set known here, with plain numbers from 0 to 16.
    static bool read(std::string_view text, Query& query);

    // Calls found(index) for the first `limit` squares from index `begin` on, ascending; returns how many there were.
    template <class Found>
    std::uint64_t select(const Query& query, int begin, std::uint64_t limit, Found&& found) const;

    // The first two squares of a query with givens, -1 where there is none.
    std::pair<int, int> two(const Query& query) const;

    // Asks for what two() will read.
    void prefetch(const Query& query) const;

    // The index of the first square after `square`.
    int after(const Square& square) const;

    const std::string& text(int square) const { return texts_[static_cast<std::size_t>(square)]; }

private:
    static constexpr int WORDS = 8;
    using Line = std::array<std::uint64_t, WORDS>;

    struct Near {
        std::vector<std::uint16_t> squares;
        std::vector<Line> later;              // [(cell - first cell - 1) * 16 + number - 1]
        std::array<Line, RULES> of_rule{};    // NORMAL: all of them
    };

    static std::size_t read_rule(std::string_view text, int& rule);
    const Line& later(const Near& near, int first, int given) const {
        return near.later[static_cast<std::size_t>(given - (first / 16 + 1) * 16)];
    }
    Line all(const Query& query) const;
    void enumerate();
    void index();
    bool obeys(int rule, int square) const { return (rules_[static_cast<std::size_t>(square)] >> rule & 1) != 0; }

    std::vector<Square> squares_;
    std::vector<std::uint8_t> rules_;   // of each square, one bit a rule set
    std::vector<std::string> texts_;
    std::vector<Near> near_;            // [cell * 16 + number - 1]
};

inline void Order4::prefetch(const Query& query) const {
    if (query.givens == 0) return;
    const Near& near = near_[query.given[0]];
    for (int i = 1; i < query.givens; ++i) __builtin_prefetch(&later(near, query.given[0], query.given[i]));
}

inline Order4::Line Order4::all(const Query& query) const {
    const Near& near = near_[query.given[0]];
    Line line = near.of_rule[static_cast<std::size_t>(query.rule)];
    for (int given = 1; given < query.givens; ++given) {
        const Line& other = later(near, query.given[0], query.given[given]);
        for (int i = 0; i < WORDS; ++i) line[i] &= other[i];
    }
    return line;
}

inline std::pair<int, int> Order4::two(const Query& query) const {
    Line line = all(query);
    const auto take = [&]() -> int {
        unsigned filled = 0;   // words that are not 0: no branch for each
        for (unsigned i = 0; i < WORDS; ++i) filled |= static_cast<unsigned>(line[i] != 0) << i;
        if (filled == 0) return -1;
        const auto at = static_cast<std::size_t>(__builtin_ctz(filled));
        const int bit = __builtin_ctzll(line[at]);
        line[at] &= line[at] - 1;
        return near_[query.given[0]].squares[64 * at + static_cast<std::size_t>(bit)];
    };
    const int first = take();
    return {first, first < 0 ? -1 : take()};
}

template <class Found>
std::uint64_t Order4::select(const Query& query, int begin, std::uint64_t limit, Found&& found) const {
    std::uint64_t n = 0;
    if (query.givens == 0) {
        for (int square = begin; square < SQUARES && n < limit; ++square)
            if (obeys(query.rule, square)) { found(square); ++n; }
        return n;
    }
    const Near& near = near_[query.given[0]];
    const Line line = all(query);
    for (int i = 0; i < WORDS; ++i)
        for (std::uint64_t word = line[i]; word != 0; word &= word - 1) {
            const int square = near.squares[static_cast<std::size_t>(64 * i + __builtin_ctzll(word))];
            if (square < begin) continue;
            found(square);
            if (++n == limit) return n;
        }
    return n;
}

}  // namespace magic
