// The problem in a link of Penpa in its plain form: digits, candidates, and the edges of boxes.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cursor.hpp"
#include "links.hpp"
#include "objects.hpp"
#include "walls.hpp"

namespace gridmill::sudoku {

namespace {

constexpr char candidates_way = '7';  // of writing

// Where the board of a link of Penpa lies among the numbered cells, behind which its corners are numbered.
struct Plane {
    int size, left, top, columns, rows;

    // The cell with that number; -1 outside of the board.
    int cell(int number) const {
        const int row = number / columns - top, column = number % columns - left;
        return row < 0 || row >= size || column < 0 || column >= size ? -1 : row * size + column;
    }
    // Row and column of a corner, 0 to the size; false outside.
    bool corner(int number, int& row, int& column) const {
        number -= columns * rows;
        if (number < 0) return false;
        row = number / columns - top + 1;
        column = number % columns - left + 1;
        return row >= 0 && row <= size && column >= 0 && column <= size;
    }
};

// What a problem of Penpa says of the cells: a digit, and candidates.
struct Noted {
    std::string cells;
    std::vector<std::string> marks;

    explicit Noted(int size)
        : cells(static_cast<std::size_t>(size * size), '.'), marks(static_cast<std::size_t>(size * size)) {}
};

// Candidates as digits, `"124"`, or as a flag for each value, `[1,1,0,1]`.
bool take_candidates(Cursor& text, int size, std::string& marks) {
    marks.clear();
    if (text.take('"')) {
        if (size > largest_with_digits) return false;
        while (!text.take('"')) {
            const char digit = text.next();
            if (digit < '1' || digit >= '1' + size) return false;
            marks += digit;
        }
        return true;
    }
    if (!text.take('[')) return false;
    for (int value = 1; value <= size; ++value) {
        const bool flagged = text.take('1');
        if (!flagged && !text.take('0')) return false;
        if (flagged) marks += symbol_of(value, size);
        if (!text.take(value == size ? ']' : ',')) return false;
    }
    return true;
}

// Digits by place: `{"29":[7,1,"1"],...}`; the last one says how it is written, "7" for candidates.
bool take_digits(Cursor& text, const Plane& plane, Noted& noted) {
    if (!text.take('{')) return false;
    if (text.take('}')) return true;
    do {
        const std::optional<int> place = text.take('"') ? text.number() : std::nullopt;
        const int cell = place ? plane.cell(*place) : -1;
        if (cell < 0 || !text.take("\":[")) return false;
        const auto at = static_cast<std::size_t>(cell);
        Cursor candidates = text;
        const bool quoted = text.take('"');
        const std::optional<int> value = text.number();
        if (value && quoted == text.take('"') && text.take(',') && text.number() && text.take(",\"")) {
            const char way = text.next();
            if (way >= '0' && way <= '9' && way != candidates_way && text.take("\"]")) {
                if (*value < 1 || *value > plane.size) return false;
                noted.cells[at] = symbol_of(*value, plane.size);
                continue;
            }
        }
        text = candidates;
        if (!take_candidates(text, plane.size, noted.marks[at])) return false;
        if (!text.take(',') || !text.number() || !text.take(",\"") || !text.take(candidates_way)) return false;
        if (!text.take("\"]")) return false;
    } while (text.take(','));
    return text.take('}');
}

// Thick edges between two corners: `{"183,184":2,...}`.
bool take_edges(Cursor& text, const Plane& plane, Walls& walls) {
    if (!text.take('{')) return false;
    if (text.take('}')) return true;
    do {
        const std::optional<int> one = text.take('"') ? text.number() : std::nullopt;
        const std::optional<int> other = one && text.take(',') ? text.number() : std::nullopt;
        if (!other || !text.take("\":2")) return false;
        int row = 0, column = 0, end_row = 0, end_column = 0;
        if (!plane.corner(std::min(*one, *other), row, column)) return false;
        if (!plane.corner(std::max(*one, *other), end_row, end_column)) return false;
        const bool down = end_row == row + 1 && end_column == column;
        if (!down && (end_row != row || end_column != column + 1)) return false;
        const bool frame = (down ? column : row) % plane.size == 0;
        if (down && !frame) walls.right(row * plane.size + column - 1);
        if (!down && !frame) walls.below((row - 1) * plane.size + column);
    } while (text.take(','));
    return text.take('}');
}

// The members of a problem: digits, edges, and nothing in all the others but three empty histories.
bool take_members(Cursor& text, const Plane& plane, Noted& noted, Walls& walls) {
    bool digits = false, edges = false;
    if (!text.take('{')) return false;
    do {
        const char name = text.take('z') ? text.next() : '\0';
        const bool known = (name >= '0' && name <= '9') || (name >= 'A' && name <= 'Z' && name != 'O');
        if (!known || !text.take(':')) return false;
        if (name == 'N') {
            if (digits || !take_digits(text, plane, noted)) return false;
            digits = true;
        } else if (name == 'E') {
            if (edges || !take_edges(text, plane, walls)) return false;
            edges = true;
        } else if (!text.take("{}") && !text.take("[]")) {
            const bool history = name == 'R' || name == 'U' || name == '8';
            if (!history || !text.take("{z_:[]}")) return false;
        }
    } while (text.take(','));
    return digits && text.take('}') && text.over();
}

}  // namespace

// The cells of a problem of Penpa, the candidates of each (or none at all), and a letter for the region of each, "" where
// edges part nothing; None if there is more, or less: edges that part no two regions, or regions that are not as large as
// a row.
nb::object plain_problem(std::string_view members, int size, int left, int top, int columns, int rows) {
    const Plane plane{size, left, top, columns, rows};
    if (size < smallest || size > largest || columns < size || rows < size) return nb::none();
    Noted noted(size);
    Walls walls(size);
    Cursor text(members);
    if (!take_members(text, plane, noted, walls)) return nb::none();
    std::string regions = walls.regions();
    if (regions.empty() || walls.has_loose(regions)) return nb::none();
    if (!is_parted(regions)) regions.clear();
    nb::list marks;
    if (std::any_of(noted.marks.begin(), noted.marks.end(), [](const std::string& each) { return !each.empty(); }))
        for (const std::string& each : noted.marks) marks.append(nb::steal(make_text(each)));
    return nb::make_tuple(nb::steal(make_text(noted.cells)), marks, nb::steal(make_text(regions)));
}

}  // namespace gridmill::sudoku
