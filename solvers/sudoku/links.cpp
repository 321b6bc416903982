// The insides of links in their plain form, and boxes from the walls between cells.
//
// Each of these reads what nearly all boards of its notation are and says of anything else that it is not plain: then
// solvers/sudoku/formats looks more closely, and finds the reason.
#include "links.hpp"

#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "objects.hpp"

namespace gridmill::sudoku {

namespace {

constexpr int smallest = 4, largest = 25, largest_with_digits = 9;
constexpr char candidates_way = '7';  // of writing, in Penpa

// Takes a text to pieces from the left; what does not follow is left as it is.
class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {}

    bool over() const { return text_.empty(); }
    bool take(char sign) { return take(std::string_view(&sign, 1)); }
    bool take(std::string_view sign) {
        if (text_.substr(0, sign.size()) != sign) return false;
        text_.remove_prefix(sign.size());
        return true;
    }
    // One character; 0 at the end.
    char next() {
        if (text_.empty()) return 0;
        const char sign = text_.front();
        text_.remove_prefix(1);
        return sign;
    }
    // A number as JSON has it, without a sign and of at most four digits.
    std::optional<int> number() {
        int value = 0;
        std::size_t digits = 0;
        while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9' && digits < 5)
            value = 10 * value + (text_[digits++] - '0');
        if (digits == 0 || digits == 5 || (digits > 1 && text_.front() == '0')) return std::nullopt;
        text_.remove_prefix(digits);
        return value;
    }
    std::string_view rest() const { return text_; }
    void skip(char sign) { text_.remove_prefix(std::min(text_.find_first_not_of(sign), text_.size())); }

private:
    std::string_view text_;
};

// The walls of a square, and what they part.
//
//     . .|.        right[1]: between r1c2 and r1c3
//     ---+         below[0], below[1]: under r1c1 and r1c2
//     . . .
class Walls {
public:
    explicit Walls(int size) : size_(size) {}

    void right(int cell) { right_[static_cast<std::size_t>(cell)] = true; }
    void below(int cell) { below_[static_cast<std::size_t>(cell)] = true; }

    // A letter for each cell, the same where no wall is between, in order of first appearance. Nothing where they part
    // the square in more pieces than it has rows, or in some that are not as large as a row, unless it is whole.
    std::string regions() const {
        const int cells = size_ * size_;
        std::string letters(static_cast<std::size_t>(cells), 0);
        std::array<int, largest * largest> waiting;
        char letter = 'A';
        for (int start = 0; start < cells; ++start) {
            if (letters[static_cast<std::size_t>(start)] != 0) continue;
            if (letter - 'A' == size_) return "";
            int count = 0, seen = 0;
            const auto reach = [&](int cell) {
                char& mine = letters[static_cast<std::size_t>(cell)];
                if (mine != 0) return;
                mine = letter;
                waiting[static_cast<std::size_t>(count++)] = cell;
            };
            reach(start);
            while (seen < count) {
                const int cell = waiting[static_cast<std::size_t>(seen++)], column = cell % size_;
                if (cell >= size_ && !below_[static_cast<std::size_t>(cell - size_)]) reach(cell - size_);
                if (cell + size_ < cells && !below_[static_cast<std::size_t>(cell)]) reach(cell + size_);
                if (column != 0 && !right_[static_cast<std::size_t>(cell - 1)]) reach(cell - 1);
                if (column + 1 < size_ && !right_[static_cast<std::size_t>(cell)]) reach(cell + 1);
            }
            if (count != size_ && count != cells) return "";
            ++letter;
        }
        return letters;
    }

    // Whether a wall has the same region on both of its sides.
    bool has_loose(std::string_view letters) const {
        const auto cells = static_cast<std::size_t>(size_ * size_), step = static_cast<std::size_t>(size_);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (below_[cell] && letters[cell] == letters[cell + step]) return true;
            if (right_[cell] && letters[cell] == letters[cell + 1]) return true;
        }
        return false;
    }

private:
    int size_;
    std::array<bool, largest * largest> right_{}, below_{};  // those of the frame are never set
};

