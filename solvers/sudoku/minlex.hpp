// The canonical form of a plain board: the least text that relabeling and the symmetries of the grid make of it, of which
// 9x9 has 3,359,232.
//
// An empty cell is less than any value, and values are named in the order in which they appear. The form is built row
// by row: of all ways to put the rows so far, those that give the least text are kept, and each is tried with every row
// that may come next. What makes this quick is that a way puts columns in order only when a row tells them apart:
//
//     position   0  1  2 | 3  4  5 | 6  7  8
//     column     4  5  3 | 0  2  1 | 8  6  7
//     starts     *     * | *  *    | *           a group of columns begins here
//
// Columns of a group may still change places with each other: 4 with 5, 2 with 1, those of the last stack. So may
// whole stacks that have no given yet: they are `tied`. A value that was first met among the columns of a group is named
// after the place that its column will have: `offset` plus that place. To put every order of columns apart from the
// first row on made 23,328 ways of the first row of a solved grid, and 1.7 k boards a second.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "budget.hpp"
#include "text.hpp"

namespace gridmill::sudoku {

// Of boards up to N x N.
template <int N> class MinLex {
public:
    // The canonical form, or "" if more than `most` ways are left after a row, or if the meter stopped the search. How
    // many there are does not depend on which of its equivalents the board is. It does where a unit has a value twice:
    // then it is "" after so many steps as well, for a grid of 18x18 took minutes.
    std::string operator()(const Text& text, std::size_t most, Meter& meter) {
        load(text);
        most_ = most;
        last_step_ = clashes_ ? steps_ + most_steps : 0;
        meter_ = &meter;
        stopped_ = false;
        begin();
        std::string form = rows_ == columns_ ? "" : std::to_string(rows_) + "x" + std::to_string(columns_) + ":";
        for (int row = 0; row < size_; ++row) {
            if (!extend(row)) return "";
            for (int at = 0; at < size_; ++at) {
                const int name = static_cast<int>(least_ >> bits * (size_ - 1 - at)) & 31;
                form += name == 0 ? '.' : text.symbol(name - 1);
            }
        }
        return form;
    }

private:
    __extension__ using Wide = unsigned __int128;
    // The names in a row, the first one highest.
    using Row = std::conditional_t<(N <= 12), std::uint64_t, Wide>;
    static constexpr int bits = 5;
    static constexpr std::uint64_t most_steps = 10'000'000;  // a fifth of a second
    using Line = std::array<std::uint8_t, N>;  // values from 1, 0 is empty

    struct Way {
        std::uint8_t turned = 0;           // rows and columns exchanged
        std::uint8_t names = 0;            // how many there are
        std::uint8_t band = 0;             // that of the last row
        std::uint32_t used = 0;            // rows, one bit each
        std::uint32_t starts = 0;          // of groups, one bit a position; the end is one as well
        std::uint32_t tied = 0;            // stacks that may change places with the next one, by their first position
        Line column{}, place{};            // by position; by column
        std::array<std::int8_t, N + 1> offset{};  // by value: its name, or what to add to the place of its column
        std::array<std::uint8_t, N + 1> origin{};  // by value: 1 + its column if it is named after it

        bool has_name(int value) const { return offset[value] != 0 || origin[value] != 0; }
        int start_of(int at) const { return 31 - __builtin_clz(starts & ((2u << at) - 1)); }
        int end_of(int at) const { return at + 1 + __builtin_ctz(starts >> (at + 1)); }
        void exchange(int a, int b) {
            std::swap(column[a], column[b]);
            place[column[a]] = static_cast<std::uint8_t>(a);
            place[column[b]] = static_cast<std::uint8_t>(b);
        }
    };

    // Lying boxes: boards with standing ones are turned.
    void load(const Text& text) {
        const bool stands = text.box_rows > text.box_columns;
        rows_ = std::min(text.box_rows, text.box_columns);
        columns_ = std::max(text.box_rows, text.box_columns);
        size_ = text.size;
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column) {
                const int cell = stands ? column * size_ + row : row * size_ + column;
                grid_[0][row][column] = grid_[1][column][row] = static_cast<std::uint8_t>(text.given(cell) + 1);
            }
        find_twins(0, rows_);
        find_twins(1, columns_);
        clashes_ = has_clash();
    }
    // Equal lines of a band: in valid boards, those that are empty.
    void find_twins(int turned, int depth) {
        for (int line = 0; line < size_; ++line) {
            twins_[turned][line] = 0;
            for (int other = line / depth * depth; other < line; ++other)
                if (std::equal(grid_[turned][line].begin(), grid_[turned][line].begin() + size_, grid_[turned][other].begin()))
                    twins_[turned][line] |= 1u << other;
        }
    }
    bool has_clash() const {
        std::array<std::uint32_t, 3 * N> seen{};
        for (int row = 0; row < size_; ++row)
            for (int column = 0; column < size_; ++column) {
                const std::uint32_t bit = 1u << grid_[0][row][column] & ~1u;
                const int box = row / rows_ * rows_ + column / columns_;
                for (const int unit : {row, N + column, 2 * N + box}) {
                    if ((seen[unit] & bit) != 0) return true;
                    seen[unit] |= bit;
                }
            }
        return false;
    }

