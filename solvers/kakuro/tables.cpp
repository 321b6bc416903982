// Boards as rows of cells, or as all cells in one line.
#include <algorithm>

#include "notations.hpp"
#include "spelling.hpp"

namespace gridmill::kakuro {

namespace {

// How many words of these signs a line has; -1 if it has others.
int count_words(std::string_view line, std::string_view signs) {
    int count = 0;
    bool inside = false;
    for (const char sign : line) {
        if (sign != ' ' && signs.find(sign) == std::string_view::npos) return -1;
        count += sign != ' ' && !inside;
        inside = sign != ' ';
    }
    return count;
}

// A clue of a cell in a table, no_clue where none stands.
bool take_clue(Signs& signs, int& clue) {
    clue = no_clue;
    if (signs.next() >= '0' && signs.next() <= '9') return signs.number(clue, 9);
    signs.is('-') || signs.is('x') || signs.is('X');
    return true;
}

bool is_end(const Signs& signs) { return signs.done() || signs.next() == ' '; }

// A cell of a table: white `_`, `.` or 0; a given digit; black `\`, `#`, `x` or `-`, or `down\across`, either missing.
bool take_cell(Signs& signs, Cell& cell) {
    cell = Cell{};
    if (signs.next() == '_') {
        while (signs.is('_')) {}
        return is_end(signs);
    }
    if (signs.is('.')) return is_end(signs);
    if (signs.is('#')) {
        cell.black = true;
        return is_end(signs);
    }
    const Signs start = signs;
    if (!take_clue(signs, cell.down)) return false;
    if (signs.is('\\') || signs.is(':') || signs.is('/')) {
        cell.black = true;
        return take_clue(signs, cell.across) && is_end(signs);
    }
    if (!is_end(signs)) return false;
    signs = start;
    cell.down = no_clue;
    if (!signs.number(cell.given, 1)) cell.black = signs.is('-') || signs.is('x') || signs.is('X');
    return is_end(signs);
}

// The cells of a row, behind those that are here; false if there is none or one is odd.
bool take_row(std::string_view line, std::vector<Cell>& cells) {
    Signs signs(line);
    signs.blanks();
    const std::size_t before = cells.size();
    while (!signs.done()) {
        if (!take_cell(signs, cells.emplace_back())) return false;
        signs.blanks();
    }
    return cells.size() > before;
}

// The clue of a sign: 0-9, a-j for 10 to 19, A-Z for 20 to 45; false for any other sign than that of none.
bool clue_of(char sign, int& clue) {
    if (sign >= '0' && sign <= '9')
        clue = or_none(sign - '0');
    else if (sign >= 'a' && sign <= 'j')
        clue = sign - 'a' + 10;
    else if (sign >= 'A' && sign <= 'Z')
        clue = sign - 'A' + 20;
    else
        clue = no_clue;
    return clue != no_clue || sign == '0' || sign == '-';
}

// The cells of an address, then the clues of the border: one for each white cell of the first row, then one for each of
// the first column. False where the signs are not exactly those of so many rows and columns.
bool cells_of_address(std::string_view signs, int rows, int columns, Grid& grid) {
    const std::size_t area = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    if (area == 0 || area > 16 * signs.size() || !grid.resize(rows + 1, columns + 1, false)) return false;
    std::size_t at = 0, whites = 0;  // that the last sign still stands for
    for (int row = 0; row <= rows; ++row) {
        grid.at(row, 0).black = true;
        for (int column = 1; column <= columns; ++column) {
            Cell& cell = grid.at(row, column);
            cell.black = row == 0 || whites == 0;
            if (row == 0 || whites-- > 0) continue;
            whites = 0;
            if (at == signs.size()) return false;
            const char sign = signs[at++];
            if (sign >= 'k' && sign <= 'z') {
                cell.black = false;
                whites = static_cast<std::size_t>(sign - 'k');
            } else if (sign != '.') {
                if (at == signs.size() || !clue_of(sign, cell.down) || !clue_of(signs[at++], cell.across)) return false;
            }
        }
    }
    while (!signs.empty() && signs.back() == '/') signs.remove_suffix(1);
    const auto take = [&](const Cell& first, int& clue) { return first.black || (at < signs.size() && clue_of(signs[at++], clue)); };
    for (int column = 1; column <= columns; ++column)
        if (!take(grid.at(1, column), grid.at(0, column).down)) return false;
    for (int row = 1; row <= rows; ++row)
        if (!take(grid.at(row, 1), grid.at(row, 0).across)) return false;
    return whites == 0 && at == signs.size();
}

}  // namespace

std::string from_address(std::string_view signs, std::size_t rows, std::size_t columns) {
    Grid grid;
    std::string out;
    if (rows > 9999 || columns > 9999 || !cells_of_address(signs, static_cast<int>(rows), static_cast<int>(columns), grid)) return out;
    grid.spell(out);
    out.pop_back();
    return out;
}

// Rows of cells with blanks between, as far as an empty line. Where clues do not fit, it may stand inside of the board. Two numbers alone are the size of a table and no row.
Taken read_table(Lines& lines, Grid& grid, std::string&) {
    grid.cells.clear();
    grid.rows = grid.columns = 0;
    std::string_view line;
    while (!lines.blank()) {
        if (!lines.take(line) || !take_row(line, grid.cells)) return Taken::odd;
        if (grid.rows++ == 0) grid.columns = static_cast<int>(grid.cells.size());
        if (grid.cells.size() != static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.columns)) return Taken::odd;
    }
    const auto clued = [](const Cell& cell) { return cell.down != no_clue || cell.across != no_clue; };
    const bool any = std::any_of(grid.cells.begin(), grid.cells.end(), clued);
    return grid.columns > 2 && grid.rows > 1 && any && fits(grid) ? Taken::board : Taken::odd;
}