bool is_parted(const std::string& regions) { return regions.find('B') != std::string::npos; }

// Nine rows of nine numbers, each a digit (0 for none) and the walls of its cell.
constexpr int side = 9, wall = 16, wall_right = 32, wall_below = 64, wall_left = 128;

bool read_walled(Cursor& text, std::array<int, side * side>& numbers) {
    for (int at = 0; at < side * side; ++at) {
        text.skip(' ');
        const std::optional<int> number = text.number();
        if (!number || *number >= 2 * wall_left) return false;
        numbers[static_cast<std::size_t>(at)] = *number;
        const bool last = (at + 1) % side == 0, blank = text.take(' ');
        if (last) text.skip(' ');
        if (last ? !text.take('\n') : !blank) return false;
    }
    return true;
}

// The canonical text; "" for numbers that are no such board.
std::string walled_text(const std::array<int, side * side>& numbers) {
    static const std::string usual = [] {
        std::string letters;
        for (int cell = 0; cell < side * side; ++cell)
            letters += static_cast<char>('A' + cell / (3 * side) * 3 + cell % side / 3);
        return letters;
    }();
    Walls walls(side);
    std::string text;
    bool any = false;
    for (int cell = 0; cell < side * side; ++cell) {
        const auto at = static_cast<std::size_t>(cell);
        const int number = numbers[at], digit = number % wall;
        any = any || number >= wall;
        if (digit > side) return "";
        text += static_cast<char>(digit == 0 ? '.' : '0' + digit);
        if (cell % side + 1 < side) {
            const bool here = (number & wall_right) != 0;
            if (here != ((numbers[at + 1] & wall_left) != 0)) return "";
            if (here) walls.right(cell);
        }
        if (cell + side < side * side) {
            const bool here = (number & wall_below) != 0;
            if (here != ((numbers[at + side] & wall) != 0)) return "";
            if (here) walls.below(cell);
        }
    }
    const std::string letters = walls.regions();
    if (!any || letters.empty() || !is_parted(letters)) return "";
    return letters == usual ? text : text + ";regions:" + letters;
}

// Boards of which each row is a line; fewer than there are if one of them is not plain.
nb::list walled(std::string_view rows) {
    nb::list found;
    Cursor text(rows);
    std::array<int, side * side> numbers;
    while (!text.over()) {
        const std::string board = read_walled(text, numbers) ? walled_text(numbers) : "";
        if (board.empty()) break;
        found.append(nb::steal(make_text(board)));
    }
    return found;
}

// The symbol of a value; beyond size 9 they are letters.
char symbol_of(int value, int size) { return static_cast<char>((size <= largest_with_digits ? '1' : 'A') + value - 1); }

// A cell of f-puzzles: `{"value":5,"given":true}`, `{"region":3,"centerPencilMarks":[1,2]}` or `{}`.
struct PuzzleCell {
    int value = 0, region = -1;
    bool given = false, noted = false;
    std::uint32_t marks = 0;  // bit n for the value n
};

bool take_marks(Cursor& text, PuzzleCell& cell) {
    if (cell.noted || !text.take('[')) return false;
    cell.noted = true;
    if (text.take(']')) return true;
    do {
        const std::optional<int> mark = text.number();
        if (!mark || *mark > largest) return false;
        cell.marks |= std::uint32_t{1} << *mark;
    } while (text.take(','));
    return text.take(']');
}

