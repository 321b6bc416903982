// The units of a board: the sets of cells in which every value stands once.
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

    explicit Rules(const Text& text)
        : size(text.size), cells(size * size), seats(cells), seat_count(cells, 0) {
        const int r = text.box_rows, c = text.box_columns;
        partition("row ", [&](int row, int) { return row; });
        partition("column ", [&](int, int column) { return column; });
        partition("box ", [&](int row, int column) { return row / r * r + column / c; });
    }

private:
    // Adds `size` units; `part` says to which of them a cell belongs.
    template <class Part>
    void partition(const char* name, Part part) {
        const std::size_t first = units.size();
        units.resize(first + size);
        for (int i = 0; i < size; ++i) names.push_back(name + std::to_string(i + 1));
        for (int cell = 0; cell < cells; ++cell) seat(first + part(cell / size, cell % size), cell);
    }
    void seat(std::size_t unit, int cell) {
        const auto position = static_cast<std::uint8_t>(units[unit].size());
        units[unit].push_back(static_cast<std::uint16_t>(cell));
        seats[cell][seat_count[cell]++] = Seat{static_cast<std::uint8_t>(unit), position};
    }
};

inline std::string cell_name(int cell, int size) {
    return "r" + std::to_string(cell / size + 1) + "c" + std::to_string(cell % size + 1);
}

// Names every set of givens that clash: the same value twice in a unit; "" if the givens break no rule.
inline std::string clashes(const Rules& rules, const Text& text) {
    std::string reason;
    for (std::size_t unit = 0; unit < rules.units.size(); ++unit) {
        for (int value = 0; value < rules.size; ++value) {
            std::string where;
            int times = 0;
            for (const int cell : rules.units[unit]) {
                if (text.given(cell) != value) continue;
                if (times++ > 0) where += ", ";
                where += cell_name(cell, rules.size);
            }
            if (times < 2) continue;
            if (!reason.empty()) reason += "; ";
            reason += std::string(1, text.symbol(value)) + " stands " + (times == 2 ? "twice" : std::to_string(times) + " times");
            reason += " in " + rules.names[unit] + " (" + where + ")";
        }
    }
    return reason;
}

}  // namespace gridmill::sudoku
