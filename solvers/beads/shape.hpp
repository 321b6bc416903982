// Cells, pieces and rules as a canonical text states them, and the ways in which each grid lets a piece be turned.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gridmill::beads {

enum class Grid : std::uint8_t { square, hex, cubic, pyramid };

struct Vec {
    int z = 0, y = 0, x = 0;
    bool operator==(const Vec& o) const { return z == o.z && y == o.y && x == o.x; }
    bool operator<(const Vec& o) const { return z != o.z ? z < o.z : y != o.y ? y < o.y : x < o.x; }
    Vec operator+(const Vec& o) const { return {z + o.z, y + o.y, x + o.x}; }
    Vec operator-(const Vec& o) const { return {z - o.z, y - o.y, x - o.x}; }
    Vec operator*(int k) const { return {z * k, y * k, x * k}; }
};

// A linear map by the images of one step along layer, row and column.
struct Turn {
    Vec down, along, across;
    Vec operator()(const Vec& v) const { return down * v.z + along * v.y + across * v.x; }
};

struct Piece {
    std::string letters;  // one for each copy; copies are interchangeable
    std::vector<Vec> cells;
};

struct Rules {
    Grid grid = Grid::square;
    bool flip = true;    // mirror images are allowed
    bool spare = false;  // pieces may stay unused
    bool drawn = false;  // the head draws pieces itself
    std::vector<Piece> pieces;
};

// The cells of a region in the order of its text.
struct Region {
    std::vector<Vec> at;
    std::vector<std::uint32_t> offset;  // of the cell's mark in the text
    bool layered = false;
};

// A named set in the words of a head: "A=oo/o;B=oooo".
void define_set(std::string name, std::string pieces);
std::vector<std::string> set_names();

Rules parse_rules(std::string_view head);
Region parse_region(std::string_view text, Grid grid);
std::vector<Turn> turns(Grid grid, bool flip);

// The different shapes that a piece takes, each in ascending order with its first cell at the origin.
std::set<std::vector<Vec>> orientations(const Piece& piece, const std::vector<Turn>& ways);

}  // namespace gridmill::beads
