#include "spelling.hpp"

#include <stdexcept>
#include <vector>

#include "board.hpp"

namespace gridmill::kakuro {

namespace {

constexpr int white = -2;

// The clues of a black cell, no_clue where there is none; or `white` twice.
struct Cell {
    int down, across;
};

// What lies between two black cells in a line: its clue, the one for the other direction, and the number of cells.
struct Stretch {
    int clue = no_clue, other = no_clue, length = 0;
    bool begun = false;  // behind a black cell, not at the border

    void count(int digits, Evidence& found) const {
        if (!begun && length == 0) return;
        count(clue, digits, found.misfits[0], found.missing[0]);
        count(other, digits, found.misfits[1], found.missing[1]);
    }

private:
    void count(int sum, int digits, int& misfits, int& missing) const {
        if (sum == no_clue) {
            missing += length > 1;
            return;
        }
        if (length == 0 || length > digits) {
            ++misfits;
            return;
        }
        const int low = length * (length + 1) / 2, high = length * (2 * digits + 1 - length) / 2;
        misfits += sum < low || sum > high;
    }
};

// Cells of canonical text, row by row; `columns` becomes their number in the first row.
void read_cells(std::string_view text, std::vector<Cell>& cells, std::size_t& columns) {
    const auto number = [&](std::size_t& at) {
        if (at < text.size() && text[at] == '-') return ++at, no_clue;
        int value = 0;
        for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && value < 100'000'000; ++at) value = 10 * value + (text[at] - '0');
        return value;
    };
    columns = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        Cell cell{white, white};
        if (text[at] == '#' || text[at] == '.') {
            if (text[at++] == '#') cell = {no_clue, no_clue};
        } else {
            const int down = number(at);
            if (at < text.size() && text[at] == '\\') cell = {down, number(++at)};
        }
        cells.push_back(cell);
        if (columns == 0 && (at >= text.size() || text[at] == '/')) columns = cells.size();
        if (at < text.size() && text[at] != ' ' && text[at] != '/') throw std::invalid_argument("expected canonical text");
    }
    if (columns == 0 || cells.size() % columns != 0) throw std::invalid_argument("expected rows of equal length");
}

constexpr int no_sign = -1;
constexpr int first_white = 'k';

// The clue of a sign: 0-9, a-j for 10 to 19, A-Z for 20 to 45, 0 for none; no_sign for any other.
int clue_of(char sign) {
    if (sign >= '0' && sign <= '9') return sign - '0';
    if (sign >= 'a' && sign <= 'j') return sign - 'a' + 10;
    if (sign >= 'A' && sign <= 'Z') return sign - 'A' + 20;
    return sign == '-' ? 0 : no_sign;
}

// A black cell as canonical text has it.
void spell(int down, int across, std::string& out) {
    if (down == 0 && across == 0) {
        out += '#';
        return;
    }
    out += down == 0 ? "-" : std::to_string(down);
    out += '\\';
    out += across == 0 ? "-" : std::to_string(across);
}

}  // namespace

Evidence evidence(std::string_view text) {
    static thread_local std::vector<Cell> cells;  // keeps its room
    cells.clear();
    int digits = 9;
    if (const std::size_t head = text.find(':'); head != std::string_view::npos) {
        digits = 0;
        for (const char c : text.substr(0, head))
            if (c >= '0' && c <= '9') digits = 10 * digits + (c - '0');
        text.remove_prefix(head + 1);
    }
    std::size_t columns = 0;
    read_cells(text, cells, columns);
    Evidence found;
    const std::size_t rows = cells.size() / columns;
    const auto line = [&](std::size_t at, std::size_t step, std::size_t count, bool across) {
        Stretch stretch;
        for (; count > 0; --count, at += step) {
            const Cell cell = cells[at];
            if (cell.down == white) {
                ++stretch.length;
                continue;
            }
            stretch.count(digits, found);
            stretch = across ? Stretch{cell.across, cell.down, 0, true} : Stretch{cell.down, cell.across, 0, true};
        }
        stretch.count(digits, found);
    };
    for (std::size_t row = 0; row < rows; ++row) line(row * columns, 1, columns, true);
    for (std::size_t column = 0; column < columns; ++column) line(column, columns, rows, false);
    return found;
}

std::string swapped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    std::size_t at = text.find(':') + 1;  // behind the head, if there is one
    out += text.substr(0, at);
    while (at < text.size()) {
        std::size_t end = at, between = text.size();
        for (; end < text.size() && text[end] != ' ' && text[end] != '/'; ++end)
            if (text[end] == '\\') between = end;
        if (between < end) {
            out += text.substr(between + 1, end - between - 1);
            out += '\\';
            out += text.substr(at, between - at);
        } else {
            out += text.substr(at, end - at);
        }
        if (end < text.size()) out += text[end];
        at = end + 1;
    }
    return out;
}

// Signs of the cells row by row, then one for each white cell of the first row, then one for each of the first column:
// those are the clues of the border, which the text has before the cells. So the cells are gone through twice.
std::string from_address(std::string_view signs, std::size_t rows, std::size_t columns) {
    const std::size_t cells = rows * columns;
    if (cells == 0 || cells > 16 * signs.size()) return "";
    std::vector<char> is_top(columns, 0), is_left(rows, 0);
    std::size_t count = 0, at = 0, border = 0;
    while (count < cells && at < signs.size()) {
        const char sign = signs[at];
        if (sign >= first_white && sign <= 'z') {
            for (int left = sign - first_white; left >= 0; --left, ++count) {
                if (count < columns) border += is_top[count] = 1;
                if (count % columns == 0 && count < cells) border += is_left[count / columns] = 1;
            }
            ++at;
        } else if (sign == '.') {
            ++count, ++at;
        } else {
            if (at + 1 >= signs.size() || clue_of(sign) == no_sign || clue_of(signs[at + 1]) == no_sign) return "";
            ++count, at += 2;
        }
    }
    std::string_view edges = signs.substr(at);
    while (!edges.empty() && edges.back() == '/') edges.remove_suffix(1);
    if (count != cells || edges.size() != border) return "";
    for (const char sign : edges)
        if (clue_of(sign) == no_sign) return "";

    std::string out = "#";
    out.reserve(4 * (cells + rows + columns));
    std::size_t edge = 0;
    for (const char white : is_top) {
        out += ' ';
        spell(white ? clue_of(edges[edge++]) : 0, 0, out);
    }
    count = at = 0;
    const auto begin = [&] {
        if (count++ % columns != 0) return;
        out += '/';
        spell(0, is_left[(count - 1) / columns] ? clue_of(edges[edge++]) : 0, out);
    };
    while (count < cells) {
        const char sign = signs[at];
        if (sign >= first_white && sign <= 'z') {
            for (int left = sign - first_white; left >= 0; --left) {
                begin();
                out += " .";
            }
            ++at;
        } else {
            begin();
            out += ' ';
            if (sign == '.')
                spell(0, 0, out);
            else
                spell(clue_of(sign), clue_of(signs[at + 1]), out);
            at += sign == '.' ? 1 : 2;
        }
    }
    return out;
}

}  // namespace gridmill::kakuro
