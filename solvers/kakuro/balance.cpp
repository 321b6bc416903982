#include "balance.hpp"

#include <algorithm>

namespace gridmill::kakuro {

namespace {

constexpr int most_rounds = 8;  // of narrow(); what is left then is the search's

int highest(Digits set) {
    int digit = 0;
    for (; set != 0; set = static_cast<Digits>(set >> 1)) ++digit;
    return digit;
}

}  // namespace

// The component of an open cell: its cells and its runs.
void Balance::gather(int cell, const std::vector<Digits>& domains) {
    cells_.assign(1, cell);
    runs_.clear();
    cell_seen_[static_cast<std::size_t>(cell)] = 1;
    for (std::size_t at = 0; at < cells_.size(); ++at)
        for (const int run : board_->runs_of[static_cast<std::size_t>(cells_[at])]) {
            if (run == no_run || run_seen_[static_cast<std::size_t>(run)] != 0) continue;
            run_seen_[static_cast<std::size_t>(run)] = 1;
            runs_.push_back(run);
            const Run& line = board_->runs[static_cast<std::size_t>(run)];
            for (int i = line.first; i < line.first + line.length; ++i) {
                const int other = board_->members[static_cast<std::size_t>(i)];
                if (cell_seen_[static_cast<std::size_t>(other)] != 0 || single(domains[static_cast<std::size_t>(other)]))
                    continue;
                cell_seen_[static_cast<std::size_t>(other)] = 1;
                cells_.push_back(other);
            }
        }
}

// What the open cells of a run can sum to.
Balance::Part Balance::part_of(int run, const std::vector<Digits>& domains) const {
    const Run& line = board_->runs[static_cast<std::size_t>(run)];
    int fixed = 0, open = 0, least = 0, most = 0;
    Digits held = 0;
    for (int i = line.first; i < line.first + line.length; ++i) {
        const Digits domain = domains[static_cast<std::size_t>(board_->members[static_cast<std::size_t>(i)])];
        if (single(domain)) {
            fixed += lowest(domain);
            continue;
        }
        ++open;
        least += lowest(domain);
        most += highest(domain);
        held |= domain;
    }
    if (line.sum != no_clue) return {run, -1, line.sum - fixed, line.sum - fixed};
    int smallest = 0, largest = 0;  // of as many different digits
    Digits left = held;
    for (int i = 0; i < open && left != 0; ++i, left &= static_cast<Digits>(left - 1)) smallest += lowest(left);
    left = held;
    for (int i = 0; i < open && left != 0; ++i) {
        largest += highest(left);
        left &= static_cast<Digits>(~bit(highest(left)));
    }
    return {run, -1, std::max(least, smallest), std::min(most, largest)};
}

void Balance::weigh(const std::vector<Digits>& domains) {
    for (Side& side : sides_) side = Side{std::move(side.parts), 0, 0};
    for (Side& side : sides_) side.parts.clear();
    for (const int run : runs_)
        sides_[board_->runs[static_cast<std::size_t>(run)].across ? 0 : 1].parts.push_back(part_of(run, domains));
    for (const int cell : cells_)
        for (std::size_t direction = 0; direction < 2; ++direction) {
            const Digits domain = domains[static_cast<std::size_t>(cell)];
            if (board_->runs_of[static_cast<std::size_t>(cell)][direction] == no_run)
                sides_[direction].parts.push_back({-1, cell, lowest(domain), highest(domain)});
        }
    for (Side& side : sides_)
        for (const Part& part : side.parts) {
            side.least += part.least;
            side.most += part.most;
        }
}

bool Balance::holds(const std::vector<Digits>& domains) {
    cell_seen_.assign(domains.size(), 0);
    run_seen_.assign(board_->runs.size(), 0);
    for (std::size_t cell = 0; cell < domains.size(); ++cell) {
        if (cell_seen_[cell] != 0 || single(domains[cell])) continue;
        gather(static_cast<int>(cell), domains);
        weigh(domains);
        if (std::max(sides_[0].least, sides_[1].least) > std::min(sides_[0].most, sides_[1].most)) return false;
    }
    return true;
}

// Applies to the parts of one direction that the total is between `least` and `most`; true if anything changed.
bool Balance::tell(const Side& side, int least, int most, Board& board, State& state, bool& sums_found) const {
    bool changed = false;
    for (const Part& part : side.parts) {
        const int low = std::max(part.least, least - (side.most - part.most));
        const int high = std::min(part.most, most - (side.least - part.least));
        if (low == part.least && high == part.most) continue;
        if (part.cell >= 0) {
            Digits kept = 0;
            for (int digit = std::max(low, 1); digit <= high; ++digit) kept |= bit(digit);
            state.restrict(part.cell, kept);
            changed = true;
        } else if (low == high) {
            Run& run = board.runs[static_cast<std::size_t>(part.run)];
            run.sum = low;
            for (int i = run.first; i < run.first + run.length; ++i) {
                const Digits domain = state.domain(board.members[static_cast<std::size_t>(i)]);
                if (single(domain)) run.sum += lowest(domain);
            }
            changed = sums_found = true;
        }
    }
    return changed;
}

bool Balance::narrow(Board& board, State& state) {
    Balance balance(board);
    for (int round = 0; round < most_rounds; ++round) {
        const std::vector<Digits> domains = state.domains();
        balance.cell_seen_.assign(domains.size(), 0);
        balance.run_seen_.assign(board.runs.size(), 0);
        bool changed = false, sums_found = false;
        for (std::size_t cell = 0; cell < domains.size(); ++cell) {
            if (balance.cell_seen_[cell] != 0 || single(domains[cell])) continue;
            balance.gather(static_cast<int>(cell), domains);
            balance.weigh(domains);
            const int least = std::max(balance.sides_[0].least, balance.sides_[1].least);
            const int most = std::min(balance.sides_[0].most, balance.sides_[1].most);
            if (least > most) return false;
            for (const Side& side : balance.sides_)
                if (balance.tell(side, least, most, board, state, sums_found)) changed = true;
        }
        if (!changed) return true;
        if (sums_found ? !state.begin() : !state.propagate()) return false;
    }
    return true;
}

}  // namespace gridmill::kakuro
