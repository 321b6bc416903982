#include "contradiction.hpp"

namespace gridmill::kakuro {

namespace {

constexpr std::uint64_t nodes_each = 200;  // a set that takes longer counts as solvable: the result stays right
constexpr std::uint64_t nodes_in_all = 5000;
constexpr std::size_t most_named = 40;

template <class T>
std::vector<T> joined(std::vector<T> a, const std::vector<T>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

bool Contradiction::unsolvable(const std::vector<Item>& items) {
    if (tired_ || !meter_->look() || work_ > nodes_in_all) {
        tired_ = true;
        return false;
    }
    const auto all = sums_->all();
    for (Run& run : board_.runs) run.sum = no_clue;
    board_.start.assign(board_.start.size(), all);
    for (const Item& item : items) {
        const auto at = static_cast<std::size_t>(item.index);
        if (item.given)
            board_.start[at] = givens_[at];
        else
            board_.runs[at].sum = sums_of_[at];
    }
    ++work_;
    State state(board_, *sums_);
    if (!state.begin()) return true;
    bool found = false;
    std::uint64_t nodes = 0;
    const auto stop = [&](const std::vector<Digits>&) { found = true; return false; };
    const bool complete = Search(board_, state).run(stop, [&] { ++work_; return ++nodes <= nodes_each; });
    return complete && !found;
}

// The items, of those given, that are needed beside the background; `grown` says that the background is new.
std::vector<Contradiction::Item> Contradiction::needed(const std::vector<Item>& background, bool grown,
                                                       const std::vector<Item>& items) {
    if (grown && unsolvable(background)) return {};
    if (items.size() == 1) return items;
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    const std::vector<Item> front(items.begin(), middle), back(middle, items.end());
    const std::vector<Item> of_back = needed(joined(background, front), true, back);
    const std::vector<Item> of_front = needed(joined(background, of_back), !of_back.empty(), front);
    return joined(of_front, of_back);
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

std::string Contradiction::sentence(Meter& meter) {
    meter_ = &meter;
    std::vector<Item> items;
    for (const Run& run : board_.runs) {
        if (run.sum != no_clue) items.push_back({static_cast<int>(sums_of_.size()), false});
        sums_of_.push_back(run.sum);
    }
    givens_ = board_.start;
    for (std::size_t cell = 0; cell < givens_.size(); ++cell)
        if (single(givens_[cell])) items.push_back({static_cast<int>(cell), true});
    if (items.empty() || !unsolvable(items)) return "";
    const std::vector<Item> found = needed({}, false, items);
    if (tired_) return "";
    std::string text = "no filling meets ";
    for (std::size_t i = 0; i < found.size() && i < most_named; ++i) text += (i == 0 ? "" : ", ") + name(found[i]);
    if (found.size() > most_named) text += " and " + std::to_string(found.size() - most_named) + " more";
    return text;
}

}  // namespace gridmill::kakuro
