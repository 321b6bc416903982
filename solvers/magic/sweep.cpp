#include "sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "fraction.hpp"

namespace magic {

namespace {

constexpr std::size_t MANY = 100, TOO_MANY = 300;   // groups that make several plans, or any, take too long

constexpr std::int64_t LARGE = 10'000;   // factors up to here cannot make a sum overflow

using Row = std::vector<Fraction>;   // a factor for each cell, then the constant

}  // namespace

struct Sweep::Planner {
    const Board& board;
    Sweep& sweep;
    std::vector<char> known = std::vector<char>(static_cast<std::size_t>(board.cells()), 0);
    std::vector<char> used = std::vector<char>(board.groups.size(), 0);
    int left = board.cells();
    u64 random = 0;   // 0: the first plan, without chance

    u64 draw(u64 below) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return random % below;
    }

    int groups_of(int cell) const {
        return static_cast<int>(std::count_if(board.groups.begin(), board.groups.end(), [&](const Group& group) {
            return std::find(group.cells.begin(), group.cells.end(), cell) != group.cells.end();
        }));
    }

    int unknown(const Group& group) const {
        return static_cast<int>(std::count_if(group.cells.begin(), group.cells.end(), [&](int c) { return known[c] == 0; }));
    }

    void learn(int cell) {
        known[cell] = 1;
        --left;
    }

    // A step whose terms are the known cells of a group.
    Step step_of(Kind kind, const Group& group) const {
        Step step{kind};
        step.first = static_cast<int>(sweep.terms_.size());
        const int base = board.numbers.front();
        step.constant = group.sum - base * static_cast<int>(group.cells.size());
        for (const int cell : group.cells)
            if (known[cell] != 0) sweep.terms_.push_back({cell, 1});
        step.size = static_cast<int>(sweep.terms_.size()) - step.first;
        return step;
    }

    int first_unknown(const Group& group, int besides = -1) const {
        for (const int cell : group.cells)
            if (known[cell] == 0 && cell != besides) return cell;
        return -1;
    }

    // All that follows from the known cells.
    bool close() {
        bool more = true;
        while (more) {
            more = false;
            for (std::size_t g = 0; g < board.groups.size(); ++g) {
                const Group& group = board.groups[g];
                const int open = unknown(group);
                if (used[g] != 0 || open > 1) continue;
                Step step = step_of(open == 0 ? Kind::check : Kind::derived, group);
                used[g] = 1;
                if (open == 1) {
                    step.cell = first_unknown(group);
                    learn(step.cell);
                    more = true;
                }
                sweep.steps_.push_back(step);
            }
            if (!more && left > 0) {
                const int found = combine();
                if (found < 0) return false;
                more = found > 0;
            }
        }
        return true;
    }

