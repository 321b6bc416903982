// Boards as lists of runs or cells: a line for each, of numbers with one blank between.
#include <algorithm>

#include "notations.hpp"
#include "spelling.hpp"

namespace gridmill::kakuro {

namespace {

// Numbers with one blank between them, and nothing else in the line.
template <std::size_t count>
bool numbers(std::string_view line, std::array<int, count>& values) {
    Signs signs(line);
    for (std::size_t at = 0; at < count; ++at)
        if ((at > 0 && !signs.is(' ')) || !signs.number(values[at])) return false;
    return signs.done();
}

template <std::size_t count>
bool take_numbers(Lines& lines, std::array<int, count>& values) {
    std::string_view line;
    return lines.take(line) && numbers(line, values);
}

// The clue of a run, and the place of its cell, from 0.
struct ClueOfRun {
    bool across;
    int column, row, sum, length;

    int last_row() const { return row + (across ? 0 : length); }
    int last_column() const { return column + (across ? length : 0); }
};

// White is what the runs cover, so that the clues are placed when all cells are known. The grid is black, and holds all
// of them. False where a run's clue stands in a white cell, or where another one stands.
bool place(const std::vector<ClueOfRun>& runs, Grid& grid) {
    for (const ClueOfRun& run : runs)
        for (int step = 1; step <= run.length; ++step)
            grid.at(run.row + (run.across ? 0 : step), run.column + (run.across ? step : 0)).black = false;
    for (const ClueOfRun& run : runs) {
        Cell& cell = grid.at(run.row, run.column);
        int& clue = run.across ? cell.across : cell.down;
        if (!cell.black || (clue != no_clue && clue != run.sum)) return false;
        clue = run.sum;
    }
    return !runs.empty();
}

thread_local std::vector<ClueOfRun> runs;  // keeps its room

}  // namespace

// `columns rows`, then `R column row sum length` (C down) for the clue's cell, from 0, an empty line, and
// the next board: runs behind the empty line would be some of this one.
Taken read_run_list(Lines& lines, Grid& grid, std::string&) {
    std::array<int, 2> size;
    if (!take_numbers(lines, size) || !grid.resize(size[1], size[0], true)) return Taken::odd;
    runs.clear();
    std::string_view line;
    while (!lines.blank()) {
        if (!lines.take(line)) return Taken::odd;
        Signs signs(line);
        ClueOfRun run{signs.is('R'), 0, 0, 0, 0};
        if ((!run.across && !signs.is('C')) || !signs.is(' ') || !signs.number(run.column) || !signs.is(' ')) return Taken::odd;
        if (!signs.number(run.row) || !signs.is(' ') || !signs.number(run.sum) || !signs.is(' ')) return Taken::odd;
        if (!signs.number(run.length, 2) || !signs.done() || run.length < 1) return Taken::odd;
        if (run.last_row() >= grid.rows || run.last_column() >= grid.columns) return Taken::odd;
        runs.push_back(run);
    }
    for (; lines.blank(); ++grid.between) lines.take(line);
    return lines.peek(line) && numbers(line, size) && place(runs, grid) ? Taken::board : Taken::odd;
}

// `column row - length sum` (| down) for the first cell, from 1 behind the border, as far as the text goes; its runs
// tell how large a board is. Empty lines and comments may stand between.
Taken read_kdl(Lines& lines, Grid& grid, std::string&) {
    runs.clear();
    int rows = 0, columns = 0;
    std::string_view line;
    while (!lines.done()) {
        lines.take(line);
        if (line.empty() || line[0] == '#') continue;
        Signs signs(line);
        ClueOfRun run{};
        if (!signs.number(run.column) || !signs.is(' ') || !signs.number(run.row) || !signs.is(' ')) return Taken::odd;
        run.across = signs.is('-');
        if ((!run.across && !signs.is('|')) || !signs.is(' ') || !signs.number(run.length, 2) || !signs.is(' ')) return Taken::odd;
        if (!signs.number(run.sum, 9) || !signs.done() || run.column < 1 || run.row < 1 || run.length < 1) return Taken::odd;
        --(run.across ? run.column : run.row);
        rows = std::max(rows, run.last_row() + 1);
        columns = std::max(columns, run.last_column() + 1);
        runs.push_back(run);
    }
    return grid.resize(rows, columns, true) && place(runs, grid) ? Taken::board : Taken::odd;
}

// `rows columns`, then a line for each cell: -1 white, else its two clues, of which the first is taken for the one down.
// Sizes are written as clues are. So the clues must fit their cells, or a line may be missing or be one too many.
Taken read_cell_list(Lines& lines, Grid& grid, std::string&) {
    std::array<int, 2> size;
    if (!take_numbers(lines, size) || !grid.resize(size[0], size[1], false)) return Taken::odd;
    std::string_view line;
    for (Cell& cell : grid.cells) {
        if (!lines.take(line)) return Taken::odd;
        if (line == "-1") continue;
        std::array<int, 2> clues;
        if (!numbers(line, clues)) return Taken::odd;
        cell = {true, or_none(clues[0]), or_none(clues[1]), 0};
    }
    if (!fits(grid) || !lines.peek(line)) return Taken::odd;
    return line.empty() || (numbers(line, size) && size[0] > 1 && size[1] > 1) ? Taken::board : Taken::odd;
}

// n, a grid of 0 and 1 (white), the number of clues, then `row column direction sum`, from 1 and 0 across. Two numbers
// alone, one behind the other, may be how many boards there are, and the size of the first.
Taken read_algospot(Lines& lines, Grid& grid, std::string&) {
    std::array<int, 1> size, count;
    if (!take_numbers(lines, size) || size[0] < 2 || !grid.resize(size[0], size[0], true)) return Taken::odd;
    std::string_view line;
    for (int row = 0; row < size[0]; ++row) {
        if (!lines.take(line) || line.size() != 2 * static_cast<std::size_t>(size[0]) - 1) return Taken::odd;
        for (int column = 0; column < size[0]; ++column) {
            const char sign = line[2 * static_cast<std::size_t>(column)];
            if ((sign != '0' && sign != '1') || (column > 0 && line[2 * static_cast<std::size_t>(column) - 1] != ' ')) return Taken::odd;
            grid.at(row, column).black = sign == '0';
        }
    }
    if (!take_numbers(lines, count)) return Taken::odd;
    for (int left = count[0]; left > 0; --left) {
        std::array<int, 4> clue;
        if (!take_numbers(lines, clue)) return Taken::odd;
        const auto [row, column, down, sum] = clue;
        if (row < 1 || column < 1 || row > size[0] || column > size[0] || down > 1) return Taken::odd;
        Cell& cell = grid.at(row - 1, column - 1);
        if (!cell.black) return Taken::odd;
        (down ? cell.down : cell.across) = sum;
    }
    return lines.peek(line) && (line.empty() || numbers(line, count)) ? Taken::board : Taken::odd;
}

// Rows and columns without the border, a line each; `row column across down` for each black cell; an empty line. Then
// may stand the answers, a row of signs with blanks between for each row, and again an empty line.
Taken read_kanpen(Lines& lines, Grid& grid, std::string&) {
    std::string_view line;
    std::array<int, 1> height, width;
    if (!take_numbers(lines, height) || !take_numbers(lines, width)) return Taken::odd;
    if (height[0] < 1 || width[0] < 1 || !grid.resize(height[0] + 1, width[0] + 1, false)) return Taken::odd;
    for (int row = 0; row < grid.rows; ++row) grid.at(row, 0).black = true;
    for (int column = 0; column < grid.columns; ++column) grid.at(0, column).black = true;
    while (!lines.blank()) {
        std::array<int, 4> clue;
        if (!take_numbers(lines, clue) || clue[0] >= grid.rows || clue[1] >= grid.columns) return Taken::odd;
        grid.at(clue[0], clue[1]) = {true, or_none(clue[3]), or_none(clue[2]), 0};
    }
    for (; lines.blank(); ++grid.between) lines.take(line);
    if (!lines.peek(line)) return Taken::odd;
    if (numbers(line, height)) return Taken::board;
    if (width[0] == 4) return Taken::odd;  // as many as a clue has numbers
    for (; !lines.blank(); ++grid.answers) {
        if (!lines.take(line) || line.size() != 2 * static_cast<std::size_t>(width[0]) - 1) return Taken::odd;
        for (std::size_t at = 0; at < line.size(); ++at)
            if (at % 2 ? line[at] != ' ' : line[at] != '.' && (line[at] < '0' || line[at] > '9')) return Taken::odd;
    }
    return grid.answers == grid.rows - 1 ? Taken::board : Taken::odd;
}

}  // namespace gridmill::kakuro
