// The grid of a puzzle of f-puzzles in its plain form.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cursor.hpp"
#include "links.hpp"
#include "objects.hpp"

namespace gridmill::sudoku {

namespace {

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

}  // namespace

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

}  // namespace gridmill::sudoku
