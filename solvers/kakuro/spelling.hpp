// What readers ask of the text of many boards: which clue of a cell comes first, and the cells of an address.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace gridmill::kakuro {

// What speaks against the clues of a canonical text as they stand [0], and against them exchanged [1].
struct Evidence {
    std::array<int, 2> misfits{};  // clues that no cells follow, or that their cells cannot reach
    std::array<int, 2> missing{};  // runs of two or more cells without a clue
};

// Throws std::invalid_argument for any other text.
Evidence evidence(std::string_view text);

// The canonical text with the two clues of every cell exchanged.
std::string swapped(std::string_view text);

// The canonical text of what stands in a pzpr address behind its size, border included; "" where the signs are not
// exactly those of so many rows and columns, and somebody has to say what is wrong with them.
std::string from_address(std::string_view signs, std::size_t rows, std::size_t columns);

}  // namespace gridmill::kakuro
