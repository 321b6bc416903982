// Counting all fillings of a board without listing them; see profile.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"
#include "puzzle.hpp"

namespace gridmill::beads {

enum class Ended : std::uint8_t { complete, stopped, too_big, overflow };

struct Count {
    Ended ended = Ended::too_big;  // the meter stopped it, or it would take more memory than allowed
    std::string decimal;           // once complete
};

Count count_fillings(const Puzzle& puzzle, const std::vector<Laid>& given, Meter& meter, std::size_t max_bytes);

// The same for the empty board with symmetry broken by a piece of one's choice: every choice must give the same.
Count count_fillings_fixing(const Puzzle& puzzle, std::size_t which, Meter& meter);

}  // namespace gridmill::beads
