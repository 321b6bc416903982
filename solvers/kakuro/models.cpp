// Boards as data of programs: one board a text, in which blanks and line ends stand anywhere between words.
#include "notations.hpp"

namespace gridmill::kakuro {

namespace {

constexpr bool is_space(char sign) { return sign == ' ' || sign == '\n'; }

// Words of a text, taken from the left.
class Words {
public:
    explicit Words(std::string_view text) : text_(text) {}

    bool done() {
        skip();
        return at_ == text_.size();
    }

    bool is(std::string_view word) {
        skip();
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    // Of at most nine digits, without zeros before it.
    bool number(int& value) {
        skip();
        const std::size_t start = at_;
        value = 0;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
            if (at_ - start == 9) return false;
            value = 10 * value + (text_[at_] - '0');
        }
        return at_ != start && (text_[start] != '0' || at_ == start + 1);
    }

    std::string_view name() {
        skip();
        const std::size_t start = at_;
        while (at_ < text_.size() && ((text_[at_] >= 'a' && text_[at_] <= 'z') || text_[at_] == '_')) ++at_;
        return text_.substr(start, at_ - start);
    }

private:
    void skip() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

// `[| 1,2 | 3,4 |]`: the numbers of all rows, however long each is.
bool take_array(Words& words, std::vector<int>& numbers) {
    numbers.clear();
    if (!words.is("[|")) return false;
    while (!words.is("]")) {
        if (!words.number(numbers.emplace_back())) return false;
        if (!words.is(",") && !words.is("|")) return false;
    }
    return words.is(";");
}

// Clues of `row, column, length, sum`, from 1; the run behind each must be as long as it says.
bool place(const std::vector<int>& clues, bool across, Grid& grid) {
    if (clues.size() % 4 != 0) return false;
    for (std::size_t at = 0; at < clues.size(); at += 4) {
        const int row = clues[at] - 1, column = clues[at + 1] - 1;
        if (row < 0 || column < 0 || row >= grid.rows || column >= grid.columns || !grid.at(row, column).black) return false;
        const int room = across ? grid.columns - 1 - column : grid.rows - 1 - row;
        int length = 0;
        while (length < room && !grid.at(row + (across ? 0 : length + 1), column + (across ? length + 1 : 0)).black) ++length;
        if (length != clues[at + 2]) return false;
        (across ? grid.at(row, column).across : grid.at(row, column).down) = clues[at + 3];
    }
    return true;
}

}  // namespace

// MiniZinc: `h`, `w`, `grid_data` of 0 and 1 (white), `h_clue` and `v_clue`, each once, in any order.
Taken read_dzn(Lines& lines, Grid& grid, std::string&) {
    Words words(lines.rest());
    int height = 0, width = 0;
    std::vector<int> whites, across, down;
    while (!words.done()) {
        const std::string_view name = words.name();
        if (!words.is("=")) return Taken::odd;
        int* const size = name == "h" ? &height : name == "w" ? &width : nullptr;
        std::vector<int>* const array = name == "grid_data" ? &whites : name == "h_clue" ? &across : name == "v_clue" ? &down : nullptr;
        if (size != nullptr) {
            if (*size != 0 || !words.number(*size) || !words.is(";")) return Taken::odd;
        } else if (array == nullptr || !array->empty() || !take_array(words, *array)) {
            return Taken::odd;
        }
    }
    if (across.empty() || down.empty() || !grid.resize(height, width, true) || whites.size() != grid.cells.size()) return Taken::odd;
    for (std::size_t at = 0; at < whites.size(); ++at) {
        if (whites[at] > 1) return Taken::odd;
        grid.cells[at].black = whites[at] == 0;
    }
    return place(across, true, grid) && place(down, false, grid) ? Taken::board : Taken::odd;
}

// PyCSP3: JSON with `nRows`, `nCols` and `clues`, in this order: `{"x": across, "y": down}`, -1 none, 0 and 0 white.
Taken read_pycsp3(Lines& lines, Grid& grid, std::string&) {
    Words words(lines.rest());
    int height = 0, width = 0;
    const auto is = [&](std::string_view name) { return words.is(name) && words.is(":"); };
    const auto clue = [&](int& value) {
        value = no_clue;
        return words.is("-1") || words.number(value);
    };
    if (!words.is("{") || !is("\"nRows\"") || !words.number(height) || !words.is(",") || !is("\"nCols\"")) return Taken::odd;
    if (!words.number(width) || !words.is(",") || !is("\"clues\"") || !words.is("[")) return Taken::odd;
    if (!grid.resize(height, width, true)) return Taken::odd;
    for (int row = 0; row < height; ++row) {
        if ((row > 0 && !words.is(",")) || !words.is("[")) return Taken::odd;
        for (int column = 0; column < width; ++column) {
            Cell& cell = grid.at(row, column);
            if ((column > 0 && !words.is(",")) || !words.is("{") || !is("\"x\"") || !clue(cell.across) || !words.is(",")) return Taken::odd;
            if (!is("\"y\"") || !clue(cell.down) || !words.is("}")) return Taken::odd;
            if (cell.across == 0 && cell.down == 0) cell = Cell{};
        }
        if (!words.is("]")) return Taken::odd;
    }
    return words.is("]") && words.is("}") && words.done() ? Taken::board : Taken::odd;
}

}  // namespace gridmill::kakuro
