// The grid and the killer cages of a puzzle of f-puzzles in their plain form.
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

// A killer cage: `{"cells":["R1C1","R1C2"],"value":"15"}`, and perhaps how it looks.
struct PuzzleCage {
    std::vector<int> cells;  // ascending, from 0
    int sum = 0;

    bool operator<(const PuzzleCage& other) const {
        return cells != other.cells ? cells < other.cells : sum < other.sum;
    }
};

bool take_places(Cursor& text, int size, std::vector<int>& cells) {
    if (!cells.empty() || !text.take('[')) return false;
    do {
        if (!text.take("\"R")) return false;
        const int row = text.next() - '1';
        if (!text.take('C')) return false;
        const int column = text.next() - '1';
        if (!text.take('"') || row < 0 || row >= size || column < 0 || column >= size) return false;
        cells.push_back(row * size + column);
    } while (text.take(','));
    std::sort(cells.begin(), cells.end());
    const bool differ = std::adjacent_find(cells.begin(), cells.end()) == cells.end();
    return text.take(']') && differ && cells.size() <= static_cast<std::size_t>(size);
}

bool take_sum(Cursor& text, int& sum) {
    const bool quoted = text.take('"');
    const std::optional<int> value = text.number();
    if (sum != 0 || !value || *value < 1 || *value > 999) return false;
    sum = *value;
    return !quoted || text.take('"');
}

// Takes a string without escapes, such as a colour.
bool take_string(Cursor& text) {
    if (!text.take('"')) return false;
    for (char sign = text.next(); sign != '"'; sign = text.next())
        if (static_cast<unsigned char>(sign) < ' ' || sign == '\\') return false;
    return true;
}

bool take_cage(Cursor& text, int size, PuzzleCage& cage) {
    if (!text.take('{')) return false;
    do {
        if (text.take(R"("cells":)")) {
            if (!take_places(text, size, cage.cells)) return false;
        } else if (text.take(R"("value":)")) {
            if (!take_sum(text, cage.sum)) return false;
        } else if (!take_string(text) || !text.take(':') || !take_string(text)) {
            return false;
        }
    } while (text.take(','));
    return text.take('}') && cage.sum != 0 && !cage.cells.empty();
}

std::string text_of(const std::vector<PuzzleCage>& cages, int size) {
    std::string text;
    for (const PuzzleCage& cage : cages) {
        text += (text.empty() ? "" : ",") + std::to_string(cage.sum);
        char before = '=';
        for (const int cell : cage.cells) {
            text += before;
            text += 'r';
            text += static_cast<char>('1' + cell / size);
            text += 'c';
            text += static_cast<char>('1' + cell % size);
            before = '+';
        }
    }
    return text;
}

// Where the value of a member stands whose name occurs once; npos if it does not, or in another way.
std::size_t value_of(std::string_view json, std::string_view name) {
    const std::size_t at = json.find(name);
    const bool once = at != std::string_view::npos && json.find(name, at + 1) == std::string_view::npos;
    return once && json.substr(at + name.size(), 1) == ":" ? at + name.size() + 1 : std::string_view::npos;
}

// The JSON with an empty list in place of what stands from there up to the rest.
nb::object emptied(std::string_view json, std::size_t at, std::string_view rest) {
    return nb::steal(make_text(std::string(json.substr(0, at)) + "[]" + std::string(rest)));
}

}  // namespace

// The killer cages of a puzzle in canonical text, and the JSON with an empty list of them; None for others.
nb::object plain_cages(std::string_view json, int size) {
    const std::size_t at = value_of(json, R"("killercage")");
    if (at == std::string_view::npos || size > largest_with_digits) return nb::none();
    Cursor rest(json.substr(at));
    std::vector<PuzzleCage> cages;
    if (!rest.take('[')) return nb::none();
    do {
        if (!take_cage(rest, size, cages.emplace_back())) return nb::none();
    } while (rest.take(','));
    if (!rest.take(']')) return nb::none();
    std::sort(cages.begin(), cages.end());
    return nb::make_tuple(nb::steal(make_text(text_of(cages, size))), emptied(json, at, rest.rest()));
}

// What the grid of a puzzle says, and the JSON with an empty one; None for a grid in which more is said.
nb::object plain_grid(std::string_view json) {
    const std::size_t at = value_of(json, R"("grid")");
    if (at == std::string_view::npos) return nb::none();
    Cursor rest(json.substr(at));
    std::vector<PuzzleCell> cells;
    cells.reserve(largest_with_digits * largest_with_digits);
    const int size = take_grid(rest, cells);
    if (size == 0) return nb::none();
    const PuzzleGrid grid(cells, size);
    return nb::make_tuple(nb::steal(make_text(grid.givens)), nb::steal(make_text(grid.digits)),
                          nb::steal(make_text(grid.marks)), nb::steal(make_text(grid.regions)),
                          emptied(json, at, rest.rest()));
}

}  // namespace gridmill::sudoku
