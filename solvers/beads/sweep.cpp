#include "sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gridmill::beads {

namespace {

std::vector<Vec> steps(Grid grid) {
    if (grid == Grid::square) return {{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    if (grid == Grid::hex) return {{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1, -1}, {0, -1, 1}};
    if (grid == Grid::cubic) return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    std::vector<Vec> found{{0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}};
    for (int signs = 0; signs < 8; ++signs) found.push_back({signs & 1 ? 1 : -1, signs & 2 ? 1 : -1, signs & 4 ? 1 : -1});
    return found;
}

// Directions to sweep along: line by line, and a few slopes.
std::vector<Vec> directions(bool flat) {
    constexpr int far = 4096;
    std::vector<Vec> found{{0, 1, far}, {0, far, 1}, {0, 1, 1}, {0, -1, 1}};
    for (const auto& [a, b] : {std::pair(1, 2), std::pair(3, 4)})
        for (int sign : {1, -1}) {
            found.push_back({0, sign * a, b});
            found.push_back({0, sign * b, a});
        }
    if (flat) return found;
    const std::vector<Vec> level = found;
    for (const Vec& v : level) found.push_back({far * far, v.y, v.x});
    for (int y : {1, -1})
        for (int x : {1, -1})
            for (int z : {1, 2}) found.push_back({z, y, x});
    for (int z : {1, 3}) {
        found.push_back({z, 0, far});
        found.push_back({z, far, 0});
        found.push_back({z, far, far * far});
        found.push_back({z, far * far, far});
    }
    return found;
}

std::int64_t along(const Vec& direction, const Vec& v) {
    return static_cast<std::int64_t>(direction.z) * v.z + static_cast<std::int64_t>(direction.y) * v.y +
           static_cast<std::int64_t>(direction.x) * v.x;
}

}  // namespace

Rest::Rest(const Puzzle& puzzle, const std::vector<Laid>& given, Meter& meter) : number(puzzle.size(), 0) {
    std::vector<std::uint32_t> copies;
    for (const Piece& piece : puzzle.rules.pieces) copies.push_back(static_cast<std::uint32_t>(piece.letters.size()));
    for (const Laid& one : given) {
        --copies[puzzle.kind[one.placement]];
        for (const std::uint16_t* c = puzzle.begin(one.placement); c != puzzle.end(one.placement); ++c) number[*c] = -1;
    }
    for (std::size_t c = 0; c < puzzle.size(); ++c)
        if (number[c] == 0) order.push_back(static_cast<std::uint16_t>(c));
    for (std::size_t k = 0; k < copies.size(); ++k) {
        if (copies[k] == 0) continue;
        const auto area = static_cast<std::uint32_t>(puzzle.rules.pieces[k].cells.size());
        kinds.push_back({static_cast<std::uint8_t>(k), copies[k], area});
        begin.push_back(static_cast<std::uint32_t>(placement.size()));
        for (std::uint32_t p = puzzle.kind_first[k]; p < puzzle.kind_first[k + 1]; ++p)
            if (std::all_of(puzzle.begin(p), puzzle.end(p), [&](std::uint16_t c) { return number[c] >= 0; }))
                placement.push_back(p);
    }
    begin.push_back(static_cast<std::uint32_t>(placement.size()));
    choose_order(puzzle, meter);
    measure(puzzle);
}

// The cost of an order is the sum over the sweep of 2 to the number of unswept cells that are likely to be filled by
// pieces begun before: a cell counts by the share of its placements that begin earlier, in full from a quarter on. Of
// the measures tried (cells on the border, within two steps of it, coverable at all, the span) it alone ranks the orders
// of triangle, rectangles and the square with a hole as their numbers of profiles do.
void Rest::choose_order(const Puzzle& puzzle, Meter& meter) {
    constexpr std::size_t reach = 128;    // longer distances do not fit a profile anyway
    constexpr double cheap = 20'000;      // then any order will do
    constexpr std::size_t many = 400;     // cells, for which trying every order takes too long
    const bool flat = puzzle.rules.grid == Grid::square || puzzle.rules.grid == Grid::hex;
    const std::size_t n = order.size();
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::uint16_t> trial = order, best = order;
    std::vector<std::int64_t> key(puzzle.size());
    std::vector<std::uint32_t> place(puzzle.size()), ways(n), begun(n * reach);
    std::vector<double> filled(n + reach);
    for (const Vec& direction : directions(flat)) {
        if (!meter.look() || least < cheap || (n > many && least < std::numeric_limits<double>::infinity())) break;
        for (const std::uint16_t c : order) key[c] = along(direction, puzzle.region.at[c]);
        std::sort(trial.begin(), trial.end(), [&](std::uint16_t a, std::uint16_t b) {
            return key[a] != key[b] ? key[a] < key[b] : a < b;
        });
        for (std::size_t i = 0; i < n; ++i) place[trial[i]] = static_cast<std::uint32_t>(i);
        std::fill(ways.begin(), ways.end(), 0);
        std::fill(begun.begin(), begun.end(), 0);
        for (const std::uint32_t p : placement) {
            if ((p & 4095) == 0 && !meter.look()) break;
            std::uint32_t low = std::numeric_limits<std::uint32_t>::max();
            for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c) low = std::min(low, place[*c]);
            for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c) {
                ++ways[place[*c]];
                ++begun[place[*c] * reach + std::min<std::size_t>(place[*c] - low, reach - 1)];
            }
        }
        std::fill(filled.begin(), filled.end(), 0.0);
        for (std::size_t i = 0; i < n; ++i) {
            std::uint32_t earlier = 0;  // placements on cell i that begin before cell i - distance + 1
            for (std::size_t distance = std::min(reach - 1, i); distance > 0; --distance) {
                earlier += begun[i * reach + distance];
                if (earlier != 0) filled[i - distance + 1] += std::min(1.0, 4.0 * earlier / ways[i]);
            }
        }
        double cost = 0;
        for (std::size_t i = 0; i < n && cost < least; ++i) cost += std::exp2(filled[i]);
        if (cost < least) least = cost, best = trial;
    }
    order = best;
    for (std::size_t i = 0; i < n; ++i) number[order[i]] = static_cast<std::int32_t>(i);
    cost_ = least;
}

