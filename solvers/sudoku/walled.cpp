// HDU 4069: numbers that hold a digit and the walls of its cell.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "links.hpp"
#include "objects.hpp"
#include "walls.hpp"

namespace gridmill::sudoku {

namespace {

// Nine rows of nine numbers, each a digit (0 for none) and the walls of its cell.
constexpr int side = 9, wall = 16, wall_right = 32, wall_below = 64, wall_left = 128;

bool read_walled(Cursor& text, std::array<int, side * side>& numbers) {
    for (int at = 0; at < side * side; ++at) {
        text.skip(' ');
        const std::optional<int> number = text.number();
        if (!number || *number >= 2 * wall_left) return false;
        numbers[static_cast<std::size_t>(at)] = *number;
        const bool last = (at + 1) % side == 0, blank = text.take(' ');
        if (last) text.skip(' ');
        if (last ? !text.take('\n') : !blank) return false;
    }
    return true;
}

// The canonical text; "" for numbers that are no such board.
std::string walled_text(const std::array<int, side * side>& numbers) {
    static const std::string usual = [] {
        std::string letters;
        for (int cell = 0; cell < side * side; ++cell)
            letters += static_cast<char>('A' + cell / (3 * side) * 3 + cell % side / 3);
        return letters;
    }();
    Walls walls(side);
    std::string text;
    bool any = false;
    for (int cell = 0; cell < side * side; ++cell) {
        const auto at = static_cast<std::size_t>(cell);
        const int number = numbers[at], digit = number % wall;
        any = any || number >= wall;
        if (digit > side) return "";
        text += static_cast<char>(digit == 0 ? '.' : '0' + digit);
        if (cell % side + 1 < side) {
            const bool here = (number & wall_right) != 0;
            if (here != ((numbers[at + 1] & wall_left) != 0)) return "";
            if (here) walls.right(cell);
        }
        if (cell + side < side * side) {
            const bool here = (number & wall_below) != 0;
            if (here != ((numbers[at + side] & wall) != 0)) return "";
            if (here) walls.below(cell);
        }
    }
    const std::string letters = walls.regions();
    if (!any || letters.empty() || !is_parted(letters)) return "";
    return letters == usual ? text : text + ";regions:" + letters;
}

}  // namespace

// Boards of which each row is a line; fewer than there are if one of them is not plain.
nb::list walled(std::string_view rows) {
    nb::list found;
    Cursor text(rows);
    std::array<int, side * side> numbers;
    while (!text.over()) {
        const std::string board = read_walled(text, numbers) ? walled_text(numbers) : "";
        if (board.empty()) break;
        found.append(nb::steal(make_text(board)));
    }
    return found;
}

}  // namespace gridmill::sudoku