    // No rows yet, and all stacks and columns tied; of square boxes turned as well.
    void begin() {
        Way first;
        first.starts = 1u << size_;
        for (int at = 0; at < size_; at += columns_) {
            first.starts |= 1u << at;
            if (at + columns_ < size_) first.tied |= 1u << at;
        }
        for (int i = 0; i < size_; ++i) first.column[i] = first.place[i] = static_cast<std::uint8_t>(i);
        ways_.assign(1, first);
        if (rows_ != columns_) return;
        first.turned = 1;
        ways_.push_back(first);
    }
    // All ways with one more row, the `count`-th, that give the least text; false if they are too many.
    bool extend(int count) {
        least_ = ~Row{0};
        next_.clear();
        too_many_ = false;
        for (const Way& way : ways_) {
            const bool opens = count % rows_ == 0;
            const int first = opens ? 0 : rows_ * way.band, last = opens ? size_ : first + rows_;
            for (int row = first; row < last && !stopped_; ++row) {
                if (!may_follow(way, row, opens)) continue;
                Way next = way;
                next.used |= 1u << row;
                next.band = static_cast<std::uint8_t>(row / rows_);
                fill(next, grid_[way.turned][row], 0, 0);
            }
        }
        ways_.swap(next_);
        return !too_many_ && !stopped_;
    }
    // Rows left of this band, or of a new one. Of equal rows in a band one is as good as another.
    bool may_follow(const Way& way, int row, bool opens) const {
        if ((way.used >> row & 1) != 0 || (twins_[way.turned][row] & ~way.used) != 0) return false;
        return !opens || (way.used >> (row / rows_ * rows_) & ((1u << rows_) - 1)) == 0;
    }

    // Names the row's cells from position `at` on, in every order of columns that may give the least text.
    void fill(Way& way, const Line& line, int at, Row text) {
        if ((++steps_ & 4095) == 0 && !meter_->look()) stopped_ = true;
        if (steps_ == last_step_) stopped_ = true;
        if (stopped_) return;
        while (at < size_) {
            if ((way.tied >> at & 1) != 0) {
                const int given = put_empty_stacks_first(way, line, at);
                if (given == at) return choose_stack(way, line, at, text);
                text <<= bits * (given - at);
                at = given;
                if (is_more(text, at)) return;
                continue;
            }
            const int end = way.end_of(at), given = put_empty_first(way, line, at, end);
            if (given > at) {
                if (given < end) way.starts |= 1u << given;
                text <<= bits * (given - at);
                at = given;
                if (is_more(text, at)) return;
                continue;
            }
            const auto [name, which] = least_name(way, line, at, end);
            if (name > way.names && !clashes_) {
                for (; at < end; ++at) text = text << bits | name_after_column(way, line, at);
            } else if ((which & (which - 1)) == 0) {
                put(way, line, __builtin_ctz(which), at);
                text = text << bits | static_cast<Row>(name);
                ++at;
            } else {
                return choose_column(way, line, at, which, text << bits | static_cast<Row>(name));
            }
            if (is_more(text, at)) return;
        }
        accept(way, text);
    }
    // Whether a row that begins like this is more than the least one.
    bool is_more(Row text, int cells) const { return text > least_ >> bits * (size_ - cells); }
    void accept(const Way& way, Row text) {
        if (text < least_) {
            least_ = text;
            next_.clear();
            too_many_ = false;
        }
        if (next_.size() < most_) next_.push_back(way);
        else too_many_ = true;
    }

