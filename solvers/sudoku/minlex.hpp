// The canonical form of a 9x9 board: the least text over all relabelings and the 3,359,232 symmetries of the grid.
//
// An empty cell is less than any value, and values are named in the order in which they appear. The form is built row
// by row. Of all ways to put rows and columns that give the least text so far, every one is kept, and each is tried
// with every row that may come next; those that do not give the least next row are dropped. Columns stay open until
// the first row that is not empty; from then on there are few ways left.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace gridmill::sudoku {

class MinLex {
public:
    // The canonical form of 81 cells of `.` and `1`-`9`.
    std::string operator()(std::string_view cells) {
        for (int i = 0; i < 81; ++i) {
            const std::uint8_t value = cells[i] == '.' ? 0 : static_cast<std::uint8_t>(cells[i] - '0');
            grid_[0][i / 9][i % 9] = grid_[1][i % 9][i / 9] = value;
        }
        ways_.assign(2, Way{});
        ways_[1].turned = 1;
        std::string text;
        for (int row = 0; row < 9; ++row) {
            extend(row);
            for (const std::uint8_t value : best_) text += value == 0 ? '.' : static_cast<char>('0' + value);
        }
        return text;
    }

private:
    using Line = std::array<std::uint8_t, 9>;

    // Rows chosen so far, columns in their order once that is known, and the new names of the values seen.
    struct Way {
        std::uint8_t turned = 0;  // rows and columns exchanged
        bool settled = false;     // the columns are known
        std::uint8_t names = 0;
        std::uint16_t used = 0;  // rows, one bit each
        std::uint8_t band = 0;   // that of the last row
        std::array<std::uint8_t, 10> name{};
        Line column{};
    };

    const Line& row_of(const Way& way, int row) const { return grid_[way.turned][row]; }
    static bool empty(const Line& line) { return line == Line{}; }

    // All ways with one more row, the `count`-th, that give the least text.
    void extend(int count) {
        best_.fill(0xFF);
        next_.clear();
        for (const Way& way : ways_) {
            const int first = count % 3 == 0 ? 0 : 3 * way.band, last = count % 3 == 0 ? 9 : first + 3;
            for (int row = first; row < last; ++row)
                if (may_follow(way, row, count)) consider(way, row);
        }
        ways_.swap(next_);
    }

    // Rows left of this band, or of a new one. Of empty rows in a band one is as good as another.
    bool may_follow(const Way& way, int row, int count) const {
        if ((way.used >> row & 1) != 0) return false;
        if (count % 3 == 0 && (way.used >> (row / 3 * 3) & 7) != 0) return false;
        if (!empty(row_of(way, row))) return true;
        for (int other = row / 3 * 3; other < row; ++other)
            if ((way.used >> other & 1) == 0 && empty(row_of(way, other))) return false;
        return true;
    }

    void consider(const Way& way, int row) {
        const Line& line = row_of(way, row);
        Way next = way;
        next.used |= static_cast<std::uint16_t>(1u << row);
        next.band = static_cast<std::uint8_t>(row / 3);
        if (way.settled) {
            Line text;
            bool less = false;
            for (int i = 0; i < 9; ++i) {
                const std::uint8_t value = line[way.column[i]];
                if (value != 0 && next.name[value] == 0) next.name[value] = ++next.names;
                text[i] = next.name[value];
                if (!less && text[i] > best_[i]) return;
                less = less || text[i] < best_[i];
            }
            if (less) accept(text);
            next_.push_back(next);
            return;
        }
        const Line text = least(line);
        if (text > best_) return;
        if (text < best_) accept(text);
        if (empty(line)) next_.push_back(next);
        else settle(next, line);
    }
    void accept(const Line& text) {
        best_ = text;
        next_.clear();
    }

    static int givens(const Line& line, int stack) {
        return (line[3 * stack] != 0) + (line[3 * stack + 1] != 0) + (line[3 * stack + 2] != 0);
    }
    // The least text of a first row: stacks with fewer givens first, in each the empty cells first.
    static Line least(const Line& line) {
        int counts[3] = {givens(line, 0), givens(line, 1), givens(line, 2)};
        std::sort(counts, counts + 3);
        Line text{};
        std::uint8_t name = 0;
        for (int stack = 0; stack < 3; ++stack)
            for (int k = 3 - counts[stack]; k < 3; ++k) text[3 * stack + k] = ++name;
        return text;
    }
    // Every order of the columns that gives the first row its least text.
    void settle(Way way, const Line& line) {
        static constexpr std::uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        way.settled = true;
        for (const auto& stacks : orders) {
            if (givens(line, stacks[0]) > givens(line, stacks[1]) || givens(line, stacks[1]) > givens(line, stacks[2]))
                continue;
            for (const auto& a : orders)
                for (const auto& b : orders)
                    for (const auto& c : orders) {
                        const std::uint8_t* within[3] = {a, b, c};
                        if (put_columns(way, line, stacks, within)) next_.push_back(way);
                    }
        }
    }
    // False if an empty cell stands behind a given in a stack, or two empty columns are in the less usual order.
    bool put_columns(Way& way, const Line& line, const std::uint8_t* stacks, const std::uint8_t* const* within) const {
        way.names = 0;
        way.name.fill(0);
        for (int i = 0; i < 9; ++i) {
            const int column = 3 * stacks[i / 3] + within[i / 3][i % 3];
            way.column[i] = static_cast<std::uint8_t>(column);
            const std::uint8_t value = line[column];
            if (value != 0) way.name[value] = ++way.names;
            if (i % 3 == 0) continue;
            const int before = way.column[i - 1];
            if (value == 0 && line[before] != 0) return false;
            const Lines& turned = grid_[1 - way.turned];
            if (before > column && empty(turned[before]) && empty(turned[column])) return false;
        }
        return true;
    }

    using Lines = std::array<Line, 9>;
    Lines grid_[2];  // the board, and the board turned
    Line best_{};
    std::vector<Way> ways_, next_;
};

}  // namespace gridmill::sudoku
