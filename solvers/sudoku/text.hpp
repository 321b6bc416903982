// The canonical text of a sudoku as the kernel sees it: box shape and cells.
//
//     [RxC:]cells        R rows by C columns make a box; left out for square boxes
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridmill::sudoku {

constexpr int max_size = 25;
constexpr int max_cells = max_size * max_size;

struct Text {
    int box_rows = 0, box_columns = 0;
    int size = 0;  // rows, columns and values
    std::string_view cells;

    explicit Text(std::string_view text) {
        const std::size_t colon = text.substr(0, 6).find(':');
        cells = colon == std::string_view::npos ? text : text.substr(colon + 1);
        size = static_cast<int>(std::lround(std::sqrt(static_cast<double>(cells.size()))));
        if (size < 4 || size > max_size || cells.size() != static_cast<std::size_t>(size) * size)
            throw std::invalid_argument("malformed board: " + std::to_string(cells.size()) + " cells");
        if (colon == std::string_view::npos) {
            box_rows = box_columns = static_cast<int>(std::lround(std::sqrt(size)));
        } else {
            read_shape(text.substr(0, colon));
        }
        if (box_rows < 2 || box_columns < 2 || box_rows * box_columns != size)
            throw std::invalid_argument("malformed board: no box shape for size " + std::to_string(size));
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
    void read_shape(std::string_view prefix) {
        int* side = &box_rows;
        for (char c : prefix) {
            if (c == 'x' && side == &box_rows) side = &box_columns;
            else if (c >= '0' && c <= '9') *side = *side * 10 + (c - '0');
            else throw std::invalid_argument("malformed board: expected RxC before the colon");
        }
    }
};

}  // namespace gridmill::sudoku
