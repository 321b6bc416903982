#include <immintrin.h>

#include "lists.hpp"

namespace gridmill::beads {

namespace {

std::size_t filter(const std::uint64_t* low, const std::uint64_t* high, const std::uint32_t* id, std::size_t count,
                   Words blocked, std::uint64_t* to_low, std::uint64_t* to_high, std::uint32_t* to_id) {
    const __m512i block_low = _mm512_set1_epi64(static_cast<long long>(blocked.low));
    const __m512i block_high = _mm512_set1_epi64(static_cast<long long>(blocked.high));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += 8) {
        const __m512i l = _mm512_loadu_si512(low + i), h = _mm512_loadu_si512(high + i);
        const __m256i p = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(id + i));
        const __mmask8 real = count - i >= 8 ? 0xff : static_cast<__mmask8>((1u << (count - i)) - 1);
        const __m512i met = _mm512_or_si512(_mm512_and_si512(l, block_low), _mm512_and_si512(h, block_high));
        const __mmask8 keep = _mm512_mask_testn_epi64_mask(real, met, met);
        // Compressed in a register and stored whole: compressing into memory is several times slower on some processors.
        _mm512_storeu_si512(to_low + kept, _mm512_maskz_compress_epi64(keep, l));
        _mm512_storeu_si512(to_high + kept, _mm512_maskz_compress_epi64(keep, h));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_id + kept), _mm256_maskz_compress_epi32(keep, p));
        kept += static_cast<std::size_t>(__builtin_popcount(keep));
    }
    return kept;
}

void tally(const std::uint64_t* low, const std::uint64_t* high, std::size_t count, Tally* result) {
    __m512i once_l{}, twice_l{}, thrice_l{}, four_l{}, once_h{}, twice_h{}, thrice_h{}, four_h{};
    for (std::size_t i = 0; i < count; i += 8) {
        const __mmask8 real = count - i >= 8 ? 0xff : static_cast<__mmask8>((1u << (count - i)) - 1);
        const __m512i l = _mm512_maskz_loadu_epi64(real, low + i), h = _mm512_maskz_loadu_epi64(real, high + i);
        four_l = _mm512_ternarylogic_epi64(four_l, thrice_l, l, 0xf8);  // a | (b & c)
        four_h = _mm512_ternarylogic_epi64(four_h, thrice_h, h, 0xf8);
        thrice_l = _mm512_ternarylogic_epi64(thrice_l, twice_l, l, 0xf8);
        thrice_h = _mm512_ternarylogic_epi64(thrice_h, twice_h, h, 0xf8);
        twice_l = _mm512_ternarylogic_epi64(twice_l, once_l, l, 0xf8);
        twice_h = _mm512_ternarylogic_epi64(twice_h, once_h, h, 0xf8);
        once_l = _mm512_or_si512(once_l, l);
        once_h = _mm512_or_si512(once_h, h);
    }
    // Each lane holds the tally of its own placements; halves are joined until one lane is left.
    for (int step = 4; step > 0; step /= 2) {
        const __m512i turn = _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(step));
        const auto other = [&](__m512i v) { return _mm512_permutexvar_epi64(turn, v); };
        const auto join = [&](__m512i& a1, __m512i& a2, __m512i& a3, __m512i& a4) {
            const __m512i b1 = other(a1), b2 = other(a2), b3 = other(a3), b4 = other(a4);
            // At least four of both: 4+0, 3+1, 2+2, 1+3, 0+4; each plane includes the ones below it.
            const __m512i four = _mm512_or_si512(_mm512_or_si512(_mm512_or_si512(a4, b4), _mm512_and_si512(a3, b1)),
                                                 _mm512_or_si512(_mm512_and_si512(a2, b2), _mm512_and_si512(a1, b3)));
            const __m512i three = _mm512_or_si512(_mm512_or_si512(a3, b3),
                                                  _mm512_or_si512(_mm512_and_si512(a2, b1), _mm512_and_si512(a1, b2)));
            a4 = four;
            a3 = three;
            a2 = _mm512_or_si512(_mm512_or_si512(a2, b2), _mm512_and_si512(a1, b1));
            a1 = _mm512_or_si512(a1, b1);
        };
        join(once_l, twice_l, thrice_l, four_l);
        join(once_h, twice_h, thrice_h, four_h);
    }
    const auto first = [](__m512i v) {
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(v)));
    };
    *result = {{first(once_l), first(once_h)}, {first(twice_l), first(twice_h)},
               {first(thrice_l), first(thrice_h)}, {first(four_l), first(four_h)}};
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

}  // namespace

extern const ListLoops avx512_lists;
const ListLoops avx512_lists{filter, tally, count};

}  // namespace gridmill::beads