    int givens(const Way& way, const Line& line, int at, int end) const {
        int count = 0;
        for (; at < end; ++at) count += line[way.column[at]] != 0;
        return count;
    }
    // Among tied stacks; returns where the first one with a given begins.
    int put_empty_stacks_first(Way& way, const Line& line, int at) const {
        int given = at, last = at;
        for (int stack = at;; stack += columns_) {
            last = stack;
            if (givens(way, line, stack, stack + columns_) == 0) {
                if (stack != given) exchange_stacks(way, stack, given);
                given += columns_;
            }
            if ((way.tied >> stack & 1) == 0) break;
        }
        if (given > at && given <= last) way.tied &= ~(1u << (given - columns_));
        return given;
    }
    void exchange_stacks(Way& way, int a, int b) const {
        for (int i = 0; i < columns_; ++i) way.exchange(a + i, b + i);
    }
    // Goes on with each of the tied stacks that have the fewest givens in the line, all of them some.
    void choose_stack(const Way& way, const Line& line, int at, Row text) {
        int fewest = columns_, last = at;
        for (bool tied = true; tied; last += columns_) {
            fewest = std::min(fewest, givens(way, line, last, last + columns_));
            tied = (way.tied >> last & 1) != 0;
        }
        for (int stack = at; stack < last; stack += columns_) {
            if (givens(way, line, stack, stack + columns_) != fewest) continue;
            Way next = way;
            if (stack != at) exchange_stacks(next, stack, at);
            next.tied &= ~(1u << at);
            fill(next, line, at, text);
        }
    }

    // In a group; returns where the givens begin.
    static int put_empty_first(Way& way, const Line& line, int at, int end) {
        for (int i = at; i < end; ++i) {
            if (line[way.column[i]] != 0) continue;
            if (i != at) way.exchange(i, at);
            ++at;
        }
        return at;
    }
    struct Least {
        int name;
        std::uint32_t which;
    };
    // The least name that the first place of a group can have, and which columns, by position, give it that.
    Least least_name(const Way& way, const Line& line, int at, int end) const {
        Least least{way.names + 1, 0};
        for (int i = at; i < end; ++i) {
            const int name = name_of(way, line[way.column[i]], at);
            if (name < least.name) least = {name, 0};
            if (name == least.name) least.which |= 1u << i;
        }
        return least;
    }
    // The least that a value can be called when a column that holds it is put at `at`, which is the start of its group.
    static int name_of(const Way& way, int value, int at) {
        if (!way.has_name(value)) return way.names + 1;
        if (way.origin[value] == 0) return way.offset[value];
        const int start = way.start_of(way.place[way.origin[value] - 1]);
        return way.offset[value] + start + (start == at);
    }
    // All values in the rest of the group are new: they are named in the order that its columns will have.
    static Row name_after_column(Way& way, const Line& line, int at) {
        const int value = line[way.column[at]];
        way.offset[value] = static_cast<std::int8_t>(++way.names - at);
        way.origin[value] = static_cast<std::uint8_t>(way.column[at] + 1);
        return way.names;
    }
    // Settles that a column stands at the start of its group, and what its value is called.
    void put(Way& way, const Line& line, int from, int at) const {
        if (from != at) way.exchange(from, at);
        way.starts |= 2u << at;
        const int value = line[way.column[at]];
        if (!way.has_name(value)) {
            way.offset[value] = static_cast<std::int8_t>(++way.names);
        } else if (way.origin[value] != 0) {
            const int place = way.place[way.origin[value] - 1], start = way.start_of(place);
            if (place != start) way.exchange(place, start);
            way.starts |= 2u << start;
        }
    }
    // Goes on with each of several columns. Of equal ones one is as good as another.
    void choose_column(const Way& way, const Line& line, int at, std::uint32_t which, Row text) {
        if (is_more(text, at + 1)) return;
        std::uint32_t columns = 0;
        for (std::uint32_t left = which; left != 0; left &= left - 1) columns |= 1u << way.column[__builtin_ctz(left)];
        for (; which != 0; which &= which - 1) {
            const int from = __builtin_ctz(which);
            if ((twins_[1 - way.turned][way.column[from]] & columns) != 0) continue;
            Way next = way;
            put(next, line, from, at);
            fill(next, line, at + 1, text);
        }
    }

    int rows_ = 0, columns_ = 0, size_ = 0;  // of a box; of the board
    std::size_t most_ = 0;
    Meter* meter_ = nullptr;
    std::array<Line, N> grid_[2];                // the board, and the board turned
    std::array<std::uint32_t, N> twins_[2];      // earlier lines of the band that are equal, one bit each
    bool clashes_ = false;                       // a unit has a value twice: columns are put one by one then
    Row least_ = 0;
    std::vector<Way> ways_, next_;
    bool too_many_ = false, stopped_ = false;
    std::uint64_t steps_ = 0, last_step_ = 0;  // of all boards
};

}  // namespace gridmill::sudoku
