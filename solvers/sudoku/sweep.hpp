// One sweep of the deductions over many boards at once, one board a lane.
//
// A cell is a vector: lane k of it holds the candidate mask of that cell on board k. So an instruction works on as
// many boards as a register has lanes (32 of 16 bits with AVX-512), there is not one shuffle, and a board costs a
// fraction of a sweep. Lanes do not see each other: what happens to a board depends on that board alone.
//
//     cells[0]   | r1c1 of board 0 | r1c1 of board 1 | ... |
//     cells[1]   | r1c2 of board 0 | r1c2 of board 1 | ... |
//     ...
//
// Rows are looked at by bands, columns by stacks; both are chutes, and one function serves both. A chute of a 9x9
// board (a band here, a stack is the same lying on its side) has 3 lines and 3 boxes, which meet in minis of 3 cells:
//
//              box 0     box 1     box 2
//     line 0   a b c  |  d e f  |  g h i         mini (0, 0) = a b c
//     line 1   j k l  |  m n o  |  p q r
//     line 2   s t u  |  v w x  |  y z .
//
// All that is deduced comes from what a mini sees once and sees twice: naked singles, hidden singles in lines and
// boxes, and locked candidates both ways. This file is compiled for each instruction set into a namespace of its own;
// it uses nothing of the library, so that no code for a newer machine can slip into the rest.
#pragma once

#include "lanes.hpp"

#if defined(__AVX512BW__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace gridmill::sudoku {
namespace {

#if defined(__AVX512BW__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

template <class T> struct VectorOf { typedef T type __attribute__((vector_size(vector_bytes))); };
template <class T> using Vector = typename VectorOf<T>::type;
template <class T> constexpr int lanes_of = vector_bytes / static_cast<int>(sizeof(T));

#define GRIDMILL_INLINE inline __attribute__((always_inline))

#if defined(__AVX512BW__)
template <int Table, class V> GRIDMILL_INLINE V ternary(V a, V b, V c) {
    if constexpr (sizeof(V) == 64) return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, Table);
    else return (V)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, Table);
}
#endif

// a | (b & c), x & ~(a ^ b) and where(a single bit is left): one instruction each with AVX-512.
template <class V> GRIDMILL_INLINE V or_and(V a, V b, V c) {
#if defined(__AVX512BW__)
    return ternary<0xF8>(a, b, c);
#else
    return a | (b & c);
#endif
}

template <class V> GRIDMILL_INLINE V or3(V a, V b, V c) {
#if defined(__AVX512BW__)
    return ternary<0xFE>(a, b, c);
#else
    return a | b | c;
#endif
}

template <class V> GRIDMILL_INLINE V clear_others(V x, V kill, V own) {
#if defined(__AVX512BW__)
    return ternary<0x90>(x, kill, own);
#else
    return x & ~(kill ^ own);
#endif
}

template <class V> GRIDMILL_INLINE V or_xor(V a, V b, V c) {
#if defined(__AVX512BW__)
    return ternary<0xF6>(a, b, c);
#else
    return a | (b ^ c);
#endif
}

// x in the lanes where it is a single bit (or 0), else 0.
GRIDMILL_INLINE Vector<std::uint16_t> singles(Vector<std::uint16_t> x) {
#if defined(__AVX512BW__)
    const __m512i v = (__m512i)x;
    return (Vector<std::uint16_t>)_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(v, (__m512i)(x - 1)), v);
#else
    return x & (Vector<std::uint16_t>)((x & (x - 1)) == 0);
#endif
}
GRIDMILL_INLINE Vector<std::uint32_t> singles(Vector<std::uint32_t> x) {
#if defined(__AVX512BW__)
    const __m512i v = (__m512i)x;
    return (Vector<std::uint32_t>)_mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(v, (__m512i)(x - 1)), v);
#else
    return x & (Vector<std::uint32_t>)((x & (x - 1)) == 0);
#endif
}

// forced where it is not 0, else x.
GRIDMILL_INLINE Vector<std::uint16_t> prefer(Vector<std::uint16_t> forced, Vector<std::uint16_t> x) {
#if defined(__AVX512BW__)
    const __m512i f = (__m512i)forced;
    return (Vector<std::uint16_t>)_mm512_mask_mov_epi16((__m512i)x, _mm512_test_epi16_mask(f, f), f);
#else
    return forced | (x & (Vector<std::uint16_t>)(forced == 0));
#endif
}
GRIDMILL_INLINE Vector<std::uint32_t> prefer(Vector<std::uint32_t> forced, Vector<std::uint32_t> x) {
#if defined(__AVX512BW__)
    const __m512i f = (__m512i)forced;
    return (Vector<std::uint32_t>)_mm512_mask_mov_epi32((__m512i)x, _mm512_test_epi32_mask(f, f), f);
#else
    return forced | (x & (Vector<std::uint32_t>)(forced == 0));
#endif
}

