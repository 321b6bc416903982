// A magic board as the kernel sees it: cells, numbers, groups with sums; read from canonical text.
//
//     normal:0 7 0/9 0 0/0 0 8
//     custom;numbers=2-10;r1c1+r1c2+r1c3=18:0 0 0/0 2-4|9 0/0 0 0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace magic {

struct Group {
    std::string name;         // as people call it: row 2, column 3, diagonal 1
    std::vector<int> cells;   // row-major, from 0
    int sum = 0;
};

struct Board {
    std::string_view rule;   // in the text it was read from
    int rows = 0, columns = 0;
    int sum = 0;             // the magic constant; 0 for custom
    bool blank = false;      // no givens, numbers in a row, and the magic constant that they give
    std::vector<int> numbers;                  // ascending, different
    std::vector<Group> groups;
    std::vector<std::vector<int>> candidates;  // a cell's given numbers, ascending; empty: any number
    std::string wrong;                         // why the givens break a rule, first of all; empty if they do not
    int faults = 0;                            // how many such reasons there are

    int cells() const { return rows * columns; }
    bool exact() const { return static_cast<int>(numbers.size()) == cells(); }  // every number stands somewhere
    std::string name(int cell) const;
};

// Reads canonical text; throws std::invalid_argument if it is malformed.
Board read_board(std::string_view text);

// The groups of a named rule set for the magic constant `sum`; throws if there is no such rule set.
std::vector<Group> rule_groups(std::string_view rule, int n, int sum);

// A solution, or any full set of values, in canonical text.
std::string write_rows(const int* values, int rows, int columns);

}  // namespace magic
