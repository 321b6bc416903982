#include "order4.hpp"

#include <algorithm>
#include <initializer_list>

#include "board.hpp"

namespace magic {

namespace {

constexpr int SUM = 34;
constexpr std::string_view RULES[] = {"normal", "34-game", "pandiagonal", "associative"};

// Sets of numbers in use while a square is built, as bits 1 to 16.
struct Used {
    unsigned bits = 0;
    bool take(int n) {
        if (n < 1 || n > 16 || (bits >> n & 1) != 0) return false;
        bits |= 1u << n;
        return true;
    }
};

// The square with rows and columns exchanged, and the one turned by a quarter.
Order4::Square transposed(const Order4::Square& square) {
    Order4::Square other;
    for (std::size_t i = 0; i < 16; ++i) other[i % 4 * 4 + i / 4] = square[i];
    return other;
}
Order4::Square mirrored(const Order4::Square& square) {
    Order4::Square other;
    for (std::size_t i = 0; i < 16; ++i) other[i / 4 * 4 + 3 - i % 4] = square[i];
    return other;
}

}  // namespace

Order4::Order4() : holds_(16) {
    enumerate();
    std::sort(squares_.begin(), squares_.end());
    for (std::size_t s = 0; s < squares_.size(); ++s) {
        int values[16];
        for (std::size_t cell = 0; cell < 16; ++cell) {
            values[cell] = squares_[s][cell];
            holds_[cell][squares_[s][cell]][s / 64] |= std::uint64_t{1} << (s % 64);
        }
        texts_.push_back(write_rows(values, 4, 4));
    }
    sort_rules();
}

// Two rows and the first cell of the third decide the rest:
//
//     a b c d        m by column 1, j by the second diagonal, n by column 2; then k, l, o, p obey row 3,
//     e f g h        column 3, column 4 and the first diagonal, which give k, and row 4 holds by itself.
//     i j k l        Only squares with a < d < m and a < p are built: of the eight turned and mirrored ones
//     m n o p        exactly one has its smallest corner first and the next corners in that order.
void Order4::enumerate() {
    const auto finish = [&](Used used, int a, int b, int c, int d, int e, int f, int g, int h) {
        for (int i = 1; i <= 16; ++i) {
            Used rest = used;
            if (!rest.take(i)) continue;
            const int m = SUM - a - e - i;
            if (m <= d || !rest.take(m)) continue;
            const int j = SUM - d - g - m;
            if (!rest.take(j)) continue;
            const int n = SUM - b - f - j;
            if (!rest.take(n)) continue;
            const int row = SUM - i - j, diagonal = SUM - a - f, column = SUM - d - h;
            if ((row + diagonal - column) % 2 != 0) continue;
            const int k = (row + diagonal - column) / 2, l = row - k, p = diagonal - k, o = SUM - c - g - k;
            if (p <= a || !rest.take(k) || !rest.take(l) || !rest.take(p) || !rest.take(o)) continue;
            if (m + n + o + p != SUM) continue;
            Square square;
            std::size_t at = 0;
            for (const int value : {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p})
                square[at++] = static_cast<std::uint8_t>(value);
            for (int turn = 0; turn < 4; ++turn) {
                squares_.push_back(square);
                squares_.push_back(mirrored(square));
                square = mirrored(transposed(square));
            }
        }
    };
    for (int a = 1; a <= 16; ++a)
        for (int b = 1; b <= 16; ++b)
            for (int c = 1; c <= 16; ++c) {
                Used first;
                const int d = SUM - a - b - c;
                if (d <= a || !first.take(a) || !first.take(b) || !first.take(c) || !first.take(d)) continue;
                for (int e = 1; e <= 16; ++e)
                    for (int f = 1; f <= 16; ++f)
                        for (int g = 1; g <= 16; ++g) {
                            Used used = first;
                            const int h = SUM - e - f - g;
                            if (used.take(e) && used.take(f) && used.take(g) && used.take(h))
                                finish(used, a, b, c, d, e, f, g, h);
                        }
            }
}

void Order4::sort_rules() {
    for (std::size_t rule = 0; rule < of_rule_.size(); ++rule) {
        const std::vector<Group> groups = rule_groups(RULES[rule], 4, SUM);
        for (std::size_t s = 0; s < squares_.size(); ++s) {
            const bool obeys = std::all_of(groups.begin(), groups.end(), [&](const Group& group) {
                int sum = 0;
                for (const int cell : group.cells) sum += squares_[s][static_cast<std::size_t>(cell)];
                return sum == group.sum;
            });
            if (obeys) of_rule_[rule][s / 64] |= std::uint64_t{1} << (s % 64);
        }
    }
}

bool Order4::read(std::string_view text, Query& query) {
    query = Query{};
    std::size_t at = text.find(':');
    if (at > 11 || text.size() < at + 32 || text.size() > at + 48) return false;
    for (int rule = 0; rule < 4; ++rule)
        if (text.substr(0, at) == RULES[rule]) query.rule = rule;
    if (query.rule == NONE) return false;
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
