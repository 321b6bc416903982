#include "order4.hpp"

#include <algorithm>

#include "board.hpp"
#include "sweep.hpp"

namespace magic {

namespace {

constexpr int SUM = 34;
constexpr std::string_view NAMES[] = {"normal", "34-game", "pandiagonal", "associative"};

}  // namespace

Order4::Order4() {
    enumerate();
    std::sort(squares_.begin(), squares_.end());
    for (const Square& square : squares_) {
        int values[16];
        std::copy(square.begin(), square.end(), values);
        texts_.push_back(write_rows(values, 4, 4));
    }
    index();
}

// The sweep takes 6 ms without any use of symmetry.
void Order4::enumerate() {
    const Board board = read_board("normal:0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    const gridmill::Budget unlimited;
    gridmill::Meter meter(unlimited, gridmill::Clock::now());
    Sweep sweep;
    sweep.plan(board, meter);
    sweep.run(meter, [&](const int* positions) {
        Square square;
        for (std::size_t cell = 0; cell < 16; ++cell) square[cell] = static_cast<std::uint8_t>(positions[cell] + 1);
        squares_.push_back(square);
        return true;
    });
}

void Order4::index() {
    rules_.assign(squares_.size(), 0);
    for (int rule = 0; rule < RULES; ++rule) {
        const std::vector<Group> groups = rule_groups(NAMES[rule], 4, SUM);
        for (std::size_t s = 0; s < squares_.size(); ++s) {
            const bool obeyed = std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
                int sum = 0;
                for (const int cell : group.cells) sum += squares_[s][static_cast<std::size_t>(cell)];
                return sum == group.sum;
            });
            if (obeyed) rules_[s] |= static_cast<std::uint8_t>(1 << rule);
        }
    }
    near_.resize(256);
    for (std::size_t i = 0; i < near_.size(); ++i) near_[i].later.resize((15 - i / 16) * 16);
    for (std::size_t s = 0; s < squares_.size(); ++s) {
        const Square& square = squares_[s];
        for (std::size_t first = 0; first < 16; ++first) {
            Near& near = near_[first * 16 + square[first] - 1];
            const std::size_t word = near.squares.size() / 64;
            const std::uint64_t bit = std::uint64_t{1} << (near.squares.size() % 64);
            near.squares.push_back(static_cast<std::uint16_t>(s));
            for (std::size_t cell = first + 1; cell < 16; ++cell)
                near.later[(cell - first - 1) * 16 + square[cell] - 1][word] |= bit;
            for (std::size_t rule = 0; rule < RULES; ++rule)
                if (obeys(static_cast<int>(rule), static_cast<int>(s))) near.of_rule[rule][word] |= bit;
        }
    }
}

bool Order4::read(std::string_view text, Query& query) {
    query = Query{};
    std::size_t at = text.find(':');
    if (at > 11 || text.size() < at + 32 || text.size() > at + 48) return false;
    while (query.rule < RULES && text.substr(0, at) != NAMES[query.rule]) ++query.rule;
    if (query.rule == RULES) return false;
    for (std::size_t cell = 0; cell < 16; ++cell) {
        if (++at >= text.size()) return false;
        int value = text[at++] - '0';
        if (value < 0 || value > 9) return false;
        if (at < text.size() && text[at] >= '0' && text[at] <= '9') value = 10 * value + (text[at++] - '0');
        if (value > 16) return false;
        query.given[cell] = static_cast<std::uint8_t>(value);
        if (cell == 15) return at == text.size();
        if (at >= text.size() || text[at] != (cell % 4 == 3 ? '/' : ' ')) return false;
    }
    return false;
}

int Order4::after(const Square& square) const {
    return static_cast<int>(std::upper_bound(squares_.begin(), squares_.end(), square) - squares_.begin());
}

}  // namespace magic
