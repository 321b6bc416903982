// Branch and bound: the numbers of the smallest set that is not hit are tried in turn, each without those tried before
// it. Sets that share no number need one each, which is the bound.
#include "hitting_set.hpp"

#include <algorithm>

namespace gridmill::kakuro {

bool HittingSet::is_hit(const std::vector<int>& set) const {
    return std::any_of(set.begin(), set.end(), [&](int number) { return chosen_[static_cast<std::size_t>(number)] != 0; });
}

// The set with the fewest numbers left, or null if all are hit; hopeless if `left` more numbers cannot be enough.
const std::vector<int>* HittingSet::most_urgent(std::size_t left, bool& hopeless) {
    const std::vector<int>* best = nullptr;
    std::size_t fewest = 0, needed = 0;
    ++packing_;
    for (const std::vector<int>& set : sets_) {
        if (is_hit(set)) continue;
        std::size_t open = 0;
        bool apart = true;
        for (const int number : set) {
            if (out_[static_cast<std::size_t>(number)] != 0) continue;
            ++open;
            apart = apart && packed_[static_cast<std::size_t>(number)] != packing_;
        }
        if (best == nullptr || open < fewest) {
            best = &set;
            fewest = open;
        }
        if (!apart) continue;
        ++needed;
        for (const int number : set) packed_[static_cast<std::size_t>(number)] = packing_;
    }
    hopeless = needed > left || (best != nullptr && fewest == 0);
    return best;
}

// True if `left` more numbers hit what is not hit yet; they are then in numbers_. The depth is `left` at most, which
// is less than the size of a contradiction that is known.
bool HittingSet::hit(std::size_t left) {
    if ((++nodes_ & 255) == 0 && !meter_->look()) nodes_ = most_nodes + 1;
    if (tired()) return false;
    bool hopeless = false;
    const std::vector<int>* set = most_urgent(left, hopeless);
    if (set == nullptr) return true;
    if (hopeless) return false;
    std::vector<int> tried;
    bool found = false;
    for (const int number : *set) {
        const auto at = static_cast<std::size_t>(number);
        if (out_[at] != 0) continue;
        chosen_[at] = 1;
        numbers_.push_back(number);
        found = hit(left - 1);
        chosen_[at] = 0;
        if (found) break;
        numbers_.pop_back();
        out_[at] = 1;
        tried.push_back(number);
    }
    for (const int number : tried) out_[static_cast<std::size_t>(number)] = 0;
    return found;
}

bool HittingSet::find(std::size_t most, Meter& meter, std::vector<int>& numbers, bool& ended) {
    meter_ = &meter;
    int largest = 0;
    for (const std::vector<int>& set : sets_) largest = std::max(largest, set.empty() ? 0 : set.back());
    const std::size_t names = static_cast<std::size_t>(largest) + 1;
    packed_.resize(std::max(packed_.size(), names), 0);
    ended = true;
    nodes_ = 0;
    for (; size_ < most; ++size_) {
        chosen_.assign(names, 0);
        out_.assign(names, 0);
        numbers_.clear();
        if (hit(size_)) {
            numbers = numbers_;
            std::sort(numbers.begin(), numbers.end());
            return true;
        }
        if (tired()) {
            ended = false;
            return false;
        }
    }
    return false;
}

}  // namespace gridmill::kakuro
