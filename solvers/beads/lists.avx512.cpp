#include <immintrin.h>

#include "lists.hpp"

namespace gridmill::beads {

namespace {

// The tallies of eight lanes, or of any two sets of placements: each plane includes the ones below it.
struct Planes {
    __m512i once, twice, thrice, four;
};

Planes join(const Planes& a, const Planes& b) {
    const __m512i four = _mm512_or_si512(_mm512_or_si512(a.four, b.four), _mm512_and_si512(a.twice, b.twice));
    const __m512i odd = _mm512_or_si512(_mm512_and_si512(a.thrice, b.once), _mm512_and_si512(a.once, b.thrice));
    const __m512i three = _mm512_or_si512(_mm512_and_si512(a.twice, b.once), _mm512_and_si512(a.once, b.twice));
    return {_mm512_or_si512(a.once, b.once),
            _mm512_ternarylogic_epi64(_mm512_or_si512(a.twice, b.twice), a.once, b.once, 0xf8),  // a | (b & c)
            _mm512_or_si512(_mm512_or_si512(a.thrice, b.thrice), three), _mm512_or_si512(four, odd)};
}

template <class Turn>
Planes turned(const Planes& a, Turn turn) {
    return {turn(a.once), turn(a.twice), turn(a.thrice), turn(a.four)};
}

void take(Planes& t, __m512i items) {
    t.four = _mm512_ternarylogic_epi64(t.four, t.thrice, items, 0xf8);
    t.thrice = _mm512_ternarylogic_epi64(t.thrice, t.twice, items, 0xf8);
    t.twice = _mm512_ternarylogic_epi64(t.twice, t.once, items, 0xf8);
    t.once = _mm512_or_si512(t.once, items);
}

// Halves are joined until one lane is left; from the first joint on, low and high words share a register.
void join_lanes(const Planes& low, const Planes& high, Tally* tally) {
    const auto front = [](__m512i l, __m512i h) { return _mm512_shuffle_i64x2(l, h, 0x44); };
    const auto back = [](__m512i l, __m512i h) { return _mm512_shuffle_i64x2(l, h, 0xee); };
    const auto both = [&](auto half) {
        return Planes{half(low.once, high.once), half(low.twice, high.twice), half(low.thrice, high.thrice),
                      half(low.four, high.four)};
    };
    Planes t = join(both(front), both(back));
    t = join(t, turned(t, [](__m512i v) { return _mm512_shuffle_i64x2(v, v, 0xb1); }));
    t = join(t, turned(t, [](__m512i v) { return _mm512_shuffle_epi32(v, _MM_PERM_BADC); }));
    const auto words = [](__m512i v) {
        return Words{static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(v))),
                     static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_extracti32x4_epi32(v, 2)))};
    };
    const Words planes_of[4] = {words(t.once), words(t.twice), words(t.thrice), words(t.four)};
    for (const Words& plane : planes_of) GRIDMILL_TALLY(*tally, plane.low, plane.high);
}

std::size_t filter(const std::uint64_t* low, const std::uint64_t* high, const std::uint32_t* id, std::size_t count,
                   Words blocked, std::uint64_t* to_low, std::uint64_t* to_high, std::uint32_t* to_id, Tally* tally) {
    const __m512i block_low = _mm512_set1_epi64(static_cast<long long>(blocked.low));
    const __m512i block_high = _mm512_set1_epi64(static_cast<long long>(blocked.high));
    Planes t_low{}, t_high{};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += 8) {
        const __m512i l = _mm512_loadu_si512(low + i), h = _mm512_loadu_si512(high + i);
        const __m256i p = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(id + i));
        const __mmask8 real = count - i >= 8 ? 0xff : static_cast<__mmask8>((1u << (count - i)) - 1);
        const __m512i met = _mm512_or_si512(_mm512_and_si512(l, block_low), _mm512_and_si512(h, block_high));
        const __mmask8 keep = _mm512_mask_testn_epi64_mask(real, met, met);
        // Compressed in a register and stored whole: compressing into memory is several times slower on some processors.
        const __m512i stays_low = _mm512_maskz_compress_epi64(keep, l), stays_high = _mm512_maskz_compress_epi64(keep, h);
        _mm512_storeu_si512(to_low + kept, stays_low);
        _mm512_storeu_si512(to_high + kept, stays_high);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_id + kept), _mm256_maskz_compress_epi32(keep, p));
        kept += static_cast<std::size_t>(__builtin_popcount(keep));
        take(t_low, _mm512_maskz_mov_epi64(keep, l));
        take(t_high, _mm512_maskz_mov_epi64(keep, h));
    }
    join_lanes(t_low, t_high, tally);
    return kept;
}

void add(__m512i* planes_of, __m512i carry) {
    for (int p = 0; p < planes; ++p) {
        const __m512i next = _mm512_and_si512(planes_of[p], carry);
        planes_of[p] = _mm512_xor_si512(planes_of[p], carry);
        carry = next;
    }
    for (int p = 0; p < planes; ++p) planes_of[p] = _mm512_or_si512(planes_of[p], carry);
}

// Adds the lanes up, halves first: a full adder for each plane.
void join_lanes(__m512i* planes_of) {
    for (int step = 4; step > 0; step /= 2) {
        const __m512i turn = _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(step));
        __m512i carry = _mm512_setzero_si512();
        for (int p = 0; p < planes; ++p) {
            const __m512i a = planes_of[p], b = _mm512_permutexvar_epi64(turn, a);
            planes_of[p] = _mm512_ternarylogic_epi64(a, b, carry, 0x96);  // a ^ b ^ c
            carry = _mm512_ternarylogic_epi64(a, b, carry, 0xe8);         // two of three
        }
        for (int p = 0; p < planes; ++p) planes_of[p] = _mm512_or_si512(planes_of[p], carry);
    }
}

void count(const std::uint64_t* low, const std::uint64_t* high, std::size_t size, Counts* result) {
    __m512i l[planes], h[planes];
    for (int p = 0; p < planes; ++p) l[p] = h[p] = _mm512_setzero_si512();
    for (std::size_t i = 0; i < size; i += 8) {
        const __mmask8 real = size - i >= 8 ? 0xff : static_cast<__mmask8>((1u << (size - i)) - 1);
        add(l, _mm512_maskz_loadu_epi64(real, low + i));
        add(h, _mm512_maskz_loadu_epi64(real, high + i));
    }
    join_lanes(l);
    join_lanes(h);
    for (int p = 0; p < planes; ++p)
        result->plane[p] = {static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(l[p]))),
                            static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(h[p])))};
}

void mark(const char* text, const char* letters, std::size_t count, Words* where) {
    const __m512i low = _mm512_loadu_si512(text), high = _mm512_loadu_si512(text + 64);
    for (std::size_t l = 0; l < count; ++l) {
        const __m512i letter = _mm512_set1_epi8(letters[l]);
        where[l] = {_mm512_cmpeq_epi8_mask(low, letter), _mm512_cmpeq_epi8_mask(high, letter)};
    }
}

}  // namespace

extern const ListLoops avx512_lists;
const ListLoops avx512_lists{filter, count, mark};

}  // namespace gridmill::beads
