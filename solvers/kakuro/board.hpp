// The text of a board becomes cells and runs, and the clues that cannot be right become reasons.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sums.hpp"

namespace gridmill::kakuro {

constexpr int no_clue = -1;
constexpr int no_run = -1;

// A maximal line of white cells. Its cells are members[first .. first + length).
struct Run {
    int first;
    int length;
    int sum;    // no_clue: only "different digits" applies
    int where;  // position of the clue's cell, or of the run's own first cell if there is no clue
    bool across;
};

// One board. A position is row * columns + column; white cells are numbered in reading order.
//
//     # 4\- 3\-        cells  . . 0 1      runs  {0 1} across 5, {2 3} across 2, {0 2} down 4, {1 3} down 3
//     -\5 . .                 . . 2 3
//     -\2 . .
//
// Runs of one cell without a clue ask for nothing and are left out.
struct Board {
    int digits = 9;
    int rows = 0;
    int columns = 0;
    std::vector<Run> runs;
    std::vector<int> members;                  // cells of all runs
    std::vector<std::array<int, 2>> runs_of;   // by cell: its across and its down run, or no_run
    std::vector<Digits> start;                 // by cell: the given digit, or all digits
    std::vector<int> position;                 // by cell
    std::vector<std::uint32_t> offset;         // by cell: where its token stands in the text

    int cells() const { return static_cast<int>(position.size()); }

    // Reads canonical text; throws std::invalid_argument for any other.
    void read(std::string_view text);

    // What is wrong with clues and givens, all of it in one sentence per cell; "" if nothing is.
    std::string problems(const Sums& sums) const;

    // A position as r1c1.
    std::string name(int where) const;

    // The text with the white cells filled; `domains` holds one digit a cell.
    std::string filled(std::string_view text, const std::vector<Digits>& domains) const;

    // The digits of a filled text of this board; throws std::invalid_argument if it is none.
    static std::vector<Digits> digits_of(std::string_view filled);

private:
    struct Clue {
        int sum = no_clue;
        int where = 0;
    };
    struct Idle {  // a clue that no cell follows
        Clue clue;
        bool across;
    };
    struct Cursor;  // over canonical text
    struct Word {
        Digits domain;
        int down, across;
    };
    static int read_head(Cursor& cursor);
    static Word read_word(Cursor& cursor, int digits);
    void read_row(Cursor& cursor);
    void clear();
    void end_line(Clue& clue, int& run, bool across);
    int join(int run, const Clue& clue, bool across);
    void gather();
    void describe(const Run& run, const Sums& sums, std::vector<std::string>& said) const;

    std::vector<Idle> idle_;
    std::vector<Clue> down_clue_;   // by column: the clue that waits for its run
    std::vector<int> down_run_;     // by column: the run that goes on
};

}  // namespace gridmill::kakuro
