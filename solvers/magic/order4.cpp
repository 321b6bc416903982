#include "order4.hpp"

#include <algorithm>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

namespace {

// How many bits are set; without a compiler flag for newer processors the built-in one is a call.
int bits_set(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return static_cast<int>(((bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

// Which bytes of a text of up to 64 are slashes, separators (blank or slash), zeros, and other digits.
struct Marks {
    std::uint64_t slash = 0, gap = 0, zero = 0, digit = 0;
};

#if defined(__SSE2__)
Marks mark(const char* bytes) {
    Marks marks;
    for (int i = 0; i < 3; ++i) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i));
        const auto where = [&](__m128i equal) { return static_cast<std::uint64_t>(_mm_movemask_epi8(equal)) << (16 * i); };
        const std::uint64_t slash = where(_mm_cmpeq_epi8(part, _mm_set1_epi8('/')));
        marks.slash |= slash;
        marks.gap |= slash | where(_mm_cmpeq_epi8(part, _mm_set1_epi8(' ')));
        marks.zero |= where(_mm_cmpeq_epi8(part, _mm_set1_epi8('0')));
        marks.digit |= where(_mm_and_si128(_mm_cmpgt_epi8(part, _mm_set1_epi8('0')), _mm_cmplt_epi8(part, _mm_set1_epi8('9' + 1))));
    }
    return marks;
}
#else
Marks mark(const char* bytes) {
    Marks marks;
    for (int i = 0; i < 48; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        if (bytes[i] == '/') marks.slash |= bit;
        if (bytes[i] == '/' || bytes[i] == ' ') marks.gap |= bit;
        if (bytes[i] == '0') marks.zero |= bit;
        if (bytes[i] > '0' && bytes[i] <= '9') marks.digit |= bit;
    }
    return marks;
}
#endif

}  // namespace

// A rule set's name and a colon at the beginning; npos if there is no name known here.
std::size_t Order4::read_rule(std::string_view text, int& rule) {
    for (rule = 0; rule < RULES; ++rule) {
        const std::string_view name = NAMES[rule];
        if (text.size() > name.size() && text[name.size()] == ':' && std::memcmp(text.data(), name.data(), name.size()) == 0)
            return name.size() + 1;
    }
    return std::string_view::npos;
}

// Cells differ in length, so a walk over them costs a mispredicted branch a given. Here only givens are walked over:
//
//     0 7 0 12/0 0 …     gap     .1.1.1..1.1.
//                        begins  1.1.1.1..1.1     behind a gap
//                        givens  ..1...1.....     begins that are digits from 1; the cell is the number of gaps before
bool Order4::read(std::string_view text, Query& query) {
    const std::size_t at = read_rule(text, query.rule);
    if (at == std::string_view::npos || text.size() < at + 31 || text.size() > at + 47) return false;
    const std::size_t size = text.size() - at;
    char bytes[48] = {};   // copied by sixteens that overlap: a copy of any other length costs as much as the rest
    for (const std::size_t from : {std::size_t{0}, std::max(size, std::size_t{32}) - 32, size - 16})
        std::memcpy(bytes + from, text.data() + at + from, 16);
    const Marks marks = mark(bytes);
    const std::uint64_t begins = marks.gap << 1 | 1, figures = marks.zero | marks.digit, ends = marks.gap >> 1 | std::uint64_t{1} << (size - 1);
    if ((marks.gap | figures) != (std::uint64_t{1} << size) - 1) return false;      // a letter that has no place here
    if ((begins & ~figures) != 0 || (begins & marks.zero & ~ends) != 0) return false;    // no number, or one with a leading zero
    if ((figures & figures >> 1 & figures >> 2) != 0) return false;
    std::uint64_t gaps = marks.gap;
    for (int gap = 1; gap < 16; ++gap, gaps &= gaps - 1)
        if (gaps == 0 || ((marks.slash & gaps & (0 - gaps)) != 0) != (gap % 4 == 0)) return false;
    if (gaps != 0) return false;
    query.givens = 0;
    for (std::uint64_t givens = begins & marks.digit; givens != 0; givens &= givens - 1) {
        const int place = __builtin_ctzll(givens);
        const int first = bytes[place] - '0', second = bytes[place + 1] - '0';
        const int value = (ends >> place & 1) != 0 ? first : 10 * first + second;
        if (value > 16) return false;
        const int cell = bits_set(marks.gap & ((std::uint64_t{1} << place) - 1));
        query.given[query.givens++] = static_cast<std::uint8_t>(cell * 16 + value - 1);
    }
    return true;
}

int Order4::after(const Square& square) const {
    return static_cast<int>(std::upper_bound(squares_.begin(), squares_.end(), square) - squares_.begin());
}

}  // namespace magic
