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

}  // namespace gridmill::kakuro
