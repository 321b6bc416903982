// The walls between the cells of a square, and the regions that they make.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cursor.hpp"

namespace gridmill::sudoku {

// The walls of a square, and what they part.
//
//     . .|.        right[1]: between r1c2 and r1c3
//     ---+         below[0], below[1]: under r1c1 and r1c2
//     . . .
class Walls {
public:
    explicit Walls(int size) : size_(size) {}

    void right(int cell) { right_[static_cast<std::size_t>(cell)] = true; }
    void below(int cell) { below_[static_cast<std::size_t>(cell)] = true; }

    // A letter for each cell, the same where no wall is between, in order of first appearance. Nothing where they part
    // the square in more pieces than it has rows, or in some that are not as large as a row, unless it is whole.
    std::string regions() const {
        const int cells = size_ * size_;
        std::string letters(static_cast<std::size_t>(cells), 0);
        std::array<int, largest * largest> waiting;
        char letter = 'A';
        for (int start = 0; start < cells; ++start) {
            if (letters[static_cast<std::size_t>(start)] != 0) continue;
            if (letter - 'A' == size_) return "";
            int count = 0, seen = 0;
            const auto reach = [&](int cell) {
                char& mine = letters[static_cast<std::size_t>(cell)];
                if (mine != 0) return;
                mine = letter;
                waiting[static_cast<std::size_t>(count++)] = cell;
            };
            reach(start);
            while (seen < count) {
                const int cell = waiting[static_cast<std::size_t>(seen++)], column = cell % size_;
                if (cell >= size_ && !below_[static_cast<std::size_t>(cell - size_)]) reach(cell - size_);
                if (cell + size_ < cells && !below_[static_cast<std::size_t>(cell)]) reach(cell + size_);
                if (column != 0 && !right_[static_cast<std::size_t>(cell - 1)]) reach(cell - 1);
                if (column + 1 < size_ && !right_[static_cast<std::size_t>(cell)]) reach(cell + 1);
            }
            if (count != size_ && count != cells) return "";
            ++letter;
        }
        return letters;
    }

    // Whether a wall has the same region on both of its sides.
    bool has_loose(std::string_view letters) const {
        const auto cells = static_cast<std::size_t>(size_ * size_), step = static_cast<std::size_t>(size_);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (below_[cell] && letters[cell] == letters[cell + step]) return true;
            if (right_[cell] && letters[cell] == letters[cell + 1]) return true;
        }
        return false;
    }

private:
    int size_;
    std::array<bool, largest * largest> right_{}, below_{};  // those of the frame are never set
};

inline bool is_parted(const std::string& regions) { return regions.find('B') != std::string::npos; }

}  // namespace gridmill::sudoku
