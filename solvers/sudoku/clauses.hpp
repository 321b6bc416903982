// The clauses that the learner learned, in an arena.
//
//     arena     ... | size glue use | literal literal literal ... | size glue use | ...
//
// The first two literals of a clause are watched. `glue` is how many levels it joined when it was learned, 0 if it is
// there to stay; `use` says for how many more reductions it is kept whatever its glue.
#pragma once

#include <cstdint>
#include <vector>

#include "trail.hpp"

namespace gridmill::sudoku {

class Clauses {
public:
    static constexpr std::uint32_t header = 3;
    static constexpr std::uint32_t forgotten = 0xFFFF;  // the glue of a clause that is to be dropped

    std::uint32_t store(const std::vector<Literal>& clause, std::uint32_t glue) {
        const auto at = static_cast<std::uint32_t>(arena_.size());
        arena_.push_back(static_cast<std::uint16_t>(clause.size()));
        arena_.push_back(static_cast<std::uint16_t>(glue));
        arena_.push_back(0);
        arena_.insert(arena_.end(), clause.begin(), clause.end());
        touch(at);
        return at;
    }
    std::uint32_t size(std::uint32_t at) const { return arena_[at]; }
    std::uint32_t glue(std::uint32_t at) const { return arena_[at + 1]; }
    std::uint16_t& use(std::uint32_t at) { return arena_[at + 2]; }
    Literal* literals(std::uint32_t at) { return arena_.data() + at + header; }
    const Literal* begin(std::uint32_t at) const { return arena_.data() + at + header; }
    const Literal* end(std::uint32_t at) const { return begin(at) + size(at); }

    // The clause took part in a contradiction.
    void touch(std::uint32_t at) { use(at) = glue(at) <= useful_glue ? 2 : 1; }
    void forget(std::uint32_t at) { arena_[at + 1] = forgotten; }

    std::uint32_t first() const { return 0; }
    std::uint32_t last() const { return static_cast<std::uint32_t>(arena_.size()); }
    std::uint32_t next(std::uint32_t at) const { return at + header + size(at); }
    void swap(Clauses& other) { arena_.swap(other.arena_); }

private:
    static constexpr std::uint32_t useful_glue = 6;  // clauses up to this glue are kept longer after use; 4 and 9 took longer

    std::vector<std::uint16_t> arena_;
};

}  // namespace gridmill::sudoku
