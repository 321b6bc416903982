#include "shape.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

namespace gridmill::beads {

namespace {

std::mutex sets_lock;
std::map<std::string, std::string, std::less<>> sets;

constexpr bool is_hole(char mark) { return mark == '#'; }

// Calls take(part) for each stretch of text between separators.
template <class Take>
void split(std::string_view text, std::string_view separator, Take take) {
    for (std::size_t start = 0;;) {
        const std::size_t end = text.find(separator, start);
        take(text.substr(start, end == text.npos ? text.npos : end - start));
        if (end == text.npos) return;
        start = end + separator.size();
    }
}

std::vector<Vec> parse_cells(std::string_view text) {
    std::vector<Vec> cells;
    int z = 0;
    split(text, "//", [&](std::string_view layer) {
        int y = 0;
        split(layer, "/", [&](std::string_view row) {
            for (std::size_t x = 0; x < row.size(); ++x)
                if (row[x] != '.') cells.push_back({z, y, static_cast<int>(x)});
            ++y;
        });
        ++z;
    });
    if (cells.empty()) throw std::invalid_argument("expected a drawn piece, got none");
    return cells;
}

void parse_items(std::string_view head, Rules& rules);

void add_set(std::string_view name, Rules& rules) {
    std::string pieces;
    {
        const std::lock_guard<std::mutex> guard(sets_lock);
        const auto found = sets.find(name);
        if (found == sets.end()) throw std::invalid_argument("unknown piece set " + std::string(name));
        pieces = found->second;
    }
    const bool drawn = rules.drawn;
    parse_items(pieces, rules);
    rules.drawn = drawn;
}

Grid parse_grid(std::string_view name) {
    if (name == "hex") return Grid::hex;
    if (name == "cubic") return Grid::cubic;
    if (name == "pyramid") return Grid::pyramid;
    if (name == "square") return Grid::square;
    throw std::invalid_argument("unknown grid " + std::string(name));
}

void parse_items(std::string_view head, Rules& rules) {
    split(head, ";", [&](std::string_view item) {
        const std::size_t equals = item.find('=');
        if (equals == item.npos) return add_set(item, rules);
        const std::string_view key = item.substr(0, equals), value = item.substr(equals + 1);
        if (key == "grid") rules.grid = parse_grid(value);
        else if (key == "flip") rules.flip = value == "yes";
        else if (key == "spare") rules.spare = value == "yes";
        else rules.pieces.push_back({std::string(key), parse_cells(value)}), rules.drawn = true;
    });
}

int determinant(const Turn& t) {
    return t.down.z * (t.along.y * t.across.x - t.along.x * t.across.y) -
           t.down.y * (t.along.z * t.across.x - t.along.x * t.across.z) +
           t.down.x * (t.along.z * t.across.y - t.along.y * t.across.z);
}

std::vector<Turn> cube_turns() {
    const Vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<Turn> found;
    std::array<int, 3> order{0, 1, 2};
    do {
        for (int signs = 0; signs < 8; ++signs)
            found.push_back({axes[order[0]] * (signs & 1 ? -1 : 1), axes[order[1]] * (signs & 2 ? -1 : 1),
                             axes[order[2]] * (signs & 4 ? -1 : 1)});
    } while (std::next_permutation(order.begin(), order.end()));
    return found;
}

// The six neighbours of a hexagon in turning order: a piece is turned by a sixth when each becomes the next.
std::vector<Turn> hex_turns(bool flip) {
    const Vec around[6] = {{0, 0, 1}, {0, 1, 0}, {0, 1, -1}, {0, 0, -1}, {0, -1, 0}, {0, -1, 1}};
    std::vector<Turn> found;
    for (int k = 0; k < 6; ++k) {
        found.push_back({{1, 0, 0}, around[(k + 1) % 6], around[k]});
        if (flip) found.push_back({{1, 0, 0}, around[k], around[(k + 1) % 6]});
    }
    return found;
}

// Balls lie in square order in three families of planes: level ones, and the upright ones along the two diagonals
// of the base, whose square axes are the pyramid's slanting edges.
std::vector<Turn> pyramid_turns() {
    const Vec squares[3][2] = {{{0, 2, 0}, {0, 0, 2}}, {{1, 1, 1}, {1, -1, -1}}, {{1, 1, -1}, {1, -1, 1}}};
    std::vector<Turn> found;
    for (const auto& [a, b] : squares)
        for (int signs = 0; signs < 4; ++signs) {
            const Vec first = a * (signs & 1 ? -1 : 1), second = b * (signs & 2 ? -1 : 1);
            found.push_back({{}, first, second});
            found.push_back({{}, second, first});
        }
    return found;
}

}  // namespace

void define_set(std::string name, std::string pieces) {
    const std::lock_guard<std::mutex> guard(sets_lock);
    sets.insert_or_assign(std::move(name), std::move(pieces));
}

std::vector<std::string> set_names() {
    const std::lock_guard<std::mutex> guard(sets_lock);
    std::vector<std::string> names;
    for (const auto& [name, pieces] : sets) names.push_back(name);
    return names;
}

Rules parse_rules(std::string_view head) {
    Rules rules;
    // In the plane mirror images are allowed unless the head says no, in space only if it says yes.
    rules.flip = head.find("grid=cubic") == head.npos && head.find("grid=pyramid") == head.npos;
    if (!head.empty()) parse_items(head, rules);
    if (rules.pieces.empty()) add_set("noi2005", rules);
    return rules;
}

Region parse_region(std::string_view text, Grid grid) {
    Region region;
    Vec at;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '/') {
            const bool layer = i + 1 < text.size() && text[i + 1] == '/';
            at = layer ? Vec{at.z + 1, 0, 0} : Vec{at.z, at.y + 1, 0};
            region.layered |= layer;
            i += layer;
            continue;
        }
        if (!is_hole(text[i])) {
            // A ball rests in the middle of four balls of the layer below: half units make that exact.
            region.at.push_back(grid == Grid::pyramid ? Vec{at.z, 2 * at.y + at.z, 2 * at.x + at.z} : at);
            region.offset.push_back(static_cast<std::uint32_t>(i));
        }
        ++at.x;
    }
    if (region.at.empty()) throw std::invalid_argument("expected a region of cells, got none");
    return region;
}

std::vector<Turn> turns(Grid grid, bool flip) {
    if (grid == Grid::hex) return hex_turns(flip);
    if (grid == Grid::pyramid) return pyramid_turns();
    std::vector<Turn> found;
    for (const Turn& turn : cube_turns()) {
        const bool level = turn.down == Vec{1, 0, 0};
        if ((grid == Grid::cubic || level) && (flip || determinant(turn) == 1)) found.push_back(turn);
    }
    return found;
}

std::set<std::vector<Vec>> orientations(const Piece& piece, const std::vector<Turn>& ways) {
    std::set<std::vector<Vec>> found;
    for (const Turn& turn : ways) {
        std::vector<Vec> turned;
        for (const Vec& cell : piece.cells) turned.push_back(turn(cell));
        std::sort(turned.begin(), turned.end());
        const Vec origin = turned.front();
        for (Vec& cell : turned) cell = cell - origin;
        found.insert(std::move(turned));
    }
    return found;
}

}  // namespace gridmill::beads