void Rest::measure(const Puzzle& puzzle) {
    weight.assign(placement.size(), 1);
    first.clear();
    last.clear();
    for (const std::uint32_t p : placement) {
        std::uint32_t low = std::numeric_limits<std::uint32_t>::max(), high = 0;
        for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c) {
            low = std::min(low, static_cast<std::uint32_t>(number[*c]));
            high = std::max(high, static_cast<std::uint32_t>(number[*c]));
        }
        first.push_back(low);
        last.push_back(high);
        span = std::max<std::size_t>(span, high - low);
    }
}

// Each symmetry as the image of every cell of the puzzle; the identity is among them.
Maps Rest::symmetries(const Puzzle& puzzle) const {
    std::vector<Vec> empty;
    for (std::size_t c = 0; c < puzzle.size(); ++c)
        if (number[c] >= 0) empty.push_back(puzzle.region.at[c]);
    Maps found;
    // Pieces of the pyramid are flat: turning the pyramid on its base, or mirroring it, lays each as one of its own.
    const bool pyramid = puzzle.rules.grid == Grid::pyramid;
    for (const Turn& turn : pyramid ? turns(Grid::square, true) : turns(puzzle.rules.grid, puzzle.rules.flip)) {
        std::vector<Vec> image;
        for (const Vec& v : empty) image.push_back(turn(v));
        const Vec shift = empty.front() - *std::min_element(image.begin(), image.end());
        std::vector<std::uint16_t> to(puzzle.size(), 0);
        bool maps = true;
        for (std::size_t i = 0, c = 0; maps && i < image.size(); ++i, ++c) {
            while (number[c] < 0) ++c;
            const std::int32_t cell = puzzle.cell_at(image[i] + shift);
            maps = cell >= 0 && number[cell] >= 0;
            if (maps) to[c] = static_cast<std::uint16_t>(cell);
        }
        if (maps) found.push_back(std::move(to));
    }
    return found;
}

// The piece whose representatives end first lets the profile engine drop most: behind them every filling has it.
void Rest::fix_by_symmetry(const Puzzle& puzzle) {
    constexpr double cheap = 60'000;  // below it the sweep costs less than finding the symmetries
    if (order.empty() || puzzle.rules.spare || cost_ < cheap) return;
    const Maps maps = symmetries(puzzle);
    if (maps.size() < 2) return;
    std::size_t best = kinds.size();
    std::pair<std::uint32_t, std::size_t> least{std::numeric_limits<std::uint32_t>::max(), 0};
    for (std::size_t which = 0; which < kinds.size(); ++which) {
        if (kinds[which].copies != 1) continue;
        fix(puzzle, maps, which);
        std::pair<std::uint32_t, std::size_t> reach{0, 0};
        for (std::uint32_t i = begin[which]; i < begin[which + 1]; ++i) {
            if (weight[i] == 0) continue;
            reach.first = std::max(reach.first, first[i]);
            ++reach.second;
        }
        if (reach.second > 0 && reach < least) least = reach, best = which;
        std::fill(weight.begin() + begin[which], weight.begin() + begin[which + 1], 1);
    }
    if (best < kinds.size()) fix(puzzle, maps, best);
}

void Rest::fix_by_symmetry(const Puzzle& puzzle, std::size_t which) {
    if (kinds[which].copies == 1 && !puzzle.rules.spare) fix(puzzle, symmetries(puzzle), which);
}

void Rest::fix(const Puzzle& puzzle, const Maps& maps, std::size_t which) {
    const std::uint32_t from = begin[which], to = begin[which + 1];
    std::vector<std::uint32_t> orbit;
    std::vector<std::uint16_t> image;
    for (std::uint32_t i = from; i < to; ++i) {
        orbit.clear();
        for (const auto& map : maps) {
            image.clear();
            for (const std::uint16_t* c = puzzle.begin(placement[i]); c != puzzle.end(placement[i]); ++c) image.push_back(map[*c]);
            std::sort(image.begin(), image.end());
            const std::int64_t p = puzzle.find(kinds[which].kind, image.data(), image.data() + image.size());
            const auto at = std::lower_bound(placement.begin() + from, placement.begin() + to, static_cast<std::uint32_t>(p));
            orbit.push_back(static_cast<std::uint32_t>(at - placement.begin()));
        }
        std::sort(orbit.begin(), orbit.end());
        orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
        const auto nearest = std::min_element(orbit.begin(), orbit.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(first[a], last[a]) < std::pair(first[b], last[b]);
        });
        weight[i] = *nearest == i ? static_cast<std::uint32_t>(orbit.size()) : 0;
    }
}

std::vector<std::vector<std::uint16_t>> neighbours(const Puzzle& puzzle, const Rest& rest) {
    std::vector<std::vector<std::uint16_t>> found(rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
        for (const Vec& step : steps(puzzle.rules.grid)) {
            const std::int32_t cell = puzzle.cell_at(puzzle.region.at[rest.order[i]] + step);
            const std::int32_t other = cell < 0 ? -1 : rest.number[cell];
            if (other >= 0) found[i].push_back(static_cast<std::uint16_t>(other));
        }
    }
    return found;
}

}  // namespace gridmill::beads