// One bit a lane: the lanes that are not 0.
template <class V> GRIDMILL_INLINE LaneSet lanes_set(V x) {
    constexpr int bytes = sizeof(x[0]);
#if defined(__AVX512BW__)
    const __m512i v = (__m512i)x;
    return bytes == 2 ? _mm512_test_epi16_mask(v, v) : _mm512_test_epi32_mask(v, v);
#elif defined(__AVX2__)
    const auto m = ~static_cast<unsigned>(_mm256_movemask_epi8((__m256i)(x == 0)));
    return _pext_u32(m, bytes == 2 ? 0x55555555u : 0x11111111u);
#else
    LaneSet set = 0;
    for (int lane = 0; lane < vector_bytes / bytes; ++lane) set |= static_cast<LaneSet>(x[lane] != 0) << lane;
    return set;
#endif
}

// What is seen at least once and at least twice in a group of cells.
template <class V> struct Seen {
    V once{}, twice{};
    GRIDMILL_INLINE void add(V x) {
        twice = or_and(twice, once, x);
        once |= x;
    }
    GRIDMILL_INLINE void add(const Seen& other) {
        twice = or_and(twice | other.twice, once, other.once);
        once |= other.once;
    }
};

template <class V> struct Outcome {
    V bad{};     // not 0: the lane contradicts itself
    V open{};    // not 0: the lane had cells with several candidates
    V changed{}; // not 0: the lane lost candidates
};

// The deductions of one chute: `Lines` lines and as many boxes, minis of `Width` cells. `cell(line, box, k)` is the
// index of a cell, `line_weight` and `box_weight` count the conflicts of each unit.
template <class T, int Lines, int Width, class Cell>
GRIDMILL_INLINE void squeeze(T* state, Cell cell, T all, Vector<T>* line_weight, Vector<T>* box_weight, Outcome<Vector<T>>& outcome) {
    using V = Vector<T>;
    V* cells = reinterpret_cast<V*>(state);
    V single[Lines][Lines][Width];
    V solved_line[Lines], solved_box[Lines], twice_line[Lines], twice_box[Lines];

    // Naked singles: what is solved leaves the other cells of its line and box.
    Seen<V> by_box[Lines];
#pragma GCC unroll 8
    for (int i = 0; i < Lines; ++i) {
        Seen<V> by_line;
#pragma GCC unroll 8
        for (int j = 0; j < Lines; ++j) {
            Seen<V> mini;
#pragma GCC unroll 8
            for (int k = 0; k < Width; ++k) {
                const V x = cells[cell(i, j, k)];
                single[i][j][k] = singles(x);
                outcome.open = or_xor(outcome.open, x, single[i][j][k]);
                mini.add(single[i][j][k]);
            }
            by_line.add(mini);
            by_box[j].add(mini);
        }
        solved_line[i] = by_line.once;
        twice_line[i] = by_line.twice;
    }
#pragma GCC unroll 8
    for (int j = 0; j < Lines; ++j) {
        solved_box[j] = by_box[j].once;
        twice_box[j] = by_box[j].twice;
    }

    // What is left, seen by minis; `many` is what a line or box sees in two minis or more.
    V x[Lines][Lines][Width], mini_once[Lines][Lines];
    V hidden_line[Lines], many_line[Lines], hidden_box[Lines], many_box[Lines];
    Seen<V> box_minis[Lines], box_cells[Lines];
#pragma GCC unroll 8
    for (int i = 0; i < Lines; ++i) {
        Seen<V> line_minis, line_cells;
#pragma GCC unroll 8
        for (int j = 0; j < Lines; ++j) {
            const V kill = solved_line[i] | solved_box[j];
            Seen<V> mini;
#pragma GCC unroll 8
            for (int k = 0; k < Width; ++k) {
                x[i][j][k] = clear_others(cells[cell(i, j, k)], kill, single[i][j][k]);
                mini.add(x[i][j][k]);
            }
            mini_once[i][j] = mini.once;
            line_minis.add(mini.once);
            line_cells.twice |= mini.twice;
            box_minis[j].add(mini.once);
            box_cells[j].twice |= mini.twice;
        }
        many_line[i] = line_minis.twice;
        hidden_line[i] = line_minis.once & ~(line_minis.twice | line_cells.twice);
        const V wrong = (line_minis.once ^ all) | twice_line[i];
        outcome.bad |= wrong;
        line_weight[i] -= (V)(wrong != 0);
    }
#pragma GCC unroll 8
    for (int j = 0; j < Lines; ++j) {
        many_box[j] = box_minis[j].twice;
        hidden_box[j] = box_minis[j].once & ~(box_minis[j].twice | box_cells[j].twice);
        const V wrong = (box_minis[j].once ^ all) | twice_box[j];
        outcome.bad |= wrong;
        box_weight[j] -= (V)(wrong != 0);
    }

    // Locked candidates: a value that a line keeps in one mini leaves the rest of that mini's box, and the same with
    // line and box exchanged. Then hidden singles.
    V line_kills[Lines], box_kills[Lines];
#pragma GCC unroll 8
    for (int i = 0; i < Lines; ++i) line_kills[i] = box_kills[i] = V{};
    V locked_in_line[Lines][Lines], locked_in_box[Lines][Lines];
#pragma GCC unroll 8
    for (int i = 0; i < Lines; ++i) {
#pragma GCC unroll 8
        for (int j = 0; j < Lines; ++j) {
            locked_in_line[i][j] = mini_once[i][j] & ~many_line[i];
            locked_in_box[i][j] = mini_once[i][j] & ~many_box[j];
            box_kills[j] |= locked_in_line[i][j];
            line_kills[i] |= locked_in_box[i][j];
        }
    }
#pragma GCC unroll 8
    for (int i = 0; i < Lines; ++i) {
#pragma GCC unroll 8
        for (int j = 0; j < Lines; ++j) {
            // A value locked in this very mini stays; if two minis of a box claim it, each strikes the other's.
            const V keep = ~((box_kills[j] & ~locked_in_line[i][j]) | (line_kills[i] & ~locked_in_box[i][j]));
            const V hidden = hidden_line[i] | hidden_box[j];
#pragma GCC unroll 8
            for (int k = 0; k < Width; ++k) {
                const V forced = x[i][j][k] & hidden;
                const V next = prefer(forced, x[i][j][k] & keep);
                V& old = cells[cell(i, j, k)];
                outcome.bad = or_and(outcome.bad, forced, forced - 1);
                outcome.changed = or_xor(outcome.changed, next, old);
                old = next;
            }
        }
    }
}

