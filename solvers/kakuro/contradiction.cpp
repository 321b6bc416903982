#include "contradiction.hpp"

#include <algorithm>

#include "balance.hpp"
#include "learner.hpp"

namespace gridmill::kakuro {

namespace {

constexpr std::uint64_t nodes_each = 100;       // of a search for a filling; then the search that learns takes over
constexpr std::uint64_t learnt_nodes_each = 1000;  // and what the whole board took
constexpr std::uint64_t work_to_find = 5000;       // nodes, about, and a few times what the whole board took
constexpr std::uint64_t times_to_find = 4;
constexpr std::uint64_t work_to_shrink = 150000;
constexpr std::size_t most_named = 40;

std::vector<int> joined(std::vector<int> a, const std::vector<int>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

bool Contradiction::tired() {
    tired_ = tired_ || work_ > most_work_ || !meter_->look();
    return tired_;
}

void Contradiction::put(int item) {
    const auto at = static_cast<std::size_t>(items_[static_cast<std::size_t>(item)].index);
    if (items_[static_cast<std::size_t>(item)].given)
        board_.start[at] = givens_[at];
    else
        board_.runs[at].sum = sums_of_[at];
}

// Looks for a filling of the board with these clues and givens only; it is left in filled_.
Contradiction::Filling Contradiction::filling(const Items& items) {
    if (tired()) return Filling::unknown;
    for (Run& run : board_.runs) run.sum = no_clue;
    board_.start.assign(board_.start.size(), sums_->all());
    for (const int item : items) put(item);
    work_ += 1 + board_.runs.size() / 64;
    State state(board_, *sums_);
    if (!state.begin() || !Balance(board_).holds(state.domains())) return Filling::none;
    const std::size_t root = state.mark();
    bool found = false;
    std::uint64_t nodes = 0;
    const auto stop = [&](const std::vector<Digits>& domains) {
        filled_ = domains;
        found = true;
        return false;
    };
    const bool complete = Search(board_, state).run(stop, [&] { return ++nodes <= nodes_each; });
    work_ += nodes;
    if (found) return Filling::some;
    if (complete) return Filling::none;
    state.undo(root);
    const Budget budget{learnt_nodes_};
    Meter meter(budget, Clock::now());
    bool ended = false;
    found = Learner(board_, *sums_, state.domains()).next(meter, filled_, ended);
    work_ += meter.nodes();
    doubtful_ = doubtful_ || !(found || ended);
    return found ? Filling::some : ended ? Filling::none : Filling::unknown;
}

// Whether the filling found last has the sum of the clue, or the given digit.
bool Contradiction::met(int item) const {
    const auto at = static_cast<std::size_t>(items_[static_cast<std::size_t>(item)].index);
    if (items_[static_cast<std::size_t>(item)].given) return filled_[at] == givens_[at];
    const Run& run = board_.runs[at];
    int sum = 0;
    for (int i = run.first; i < run.first + run.length; ++i)
        sum += lowest(filled_[static_cast<std::size_t>(board_.members[static_cast<std::size_t>(i)])]);
    return sum == sums_of_[at];
}

// The items, of those given, that are needed beside the background; `grown` says that the background is new.
Contradiction::Items Contradiction::needed(const Items& background, bool grown, const Items& items) {
    if (grown && filling(background) == Filling::none) return {};
    if (items.size() == 1) return items;
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    const Items front(items.begin(), middle), back(middle, items.end());
    const Items of_back = needed(joined(background, front), true, back);
    const Items of_front = needed(joined(background, of_back), !of_back.empty(), front);
    return joined(of_front, of_back);
}

// Puts the items outside[first, last) inside as long as a filling meets all that are inside, in halves.
void Contradiction::widen(std::vector<std::uint8_t>& inside, Items& outside, std::size_t first, std::size_t last) {
    Items trial;
    for (std::size_t item = 0; item < items_.size(); ++item)
        if (inside[item] != 0) trial.push_back(static_cast<int>(item));
    const std::size_t before = trial.size();
    for (std::size_t i = first; i < last; ++i)
        if (inside[static_cast<std::size_t>(outside[i])] == 0) trial.push_back(outside[i]);
    if (trial.size() == before) return;
    if (filling(trial) == Filling::some) {
        for (std::size_t item = 0; item < items_.size(); ++item)
            if (inside[item] == 0 && met(static_cast<int>(item))) inside[item] = 1;
        return;
    }
    if (tired_ || last - first == 1) return;
    const std::size_t middle = first + (last - first) / 2;
    widen(inside, outside, first, middle);
    widen(inside, outside, middle, last);
}

// The items that a filling leaves unmet which meets these, and others if it can; filled_ is such a filling.
Contradiction::Items Contradiction::correction(const Items& met_items) {
    std::vector<std::uint8_t> inside(items_.size(), 0);
    for (const int item : met_items) inside[static_cast<std::size_t>(item)] = 1;
    Items outside;
    for (std::size_t item = 0; item < items_.size(); ++item) {
        if (inside[item] == 0 && met(static_cast<int>(item))) inside[item] = 1;
        if (inside[item] == 0) outside.push_back(static_cast<int>(item));
    }
    widen(inside, outside, 0, outside.size());
    Items left;
    for (std::size_t item = 0; item < items_.size(); ++item)
        if (inside[item] == 0) left.push_back(static_cast<int>(item));
    return left;
}

// Puts a smaller contradiction in place of `found` as long as there is one; false if the work came to its end before.
bool Contradiction::smallest(Items& found) {
    for (;;) {
        Items candidate;
        bool ended = false;
        const bool smaller = corrections_.find(found.size(), *meter_, candidate, ended);
        work_ += corrections_.nodes() / 8;
        if (!smaller) return ended;
        // Corrections that share nothing with each other are worth most: the set grows by each until nothing meets it.
        for (Items grown = candidate;;) {
            const Filling answer = filling(grown);
            if (answer == Filling::unknown) return false;
            if (answer == Filling::none) {
                if (grown.size() == candidate.size()) {
                    found = candidate;
                    return true;
                }
                const Items other = needed({}, false, grown);
                if (tired_) return false;
                if (other.size() < found.size()) found = other;
                break;
            }
            Items left = correction(grown);
            if (tired_) return false;
            grown = joined(grown, left);
            corrections_.add(std::move(left));
        }
    }
}

std::string Contradiction::name(const Item& item) const {
    if (item.given) {
        const auto at = static_cast<std::size_t>(item.index);
        return board_.name(board_.position[at]) + " given " + std::to_string(lowest(givens_[at]));
    }
    const Run& run = board_.runs[static_cast<std::size_t>(item.index)];
    return board_.name(run.where) + (run.across ? " across " : " down ") +
           std::to_string(sums_of_[static_cast<std::size_t>(item.index)]);
}

void Contradiction::collect() {
    for (const Run& run : board_.runs) {
        if (run.sum != no_clue) items_.push_back({static_cast<int>(sums_of_.size()), false});
        sums_of_.push_back(run.sum);
    }
    givens_ = board_.start;
    for (std::size_t cell = 0; cell < givens_.size(); ++cell)
        if (single(givens_[cell])) items_.push_back({static_cast<int>(cell), true});
}

// The clues and givens of a component whose totals differ; none if all are in balance.
Contradiction::Items Contradiction::unbalanced() {
    Balance balance(board_);
    if (balance.holds(board_.start)) return {};
    std::vector<std::uint8_t> inside(board_.runs.size(), 0), met(givens_.size(), 0);
    for (const int run : balance.runs()) {
        inside[static_cast<std::size_t>(run)] = 1;
        const Run& line = board_.runs[static_cast<std::size_t>(run)];
        for (int i = line.first; i < line.first + line.length; ++i)
            met[static_cast<std::size_t>(board_.members[static_cast<std::size_t>(i)])] = 1;
    }
    Items items;
    for (std::size_t item = 0; item < items_.size(); ++item)
        if ((items_[item].given ? met : inside)[static_cast<std::size_t>(items_[item].index)] != 0)
            items.push_back(static_cast<int>(item));
    return items;
}

std::string Contradiction::sentence(Meter& meter) {
    meter_ = &meter;
    learnt_nodes_ = learnt_nodes_each + meter.nodes();
    most_work_ = work_to_find + times_to_find * meter.nodes();
    collect();
    Items all = unbalanced();
    const bool totals = !all.empty();
    for (std::size_t item = 0; item < items_.size() && !totals; ++item) all.push_back(static_cast<int>(item));
    Items found = needed({}, false, all);
    const bool sure = !tired_ && !doubtful_;
    most_work_ = work_ + work_to_shrink + times_to_find * meter.nodes();
    const bool proven = sure && smallest(found);
    std::sort(found.begin(), found.end());
    std::string text = "no filling meets ";
    for (std::size_t i = 0; i < found.size() && i < most_named; ++i)
        text += (i == 0 ? "" : ", ") + name(items_[static_cast<std::size_t>(found[i])]);
    if (found.size() > most_named) text += " and " + std::to_string(found.size() - most_named) + " more";
    return text + (proven ? "; no fewer clues contradict each other"
                   : sure ? "; none of them can be left out, though a smaller set may exist"
                          : "; whether all of them are needed was not found out in time");
}

}  // namespace gridmill::kakuro