// `pzprv3`, `kakuro`, rows and columns without the border, then their lines: the clues of the first row and column bare,
// in cells `.` or `across,down`. What follows as far as the empty line are answers.
Taken read_pzprv3(Lines& lines, Grid& grid, std::string&) {
    std::string_view line;
    if (!lines.take(line) || line != "pzprv3" || !lines.take(line) || line != "kakuro") return Taken::odd;
    int size[2];
    for (int& each : size) {
        if (!lines.take(line)) return Taken::odd;
        Signs signs(line);
        if (!signs.number(each) || !signs.done() || each < 1) return Taken::odd;
    }
    if (!grid.resize(size[0] + 1, size[1] + 1, false)) return Taken::odd;
    const auto take = [](Signs& signs, int& clue) {
        if (!signs.is('-')) {
            if (!signs.number(clue)) return false;
            clue = or_none(clue);
            return true;
        }
        clue = no_clue;
        return signs.is('1');
    };
    for (int row = 0; row < grid.rows; ++row) {
        if (!lines.take(line)) return Taken::odd;
        Signs signs(line);
        for (int column = 0; column < grid.columns; ++column) {
            if (column > 0 && signs.blanks() == 0) return Taken::odd;
            Cell& cell = grid.at(row, column);
            if (row == 0 || column == 0) {
                cell.black = true;
                if (!take(signs, row == 0 ? cell.down : cell.across)) return Taken::odd;
            } else if (!signs.is('.')) {
                cell.black = true;
                if (!take(signs, cell.across) || !signs.is(',') || !take(signs, cell.down)) return Taken::odd;
            }
        }
        signs.blanks();
        if (!signs.done()) return Taken::odd;
    }
    grid.at(0, 0).down = no_clue;
    int answers = 0;
    for (; !lines.blank(); ++answers)
        if (!lines.take(line) || count_words(line, "0123456789.-+") != size[1]) return Taken::odd;
    return answers == 0 || answers == size[0] ? Taken::board : Taken::odd;
}

// `@ name rows columns`, then the rows in canonical words.
Taken read_named(Lines& lines, Grid& grid, std::string& label) {
    std::string_view line;
    if (!lines.take(line) || line.size() < 7 || line.substr(0, 2) != "@ ") return Taken::odd;
    const std::size_t second = line.rfind(' '), first = line.rfind(' ', second - 1);
    if (first <= 2 || first == std::string_view::npos) return Taken::odd;
    const std::string_view name = line.substr(2, first - 2);
    const bool usual = std::all_of(name.begin(), name.end(), [](char sign) { return sign > ' ' && sign < 0x7F; });
    Signs sizes(line.substr(first + 1));
    int height = 0, width = 0;
    if (!usual || !sizes.number(height) || !sizes.is(' ') || !sizes.number(width) || !sizes.done()) return Taken::odd;
    if (!grid.resize(height, width, false)) return Taken::odd;
    label = name == "-" ? std::string_view{} : name;
    // A number of canonical text, without zeros before it.
    const auto take = [](Signs& signs, int& value) {
        if (signs.is('-')) return true;
        const int digits = signs.next() == '0' ? 1 : 9;
        return signs.number(value, digits);
    };
    for (int row = 0; row < height; ++row) {
        if (!lines.take(line)) return Taken::odd;
        Signs signs(line);
        for (int column = 0; column < width; ++column) {
            if (column > 0 && !signs.is(' ')) return Taken::odd;
            Cell& cell = grid.at(row, column);
            if (signs.is('.')) continue;
            cell.black = signs.is('#');
            if (cell.black) continue;
            if (!take(signs, cell.down)) return Taken::odd;
            if (signs.is('\\')) {
                cell.black = true;
                if (!take(signs, cell.across) || (cell.down == no_clue && cell.across == no_clue)) return Taken::odd;
            } else {
                if (cell.down < 1 || cell.down > 9) return Taken::odd;
                cell.given = cell.down;
                cell.down = no_clue;
            }
        }
        if (!signs.done()) return Taken::odd;
    }
    return lines.peek(line) && (line.empty() || line[0] == '@') ? Taken::board : Taken::odd;
}

