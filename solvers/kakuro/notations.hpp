// Boards in the notations of other programs, many in one call, as far as each is written in its plainest form.
//
//     text of lines  ->  Lines  ->  a reader (lists.cpp, tables.cpp, models.cpp)  ->  Grid  ->  canonical text, in Boards
//
// A reader takes one board off the lines. Where one sign is not what it expects, it says so and nothing else: Python
// then reads that board, and tells what is wrong with it. So a reader takes less than Python does, and never more.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "board.hpp"

namespace gridmill::kakuro {

// The lines of a text, each of which ends with a line feed.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}

    bool done() const { return at_ == text_.size(); }

    // False behind the last line, and `ended` is set: the board may go on in lines that are not here.
    bool take(std::string_view& line);
    // The next line, without taking it; false behind the last one, and `ended` is set.
    bool peek(std::string_view& line);
    std::string_view rest();  // all that is left, taken
    bool blank() const { return at_ < text_.size() && text_[at_] == '\n'; }

    int number = 0;  // lines that were taken
    bool ended = false;

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

// The signs of a line, taken from the left.
class Signs {
public:
    explicit Signs(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    bool done() const { return at_ == end_; }
    char next() const { return at_ == end_ ? '\n' : *at_; }
    bool is(char sign) { return at_ != end_ && *at_ == sign ? (++at_, true) : false; }
    std::size_t blanks();                    // skips them, and tells how many there were
    bool number(int& value, int digits = 4);  // false if there is none, or one of more digits

private:
    const char* at_;
    const char* end_;
};

// White cells have a given, 0 for none; black ones their clues, no_clue for none.
struct Cell {
    bool black = false;
    int down = no_clue, across = no_clue;
    int given = 0;
};

struct Grid {
    int rows = 0, columns = 0;
    std::vector<Cell> cells;
    int between = 0, answers = 0;  // empty lines behind the board, and lines behind those that repeat it solved

    // False for a size that is no board's, or too large to be read in this way.
    bool resize(int height, int width, bool black);
    Cell& at(int row, int column) { return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)]; }
    void spell(std::string& out) const;
};

// Where 0 stands for no clue.
inline int or_none(int clue) { return clue > 0 ? clue : no_clue; }

// Whether all clues fit the cells behind them, and all runs have one, in one order of the clues or the other.
bool fits(const Grid& grid);

enum class Taken { board, odd };

struct Boards {
    std::string texts;        // canonical, a line feed behind each
    std::string labels;       // likewise, of notations that have them
    std::vector<int> starts;  // the line that each begins with, from 0
    std::vector<std::array<int, 3>> sizes;  // rows, columns, and how many boards one behind the other have them
    int lines = 0, blank = 0, comment = 0;  // that were taken
    std::vector<int> answers;               // the lines that answers begin with; they are comments
    bool ended = false;  // rather by the end of the lines than by something odd
};

// The boards that the lines begin with. `notation` is the name of one of the readers; throws std::invalid_argument.
Boards take_boards(std::string_view notation, std::string_view text);

using Reader = Taken (*)(Lines& lines, Grid& grid, std::string& label);

Taken read_run_list(Lines&, Grid&, std::string&);
Taken read_cell_list(Lines&, Grid&, std::string&);
Taken read_kdl(Lines&, Grid&, std::string&);
Taken read_algospot(Lines&, Grid&, std::string&);
Taken read_kanpen(Lines&, Grid&, std::string&);
Taken read_table(Lines&, Grid&, std::string&);
Taken read_pzprv3(Lines&, Grid&, std::string&);
Taken read_named(Lines&, Grid&, std::string&);
Taken read_game(Lines&, Grid&, std::string&);
Taken read_euler(Lines&, Grid&, std::string&);
Taken read_address(Lines&, Grid&, std::string&);
Taken read_dzn(Lines&, Grid&, std::string&);
Taken read_pycsp3(Lines&, Grid&, std::string&);

}  // namespace gridmill::kakuro
