// Plain boards in bulk: the variants of canonical texts, and which solutions are right. No solver's code is used here,
// and none of this by a solver: what the kernel answers is checked by something that cannot share its faults.
//
//     [RxC:]cells      the shape R rows by C columns of a box only where it is no square; n = R x C values, n x n cells
//     1-9 or A-Y       the values, digits up to n = 9; `.` where nothing is given
//
// Whatever else a text may be, such as a board with diagonals or one in another spelling, is not judged here: it has no
// variant, and its solution is none of the right ones. board.py and check.py look at those one by one, and say why.
#include "plain.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridmill::sudoku {

namespace nb = nanobind;

namespace {

constexpr std::size_t smallest = 4, largest = 25;

// A column of Python strings, held while it lives; what is no string of ASCII is empty, and so is no board.
class Column {
public:
    explicit Column(nb::handle strings) : held_(nb::steal<nb::tuple>(PySequence_Tuple(strings.ptr()))) {
        if (!held_.is_valid()) throw nb::python_error();
        views_.reserve(held_.size());
        for (const nb::handle each : held_) views_.push_back(view(each.ptr()));
    }
    std::size_t size() const { return views_.size(); }
    std::string_view operator[](std::size_t at) const { return views_[at]; }

private:
    static std::string_view view(PyObject* each) {
        if (!PyUnicode_Check(each) || !PyUnicode_IS_COMPACT_ASCII(each)) return {};
        const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(each));
        return {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(each)), length};
    }
    nb::tuple held_;
    std::vector<std::string_view> views_;
};

// How many values n a board of n x n cells has; 0 if no board has so many cells.
std::size_t values_of(std::size_t cells) {
    for (std::size_t n = smallest; n <= largest; ++n)
        if (n * n == cells) return n;
    return 0;
}

// What texts of one length that begin alike have in common. Of boards in a row most have the same.
struct Shape {
    std::string_view prefix;  // "2x3:", empty for boxes that are squares
    std::size_t length = 0;   // of the whole text
    std::size_t n = 0;        // values; 0 where this is no plain board
    std::size_t rows = 0, columns = 0;  // of a box

    Shape() = default;
    explicit Shape(std::string_view text)
        : prefix(text.substr(0, text.substr(0, 6).find(':') + 1)), length(text.size()) {
        const std::size_t values = values_of(length - prefix.size());
        for (rows = 2; rows * 2 <= values; ++rows) {
            columns = values / rows;
            if (rows * columns == values && prefix == written()) {
                n = values;
                return;
            }
        }
    }
    bool fits(std::string_view text) const { return text.size() == length && text.substr(0, prefix.size()) == prefix; }
    std::string_view cells(std::string_view text) const { return text.substr(prefix.size()); }
    std::string variant() const {
        const std::string side = std::to_string(n), box = written();
        return side + 'x' + side + (box.empty() ? "" : '/' + box.substr(0, box.size() - 1));
    }

private:
    std::string written() const {
        return rows == columns ? "" : std::to_string(rows) + 'x' + std::to_string(columns) + ':';
    }
};

// Whether cells hold nothing but values and `.`.
bool spelled(const Shape& shape, std::string_view cells) {
    const unsigned char first = shape.n <= 9 ? '1' : 'A', n = static_cast<unsigned char>(shape.n);
    unsigned char wrong = 0;
    for (const char cell : cells) {
        const auto symbol = static_cast<unsigned char>(cell);
        wrong |= static_cast<unsigned char>((symbol != '.') & (static_cast<unsigned char>(symbol - first) >= n));
    }
    return wrong == 0;
}

// A bit for each symbol that may be a value, 1 << 0 for the first; whatever is none has no bit.
std::array<std::uint32_t, 256> bits_from(unsigned char first, std::size_t count) {
    std::array<std::uint32_t, 256> bits{};
    for (std::size_t value = 0; value < count; ++value) bits[first + value] = std::uint32_t{1} << value;
    return bits;
}
const std::array<std::uint32_t, 256> bit_of_digit = bits_from('1', 9), bit_of_letter = bits_from('A', largest);

bool keeps_givens(std::string_view given, std::string_view solution) {
    unsigned char changed = 0;
    for (std::size_t cell = 0; cell < given.size(); ++cell)
        changed |= static_cast<unsigned char>((given[cell] != '.') & (given[cell] != solution[cell]));
    return changed == 0;
}