// A full sweep: every band, then every stack.
template <class T, int Rows, int Columns> SweepReport sweep(void* memory) {
    constexpr int size = Rows * Columns, lanes = lanes_of<T>;
    T* cells = static_cast<T*>(memory);
    auto* weights = reinterpret_cast<Vector<T>*>(cells + size * size * lanes);  // rows, columns, boxes
    constexpr T all = static_cast<T>((1ull << size) - 1);
    Outcome<Vector<T>> bands, stacks;
    for (int band = 0; band < Columns; ++band) {
        const auto cell = [band](int line, int box, int k) { return (band * Rows + line) * size + box * Columns + k; };
        squeeze<T, Rows, Columns>(cells, cell, all, weights + band * Rows, weights + 2 * size + band * Rows, bands);
    }
    for (int stack = 0; stack < Rows; ++stack) {
        const auto cell = [stack](int line, int box, int k) { return (box * Rows + k) * size + stack * Columns + line; };
        Vector<T> boxes[Columns] = {};
        squeeze<T, Columns, Rows>(cells, cell, all, weights + size + stack * Columns, boxes, stacks);
        for (int box = 0; box < Columns; ++box) weights[2 * size + box * Rows + stack] += boxes[box];
    }
    SweepReport report;
    report.bad = lanes_set(bands.bad | stacks.bad);
    report.open = lanes_set(bands.open);
    report.changed = lanes_set(bands.changed | stacks.changed);
    return report;
}

// For every lane the cell to branch on: the fewest candidates by the most conflicts of its units.
template <class T, int Rows, int Columns> void choose(const void* memory, void* chosen) {
    using V = Vector<T>;
    constexpr int size = Rows * Columns;
    const V* cells = static_cast<const V*>(memory);
    const V* weights = cells + size * size;
    V best{}, where{};
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const int index = row * size + column;
            const V x = cells[index];
            const V two = x & (x - 1), three = two & (two - 1), four = three & (three - 1), five = four & (four - 1);
            const V weight = weights[row] + weights[size + column] + weights[2 * size + row / Rows * Rows + column / Columns];
            // 7, 4, 3 or 2 times the weight for 2, 3, 4 or more candidates; nothing for a cell that is solved.
            V score = weight + weight;
            score += weight & (V)(five == 0);
            score += weight & (V)(four == 0);
            score += (weight + weight + weight) & (V)(three == 0);
            score &= (V)(two != 0);
            const V better = (V)(score > best);
            best = (score & better) | (best & ~better);
            where = ((V{} + static_cast<T>(index)) & better) | (where & ~better);
        }
    }
    *static_cast<V*>(chosen) = where;
}

template <class T, int Rows, int Columns> constexpr LaneEngine engine_of(const char* name, LoneEngine alone = {}) {
    return LaneEngine{name, Rows, Columns, lanes_of<T>, sizeof(T), sweep<T, Rows, Columns>, choose<T, Rows, Columns>, alone};
}

}  // namespace
}  // namespace gridmill::sudoku
