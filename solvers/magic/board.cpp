// Canonical text to Board, and what the givens break by themselves.
#include "board.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>

namespace magic {

namespace {

constexpr int LARGEST_SPAN = 1024;     // the widest set of positions that a domain holds
constexpr int LARGEST_NUMBER = 1 << 20;
constexpr int FAULTS_SHOWN = 5;

[[noreturn]] void malformed(const std::string& what, std::string_view got) {
    throw std::invalid_argument(what + ", got " + std::string(got.substr(0, 60)));
}

// Takes the part of `text` before `end` away from its front.
std::string_view take(std::string_view& text, char end) {
    const std::size_t at = text.find(end);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

int number(std::string_view text) {
    int value = 0;
    if (text.empty() || text.size() > 7) malformed("expected a number", text);
    for (const char c : text) {
        if (c < '0' || c > '9') malformed("expected a number", text);
        value = 10 * value + (c - '0');
    }
    if (value > LARGEST_NUMBER) malformed("expected a smaller number", text);
    return value;
}

// 3|5-9 to its numbers, ascending and different.
std::vector<int> number_set(std::string_view text) {
    std::vector<int> numbers;
    while (!text.empty()) {
        std::string_view range = take(text, '|');
        const int first = number(take(range, '-'));
        const int last = range.empty() ? first : number(range);
        if (first < 1 || last < first || last - first >= LARGEST_SPAN) malformed("expected a range of numbers", text);
        for (int value = first; value <= last; ++value) numbers.push_back(value);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

// r3c4 to row and column from 0, which may lie outside the board.
void cell_name(std::string_view text, int& row, int& column) {
    if (text.empty() || text[0] != 'r') malformed("expected a cell such as r1c1", text);
    std::string_view rest = text.substr(1);
    row = number(take(rest, 'c')) - 1;
    column = number(rest) - 1;
}

void read_rows(std::string_view text, Board& board) {
    while (!text.empty()) {
        std::string_view row = take(text, '/');
        int columns = 0;
        while (!row.empty()) {
            const std::string_view cell = take(row, ' ');
            board.candidates.push_back(cell == "0" ? std::vector<int>{} : number_set(cell));
            ++columns;
        }
        if (board.rows > 0 && columns != board.columns) malformed("expected rows of one length", text);
        board.columns = columns;
        ++board.rows;
    }
    if (board.cells() == 0) malformed("expected rows of cells", text);
    if (board.cells() > LARGEST_SPAN) malformed("expected at most 1024 cells", std::to_string(board.cells()));
}

// A file may contradict itself a million times, and the first faults say enough.
void complain(Board& board, const std::string& what) {
    if (++board.faults <= FAULTS_SHOWN) board.wrong += (board.wrong.empty() ? "" : "; ") + what;
}

// r1c1+r1c2=9: one more group; r1c1=9: one more given, which may contradict the others.
void read_equation(std::string_view text, Board& board) {
    std::string_view left = take(text, '=');
    Group group{std::string(left), {}, number(text)};
    bool outside = false;
    while (!left.empty()) {
        const std::string_view name = take(left, '+');
        int row = 0, column = 0;
        cell_name(name, row, column);
        outside = row < 0 || column < 0 || row >= board.rows || column >= board.columns;
        if (!outside) {
            const int cell = row * board.columns + column;
            if (std::find(group.cells.begin(), group.cells.end(), cell) != group.cells.end())
                malformed("expected different cells", group.name);
            group.cells.push_back(cell);
            continue;
        }
        complain(board, std::string(name) + " lies outside the board of " + std::to_string(board.rows) + " rows and " +
                            std::to_string(board.columns) + " columns");
        return;
    }
    if (group.cells.empty()) malformed("expected cells", group.name);
    if (group.cells.size() > 1) { board.groups.push_back(std::move(group)); return; }
    std::vector<int>& given = board.candidates[static_cast<std::size_t>(group.cells[0])];
    if (given.empty()) {
        given = {group.sum};
    } else if (std::find(given.begin(), given.end(), group.sum) != given.end()) {
        given = {group.sum};
    } else {
        complain(board, group.name + " given " + (given.size() == 1 ? std::to_string(given[0]) : "other numbers") +
                            " and " + std::to_string(group.sum));
    }
}

// The givens alone: numbers that do not exist here or stand twice, groups that are full and wrong.
void judge_givens(Board& board) {
    std::vector<int> where(static_cast<std::size_t>(board.numbers.back()) + 1, -1);
    for (int cell = 0; cell < board.cells(); ++cell) {
        const std::vector<int>& given = board.candidates[static_cast<std::size_t>(cell)];
        if (given.empty()) continue;
        const auto known = [&](int n) { return std::binary_search(board.numbers.begin(), board.numbers.end(), n); };
        const int low = board.numbers.front(), high = board.numbers.back();
        if (given.front() < low || given.back() > high || std::none_of(given.begin(), given.end(), known)) {
            complain(board, board.name(cell) + " given " + std::to_string(given.front() < low ? given.front() : given.back()) +
                                ", expected one of " + std::to_string(low) + " to " + std::to_string(high));
        } else if (given.size() == 1) {
            int& first = where[static_cast<std::size_t>(given[0])];
            if (first < 0) first = cell;
            else complain(board, std::to_string(given[0]) + " given at " + board.name(first) + " and " + board.name(cell));
        }
    }
    for (const Group& group : board.groups) {
        int sum = 0;
        std::string cells;
        bool full = true;
        for (const int cell : group.cells) {
            const std::vector<int>& given = board.candidates[static_cast<std::size_t>(cell)];
            full = full && given.size() == 1;
            if (!full) break;
            sum += given[0];
            cells += " " + board.name(cell);
        }
        if (full && sum != group.sum)
            complain(board, group.name + ":" + cells + " sums to " + std::to_string(sum) + ", needs " +
                                std::to_string(group.sum));
    }
}

// A bordered square: of the numbers in order, the middle m^2 stand in the inner square of order m.
void keep_to_rings(Board& board) {
    if (!board.exact()) malformed("bordered: expected as many numbers as cells", std::to_string(board.numbers.size()));
    const int n = board.rows;
    const auto middle = [&](int m) { return (n * n - m * m) / 2; };   // the rank of the first number of the inner square
    for (int cell = 0; cell < board.cells(); ++cell) {
        const int r = cell / n, c = cell % n, edge = std::min({r, c, n - 1 - r, n - 1 - c}), m = n - 2 * edge;
        const int outer = middle(std::min(n, std::max(m, n % 2 == 0 ? 4 : 3))), inner = m - 2 >= 3 ? middle(m - 2) : n * n;
        std::vector<int> here;
        for (int rank = outer; rank < n * n - outer; ++rank)
            if (rank < inner || rank >= n * n - inner) here.push_back(board.numbers[static_cast<std::size_t>(rank)]);
        std::vector<int>& given = board.candidates[static_cast<std::size_t>(cell)];
        if (given.empty()) { given = here; continue; }
        std::vector<int> kept;
        std::set_intersection(given.begin(), given.end(), here.begin(), here.end(), std::back_inserter(kept));
        if (kept.empty())
            complain(board, board.name(cell) + " given " + std::to_string(given[0]) + ", which stands in another border");
        else given = kept;
    }
}

int constant(const Board& board, std::string_view stated) {
    if (!stated.empty()) return number(stated);
    const int total = std::accumulate(board.numbers.begin(), board.numbers.end(), 0);
    if (!board.exact() || total % board.rows != 0) malformed("expected sum= for these numbers", std::to_string(total));
    return total / board.rows;
}

}  // namespace

std::string Board::name(int cell) const {
    return "r" + std::to_string(cell / columns + 1) + "c" + std::to_string(cell % columns + 1);
}

std::string write_rows(const int* values, int rows, int columns) {
    std::string text;
    for (int i = 0; i < rows * columns; ++i) {
        if (i > 0) text += i % columns == 0 ? '/' : ' ';
        text += std::to_string(values[i]);
    }
    return text;
}

Board read_board(std::string_view text) {
    Board board;
    if (text.find(':') == std::string_view::npos) malformed("expected rule:rows", text);
    std::string_view header = take(text, ':');
    read_rows(text, board);
    const std::string_view rule = take(header, ';');
    std::string_view stated_sum;
    std::vector<std::string_view> equations;
    while (!header.empty()) {
        const std::string_view option = take(header, ';');
        if (option.substr(0, 8) == "numbers=") board.numbers = number_set(option.substr(8));
        else if (option.substr(0, 4) == "sum=") stated_sum = option.substr(4);
        else equations.push_back(option);
    }
    if (board.numbers.empty())
        for (int n = 1; n <= board.cells(); ++n) board.numbers.push_back(n);
    if (board.numbers.back() - board.numbers.front() >= LARGEST_SPAN)
        malformed("expected numbers that span at most 1024", std::to_string(board.numbers.back()));
    if (static_cast<int>(board.numbers.size()) < board.cells())
        malformed("expected a number for every cell", std::to_string(board.numbers.size()));
    if (rule != "custom") {
        if (board.rows != board.columns) malformed("expected a square", text);
        board.sum = constant(board, stated_sum);
        board.groups = rule_groups(rule, board.rows, board.sum);
    }
    board.rule = rule;
    const auto any = [](const std::vector<int>& given) { return given.empty(); };
    board.blank = stated_sum.empty() && equations.empty() && board.exact() &&
                  board.numbers.back() - board.numbers.front() == board.cells() - 1 &&
                  std::all_of(board.candidates.begin(), board.candidates.end(), any);
    for (const std::string_view equation : equations) read_equation(equation, board);
    judge_givens(board);
    if (rule == "bordered") keep_to_rings(board);
    if (board.faults > FAULTS_SHOWN) board.wrong += "; and " + std::to_string(board.faults - FAULTS_SHOWN) + " more";
    return board;
}

}  // namespace magic
