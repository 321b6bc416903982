// Bits of a word of 64 or 128: the keys of profiles.
#pragma once

#include <cstdint>

namespace gridmill::beads {

inline int lowest_bit(std::uint64_t x) { return __builtin_ctzll(x); }
inline int lowest_bit(unsigned __int128 x) {
    const auto low = static_cast<std::uint64_t>(x);
    return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<std::uint64_t>(x >> 64));
}
inline int width_of(std::uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
inline int width_of(unsigned __int128 x) {
    const auto high = static_cast<std::uint64_t>(x >> 64);
    return high != 0 ? 64 + width_of(high) : width_of(static_cast<std::uint64_t>(x));
}
inline int bits_in(std::uint64_t x) { return __builtin_popcountll(x); }
inline int bits_in(unsigned __int128 x) {
    return bits_in(static_cast<std::uint64_t>(x)) + bits_in(static_cast<std::uint64_t>(x >> 64));
}
inline std::uint64_t hash_of(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15;
    return x ^ (x >> 29);
}
inline std::uint64_t hash_of(unsigned __int128 x) {
    return hash_of(static_cast<std::uint64_t>(x) ^ hash_of(static_cast<std::uint64_t>(x >> 64)));
}

}  // namespace gridmill::beads
