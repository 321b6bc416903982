// Rational numbers for elimination.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace magic {

// A rational number in lowest terms; `wild`, and its value lost, once it has left the range in which products of two
// are exact. What is computed from a wild number is wild.
struct Fraction {
    std::int64_t top = 0, bottom = 1;
    bool wild = false;

    static Fraction of(std::int64_t top, std::int64_t bottom, bool wild) {
        const std::int64_t common = std::gcd(top, bottom);
        if (common > 1) { top /= common; bottom /= common; }
        if (bottom < 0) { top = -top; bottom = -bottom; }
        if (wild || std::abs(top) > 1'000'000 || bottom > 1'000'000) return {0, 1, true};
        return {top, bottom, false};
    }
    friend Fraction operator/(const Fraction& a, const Fraction& b) {
        return of(a.top * b.bottom, a.bottom * b.top, a.wild || b.wild);
    }
    // a - f * b
    friend Fraction less(const Fraction& a, const Fraction& f, const Fraction& b) {
        const Fraction part = of(f.top * b.top, f.bottom * b.bottom, f.wild || b.wild);
        return of(a.top * part.bottom - part.top * a.bottom, a.bottom * part.bottom, a.wild || part.wild);
    }
};

}  // namespace magic
