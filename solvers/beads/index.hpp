// All fillings of a puzzle, indexed by the pieces they hold: boards of a puzzle that recurs in bulk are looked up.
//
// Fillings are numbered in ascending order of their text. For each pair of pieces a < b they are ordered by the
// placement of a, then of b, so that the fillings that hold two given placements are one stretch of that order:
//
//     first of placement p of a                  ids   3 17 4 | 8 25 | ...     fillings with p, by placement of b
//         |                                      keys  9  9 40   7 12          that placement of b
//         v
//     a stretch for every p; inside it a binary search finds the stretch of b's placement
//
// A board with more pieces scans that stretch, which holds a handful. On the triangle: 32288 fillings, 66 pairs, 8 MB.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle.hpp"

namespace gridmill::beads {

class Index {
public:
    // Nothing where the puzzle has copies or spare pieces, or too many fillings or placements, or the budget is too small.
    static std::shared_ptr<const Index> build(const Puzzle& puzzle, const Budget& budget);

    struct Found {
        std::uint64_t count;
        std::string_view first, second;  // texts; empty where there is none
    };

    // The fillings that hold what is laid, counted up to `limit`.
    Found find(const std::vector<Laid>& laid, std::uint64_t limit) const;

private:
    explicit Index(const Puzzle& puzzle) : puzzle_(puzzle), kinds_(puzzle.rules.pieces.size()) {}

    bool list_fillings(Meter& meter);
    void order_pairs();
    std::size_t pair(std::size_t a, std::size_t b) const { return (a * (2 * kinds_ - a - 1) / 2 + b - a - 1) * fillings_; }
    std::uint16_t held(std::size_t filling, std::size_t kind) const { return held_[filling * kinds_ + kind]; }
    std::string_view text(std::size_t filling) const { return {texts_.data() + filling * length_, length_}; }

    const Puzzle puzzle_;
    const std::size_t kinds_;
    std::size_t fillings_ = 0, length_ = 0;
    std::string texts_;
    std::vector<std::uint16_t> held_;          // the placement of each kind, filling by filling
    std::vector<std::uint32_t> first_;         // where a placement's stretch begins; one kind behind the other
    std::vector<std::uint16_t> ids_, keys_;    // pair by pair
};

}  // namespace gridmill::beads
