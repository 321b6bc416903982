// Whole numbers without a limit, as far as counting needs them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gridmill::kakuro {

// Digits to the base of 10^9, the lowest first; no digits is zero.
class Big {
public:
    Big() = default;
    explicit Big(std::uint64_t value) {
        for (; value != 0; value /= base) digits_.push_back(static_cast<std::uint32_t>(value % base));
    }

    bool zero() const { return digits_.empty(); }

    Big& operator+=(const Big& other) {
        if (digits_.size() < other.digits_.size()) digits_.resize(other.digits_.size());
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < digits_.size(); ++i) {
            carry += digits_[i] + std::uint64_t{i < other.digits_.size() ? other.digits_[i] : 0};
            digits_[i] = static_cast<std::uint32_t>(carry % base);
            carry /= base;
        }
        if (carry != 0) digits_.push_back(static_cast<std::uint32_t>(carry));
        return *this;
    }

    Big& operator*=(const Big& other) {
        std::vector<std::uint32_t> product(zero() || other.zero() ? 0 : digits_.size() + other.digits_.size());
        for (std::size_t i = 0; i < digits_.size() && !product.empty(); ++i) {
            std::uint64_t carry = 0;
            for (std::size_t j = 0; j < other.digits_.size() || carry != 0; ++j) {
                carry += product[i + j];
                if (j < other.digits_.size()) carry += std::uint64_t{digits_[i]} * other.digits_[j];
                product[i + j] = static_cast<std::uint32_t>(carry % base);
                carry /= base;
            }
        }
        while (!product.empty() && product.back() == 0) product.pop_back();
        digits_.swap(product);
        return *this;
    }

    // The value, or the largest 64-bit number if it is larger.
    std::uint64_t clamped() const {
        std::uint64_t value = 0;
        for (std::size_t i = digits_.size(); i-- > 0;)
            if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digits_[i], &value))
                return UINT64_MAX;
        return value;
    }

    std::string text() const {
        if (zero()) return "0";
        std::string out = std::to_string(digits_.back());
        for (std::size_t i = digits_.size() - 1; i-- > 0;) {
            const std::string part = std::to_string(digits_[i]);
            out.append(9 - part.size(), '0').append(part);
        }
        return out;
    }

private:
    static constexpr std::uint64_t base = 1'000'000'000;
    std::vector<std::uint32_t> digits_;
};

}  // namespace gridmill::kakuro