// `size:` or `size,9:`, then the cells of a square with its border: X black, a-z white ones, B across.down, H, V.
Taken read_game(Lines& lines, Grid& grid, std::string&) {
    std::string_view line;
    if (!lines.take(line)) return Taken::odd;
    Signs signs(line);
    int side = 0;
    if (!signs.number(side, 3) || side < 1) return Taken::odd;
    if (signs.is(',') && !signs.is('9')) return Taken::odd;
    if (!signs.is(':') || !grid.resize(side + 1, side + 1, false)) return Taken::odd;
    std::size_t count = 0;
    while (!signs.done()) {
        const char sign = signs.next();
        signs.is(sign);
        if (sign >= 'a' && sign <= 'z') {
            count += static_cast<std::size_t>(sign - 'a') + 1;
            continue;
        }
        if (count >= grid.cells.size()) return Taken::odd;
        Cell& cell = grid.cells[count++];
        cell.black = true;
        if (sign == 'X') continue;
        if (sign != 'B' && sign != 'H' && sign != 'V') return Taken::odd;
        if (sign != 'V' && !signs.number(cell.across, 9)) return Taken::odd;
        if (sign == 'B' && !signs.is('.')) return Taken::odd;
        if (sign != 'H' && !signs.number(cell.down, 9)) return Taken::odd;
    }
    return count == grid.cells.size() ? Taken::board : Taken::odd;
}

// The size of a square, and its cells with commas between: X black, O white, (h9,v17) clues, a given digit.
Taken read_euler(Lines& lines, Grid& grid, std::string&) {
    std::string_view line;
    if (!lines.take(line)) return Taken::odd;
    Signs signs(line);
    int side = 0;
    if (!signs.number(side, 3) || !grid.resize(side, side, false)) return Taken::odd;
    for (Cell& cell : grid.cells) {
        if (!signs.is(',')) return Taken::odd;
        if (signs.is('O')) continue;
        if (signs.is('X')) {
            cell.black = true;
        } else if (signs.is('(')) {
            cell.black = true;
            const bool across = signs.is('h');
            if (across && !signs.number(cell.across, 9)) return Taken::odd;
            if (!across || signs.is(','))
                if (!signs.is('v') || !signs.number(cell.down, 9)) return Taken::odd;
            if (!signs.is(')')) return Taken::odd;
        } else if (signs.next() < '1' || signs.next() > '9' || !signs.number(cell.given, 1)) {
            return Taken::odd;
        }
    }
    return signs.done() ? Taken::board : Taken::odd;
}

// An address that ends with `kakuro/columns/rows/` and the signs of the cells.
Taken read_address(Lines& lines, Grid& grid, std::string&) {
    constexpr std::string_view name = "kakuro/";
    std::string_view line;
    if (!lines.take(line)) return Taken::odd;
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos || line.find(name, at + 1) != std::string_view::npos) return Taken::odd;
    if (at > 0 && line[at - 1] != '?' && line[at - 1] != '/' && line[at - 1] != '=') return Taken::odd;
    if (!std::all_of(line.begin(), line.end(), [](char sign) { return sign > ' ' && sign < 0x7F; })) return Taken::odd;
    Signs signs(line.substr(at + name.size()));
    int width = 0, height = 0;
    if (!signs.number(width) || !signs.is('/') || !signs.number(height) || !signs.is('/')) return Taken::odd;
    const std::string_view rest = line.substr(line.find('/', line.find('/', at + name.size()) + 1) + 1);
    return cells_of_address(rest, height, width, grid) ? Taken::board : Taken::odd;
}

}  // namespace gridmill::kakuro
