// A smallest set of numbers that has one of each of many sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "budget.hpp"

namespace gridmill::kakuro {

// Sets are added one by one, and the size of a smallest hitting set only grows: it is where the search goes on.
class HittingSet {
public:
    void add(std::vector<int> set) { sets_.push_back(std::move(set)); }

    // Numbers that hit all sets, as few as possible, if these are fewer than `most`; false if there are not, or if
    // the search took too long (`ended` tells which).
    bool find(std::size_t most, Meter& meter, std::vector<int>& numbers, bool& ended);

    // Of the last search.
    std::uint64_t nodes() const { return nodes_; }

private:
    bool hit(std::size_t left);
    bool tired() const { return nodes_ > most_nodes; }
    bool is_hit(const std::vector<int>& set) const;
    const std::vector<int>* most_urgent(std::size_t left, bool& hopeless);

    static constexpr std::uint64_t most_nodes = 200000;  // of one search

    std::vector<std::vector<int>> sets_;
    std::size_t size_ = 0;              // fewer numbers than these hit not all sets
    std::vector<std::uint8_t> chosen_;  // by number
    std::vector<std::uint8_t> out_;     // by number: tried before, a hitting set with it was not found
    std::vector<int> numbers_;
    std::vector<std::uint32_t> packed_; // by number: the last packing that used it
    std::uint32_t packing_ = 0;
    std::uint64_t nodes_ = 0;
    Meter* meter_ = nullptr;
};

}  // namespace gridmill::kakuro
