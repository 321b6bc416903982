// The canonical text of a futoshiki becomes givens and signs, and givens that break a rule become reasons.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gridmill::futoshiki {

constexpr int max_size = 32;
constexpr std::string_view symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVW";

// The smaller and the greater cell of one sign.
struct Sign {
    int smaller;
    int greater;
};

// One board. Cells are numbered in reading order, values from 0.
//
//     .<.v/3.        size 2:  cells 0 1    signs {0 < 1}, {3 < 1}    given {-1, -1, 2, -1}
//                                   2 3
//
// A cell is followed by the sign to its right neighbour and by the one to the cell below.
struct Board {
    int size = 0;
    std::vector<int> given;
    std::vector<Sign> signs;

    explicit Board(std::string_view text) {
        size = 1;
        for (const char c : text) size += c == '/';
        if (size < 2 || size > max_size) throw std::invalid_argument("malformed board: " + std::to_string(size) + " rows");
        given.reserve(static_cast<std::size_t>(size) * size);
        std::size_t at = 0;
        for (int row = 0; row < size; ++row) {
            for (int column = 0; column < size; ++column) read_cell(text, at, row, column);
            if (row + 1 < size && text.substr(at++, 1) != "/") malformed("a row of another length", at);
        }
        if (at != text.size()) malformed("a row of another length", at);
    }

    int cells() const { return size * size; }

    std::string name(int cell) const {
        return "r" + std::to_string(cell / size + 1) + "c" + std::to_string(cell % size + 1);
    }

    // The rows of a filled board, joined by '/'.
    template <class Value>
    std::string written(Value value) const {
        std::string text;
        text.reserve(static_cast<std::size_t>(cells() + size));
        for (int cell = 0; cell < cells(); ++cell) {
            if (cell != 0 && cell % size == 0) text += '/';
            text += symbols[static_cast<std::size_t>(value(cell))];
        }
        return text;
    }

    // What the givens break: a value twice in a line, a sign, or signs in a circle; "" if they break no rule.
    std::string problems() const {
        std::vector<std::string> said;
        for (int line = 0; line < size; ++line) {
            said_twice("row", line, line * size, 1, said);
            said_twice("column", line, line, size, said);
        }
        for (const Sign& sign : signs) said_broken(sign, said);
        said_circle(said);
        constexpr std::size_t most = 8;
        std::string all;
        for (std::size_t i = 0; i < said.size() && i < most; ++i) all += (i == 0 ? "" : "; ") + said[i];
        if (said.size() > most) all += "; and " + std::to_string(said.size() - most) + " more";
        return all;
    }

private:
    [[noreturn]] static void malformed(const char* what, std::size_t at) {
        throw std::invalid_argument("malformed board: " + std::string(what) + " at character " + std::to_string(at));
    }

    void read_cell(std::string_view text, std::size_t& at, int row, int column) {
        const int cell = row * size + column;
        const std::size_t value = at < text.size() ? symbols.substr(0, size).find(text[at]) : std::string_view::npos;
        if (value != std::string_view::npos) given.push_back(static_cast<int>(value));
        else if (at < text.size() && text[at] == '.') given.push_back(-1);
        else malformed("no cell", at + 1);
        ++at;
        read_sign(text, at, '<', '>', cell, column + 1 < size ? cell + 1 : -1);
        read_sign(text, at, '^', 'v', cell, row + 1 < size ? cell + size : -1);
    }

    void read_sign(std::string_view text, std::size_t& at, char up, char down, int cell, int neighbour) {
        if (at == text.size() || (text[at] != up && text[at] != down)) return;
        if (neighbour < 0) malformed("a sign without a neighbour", at + 1);
        signs.push_back(text[at] == up ? Sign{cell, neighbour} : Sign{neighbour, cell});
        ++at;
    }

    std::string shown(int cell) const {
        const int value = given[cell];
        return value < 0 ? name(cell) : name(cell) + " = " + symbols[static_cast<std::size_t>(value)];
    }

    void said_twice(const char* kind, int line, int first, int step, std::vector<std::string>& said) const {
        for (int value = 0; value < size; ++value) {
            std::string where;
            int times = 0;
            for (int cell = first, i = 0; i < size; ++i, cell += step)
                if (given[cell] == value) where += (times++ == 0 ? "" : ", ") + name(cell);
            if (times < 2) continue;
            said.push_back(std::string(1, symbols[static_cast<std::size_t>(value)]) + " stands " +
                           (times == 2 ? "twice" : std::to_string(times) + " times") + " in " + kind + " " +
                           std::to_string(line + 1) + " (" + where + ")");
        }
    }

    void said_broken(const Sign& sign, std::vector<std::string>& said) const {
        const int low = given[sign.smaller], high = given[sign.greater];
        const bool broken = low >= 0 && high >= 0 && low >= high;
        if (broken || low == size - 1 || high == 0)
            said.push_back(shown(sign.smaller) + " cannot be less than " + shown(sign.greater));
    }

    // Takes away cells that nothing is smaller than, until none is left; what remains holds a circle of signs.
    void said_circle(std::vector<std::string>& said) const {
        std::vector<std::vector<int>> above(given.size());
        std::vector<int> below(given.size(), 0), free;
        for (const Sign& sign : signs) {
            above[sign.smaller].push_back(sign.greater);
            ++below[sign.greater];
        }
        for (int cell = 0; cell < cells(); ++cell)
            if (below[cell] == 0) free.push_back(cell);
        for (std::size_t i = 0; i < free.size(); ++i)
            for (const int cell : above[free[i]])
                if (--below[cell] == 0) free.push_back(cell);
        if (free.size() == given.size()) return;
        // Each remaining cell has a remaining smaller one: walking down, a cell comes again.
        std::vector<int> smaller(given.size(), -1), step(given.size(), -1);
        for (const Sign& sign : signs)
            if (below[sign.smaller] > 0 && below[sign.greater] > 0) smaller[sign.greater] = sign.smaller;
        int cell = 0, steps = 0;
        while (below[cell] == 0) ++cell;
        for (; step[cell] < 0; cell = smaller[cell]) step[cell] = steps++;
        std::string circle = name(cell);
        for (int at = smaller[cell]; at != cell; at = smaller[at]) circle += " > " + name(at);
        said.push_back("the signs " + circle + " > " + name(cell) + " go in a circle");
    }
};

}  // namespace gridmill::futoshiki
