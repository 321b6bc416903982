// Letters of a board that make no piece, explained.

#include <algorithm>
#include <map>
#include <stdexcept>

#include "puzzle.hpp"

namespace gridmill::beads {

namespace {

using Letters = std::map<char, std::vector<std::uint16_t>>;  // the cells of each letter, ascending

Letters gather(const Puzzle& puzzle, std::string_view region) {
    Letters letters;
    for (std::size_t i = 0; i < puzzle.size(); ++i) {
        const char mark = region[puzzle.region.offset[i]];
        if (mark != '.') letters[mark].push_back(static_cast<std::uint16_t>(i));
    }
    return letters;
}

std::vector<Vec> shape_of(const Puzzle& puzzle, const std::vector<std::uint16_t>& cells) {
    std::vector<Vec> shape;
    for (const std::uint16_t c : cells) shape.push_back(puzzle.region.at[c] - puzzle.region.at[cells[0]]);
    return shape;
}

bool takes(const Piece& piece, const std::vector<Turn>& ways, const std::vector<Vec>& shape) {
    return piece.cells.size() == shape.size() && orientations(piece, ways).count(shape) != 0;
}

// Whether all letters are pieces of these rules.
bool fits(const Rules& rules, const Puzzle& puzzle, const Letters& letters) {
    const std::vector<Turn> ways = turns(rules.grid, rules.flip);
    for (const auto& [letter, cells] : letters) {
        const auto piece = std::find_if(rules.pieces.begin(), rules.pieces.end(), [l = letter](const Piece& p) {
            return p.letters.find(l) != p.letters.npos;
        });
        if (piece == rules.pieces.end() || !takes(*piece, ways, shape_of(puzzle, cells))) return false;
    }
    return true;
}

std::size_t area_of(const Rules& rules) {
    std::size_t area = 0;
    for (const Piece& piece : rules.pieces) area += piece.cells.size() * piece.letters.size();
    return area;
}

// The first named set that the letters fit, one of the region's area before any other; a board that draws its pieces
// itself means them.
std::string fitting_set(const Puzzle& puzzle, const Letters& letters, bool of_area) {
    std::string found;
    if (puzzle.rules.drawn) return found;
    for (const std::string& name : set_names()) {
        Rules rules = parse_rules(name);
        const bool flat = std::all_of(rules.pieces.begin(), rules.pieces.end(), [](const Piece& p) {
            return std::all_of(p.cells.begin(), p.cells.end(), [](const Vec& c) { return c.z == 0; });
        });
        const bool hex = name == "tetrahex";
        if (!flat && puzzle.rules.grid != Grid::cubic) continue;
        if (hex != (puzzle.rules.grid == Grid::hex)) continue;
        const bool same_area = area_of(rules) == puzzle.size();
        rules.grid = puzzle.rules.grid;
        rules.flip = puzzle.rules.flip;
        if ((of_area && !same_area) || !fits(rules, puzzle, letters)) continue;
        if (same_area) return name;
        if (found.empty()) found = name;
    }
    return found;
}

// A different lettering of the same pieces: A=L B=H ...
std::string other_letters(const Puzzle& puzzle, const Letters& letters) {
    const std::vector<Turn> ways = turns(puzzle.rules.grid, puzzle.rules.flip);
    std::vector<std::size_t> used(puzzle.rules.pieces.size(), 0);
    std::string map;
    for (const auto& [letter, cells] : letters) {
        std::size_t k = 0;
        for (const Piece& piece : puzzle.rules.pieces) {
            if (used[k] < piece.letters.size() && takes(piece, ways, shape_of(puzzle, cells))) break;
            ++k;
        }
        if (k == used.size()) return "";
        map += std::string(" ") + letter + "=" + puzzle.rules.pieces[k].letters[used[k]++];
    }
    return "; every piece is there under another letter:" + map;
}

std::string list(const Puzzle& puzzle, const std::vector<std::uint16_t>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size() && i < 12; ++i) text += (i ? " " : "") + puzzle.place(cells[i]);
    return cells.size() > 12 ? text + " ..." : text;
}

std::string explain(const Puzzle& puzzle, char letter, const std::vector<std::uint16_t>& cells) {
    const Piece& piece = puzzle.rules.pieces[puzzle.kind_of[static_cast<unsigned char>(letter)]];
    const std::string name = "piece " + std::string(1, letter) + " at " + list(puzzle, cells);
    if (cells.size() != piece.cells.size())
        return name + " has " + std::to_string(cells.size()) + " cells, expected " + std::to_string(piece.cells.size());
    if (!puzzle.rules.flip && takes(piece, turns(puzzle.rules.grid, true), shape_of(puzzle, cells)))
        return name + " is the mirror image of its shape, and pieces may not be flipped";
    return name + " is not one connected copy of its shape";
}

}  // namespace

std::string explain_givens(const Puzzle& puzzle, std::string_view region) {
    std::string wrong;
    const Letters letters = gather(puzzle, region);
    const std::vector<Turn> ways = turns(puzzle.rules.grid, puzzle.rules.flip);
    for (const auto& [letter, cells] : letters) {
        if (puzzle.kind_of[static_cast<unsigned char>(letter)] == no_kind)
            throw std::invalid_argument("expected letters of the pieces, got another at " + puzzle.place(cells[0]));
    }
    for (const auto& [letter, cells] : letters) {
        const Piece& piece = puzzle.rules.pieces[puzzle.kind_of[static_cast<unsigned char>(letter)]];
        if (!takes(piece, ways, shape_of(puzzle, cells))) wrong += (wrong.empty() ? "" : "; ") + explain(puzzle, letter, cells);
    }
    if (wrong.empty()) return wrong;
    const std::string set = fitting_set(puzzle, letters, false);
    return wrong + (set.empty() ? other_letters(puzzle, letters) : "; the letters fit the set " + set);
}

std::string better_set(const Puzzle& puzzle, std::string_view region) {
    return fitting_set(puzzle, gather(puzzle, region), true);
}

}  // namespace gridmill::beads
