// What is left to fill of a board, with its cells numbered along a sweep: the form in which the profile engine works.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"

namespace gridmill::beads {

// A piece that is left, with the number of its copies.
struct Left {
    std::uint8_t kind;
    std::uint32_t copies;
    std::uint32_t area;
};

// Symmetries, each as the image of every cell.
using Maps = std::vector<std::vector<std::uint16_t>>;

// The cells that a board leaves empty, in the order of the sweep, and the placements that fit into them.
//
// The order is that of a linear function of the coordinates, chosen so that the border between swept and unswept cells
// stays short: it decides how many profiles there are. On the triangle of ten rows 3 row + 4 column gives 28 thousand,
// columns 123 thousand.
class Rest {
public:
    // Once the meter has stopped, the order is whatever it was then.
    Rest(const Puzzle& puzzle, const std::vector<Laid>& given, Meter& meter);

    std::size_t size() const { return order.size(); }
    // Fix one piece to one placement of each orbit under the symmetries of the empty cells: the one nearest to the start
    // of the sweep. Every filling is then counted by weights. Without a symmetry nothing changes.
    void fix_by_symmetry(const Puzzle& puzzle);
    void fix_by_symmetry(const Puzzle& puzzle, std::size_t which);

    std::vector<std::uint16_t> order;         // cells of the puzzle along the sweep
    std::vector<std::int32_t> number;         // of a cell along the sweep, or -1 where it is not empty
    std::vector<Left> kinds;
    std::vector<std::uint32_t> placement;     // those that fit, grouped as kinds are
    std::vector<std::uint32_t> weight;        // of each of them; 0 where symmetry stands for it
    std::vector<std::uint32_t> first;         // first and last cell of each along the sweep
    std::vector<std::uint32_t> last;
    std::vector<std::uint32_t> begin;         // of each kind in `placement`; one more at the end
    std::size_t span = 0;                     // the longest distance between first and last

    // Of the empty cells; the identity is among them.
    Maps symmetries(const Puzzle& puzzle) const;
    double cost() const { return cost_; }     // an estimate of the number of profiles, good for comparing only

private:
    void choose_order(const Puzzle& puzzle, Meter& meter);
    void measure(const Puzzle& puzzle);
    void fix(const Puzzle& puzzle, const Maps& maps, std::size_t which);

    double cost_ = 0;
};

// The neighbours of each cell along the sweep, as numbers along the sweep.
std::vector<std::vector<std::uint16_t>> neighbours(const Puzzle& puzzle, const Rest& rest);

}  // namespace gridmill::beads
