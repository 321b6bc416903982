// Counts that grow beyond 64 bits: natural numbers of a fixed number of limbs, with just what counting needs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace gridmill::beads {

// Little-endian limbs of 64 bits. `add` and `times` say whether the result still fits.
template <int Limbs>
struct Natural {
    std::array<std::uint64_t, Limbs> limb{};

    Natural() = default;
    explicit Natural(std::uint64_t value) { limb[0] = value; }

    bool add(const Natural& other) {
        unsigned __int128 carry = 0;
        for (int i = 0; i < Limbs; ++i) {
            carry += static_cast<unsigned __int128>(limb[i]) + other.limb[i];
            limb[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return carry == 0;
    }

    bool times(std::uint32_t factor) {
        unsigned __int128 carry = 0;
        for (int i = 0; i < Limbs; ++i) {
            carry += static_cast<unsigned __int128>(limb[i]) * factor;
            limb[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        return carry == 0;
    }

    bool small() const { return std::all_of(limb.begin() + 1, limb.end(), [](std::uint64_t l) { return l == 0; }); }

    std::string decimal() const {
        Natural left = *this;
        std::string digits;
        do {
            unsigned __int128 rest = 0;
            for (int i = Limbs; i-- > 0;) {
                rest = rest << 64 | left.limb[i];
                left.limb[i] = static_cast<std::uint64_t>(rest / 10);
                rest %= 10;
            }
            digits += static_cast<char>('0' + static_cast<int>(rest));
        } while (std::any_of(left.limb.begin(), left.limb.end(), [](std::uint64_t l) { return l != 0; }));
        std::reverse(digits.begin(), digits.end());
        return digits;
    }
};

}  // namespace gridmill::beads
