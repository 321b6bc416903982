// Counts solutions by independent parts: where fixed cells cut a board into pieces, the counts are multiplied.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "big.hpp"
#include "board.hpp"
#include "budget.hpp"
#include "search.hpp"

namespace gridmill::kakuro {

// A search over parts (components of open cells that share runs) instead of boards. A part whose cells, domains and
// rests of sums were met before is not counted again (component caching, as in Bayardo and Pehoushek 2000).
class Counter {
public:
    Counter(const Board& board, State& state) : board_(&board), state_(&state) {}

    struct Result {
        Big count;           // at least so many
        bool exact = false;
    };

    // Counts the solutions below the propagated state, of which there is at least one. A part is left as soon as it
    // is known to have `cap` solutions; 0 means no cap.
    Result run(Meter& meter, std::uint64_t cap);

private:
    struct Span {
        std::size_t first, last;  // into pool_
    };
    // One part under way: its branch cell, the digits left, what the digits so far have given, and, for the digit
    // that is tried, the parts into which the rest falls.
    struct Frame {
        Span cells;
        int cell;
        Digits left;
        std::size_t mark, pool_mark, parts_mark, next_part;
        Big sum, product;
        bool exact, branch_exact;
        std::string key;
    };

    void split(Span cells);
    void open(Span cells);
    void key_of(Span cells);
    int choose(Span cells) const;
    bool branch(Frame& frame);
    void abandon(Frame& frame);
    Big close(bool& exact);
    Big so_far() const;

    const Board* board_;
    State* state_;
    std::uint64_t cap_ = 0;
    std::vector<int> pool_;       // cells of the parts
    std::vector<Span> parts_;
    std::vector<Frame> stack_;
    std::vector<std::uint8_t> inside_;  // by cell: belongs to the part that is split, and was not met yet
    std::vector<int> todo_;
    std::string key_;
    std::unordered_map<std::string, Big> cache_;
    std::size_t cached_bytes_ = 0;
};

}  // namespace gridmill::kakuro
