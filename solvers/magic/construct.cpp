#include "construct.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace magic {

namespace {

int mod(int a, int n) { return ((a % n) + n) % n; }

// Values around 0, two apart (-(n-1), ..., n-1), and opposite at x and n-1-x, to the digits 0 .. n-1.
std::vector<int> digits(const std::vector<int>& values) {
    std::vector<int> found;
    for (const int value : values) found.push_back((value + static_cast<int>(values.size()) - 1) / 2);
    return found;
}

// Ultramagic for odd n from 5: two digits, p(2r + c + 1) and p(c - 2r - 1), each the same number of times in every line
// where n is no multiple of 3, so that any p will do. Where it is one, a diagonal meets a residue class mod 3 alone,
// three times: p then gives each class the same sum. Opposite cells meet x and n-1-x, to which p gives opposite digits.
// (Margossian's construction, after W. W. Rouse Ball; this choice of p is our own.)
std::vector<int> balanced_digits(int n) {
    std::vector<int> values(static_cast<std::size_t>(n));
    if (n % 3 != 0) {
        for (int x = 0; x < n; ++x) values[x] = 2 * x - (n - 1);
        return digits(values);
    }
    // Signed magnitudes of sum 0 for class 0, their opposites for class 2, all others in pairs for class 1.
    const int third = n / 3;
    std::vector<int> first = third % 4 == 3 ? std::vector<int>{1, 2, -3} : std::vector<int>{1, 3, 5, -2, -7};
    for (int next = third % 4 == 3 ? 4 : 8; static_cast<int>(first.size()) < third; next += 4)
        first.insert(first.end(), {next, -(next + 1), -(next + 2), next + 3});
    std::vector<int> rest;
    for (int size = 1; size <= (n - 1) / 2; ++size)
        if (std::none_of(first.begin(), first.end(), [&](int value) { return std::abs(value) == size; })) rest.push_back(size);
    std::size_t a = 0, b = 0;
    for (int x = 0; x <= (n - 1) / 2; ++x) {
        int value = 0;   // in the middle
        if (x % 3 == 0) value = first[a++];
        else if (x % 3 == 2) value = -first[a++];
        else if (x < (n - 1) / 2) value = rest[b++];
        values[x] = 2 * value;
        values[n - 1 - x] = -2 * value;
    }
    return digits(values);
}

std::vector<int> ultramagic_odd(int n) {
    const std::vector<int> p = balanced_digits(n);
    std::vector<int> square;
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) square.push_back(n * p[mod(2 * r + c + 1, n)] + p[mod(c - 2 * r - 1, n)] + 1);
    return square;
}

// Ultramagic for n = 4k from 8: the first digit is p(c) in rows 0 and 3 mod 4, and its opposite in the others; the
// second is that of the transposed cell. p gives opposite digits to x and n-1-x, and the residues 0 and 1 mod 4 together
// the sum 0 (digits taken around 0): then a broken diagonal has as much from rows of one kind as from those of the other.
std::vector<int> ultramagic_even(int n) {
    // Signs for the odd sizes 1, 3, ..., n-1 so that they sum to 0: four in a row are + - - +; six are left where n/2 is no
    // multiple of 4.
    static const int four[] = {1, -1, -1, 1}, six[] = {1, 1, 1, -1, 1, -1};   // 1 + 3 + 5 + 9 = 7 + 11
    const int first = n % 8 == 0 ? 0 : 6;
    const auto sign = [&](int i) { return i < first ? six[i] : four[(i - first) % 4]; };
    std::vector<int> values(static_cast<std::size_t>(n));
    for (int x = 0; x < n / 2; ++x) {
        const int value = sign(x) * (2 * x + 1), at = x % 4 < 2 ? x : n - 1 - x;
        values[at] = value;
        values[n - 1 - at] = -value;
    }
    const std::vector<int> p = digits(values);
    const auto digit = [&](int row, int column) { return row % 4 % 3 == 0 ? p[column] : n - 1 - p[column]; };
    std::vector<int> square;
    for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c) square.push_back(n * digit(r, c) + digit(c, r) + 1);
    return square;
}

// Conway's LUX for n = 4k+2 (M. Erickson, Aha! Solutions, 2009): the cells of the Siamese square of half the order
// become blocks of four numbers in a row, in the order of the letter that stands there.
std::vector<int> lux(int n) {
    const int half = n / 2, k = (half - 1) / 2;
    std::vector<int> square(static_cast<std::size_t>(n * n));
    int row = 0, column = k;
    for (int block = 0; block < half * half; ++block) {
        const bool swapped = column == k;
        char letter = row <= k ? 'L' : row == k + 1 ? 'U' : 'X';
        if (swapped && row == k) letter = 'U';
        if (swapped && row == k + 1) letter = 'L';
        const char* order = letter == 'L' ? "4123" : letter == 'U' ? "1423" : "1432";
        for (int i = 0; i < 4; ++i)
            square[(2 * row + i / 2) * n + 2 * column + i % 2] = 4 * block + (order[i] - '0');
        const int up = mod(row - 1, half), right = (column + 1) % half;
        if (square[2 * up * n + 2 * right] == 0) { row = up; column = right; }
        else row = (row + 1) % half;
    }
    return square;
}

