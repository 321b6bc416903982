// The sweep of sweep.hpp for one board that has no company: its cells take the lanes that other boards would.
//
// A lane is a box, and a vector holds the cell at one place of every box. A 16x16 board is 16 vectors of 16 lanes; of
// a 9x9 board's 9 vectors some lanes stay empty.
//
//     cells[i * Side + k]   | box 1 | box 2 | box 3 | box 4 | box 5 ... |     row i, column k of each box
//                              band 1                          band 2
//
// What boxes see is then seen without a shuffle, by all boxes at once. Lines run over the lanes: those of a band over
// the four lanes of it, those of a stack over every fourth lane; that is all that tells bands from stacks, and nothing
// is moved between them. A board costs a tenth of what it costs alone in a sweep of lanes, and twice of what it costs
// in one that is full. Both do the same: a search may begin there and end here.
#pragma once

#include "sweep.hpp"

namespace gridmill::sudoku {
namespace {

#if defined(__AVX2__)

typedef std::uint16_t Boxes __attribute__((vector_size(32)));

#if defined(__AVX512BW__)
GRIDMILL_INLINE Boxes singles(Boxes x) {
    const __m256i v = (__m256i)x;
    return (Boxes)_mm256_maskz_mov_epi16(_mm256_testn_epi16_mask(v, (__m256i)(x - 1)), v);
}
GRIDMILL_INLINE Boxes prefer(Boxes forced, Boxes x) {
    const __m256i f = (__m256i)forced;
    return (Boxes)_mm256_mask_mov_epi16((__m256i)x, _mm256_test_epi16_mask(f, f), f);
}
#endif

GRIDMILL_INLINE bool any(Boxes x) { return _mm256_testz_si256((__m256i)x, (__m256i)x) == 0; }

// Every lane with its partner: two steps bring four lanes together.
template <bool Stacks> GRIDMILL_INLINE Boxes far_partner(Boxes x) {
    return (Boxes)(Stacks ? _mm256_permute4x64_epi64((__m256i)x, 0x4E) : _mm256_shuffle_epi32((__m256i)x, 0xB1));
}
template <bool Stacks> GRIDMILL_INLINE Boxes near_partner(Boxes x) {
    const __m256i v = (__m256i)x;
    return (Boxes)(Stacks ? _mm256_shuffle_epi32(v, 0x4E) : _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(v, 0xB1), 0xB1));
}
template <bool Stacks> GRIDMILL_INLINE Boxes along_line(Boxes x) {
    x |= far_partner<Stacks>(x);
    return x | near_partner<Stacks>(x);
}
template <bool Stacks> GRIDMILL_INLINE Seen<Boxes> along_line(Seen<Boxes> seen) {
    seen.add(Seen<Boxes>{far_partner<Stacks>(seen.once), far_partner<Stacks>(seen.twice)});
    seen.add(Seen<Boxes>{near_partner<Stacks>(seen.once), near_partner<Stacks>(seen.twice)});
    return seen;
}

// The deductions of all bands, or of all stacks: squeeze() of sweep.hpp, in its order and with its names.
template <int Side, bool Stacks>
GRIDMILL_INLINE void squeeze_all(Boxes* cells, Boxes all, Boxes* line_weight, Boxes& box_weight, Outcome<Boxes>& outcome) {
    const auto cell = [](int i, int k) { return Stacks ? k * Side + i : i * Side + k; };
    Boxes single[Side][Side], solved_line[Side], twice_line[Side];
    Seen<Boxes> by_box;
#pragma GCC unroll 4
    for (int i = 0; i < Side; ++i) {
        Seen<Boxes> mini;
#pragma GCC unroll 4
        for (int k = 0; k < Side; ++k) {
            const Boxes x = cells[cell(i, k)];
            single[i][k] = singles(x);
            outcome.open = or_xor(outcome.open, x, single[i][k]);
            mini.add(single[i][k]);
        }
        by_box.add(mini);
        const Seen<Boxes> by_line = along_line<Stacks>(mini);
        solved_line[i] = by_line.once;
        twice_line[i] = by_line.twice;
    }

    Boxes x[Side][Side], mini_once[Side], hidden_line[Side], many_line[Side], box_twice{};
    Seen<Boxes> box_minis;
#pragma GCC unroll 4
    for (int i = 0; i < Side; ++i) {
        const Boxes kill = solved_line[i] | by_box.once;
        Seen<Boxes> mini;
#pragma GCC unroll 4
        for (int k = 0; k < Side; ++k) {
            x[i][k] = clear_others(cells[cell(i, k)], kill, single[i][k]);
            mini.add(x[i][k]);
        }
        mini_once[i] = mini.once;
        box_minis.add(mini.once);
        box_twice |= mini.twice;
        const Seen<Boxes> line_minis = along_line<Stacks>(Seen<Boxes>{mini.once, Boxes{}});
        many_line[i] = line_minis.twice;
        hidden_line[i] = line_minis.once & ~(line_minis.twice | along_line<Stacks>(mini.twice));
        const Boxes wrong = ((line_minis.once ^ all) | twice_line[i]) & all;
        outcome.bad |= wrong;
        line_weight[i] -= (Boxes)(wrong != 0);
    }
    const Boxes hidden_box = box_minis.once & ~(box_minis.twice | box_twice);
    const Boxes wrong = (box_minis.once ^ all) | by_box.twice;
    outcome.bad |= wrong;
    box_weight -= (Boxes)(wrong != 0);

    Boxes box_kills{};
#pragma GCC unroll 4
    for (int i = 0; i < Side; ++i) box_kills |= mini_once[i] & ~many_line[i];
#pragma GCC unroll 4
    for (int i = 0; i < Side; ++i) {
        const Boxes locked_in_line = mini_once[i] & ~many_line[i], locked_in_box = mini_once[i] & ~box_minis.twice;
        const Boxes line_kills = along_line<Stacks>(locked_in_box);
        const Boxes keep = ~((box_kills & ~locked_in_line) | (line_kills & ~locked_in_box));
        const Boxes hidden = hidden_line[i] | hidden_box;
#pragma GCC unroll 4
        for (int k = 0; k < Side; ++k) {
            const Boxes forced = x[i][k] & hidden;
            const Boxes next = prefer(forced, x[i][k] & keep);
            Boxes& old = cells[cell(i, k)];
            outcome.bad = or_and(outcome.bad, forced, forced - 1);
            outcome.changed = or_xor(outcome.changed, next, old);
            old = next;
        }
    }
}

// The cell to branch on, in reading order: choose() of sweep.hpp.
template <int Side> int choose_alone(const Boxes* cells, const Boxes* rows, const Boxes* columns, Boxes boxes) {
    Boxes best{}, where{};
    for (int i = 0; i < Side; ++i) {
        for (int k = 0; k < Side; ++k) {
            const Boxes x = cells[i * Side + k];
            const Boxes two = x & (x - 1), three = two & (two - 1), four = three & (three - 1), five = four & (four - 1);
            const Boxes weight = rows[i] + columns[k] + boxes;
            Boxes score = weight + weight;
            score += weight & (Boxes)(five == 0);
            score += weight & (Boxes)(four == 0);
            score += (weight + weight + weight) & (Boxes)(three == 0);
            score &= (Boxes)(two != 0);
            const Boxes better = (Boxes)(score > best);
            best = (score & better) | (best & ~better);
            where = ((Boxes{} + static_cast<std::uint16_t>(i * Side * Side + k)) & better) | (where & ~better);
        }
    }
    int highest = 0, chosen = 0;
    for (int band = 0; band < Side; ++band) {
        for (int stack = 0; stack < Side; ++stack) {
            const int lane = 4 * band + stack, index = band * Side * Side * Side + stack * Side + where[lane];
            if (best[lane] < highest || (best[lane] == highest && (highest == 0 || index > chosen))) continue;
            highest = best[lane];
            chosen = index;
        }
    }
    return chosen;
}

// Sweeps until the board contradicts itself, is solved or stands still, but `most` times at most.
template <int Side> LoneReport sweep_alone(void* memory, std::uint32_t most) {
    constexpr std::uint16_t whole = static_cast<std::uint16_t>((1u << Side * Side) - 1);
    Boxes* cells = static_cast<Boxes*>(memory);
    Boxes *rows = cells + Side * Side, *columns = rows + Side, *boxes = columns + Side;
    Boxes all{};
    for (int lane = 0; lane < 16; ++lane) all[lane] = lane / 4 < Side && lane % 4 < Side ? whole : 0;
    LoneReport report;
    while (report.sweeps < most) {
        Outcome<Boxes> bands, stacks;
        Boxes boxes_of_stacks{};
        squeeze_all<Side, false>(cells, all, rows, *boxes, bands);
        squeeze_all<Side, true>(cells, all, columns, boxes_of_stacks, stacks);
        *boxes += boxes_of_stacks;
        ++report.sweeps;
        if (any(bands.bad | stacks.bad)) report.end = LoneReport::End::bad;
        else if (!any(bands.open)) report.end = LoneReport::End::solved;
        else if (!any(bands.changed | stacks.changed)) report.end = LoneReport::End::stuck;
        else continue;
        break;
    }
    if (report.end == LoneReport::End::stuck) report.chosen = choose_alone<Side>(cells, rows, columns, *boxes);
    return report;
}

template <int Side> constexpr LoneEngine lone_engine_of() { return LoneEngine{Side, sweep_alone<Side>}; }

#endif

}  // namespace
}  // namespace gridmill::sudoku
