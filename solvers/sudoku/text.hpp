// The canonical text of a sudoku as the kernel sees it.
//
//     [RxC:]cells[;diagonals][;regions:AAB...][;cages:SUM=r1c1+r1c2,...]
//
// R rows by C columns make a box; the shape is left out for square boxes and where regions take the boxes' place.
#pragma once

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridmill::sudoku {

constexpr int max_size = 25;
constexpr int largest_with_cages = 9;

// Cells that hold different values of that sum.
struct Cage {
    int sum = 0;
    std::vector<int> cells;
};

struct Text {
    int box_rows = 0, box_columns = 0;
    int size = 0;  // rows, columns and values
    std::string_view shape, cells, sections;
    bool diagonals = false;
    std::string_view regions;  // a letter a cell, from A; empty: boxes
    std::vector<Cage> cages;

    explicit Text(std::string_view text) {
        const std::size_t colon = text.substr(0, 6).find(':');
        if (colon != std::string_view::npos) {
            shape = text.substr(0, colon);
            text.remove_prefix(colon + 1);
        }
        cells = text.substr(0, text.find(';'));
        sections = text.substr(cells.size());
        size = static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells.size()))));
        if (size < 4 || size > max_size || cells.size() != static_cast<std::size_t>(size) * size)
            throw std::invalid_argument("malformed board: " + std::to_string(cells.size()) + " cells");
        for (std::string_view rest = sections; !rest.empty();) {
            const std::string_view section = rest.substr(1, rest.find(';', 1) - 1);
            rest.remove_prefix(section.size() + 1);
            read_section(section);
        }
        if (regions.empty()) read_shape();
    }

    char base() const { return size <= 9 ? '1' : 'A'; }
    char symbol(int value) const { return static_cast<char>(base() + value); }

    // The given of a cell, from 0; -1 where it is empty.
    int given(int cell) const {
        if (cells[cell] == '.') return -1;
        const int value = cells[cell] - base();
        if (value < 0 || value >= size)
            throw std::invalid_argument("malformed board: cell " + std::to_string(cell + 1) + " holds no value");
        return value;
    }

private:
    void read_shape() {
        if (shape.empty()) {
            box_rows = box_columns = static_cast<int>(std::lround(std::sqrt(size)));
        } else {
            const std::size_t x = shape.find('x');
            box_rows = number(shape.substr(0, x));
            box_columns = x == std::string_view::npos ? 0 : number(shape.substr(x + 1));
        }
        if (box_rows < 2 || box_columns < 2 || box_rows * box_columns != size)
            throw std::invalid_argument("malformed board: no box shape for size " + std::to_string(size));
    }
    void read_section(std::string_view section) {
        if (section == "diagonals") {
            diagonals = true;
        } else if (section.substr(0, 8) == "regions:") {
            regions = section.substr(8);
            require_regions();
        } else if (section.substr(0, 6) == "cages:") {
            read_cages(section.substr(6));
        } else {
            throw std::invalid_argument("malformed board: unknown section " + std::string(section));
        }
    }
    void require_regions() const {
        std::vector<int> count(size, 0);
        bool good = regions.size() == cells.size();
        for (const char c : regions) good = good && c >= 'A' && c < 'A' + size && ++count[c - 'A'] <= size;
        if (!good) throw std::invalid_argument("malformed board: regions of other than " + std::to_string(size) + " cells");
    }
    void read_cages(std::string_view text) {
        while (!text.empty()) {
            const std::string_view one = text.substr(0, text.find(','));
            text.remove_prefix(std::min(text.size(), one.size() + 1));
            const std::size_t equal = one.find('=');
            Cage cage;
            cage.sum = number(one.substr(0, equal));
            for (std::string_view rest = equal == std::string_view::npos ? "" : one.substr(equal + 1); !rest.empty();) {
                const std::string_view name = rest.substr(0, rest.find('+'));
                rest.remove_prefix(std::min(rest.size(), name.size() + 1));
                cage.cells.push_back(cell_of(name));
            }
            if (cage.cells.empty() || cage.cells.size() > static_cast<std::size_t>(size) || size > largest_with_cages)
                throw std::invalid_argument("malformed board: expected cages of 1 to 9 cells on a board of size 9 or less");
            cages.push_back(std::move(cage));
        }
    }
    int cell_of(std::string_view name) const {
        const std::size_t c = name.find('c');
        if (name.empty() || name[0] != 'r' || c == std::string_view::npos)
            throw std::invalid_argument("malformed board: expected a cell such as r1c1");
        const int row = number(name.substr(1, c - 1)), column = number(name.substr(c + 1));
        if (row < 1 || row > size || column < 1 || column > size)
            throw std::invalid_argument("malformed board: a cage has a cell outside the board");
        return (row - 1) * size + column - 1;
    }
    static int number(std::string_view digits) {
        int n = 0;
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), n);
        if (digits.empty() || end.ec != std::errc{} || end.ptr != digits.data() + digits.size() || n < 0 || n > 9999)
            throw std::invalid_argument("malformed board: expected a number");
        return n;
    }
};

}  // namespace gridmill::sudoku
