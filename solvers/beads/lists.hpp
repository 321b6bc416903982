// The loops in which exact cover spends its time, over lists of placements as packed words, for up to 128 items; and
// the one in which looking boards up does.
//
// A list is three arrays of the same length, so that a vector register takes the words of 4 or 8 placements at once:
//
//     low   l0 l1 l2 l3 ...   items 0..63 of each placement
//     high  h0 h1 h2 h3 ...   items 64..127
//     id    p0 p1 p2 p3 ...   which placement
//
// Compiled three times: plain, AVX2 and AVX-512; simd() picks at run time. The files of newer instruction sets hold
// plain functions on pointers only: an inline function of the library, compiled there, could be the one that the linker
// keeps for everybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gridmill::beads {

// Arrays are readable and writable for this many elements behind their end.
inline constexpr std::size_t list_slack = 8;

struct Words {
    std::uint64_t low, high;
};

// Items that occur at least once, twice, three and four times.
struct Tally {
    Words once, twice, thrice, four;
};

// How often each item occurs, bit by bit: plane i holds bit i of all counts. Counts stay at 63 once they reach it.
inline constexpr int planes = 6;
struct Counts {
    Words plane[planes];
};

struct ListLoops {
    // Copies the placements that share no item with `blocked`, keeping their order, and adds them to a tally; the target
    // may be the source. One pass, since reading at once what was just stored at odd places stalls (a seventh of all time).
    std::size_t (*filter)(const std::uint64_t* low, const std::uint64_t* high, const std::uint32_t* id, std::size_t count,
                          Words blocked, std::uint64_t* to_low, std::uint64_t* to_high, std::uint32_t* to_id, Tally* tally);
    void (*count)(const std::uint64_t* low, const std::uint64_t* high, std::size_t count, Counts* result);
    // Where each of the letters stands in a text of 128 characters.
    void (*mark)(const char* text, const char* letters, std::size_t count, Words* where);
};

extern const ListLoops plain_lists;
#if defined(__x86_64__)
extern const ListLoops avx2_lists;
extern const ListLoops avx512_lists;
#endif

// The fastest loops that this processor runs.
const ListLoops& simd();

// For tests: "plain", "avx2", "avx512" or "fastest"; false if this processor lacks it.
bool choose_lists(std::string_view name);

// Adds one more set of items to a tally.
#define GRIDMILL_TALLY(t, l, h)                                             \
    ((t).four.low |= (t).thrice.low & (l), (t).four.high |= (t).thrice.high & (h),   \
     (t).thrice.low |= (t).twice.low & (l), (t).thrice.high |= (t).twice.high & (h), \
     (t).twice.low |= (t).once.low & (l), (t).twice.high |= (t).once.high & (h),     \
     (t).once.low |= (l), (t).once.high |= (h))

}  // namespace gridmill::beads