// A border of order m around numbers that are done: its 2m-2 pairs of opposite numbers get sizes (distance from the
// mean, doubled) and signs so that the upper row and the left column sum to 0. Found by exchanges that do not make
// it worse; every order up to 32 takes a few thousand.
struct Border {
    static constexpr int PATIENCE = 5000;   // steps between two that may make it worse, to leave a dead end

    const int m;
    std::vector<int> values;   // upper left, upper right, the rest of the row, the rest of the column
    std::uint64_t random = 0x9e3779b97f4a7c15ULL;

    explicit Border(int order) : m(order) {
        for (int i = 0; i < 2 * m - 2; ++i) values.push_back((m * m - 1 - 2 * i) * (i % 2 == 0 ? 1 : -1));
        for (int steps = 1; fault() != 0; ++steps) step(steps % PATIENCE == 0);
    }

    int fault() const {
        const auto row = values.begin() + 2, column = row + (m - 2);
        return std::abs(std::accumulate(row, column, values[0] + values[1])) +
               std::abs(std::accumulate(column, values.end(), values[0] - values[1]));
    }

    std::size_t draw() {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        return random % values.size();
    }

    void step(bool anyway) {
        const int before = fault();
        const std::vector<int> kept = values;
        std::swap(values[draw()], values[draw()]);
        if (draw() % 2 == 0) { const std::size_t at = draw(); values[at] = -values[at]; }
        if (fault() > before && !anyway) values = kept;
    }

    // Into the square of order n, whose mean is (n^2 + 1) / 2.
    void place(std::vector<int>& square, int n) const {
        const int edge = (n - m) / 2, last = n - 1 - edge;
        const auto put = [&](int r, int c, int value) { square[r * n + c] = (n * n + 1 + value) / 2; };
        put(edge, edge, values[0]);
        put(last, last, -values[0]);
        put(edge, last, values[1]);
        put(last, edge, -values[1]);
        for (int i = 1; i < m - 1; ++i) {
            const int across = values[1 + i], down = values[m - 1 + i];
            put(edge, edge + i, across);
            put(last, edge + i, -across);
            put(edge + i, edge, down);
            put(edge + i, last, -down);
        }
    }
};

std::vector<int> bordered(int n) {
    std::vector<int> square(static_cast<std::size_t>(n * n));
    static const int three[] = {2, 7, 6, 9, 5, 1, 4, 3, 8};
    static const int four[] = {16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1};
    const int m = n % 2 == 1 ? 3 : 4, edge = (n - m) / 2;
    for (int i = 0; i < m * m; ++i)
        square[(edge + i / m) * n + edge + i % m] = (m == 3 ? three[i] : four[i]) + (n * n - m * m) / 2;
    for (int order = m + 2; order <= n; order += 2) Border(order).place(square, n);
    return square;
}

bool is_one_of(std::string_view rule, std::initializer_list<std::string_view> rules) {
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
}

}  // namespace

std::vector<int> construct(std::string_view rule, int n) {
    if (n < 5) return {};
    if (is_one_of(rule, {"bordered", "concentric"})) return bordered(n);
    const bool lines = is_one_of(rule, {"normal", "semi"});
    if (!lines && !is_one_of(rule, {"pandiagonal", "associative", "ultramagic"})) return {};
    if (n % 2 == 1) return ultramagic_odd(n);
    if (n % 4 == 0) return ultramagic_even(n);
    return lines ? lux(n) : std::vector<int>{};
}

// Pandiagonal, n even: the cells in odd rows and columns, those in even ones, and so on are four classes; two classes
// make up half of the rows, of the columns, and of the diagonals that fall. So the sum of three halves is n M + 2 x a
// class, which makes a class n M / 4.
// Associative, n even: the upper quarters make up half of the rows, the left ones half of the columns, so that the
// upper right and the lower left have one sum; their cells are opposite, so that together they have n M / 2.
std::string refute(std::string_view rule, int n, int sum) {
    if (n % 2 == 1 || n * sum % 4 == 0) return {};
    const bool quarter = rule == "associative";
    if (!quarter && !is_one_of(rule, {"pandiagonal", "ultramagic"})) return {};
    return std::string(quarter ? "a quarter of the square" : "the cells in odd rows and odd columns") +
           " would have to sum to " + std::to_string(n * sum / 4) + " 1/2: no such square of this order (C. Planck 1919)";
}

}  // namespace magic
