// The sets of variables of which exactly one holds: the values of a cell, the places of a value in a unit.
//
//     open      by group: a bit for each member that has not fallen; saved before each decision, one level after another
//     members   ... | variable variable variable ... | ...       in the order of the bits; first[group] is where they begin
//     seats     ... | group, place | group, place | ...          the groups of a variable, four on a plain board
//
// So a member that falls clears a bit in each of its groups, and one that holds finds in a mask whom it rules out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "trail.hpp"

namespace gridmill::sudoku {

using Variable = std::uint16_t;

class Groups {
public:
    // A variable's place in one of its groups.
    struct Seat {
        std::uint16_t group;
        std::uint8_t place;
        std::uint32_t bit() const { return 1u << place; }
    };
    template <class T> struct Range {
        const T *first, *last;
        const T* begin() const { return first; }
        const T* end() const { return last; }
    };

    Groups(std::size_t variables, const std::vector<std::vector<Variable>>& groups) {
        std::vector<std::vector<Seat>> seats(variables);
        for (const auto& group : groups) {
            const auto number = static_cast<std::uint16_t>(open_.size());
            for (std::size_t i = 0; i < group.size(); ++i) seats[group[i]].push_back({number, static_cast<std::uint8_t>(i)});
            open_.push_back(static_cast<std::uint32_t>((std::uint64_t{1} << group.size()) - 1));
            first_.push_back(static_cast<std::uint32_t>(members_.size()));
            members_.insert(members_.end(), group.begin(), group.end());
        }
        first_.push_back(static_cast<std::uint32_t>(members_.size()));
        for (const auto& list : seats) {
            first_seat_.push_back(static_cast<std::uint32_t>(seats_.size()));
            seats_.insert(seats_.end(), list.begin(), list.end());
        }
        first_seat_.push_back(static_cast<std::uint32_t>(seats_.size()));
    }

    std::size_t size() const { return open_.size(); }
    Range<Seat> seats(std::uint32_t variable) const {
        return {seats_.data() + first_seat_[variable], seats_.data() + first_seat_[variable + 1]};
    }
    Range<Variable> members(std::uint32_t group) const {
        return {members_.data() + first_[group], members_.data() + first_[group + 1]};
    }
    std::uint32_t open(std::uint32_t group) const { return open_[group]; }
    Variable lowest(std::uint32_t group, std::uint32_t bits) const {
        return members_[first_[group] + static_cast<std::uint32_t>(__builtin_ctz(bits))];
    }
    // How many members are open in the smallest group of a variable that is open.
    int smallest(std::uint32_t variable) const {
        int least = 32;
        for (const Seat seat : seats(variable)) least = std::min(least, __builtin_popcount(open(seat.group)));
        return least;
    }

    // A member falls; which ones are open then.
    std::uint32_t close(Seat seat) { return open_[seat.group] &= ~seat.bit(); }

    void save(std::size_t level) {
        const std::size_t at = level * open_.size();
        if (saved_.size() < at + open_.size()) saved_.resize(at + open_.size());
        std::memcpy(saved_.data() + at, open_.data(), open_.size() * sizeof open_[0]);
    }
    void restore(std::size_t level) {
        std::memcpy(open_.data(), saved_.data() + level * open_.size(), open_.size() * sizeof open_[0]);
    }

private:
    std::vector<std::uint32_t> open_, first_, saved_;
    std::vector<Variable> members_;
    std::vector<std::uint32_t> first_seat_;  // by variable
    std::vector<Seat> seats_;
};

}  // namespace gridmill::sudoku
