// The named rule sets as groups of cells with sums.
#include <stdexcept>

#include "board.hpp"

namespace magic {

namespace {

// A square of order m whose upper left cell is (at, at), inside a board of order n.
struct Square {
    int n, at, m;

    int cell(int row, int column) const { return (at + row) * n + at + column; }

    template <class Cell>
    Group line(const std::string& name, int sum, Cell cell_of) const {
        Group group{name, {}, sum};
        for (int i = 0; i < m; ++i) group.cells.push_back(cell_of(i));
        return group;
    }

    void rows_and_columns(std::vector<Group>& groups, int sum, const std::string& of) const {
        for (int r = 0; r < m; ++r)
            groups.push_back(line("row " + std::to_string(r + 1) + of, sum, [&](int i) { return cell(r, i); }));
        for (int c = 0; c < m; ++c)
            groups.push_back(line("column " + std::to_string(c + 1) + of, sum, [&](int i) { return cell(i, c); }));
    }

    void diagonals(std::vector<Group>& groups, int sum, const std::string& of) const {
        groups.push_back(line("diagonal 1" + of, sum, [&](int i) { return cell(i, i); }));
        groups.push_back(line("diagonal 2" + of, sum, [&](int i) { return cell(i, m - 1 - i); }));
    }
};

void broken_diagonals(std::vector<Group>& groups, int n, int sum) {
    const Square all{n, 0, n};
    for (int k = 1; k < n; ++k) {
        const std::string name = "broken diagonal " + std::to_string(k + 1);
        groups.push_back(all.line(name + " down", sum, [&](int i) { return all.cell(i, (i + k) % n); }));
        groups.push_back(all.line(name + " up", sum, [&](int i) { return all.cell(i, (2 * n - 1 - i - k) % n); }));
    }
}

// Opposite cells sum to twice the mean; the centre of an odd order is the mean itself.
void opposite_pairs(std::vector<Group>& groups, int n, int sum) {
    if (2 * sum % n != 0) throw std::invalid_argument("opposite cells cannot share the sum " + std::to_string(sum));
    const int pair = 2 * sum / n;
    for (int cell = 0; 2 * cell < n * n - 1; ++cell)
        groups.push_back({"pair " + std::to_string(cell + 1), {cell, n * n - 1 - cell}, pair});
    if (n % 2 == 0) return;
    if (pair % 2 != 0) throw std::invalid_argument("the centre cannot be half of " + std::to_string(pair));
    groups.push_back({"centre", {n * n / 2}, pair / 2});
}

void blocks_34(std::vector<Group>& groups, int sum) {
    const auto block = [&](const char* name, int at) { groups.push_back({name, {at, at + 1, at + 4, at + 5}, sum}); };
    block("centre block", 5);
    block("block 1", 0);
    block("block 2", 2);
    block("block 3", 8);
    block("block 4", 10);
    groups.push_back({"corners", {0, 3, 12, 15}, sum});
}

// Without its border, and again without the next one, the square is still magic: to order 3 at least.
void inner_squares(std::vector<Group>& groups, int n, int sum) {
    for (int m = n - 2; m >= 3; m -= 2) {
        if (sum * m % n != 0) throw std::invalid_argument("inner squares cannot share the sum " + std::to_string(sum));
        const Square inner{n, (n - m) / 2, m};
        const std::string of = " of the inner square of order " + std::to_string(m);
        inner.rows_and_columns(groups, sum * m / n, of);
        inner.diagonals(groups, sum * m / n, of);
    }
}

}  // namespace

std::vector<Group> rule_groups(std::string_view rule, int n, int sum) {
    std::vector<Group> groups;
    const Square all{n, 0, n};
    all.rows_and_columns(groups, sum, "");
    if (rule == "semi") return groups;
    if (n > 1) all.diagonals(groups, sum, "");
    if (rule == "normal") return groups;
    if (rule == "pandiagonal") {
        broken_diagonals(groups, n, sum);
    } else if (rule == "associative") {
        opposite_pairs(groups, n, sum);
    } else if (rule == "ultramagic") {
        broken_diagonals(groups, n, sum);
        opposite_pairs(groups, n, sum);
    } else if (rule == "bordered" || rule == "concentric") {
        inner_squares(groups, n, sum);
    } else if (rule == "34-game") {
        if (n != 4) throw std::invalid_argument("34-game: expected order 4, got " + std::to_string(n));
        blocks_34(groups, sum);
    } else {
        throw std::invalid_argument("unknown rule set: " + std::string(rule));
    }
    return groups;
}

}  // namespace magic
