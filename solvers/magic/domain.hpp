// Sets of positions as bits: one machine word, two, or many.
//
// A position is a number less the smallest number of the board; a cell's domain is the set of positions that it
// may still take. One word holds the normal squares to order 8, two words to order 11, sixteen to order 32.
//
//     position   0 1 2 3 …  B-1          complement(m, total): the partners p' = total - p of the members p,
//     bit        0 1 2 3 …  B-1          which is the reversed set, shifted
#pragma once

#include <cstdint>

namespace magic {

using u64 = std::uint64_t;
using u128 = unsigned __int128;

template <int W>
struct Wide {
    u64 w[W];

    friend Wide operator&(Wide a, const Wide& b) { for (int i = 0; i < W; ++i) a.w[i] &= b.w[i]; return a; }
    friend Wide operator|(Wide a, const Wide& b) { for (int i = 0; i < W; ++i) a.w[i] |= b.w[i]; return a; }
    friend Wide operator~(Wide a) { for (int i = 0; i < W; ++i) a.w[i] = ~a.w[i]; return a; }
    friend bool operator==(const Wide& a, const Wide& b) {
        u64 differ = 0;
        for (int i = 0; i < W; ++i) differ |= a.w[i] ^ b.w[i];
        return differ == 0;
    }
    friend bool operator!=(const Wide& a, const Wide& b) { return !(a == b); }
    Wide& operator&=(const Wide& b) { return *this = *this & b; }
    Wide& operator|=(const Wide& b) { return *this = *this | b; }
    friend Wide operator<<(const Wide& a, int k) {
        Wide r{};
        const int words = k >> 6, bits = k & 63;
        for (int i = W - 1; i >= words; --i) {
            r.w[i] = a.w[i - words] << bits;
            if (bits != 0 && i > words) r.w[i] |= a.w[i - words - 1] >> (64 - bits);
        }
        return r;
    }
    friend Wide operator>>(const Wide& a, int k) {
        Wide r{};
        const int words = k >> 6, bits = k & 63;
        for (int i = 0; i + words < W; ++i) {
            r.w[i] = a.w[i + words] >> bits;
            if (bits != 0 && i + words + 1 < W) r.w[i] |= a.w[i + words + 1] << (64 - bits);
        }
        return r;
    }
};

template <class M> constexpr int capacity = 8 * static_cast<int>(sizeof(M));

template <class M> M bit(int i) { return M{1} << i; }

inline bool any(u64 m) { return m != 0; }
inline bool any(u128 m) { return m != 0; }
template <int W> bool any(const Wide<W>& m) {
    u64 all = 0;
    for (int i = 0; i < W; ++i) all |= m.w[i];
    return all != 0;
}

inline int count(u64 m) { return __builtin_popcountll(m); }
inline int count(u128 m) { return count(static_cast<u64>(m)) + count(static_cast<u64>(m >> 64)); }
template <int W> int count(const Wide<W>& m) {
    int n = 0;
    for (int i = 0; i < W; ++i) n += count(m.w[i]);
    return n;
}

// The smallest and the largest member; undefined for the empty set.
inline int lowest(u64 m) { return __builtin_ctzll(m); }
inline int lowest(u128 m) {
    const u64 low = static_cast<u64>(m);
    return low != 0 ? lowest(low) : 64 + lowest(static_cast<u64>(m >> 64));
}
template <int W> int lowest(const Wide<W>& m) {
    int i = 0;
    while (i < W - 1 && m.w[i] == 0) ++i;
    return 64 * i + lowest(m.w[i]);
}
inline int highest(u64 m) { return 63 - __builtin_clzll(m); }
inline int highest(u128 m) {
    const u64 high = static_cast<u64>(m >> 64);
    return high != 0 ? 64 + highest(high) : highest(static_cast<u64>(m));
}
template <int W> int highest(const Wide<W>& m) {
    int i = W - 1;
    while (i > 0 && m.w[i] == 0) --i;
    return 64 * i + highest(m.w[i]);
}

inline bool single(u64 m) { return m != 0 && (m & (m - 1)) == 0; }
inline bool single(u128 m) { return m != 0 && (m & (m - 1)) == 0; }
template <int W> bool single(const Wide<W>& m) { return count(m) == 1; }

template <class M> M without_lowest(const M& m) { return m & ~bit<M>(lowest(m)); }
inline u64 without_lowest(u64 m) { return m & (m - 1); }
inline u128 without_lowest(u128 m) { return m & (m - 1); }

inline u64 reverse(u64 m) {
    m = __builtin_bswap64(m);
    m = (m >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (m & 0x0f0f0f0f0f0f0f0fULL) << 4;
    m = (m >> 2 & 0x3333333333333333ULL) | (m & 0x3333333333333333ULL) << 2;
    return (m >> 1 & 0x5555555555555555ULL) | (m & 0x5555555555555555ULL) << 1;
}
inline u128 reverse(u128 m) {
    return static_cast<u128>(reverse(static_cast<u64>(m))) << 64 | reverse(static_cast<u64>(m >> 64));
}
template <int W> Wide<W> reverse(const Wide<W>& m) {
    Wide<W> r{};
    for (int i = 0; i < W; ++i) r.w[i] = reverse(m.w[W - 1 - i]);
    return r;
}

// A set moved by k positions, up or down; what leaves the range is lost.
template <class M> M moved(const M& m, int k) {
    if (k >= capacity<M> || k <= -capacity<M>) return M{};
    return k >= 0 ? m << k : m >> -k;
}

// The members at or above k, and those at or below k.
template <class M> M from(const M& m, int k) {
    if (k <= 0) return m;
    return k >= capacity<M> ? M{} : m & (~M{} << k);
}
template <class M> M upto(const M& m, int k) {
    if (k >= capacity<M> - 1) return m;
    return k < 0 ? M{} : m & ~(~M{} << (k + 1));
}

// total - p for every member p, given the reversed set.
template <class M> M partners(const M& reversed, int total) { return moved(reversed, total - (capacity<M> - 1)); }
template <class M> M complement(const M& m, int total) { return partners(reverse(m), total); }

}  // namespace magic