// Whether every row, column and box holds every value. A unit has n cells, so it does exactly if the bits of its cells
// make n ones from the lowest on: one that is missing, twice there or beyond the values leaves another number.
//
//     band    . . . | . . . | . . .      the rows of a band are ORed into one line, a word a column:
//             . . . | . . . | . . .      its words make the boxes, C side by side,
//             . . . | . . . | . . .      and the lines of all bands the columns
bool full_units(const Shape& shape, std::string_view solution) {
    const std::array<std::uint32_t, 256>& bit_of = shape.n <= 9 ? bit_of_digit : bit_of_letter;
    const std::uint32_t full = (std::uint32_t{1} << shape.n) - 1;
    std::array<std::uint32_t, largest> column{};
    std::uint32_t lacks = 0;  // bits by which a unit differs from a full one
    const char* cell = solution.data();
    for (std::size_t top = 0; top < shape.n; top += shape.rows) {
        std::array<std::uint32_t, largest> line{};
        for (std::size_t row = 0; row < shape.rows; ++row) {
            std::uint32_t held = 0;
            for (std::size_t c = 0; c < shape.n; ++c) {
                const std::uint32_t bit = bit_of[static_cast<unsigned char>(*cell++)];
                held |= bit;
                line[c] |= bit;
            }
            lacks |= held ^ full;
        }
        for (std::size_t left = 0; left < shape.n; left += shape.columns) {
            std::uint32_t held = 0;
            for (std::size_t c = left; c < left + shape.columns; ++c) held |= line[c];
            lacks |= held ^ full;
        }
        for (std::size_t c = 0; c < shape.n; ++c) column[c] |= line[c];
    }
    for (std::size_t c = 0; c < shape.n; ++c) lacks |= column[c] ^ full;
    return lacks == 0;
}

bool right(const Shape& shape, std::string_view text, std::string_view solution) {
    if (shape.n == 0 || solution.size() != shape.n * shape.n) return false;
    return keeps_givens(shape.cells(text), solution) && full_units(shape, solution);
}

// The places of the solutions that are not plainly right.
nb::list suspects(nb::handle texts, nb::handle solutions) {
    const Column boards(texts), solved(solutions);
    if (boards.size() != solved.size()) throw std::invalid_argument("expected a solution a board");
    std::vector<std::size_t> found;
    {
        const nb::gil_scoped_release released;
        Shape shape;
        for (std::size_t at = 0; at < boards.size(); ++at) {
            if (!shape.fits(boards[at])) shape = Shape(boards[at]);
            if (!right(shape, boards[at], solved[at])) found.push_back(at);
        }
    }
    nb::list places;
    for (const std::size_t at : found) places.append(at);
    return places;
}

// Whether a given stands twice in a column or box; what is no value has no bit. Boxes are taken band by band, side by
// side, because to divide for the box of each cell takes twice as long.
bool given_twice(const Shape& shape, std::string_view cells) {
    const std::array<std::uint32_t, 256>& bit_of = shape.n <= 9 ? bit_of_digit : bit_of_letter;
    std::array<std::uint32_t, largest> column{};  // the values that were met
    std::uint32_t twice = 0;
    const char* cell = cells.data();
    for (std::size_t top = 0; top < shape.n; top += shape.rows) {
        std::array<std::uint32_t, largest> box{};
        for (std::size_t row = 0; row < shape.rows; ++row)
            for (std::size_t left = 0, b = 0; left < shape.n; left += shape.columns, ++b) {
                std::uint32_t met = box[b];
                for (std::size_t c = left; c < left + shape.columns; ++c) {
                    const std::uint32_t bit = bit_of[static_cast<unsigned char>(*cell++)];
                    twice |= bit & (column[c] | met);
                    column[c] |= bit;
                    met |= bit;
                }
                box[b] = met;
            }
    }
    return twice != 0;
}

// The places of the plain boards that have a given twice in a column or box; within rows nobody looks.
nb::list clashing(nb::handle texts) {
    const Column boards(texts);
    nb::list places;
    Shape shape;
    for (std::size_t at = 0; at < boards.size(); ++at) {
        if (!shape.fits(boards[at])) shape = Shape(boards[at]);
        if (shape.n != 0 && given_twice(shape, shape.cells(boards[at]))) places.append(at);
    }
    return places;
}

// For each text its variant, or "" for what is no plain board in its canonical text.
nb::list variants(nb::handle texts) {
    const Column boards(texts);
    const nb::str none("");
    nb::str variant = none;
    nb::list found = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(boards.size())));
    if (!found.is_valid()) throw nb::python_error();
    Shape shape;
    for (std::size_t at = 0; at < boards.size(); ++at) {
        if (!shape.fits(boards[at])) {
            shape = Shape(boards[at]);
            variant = shape.n == 0 ? none : nb::str(shape.variant().c_str());
        }
        const bool known = shape.n != 0 && spelled(shape, shape.cells(boards[at]));
        PyList_SET_ITEM(found.ptr(), static_cast<Py_ssize_t>(at), nb::object(known ? variant : none).release().ptr());
    }
    return found;
}

}  // namespace

void bind_plain(nb::module_& m) {
    m.def("suspects", &suspects, nb::arg("texts"), nb::arg("solutions"));
    m.def("clashing", &clashing, nb::arg("texts"));
    m.def("variants", &variants, nb::arg("texts"));
}

}  // namespace gridmill::sudoku
