// A text from left to right: what the readers of plain notations have in common.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace gridmill::sudoku {

constexpr int smallest = 4, largest = 25, largest_with_digits = 9;

// The symbol of a value; beyond size 9 they are letters.
inline char symbol_of(int value, int size) { return static_cast<char>((size <= largest_with_digits ? '1' : 'A') + value - 1); }

// Takes a text to pieces from the left; what does not follow is left as it is.
class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {}

    bool over() const { return text_.empty(); }
    bool take(char sign) { return take(std::string_view(&sign, 1)); }
    bool take(std::string_view sign) {
        if (text_.substr(0, sign.size()) != sign) return false;
        text_.remove_prefix(sign.size());
        return true;
    }
    // One character; 0 at the end.
    char next() {
        if (text_.empty()) return 0;
        const char sign = text_.front();
        text_.remove_prefix(1);
        return sign;
    }
    // A number as JSON has it, without a sign and of at most four digits.
    std::optional<int> number() {
        int value = 0;
        std::size_t digits = 0;
        while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9' && digits < 5)
            value = 10 * value + (text_[digits++] - '0');
        if (digits == 0 || digits == 5 || (digits > 1 && text_.front() == '0')) return std::nullopt;
        text_.remove_prefix(digits);
        return value;
    }
    std::string_view rest() const { return text_; }
    void skip(char sign) { text_.remove_prefix(std::min(text_.find_first_not_of(sign), text_.size())); }

private:
    std::string_view text_;
};

}  // namespace gridmill::sudoku