    // A cell that follows from several groups together: eliminate the unknown cells, and look for a row with a single
    // one. Returns how many cells were found, -1 if the numbers grow too large.
    int combine() {
        const int cells = board.cells();
        std::vector<Row> rows;
        for (const Group& group : board.groups) {
            if (unknown(group) == 0) continue;
            Row row(static_cast<std::size_t>(cells) + 1);
            for (const int cell : group.cells) row[cell].top = 1;
            row[cells].top = group.sum - board.numbers.front() * static_cast<int>(group.cells.size());
            rows.push_back(row);
        }
        std::size_t done = 0;
        for (int cell = 0; cell < cells && done < rows.size(); ++cell) {
            if (known[cell] != 0) continue;
            std::size_t at = done;
            while (at < rows.size() && rows[at][cell].top == 0) ++at;
            if (at == rows.size()) continue;
            std::swap(rows[at], rows[done]);
            const Fraction pivot = rows[done][cell];
            for (Fraction& factor : rows[done])
                if (factor.top != 0) factor = factor / pivot;
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const Fraction factor = rows[r][cell];
                if (r == done || factor.top == 0) continue;
                for (int i = 0; i <= cells; ++i)
                    if (rows[done][i].top != 0) rows[r][i] = less(rows[r][i], factor, rows[done][i]);
            }
            ++done;
        }
        int found = 0;
        const std::vector<char> before = known;   // the rows speak of the cells that were known so far
        for (const Row& row : rows) {
            int cell = -1, open = 0;
            for (int i = 0; i < cells; ++i) {
                if (row[i].wild) return -1;
                if (before[i] == 0 && row[i].top != 0) { ++open; cell = i; }
            }
            if (open != 1) continue;
            if (!derive(row, cell)) return -1;
            ++found;
        }
        return found;
    }

    // cell + sum of factor * known = constant, over the common divisor.
    bool derive(const Row& row, int cell) {
        std::int64_t divisor = 1;
        for (const Fraction& factor : row) {
            divisor = std::lcm(divisor, factor.bottom);
            if (factor.wild || divisor > LARGE) return false;
        }
        Step step{Kind::derived, cell};
        step.divisor = static_cast<int>(divisor);
        step.first = static_cast<int>(sweep.terms_.size());
        const auto scaled = [&](const Fraction& f) { return f.top * (divisor / f.bottom); };
        for (int i = 0; i <= board.cells(); ++i) {
            if (std::abs(scaled(row[i])) > (i < board.cells() ? LARGE : LARGE * LARGE)) return false;
            if (i < board.cells() && i != cell && row[i].top != 0)
                sweep.terms_.push_back({i, static_cast<int>(scaled(row[i]))});
        }
        step.constant = static_cast<int>(scaled(row.back()));
        step.size = static_cast<int>(sweep.terms_.size()) - step.first;
        sweep.steps_.push_back(step);
        learn(cell);
        return true;
    }

    // In the group with the fewest open cells, of those the one whose cells lie in the most groups, the cell that
    // lies in the most groups.
    void choose() {
        const Group* best = nullptr;
        int fewest = 0, most = 0;
        for (const Group& group : board.groups) {
            const int open = unknown(group);
            if (open < 2) continue;
            int weight = random != 0 ? static_cast<int>(draw(100)) : 0;
            if (random == 0)
                for (const int cell : group.cells) weight += groups_of(cell);
            if (random != 0 && best != nullptr && draw(8) == 0) continue;
            if (best != nullptr && (open > fewest || (open == fewest && weight <= most))) continue;
            best = &group;
            fewest = open;
            most = weight;
        }
        Step step{Kind::free};
        if (best == nullptr) {   // cells outside every group
            step.cell = static_cast<int>(std::find(known.begin(), known.end(), 0) - known.begin());
        } else {
            int weight = -1;
            for (const int cell : best->cells) {
                if (known[cell] != 0) continue;
                const int here = random != 0 ? static_cast<int>(draw(100)) : groups_of(cell);
                if (here > weight) { weight = here; step.cell = cell; }
            }
        }
        if (best != nullptr && fewest == 2) {
            const int cell = step.cell;
            step = step_of(Kind::pair, *best);
            step.cell = cell;
            step.other = first_unknown(*best, cell);
            used[static_cast<std::size_t>(best - board.groups.data())] = 1;
            learn(step.other);
        }
        learn(step.cell);
        sweep.steps_.push_back(step);
    }
};

bool Sweep::plan(const Board& board, gridmill::Meter& meter) {
    Sweep best;
    double least = 0;
    const int plans = board.groups.size() <= MANY ? 20 : 1;
    for (int i = 0; i < plans && (i == 0 || meter.look()); ++i) {
        Sweep sweep;
        if (!sweep.plan_once(board, static_cast<u64>(i) * 0x9e3779b97f4a7c15ULL)) return false;
        const double nodes = sweep.estimate(200);
        if (i > 0 && nodes >= least) continue;
        least = nodes;
        best = std::move(sweep);
    }
    *this = std::move(best);
    return true;
}

bool Sweep::plan_once(const Board& board, u64 seed) {
    const int base = board.numbers.front();
    if (board.numbers.back() - base >= 64 || board.groups.size() > TOO_MANY) return false;
    value_.assign(static_cast<std::size_t>(board.cells()), 0);
    u64 all = 0;
    for (const int number : board.numbers) all |= u64{1} << (number - base);
    allowed_.assign(static_cast<std::size_t>(board.cells()), all);
    Planner planner{board, *this};
    planner.random = seed;
    for (int cell = 0; cell < board.cells(); ++cell) {
        u64 given = 0;
        for (const int number : board.candidates[cell])
            if (number >= base && number - base < 64) given |= u64{1} << (number - base);
        if (!board.candidates[cell].empty()) allowed_[cell] &= given;
        if (!single(allowed_[cell])) continue;
        steps_.push_back({Kind::free, cell});
        planner.learn(cell);
    }
    while (planner.close()) {
        if (planner.left == 0) return true;
        planner.choose();
    }
    return false;
}

double Sweep::estimate(int dives) {
    double nodes = 0;
    u64 random = 0x9e3779b97f4a7c15ULL;
    for (int dive = 0; dive < dives; ++dive) {
        double weight = 1;
        int s = 0;
        for (u64 used = 0; derive(s, used) && s < static_cast<int>(steps_.size()); ++s) {
            const Step& step = steps_[s];
            u64 choice = choices(step, used);
            if (choice == 0) break;
            weight *= count(choice);
            nodes += weight;
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            for (u64 skip = random % static_cast<u64>(count(choice)); skip > 0; --skip) choice &= choice - 1;
            const int value = lowest(choice);
            value_[step.cell] = value;
            used |= u64{1} << value;
            if (step.kind != Kind::pair) continue;
            value_[step.other] = rest(step) - value;
            used |= u64{1} << value_[step.other];
        }
    }
    return nodes / dives;
}

}  // namespace magic
