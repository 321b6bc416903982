// Reads the pieces that a board gives: each letter is one copy of its shape.
//
// Where a region's text has up to 128 characters, the places of a letter are bits of two words, and so are those of a
// placement, which is found by them:
//
//     text     A A . / A B B     letter A   1 1 0 0 1 0 0     placement 17   1 1 0 0 1 0 0
//
// Longer texts are read cell by cell, which takes three times as long.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lists.hpp"
#include "puzzle.hpp"

namespace gridmill::beads {

class Reader {
public:
    explicit Reader(const Puzzle& puzzle);

    // False if some letters make no piece; then explain_givens says which.
    bool read(std::string_view region);
    const std::vector<Laid>& laid() const { return laid_; }

private:
    static constexpr std::size_t most = 128;  // characters that two words have bits for

    bool read_words(std::string_view region);
    bool read_cells(std::string_view region);
    void build_table();
    std::size_t slot_of(std::size_t kind, Words where) const;

    const Puzzle& puzzle_;
    const ListLoops& loops_;
    std::string letters_;                  // of all copies; behind them the mark of an empty cell
    std::vector<Laid> laid_;

    std::vector<std::uint8_t> kind_;       // of each letter
    std::vector<Words> where_;             // of each letter in the board
    std::vector<std::uint8_t> given_;      // the letters that are in the board
    std::vector<Words> placed_;            // of each placement
    std::vector<std::uint32_t> table_;     // open addressing, placement + 1
    Words cells_in_text_{};

    std::uint8_t slot_[256];               // of a letter; behind all of them one for empty cells and one for strange marks
    std::vector<std::uint16_t> cells_;     // of each slot, as far apart as there are cells
    std::vector<std::uint16_t> count_;     // of each slot
};

}  // namespace gridmill::beads
