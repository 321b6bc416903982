#include <immintrin.h>

#include "lists.hpp"

namespace gridmill::beads {

namespace {

// For each set of 4 lanes to keep: their 32-bit halves moved to the front, and the same for lanes of 32 bits.
alignas(32) constexpr std::int32_t pack64[16][8] = {
    {0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0, 0, 0}, {2, 3, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 3, 0, 0, 0, 0},
    {4, 5, 0, 0, 0, 0, 0, 0}, {0, 1, 4, 5, 0, 0, 0, 0}, {2, 3, 4, 5, 0, 0, 0, 0}, {0, 1, 2, 3, 4, 5, 0, 0},
    {6, 7, 0, 0, 0, 0, 0, 0}, {0, 1, 6, 7, 0, 0, 0, 0}, {2, 3, 6, 7, 0, 0, 0, 0}, {0, 1, 2, 3, 6, 7, 0, 0},
    {4, 5, 6, 7, 0, 0, 0, 0}, {0, 1, 4, 5, 6, 7, 0, 0}, {2, 3, 4, 5, 6, 7, 0, 0}, {0, 1, 2, 3, 4, 5, 6, 7}};
alignas(16) constexpr std::int32_t pack32[16][4] = {
    {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {0, 2, 0, 0}, {1, 2, 0, 0}, {0, 1, 2, 0},
    {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0}, {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3}};

void add_up(const std::uint64_t* low, const std::uint64_t* high, std::size_t count, Tally* tally) {
    __m256i once_l{}, twice_l{}, thrice_l{}, four_l{}, once_h{}, twice_h{}, thrice_h{}, four_h{};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const __m256i l = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i));
        const __m256i h = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i));
        four_l = _mm256_or_si256(four_l, _mm256_and_si256(thrice_l, l));
        four_h = _mm256_or_si256(four_h, _mm256_and_si256(thrice_h, h));
        thrice_l = _mm256_or_si256(thrice_l, _mm256_and_si256(twice_l, l));
        thrice_h = _mm256_or_si256(thrice_h, _mm256_and_si256(twice_h, h));
        twice_l = _mm256_or_si256(twice_l, _mm256_and_si256(once_l, l));
        twice_h = _mm256_or_si256(twice_h, _mm256_and_si256(once_h, h));
        once_l = _mm256_or_si256(once_l, l);
        once_h = _mm256_or_si256(once_h, h);
    }
    // Each lane holds the tally of its own placements: a count of 0 to 4 is added to the rest as so many sets.
    alignas(32) std::uint64_t lanes[8][4];
    const __m256i planes[8] = {once_l, twice_l, thrice_l, four_l, once_h, twice_h, thrice_h, four_h};
    for (int plane = 0; plane < 8; ++plane) _mm256_store_si256(reinterpret_cast<__m256i*>(lanes[plane]), planes[plane]);
    Tally t = *tally;
    for (int lane = 0; lane < 4; ++lane)
        for (int plane = 0; plane < 4; ++plane) GRIDMILL_TALLY(t, lanes[plane][lane], lanes[plane + 4][lane]);
    for (; i < count; ++i) GRIDMILL_TALLY(t, low[i], high[i]);
    *tally = t;
}

std::size_t filter(const std::uint64_t* low, const std::uint64_t* high, const std::uint32_t* id, std::size_t count,
                   Words blocked, std::uint64_t* to_low, std::uint64_t* to_high, std::uint32_t* to_id, Tally* tally) {
    const __m256i block_low = _mm256_set1_epi64x(static_cast<long long>(blocked.low));
    const __m256i block_high = _mm256_set1_epi64x(static_cast<long long>(blocked.high));
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += 4) {
        const __m256i l = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i));
        const __m256i h = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i));
        const __m128i p = _mm_loadu_si128(reinterpret_cast<const __m128i*>(id + i));
        const __m256i met = _mm256_or_si256(_mm256_and_si256(l, block_low), _mm256_and_si256(h, block_high));
        const __m256i clear = _mm256_cmpeq_epi64(met, _mm256_setzero_si256());
        unsigned keep = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(clear)));
        if (count - i < 4) keep &= (1u << (count - i)) - 1;
        const __m256i order = _mm256_load_si256(reinterpret_cast<const __m256i*>(pack64[keep]));
        const __m128i order_id = _mm_load_si128(reinterpret_cast<const __m128i*>(pack32[keep]));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_low + kept), _mm256_permutevar8x32_epi32(l, order));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_high + kept), _mm256_permutevar8x32_epi32(h, order));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to_id + kept),
                         _mm_castps_si128(_mm_permutevar_ps(_mm_castsi128_ps(p), order_id)));
        kept += static_cast<std::size_t>(__builtin_popcount(keep));
    }
    add_up(to_low, to_high, kept, tally);
    return kept;
}

void add(__m256i* planes_of, __m256i carry) {
    for (int p = 0; p < planes; ++p) {
        const __m256i next = _mm256_and_si256(planes_of[p], carry);
        planes_of[p] = _mm256_xor_si256(planes_of[p], carry);
        carry = next;
    }
    for (int p = 0; p < planes; ++p) planes_of[p] = _mm256_or_si256(planes_of[p], carry);
}

// Adds the four lanes up, each plane a full adder on words.
void join_lanes(const __m256i* planes_of, std::uint64_t* sum) {
    alignas(32) std::uint64_t lanes[planes][4];
    for (int p = 0; p < planes; ++p) _mm256_store_si256(reinterpret_cast<__m256i*>(lanes[p]), planes_of[p]);
    for (int p = 0; p < planes; ++p) sum[p] = lanes[p][0];
    for (int lane = 1; lane < 4; ++lane) {
        std::uint64_t carry = 0;
        for (int p = 0; p < planes; ++p) {
            const std::uint64_t a = sum[p], b = lanes[p][lane];
            sum[p] = a ^ b ^ carry;
            carry = (a & b) | (carry & (a | b));
        }
        for (int p = 0; p < planes; ++p) sum[p] |= carry;
    }
}

void count(const std::uint64_t* low, const std::uint64_t* high, std::size_t size, Counts* result) {
    __m256i l[planes], h[planes];
    for (int p = 0; p < planes; ++p) l[p] = h[p] = _mm256_setzero_si256();
    for (std::size_t i = 0; i < size; i += 4) {
        const long long left = static_cast<long long>(size - i);
        const __m256i real = _mm256_cmpgt_epi64(_mm256_set1_epi64x(left), _mm256_set_epi64x(3, 2, 1, 0));
        add(l, _mm256_and_si256(real, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i))));
        add(h, _mm256_and_si256(real, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i))));
    }
    std::uint64_t sum_low[planes], sum_high[planes];
    join_lanes(l, sum_low);
    join_lanes(h, sum_high);
    for (int p = 0; p < planes; ++p) result->plane[p] = {sum_low[p], sum_high[p]};
}

void mark(const char* text, const char* letters, std::size_t count, Words* where) {
    __m256i part[4];
    for (int i = 0; i < 4; ++i) part[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + 32 * i));
    for (std::size_t l = 0; l < count; ++l) {
        const __m256i letter = _mm256_set1_epi8(letters[l]);
        std::uint64_t bits[4];
        for (int i = 0; i < 4; ++i)
            bits[i] = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(part[i], letter)));
        where[l] = {bits[0] | bits[1] << 32, bits[2] | bits[3] << 32};
    }
}

}  // namespace

extern const ListLoops avx2_lists;
const ListLoops avx2_lists{filter, count, mark};

}  // namespace gridmill::beads
