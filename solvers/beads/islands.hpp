// Islands: empty cells that a partial filling cuts off from the part that is not swept yet.
//
// If no pieces make up the number of an island's cells, nothing completes the filling. A key is a profile's: bit i is set
// if the cell i steps behind c, the first empty one, is filled. Edges are remembered once they were asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "sweep.hpp"

namespace gridmill::beads {

template <class Key>
class Islands {
public:
    static constexpr int key_bits = static_cast<int>(sizeof(Key)) * 8;

    Islands(const Puzzle& puzzle, const Rest& rest) : cells_(rest.size()) {
        list_neighbours(puzzle, rest);
        list_areas(rest);
    }

    // Whether empty cells are cut off from the unswept part and no pieces make up their number.
    bool hopeless(std::size_t c, Key key) {
        const int width = width_of(key);
        if (width == 0) return false;
        const Key all = width == key_bits ? ~Key{0} : (Key{1} << width) - 1;
        Key empty = ~key & all;
        empty &= ~flood(c, edge(c, width) & empty, empty);
        while (empty != 0) {
            const Key island = flood(c, empty & (~empty + 1), empty);
            if (makes_up_[static_cast<std::size_t>(bits_in(island))] == 0) return true;
            empty &= ~island;
        }
        return false;
    }

private:
    void list_neighbours(const Puzzle& puzzle, const Rest& rest) {
        const auto near = neighbours(puzzle, rest);
        near_.assign(cells_, 0);
        farthest_.assign(cells_, 0);
        edges_.assign(cells_ * key_bits, 0);
        edges_known_.assign(cells_ * key_bits, 0);
        for (std::size_t i = 0; i < cells_; ++i) {
            for (const std::uint16_t j : near[i]) {
                const int distance = static_cast<int>(j) - static_cast<int>(i);
                farthest_[i] = std::max<std::size_t>(farthest_[i], j);
                if (distance <= -key_bits / 2 || distance >= key_bits / 2) farthest_[i] = cells_ + key_bits;
                else near_[i] |= Key{1} << (distance + key_bits / 2);
            }
        }
    }

    // The numbers of cells that pieces make up.
    void list_areas(const Rest& rest) {
        makes_up_.assign(key_bits + 1, 0);
        makes_up_[0] = 1;
        for (const Left& left : rest.kinds)
            for (std::uint32_t copy = 0; copy < left.copies; ++copy)
                for (std::size_t area = key_bits; area >= left.area; --area) makes_up_[area] |= makes_up_[area - left.area];
    }

    // The neighbours of cell c + b as a mask from c on.
    Key near(std::size_t c, int b) const {
        const Key mask = near_[c + static_cast<std::size_t>(b)];
        return b >= key_bits / 2 ? mask << (b - key_bits / 2) : mask >> (key_bits / 2 - b);
    }

    // The cells from c on that have a neighbour at c + width or behind it.
    Key edge(std::size_t c, int width) {
        const std::size_t at = c * key_bits + static_cast<std::size_t>(width - 1);
        if (edges_known_[at] == 0) {
            edges_known_[at] = 1;
            for (int b = 0; b < width && c + static_cast<std::size_t>(b) < cells_; ++b)
                if (farthest_[c + static_cast<std::size_t>(b)] >= c + static_cast<std::size_t>(width)) edges_[at] |= Key{1} << b;
        }
        return edges_[at];
    }

    Key flood(std::size_t c, Key from, Key within) const {
        Key found = from, todo = from;
        while (todo != 0) {
            const int b = lowest_bit(todo);
            todo &= todo - 1;
            const Key more = near(c, b) & within & ~found;
            found |= more;
            todo |= more;
        }
        return found;
    }

    const std::size_t cells_;
    std::vector<Key> near_;
    std::vector<std::size_t> farthest_;
    std::vector<Key> edges_;
    std::vector<std::uint8_t> edges_known_, makes_up_;
};

}  // namespace gridmill::beads
