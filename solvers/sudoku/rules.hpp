// The units of a board, the sets of cells in which every value stands once, and its cages.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "text.hpp"

namespace gridmill::sudoku {

// A cell's place in one of its units.
struct Seat {
    std::uint8_t unit;
    std::uint8_t position;
};

constexpr int max_seats = 5;  // row, column, box or region, two diagonals

struct Rules {
    int size;
    int cells;
    std::vector<std::vector<std::uint16_t>> units;  // their cells in reading order
    std::vector<std::string> names;                 // "row 1", "box 3" ...
    std::vector<std::array<Seat, max_seats>> seats;
    std::vector<std::uint8_t> seat_count;
    std::vector<Cage> cages;

    explicit Rules(const Text& text)
        : size(text.size), cells(size * size), seats(cells), seat_count(cells, 0), cages(text.cages) {
        const int r = text.box_rows, c = text.box_columns;
        partition("row ", [&](int row, int) { return row; });
        partition("column ", [&](int, int column) { return column; });
        if (text.regions.empty()) partition("box ", [&](int row, int column) { return row / r * r + column / c; });
        else partition("region ", [&](int row, int column) { return text.regions[row * size + column] - 'A'; });
        if (text.diagonals) {
            add_diagonal("diagonal down", [&](int i) { return i * size + i; });
            add_diagonal("diagonal up", [&](int i) { return i * size + size - 1 - i; });
        }
    }

private:
    // Adds `size` units; `part` says to which of them a cell belongs.
    template <class Part> void partition(const char* name, Part part) {
        const std::size_t first = units.size();
        units.resize(first + size);
        for (int i = 0; i < size; ++i) names.push_back(name + std::to_string(i + 1));
        for (int cell = 0; cell < cells; ++cell) seat(first + part(cell / size, cell % size), cell);
    }
    template <class CellOf> void add_diagonal(const char* name, CellOf cell_of) {
        units.emplace_back();
        names.emplace_back(name);
        for (int i = 0; i < size; ++i) seat(units.size() - 1, cell_of(i));
    }
    void seat(std::size_t unit, int cell) {
        const auto position = static_cast<std::uint8_t>(units[unit].size());
        units[unit].push_back(static_cast<std::uint16_t>(cell));
        seats[cell][seat_count[cell]++] = Seat{static_cast<std::uint8_t>(unit), position};
    }
};

}  // namespace gridmill::sudoku
