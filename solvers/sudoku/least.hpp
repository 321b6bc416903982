// The least text that given ways to order the lines of a board make of it, with the values renamed as they appear.
//
// For boards whose symmetries are few enough to be tried one by one; minlex.hpp is for plain boards, which have millions.
//
//     a way    swapped | old row of each new one ... | old column of each new one ...    1 + 2n bytes
//
// With `swapped` the cell at row r and column c comes from row column[c], column row[r].
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gridmill::sudoku {

class LeastText {
public:
    // `ways` of boards of n x n cells; the text may be of any cells.
    LeastText(std::string_view ways, std::size_t n) : ways_(ways), n_(n), first_(n <= 9 ? '1' : 'A') {
        if (n == 0 || n > most || ways.empty() || ways.size() % (1 + 2 * n) != 0)
            throw std::invalid_argument("expected ways of 1 + 2n bytes");
        for (std::size_t at = 0; at < ways.size(); ++at)
            if (static_cast<unsigned char>(ways[at]) >= n) throw std::invalid_argument("expected lines of the board");
    }

    std::string operator()(std::string_view cells) const {
        if (cells.size() != n_ * n_) throw std::invalid_argument("expected the cells of a board");
        std::string best;
        for (std::size_t at = 0; at < ways_.size(); at += 1 + 2 * n_) compare(ways_.substr(at, 1 + 2 * n_), cells, best);
        return best;
    }

private:
    static constexpr std::size_t most = 25;

    // Puts what the way makes of the cells into `best` if it is less; most ways end at one of their first cells.
    void compare(std::string_view way, std::string_view cells, std::string& best) const {
        const char *row = way.data() + 1, *column = row + n_;
        const std::size_t down = way[0] != 0 ? 1 : n_, across = way[0] != 0 ? n_ : 1;  // steps in the old cells
        std::array<char, 256> name{};
        char next = first_;
        bool less = best.empty();
        best.resize(cells.size());
        std::size_t at = 0;
        for (std::size_t r = 0; r < n_; ++r) {
            for (std::size_t c = 0; c < n_; ++c, ++at) {
                const auto there = static_cast<std::size_t>(row[r]) * down + static_cast<std::size_t>(column[c]) * across;
                const char old = cells[there];
                char& named = name[static_cast<unsigned char>(old)];
                if (old == '.') named = '.';
                else if (named == 0) named = next++;
                if (!less && named > best[at]) return;
                less = less || named < best[at];
                if (less) best[at] = named;
            }
        }
    }

    std::string_view ways_;
    std::size_t n_;
    char first_;
};

}  // namespace gridmill::sudoku