// False for a cell that says anything else, or the same twice.
bool take_cell(Cursor& text, PuzzleCell& cell) {
    if (!text.take('{')) return false;
    if (text.take('}')) return true;
    do {
        if (text.take(R"("value":)")) {
            const std::optional<int> value = text.number();
            if (!value || *value < 1 || cell.value != 0) return false;
            cell.value = *value;
        } else if (text.take(R"("given":true)")) {
            cell.given = true;
        } else if (text.take(R"("region":)")) {
            const std::optional<int> region = text.number();
            if (!region || cell.region >= 0) return false;
            cell.region = *region;
        } else if (!text.take(R"("centerPencilMarks":)") || !take_marks(text, cell)) {
            return false;
        }
    } while (text.take(','));
    return text.take('}');
}

// The cells of a square in rows `[[{},...],...]`, and its size; 0 for another one.
int take_grid(Cursor& text, std::vector<PuzzleCell>& cells) {
    std::size_t width = 0, rows = 0;
    if (!text.take('[')) return 0;
    do {
        if (!text.take('[')) return 0;
        do {
            if (cells.size() == largest * largest || !take_cell(text, cells.emplace_back())) return 0;
        } while (text.take(','));
        if (rows++ == 0) width = cells.size();
        if (!text.take(']') || cells.size() != rows * width) return 0;
    } while (text.take(','));
    const int size = static_cast<int>(rows);
    const bool square = text.take(']') && rows == width && size >= smallest && size <= largest;
    const bool good = square && std::all_of(cells.begin(), cells.end(), [=](const PuzzleCell& cell) {
        return cell.value <= size && cell.region < size;
    });
    return good ? size : 0;
}

// What a grid says, a symbol for each cell: givens, all digits, pencil marks with blanks between (or ""), and a letter
// for each region that is named (or "").
struct PuzzleGrid {
    std::string givens, digits, marks, regions;

    PuzzleGrid(const std::vector<PuzzleCell>& cells, int size) {
        bool noted = false, named = false;
        for (const PuzzleCell& cell : cells) {
            const char digit = cell.value == 0 ? '.' : symbol_of(cell.value, size);
            digits += digit;
            givens += cell.given ? digit : '.';
            regions += cell.region < 0 ? '.' : static_cast<char>('A' + cell.region);
            named = named || cell.region >= 0;
            const std::size_t before = marks.size();
            for (int value = 1; value <= size && cell.value == 0; ++value)
                if ((cell.marks >> value & 1u) != 0) marks += symbol_of(value, size);
            noted = noted || marks.size() != before;
            if (marks.size() == before) marks += '.';
            marks += ' ';
        }
        marks.pop_back();
        if (!noted) marks.clear();
        if (!named) regions.clear();
    }
};

// What the grid of a puzzle says, and the JSON with an empty one; None for a grid in which more is said.
nb::object plain_grid(std::string_view json) {
    const std::string_view name = R"("grid")", start = R"("grid":)";
    const std::size_t at = json.find(name);
    const bool once = at != std::string_view::npos && json.find(name, at + 1) == std::string_view::npos;
    if (!once || json.substr(at, start.size()) != start) return nb::none();
    Cursor rest(json.substr(at + start.size()));
    std::vector<PuzzleCell> cells;
    cells.reserve(largest_with_digits * largest_with_digits);
    const int size = take_grid(rest, cells);
    if (size == 0) return nb::none();
    const PuzzleGrid grid(cells, size);
    const std::string without = std::string(json.substr(0, at)) + R"("grid":[])" + std::string(rest.rest());
    return nb::make_tuple(nb::steal(make_text(grid.givens)), nb::steal(make_text(grid.digits)),
                          nb::steal(make_text(grid.marks)), nb::steal(make_text(grid.regions)),
                          nb::steal(make_text(without)));
}

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

}  // namespace

void bind_links(nb::module_& m) {
    m.def("walled", &walled, nb::arg("rows"));
    m.def("plain_grid", &plain_grid, nb::arg("json"));
    m.def("plain_problem", &plain_problem, nb::arg("members"), nb::arg("size"), nb::arg("left"), nb::arg("top"),
          nb::arg("columns"), nb::arg("rows"));
}

}  // namespace gridmill::sudoku
