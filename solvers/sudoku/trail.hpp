// What the learner holds for true, in the order in which it came to, and why.
//
//     literal 2v     variable v holds           literal 2v + 1     it does not
//     level          how many decisions had been made          place      in the trail
//     reason         what it follows from: a number, and in the two lowest bits of what kind that is
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridmill::sudoku {

using Literal = std::uint16_t;  // a 25x25 board has at most 31250; half the memory is half the waiting
using Reason = std::uint32_t;

constexpr Literal no_literal = 0xFFFF;
constexpr Reason no_reason = ~0u;

// A clause by its place, a literal that rules it out, a group of which all others have fallen.
enum class Kind : std::uint32_t { clause, literal, group };

constexpr Reason because_of(Kind kind, std::uint32_t number) { return number << 2 | static_cast<Reason>(kind); }
constexpr Kind kind_of(Reason reason) { return static_cast<Kind>(reason & 3); }
constexpr std::uint32_t number_of(Reason reason) { return reason >> 2; }

class Trail {
public:
    explicit Trail(std::size_t literals) : value_(literals, 0), facts_(literals / 2), literals_(literals / 2 + 1) {}

    // 1 true, -1 false, 0 open.
    std::int8_t value(Literal literal) const { return value_[literal]; }
    const std::int8_t* values() const { return value_.data(); }
    std::uint32_t level_of(Literal literal) const { return facts_[literal >> 1].level; }
    std::uint32_t place_of(Literal literal) const { return facts_[literal >> 1].place; }
    Reason reason_of(Literal literal) const { return facts_[literal >> 1].reason; }

    std::size_t size() const { return size_; }
    Literal operator[](std::size_t place) const { return literals_[place]; }
    std::uint32_t level() const { return static_cast<std::uint32_t>(decisions_.size()); }
    Literal decision(std::size_t level) const { return literals_[decisions_[level - 1]]; }

    void decide(Literal literal) {
        decisions_.push_back(static_cast<std::uint32_t>(size_));
        assign(literal, no_reason);
    }
    void assign(Literal literal, Reason reason) {
        value_[literal] = 1;
        value_[literal ^ 1] = -1;
        facts_[literal >> 1] = Fact{static_cast<std::uint16_t>(decisions_.size()), static_cast<std::uint16_t>(size_), reason};
        literals_[size_++] = literal;
    }
    // Takes back what came after a level, and tells `undone` of each variable.
    template <class Undone> void backtrack(std::size_t level, Undone undone) {
        const std::size_t mark = decisions_[level];
        while (size_ > mark) {
            const Literal literal = literals_[--size_];
            value_[literal] = value_[literal ^ 1] = 0;
            undone(literal >> 1);
        }
        decisions_.resize(level);
    }
    // At level 0: nobody asks why any more.
    void forget_reasons() {
        for (std::size_t place = 0; place < size_; ++place) facts_[literals_[place] >> 1].reason = no_reason;
    }

private:
    // Together in one place, as they are written together.
    struct Fact {
        std::uint16_t level = 0, place = 0;
        Reason reason = no_reason;
    };
    std::vector<std::int8_t> value_;  // by literal
    std::vector<Fact> facts_;         // by variable
    std::vector<Literal> literals_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> decisions_;  // the trail's length before each
};

}  // namespace gridmill::sudoku
