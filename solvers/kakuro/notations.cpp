#include "notations.hpp"

#include "spelling.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace gridmill::kakuro {

namespace {

constexpr int largest = 500;                     // rows and columns
constexpr std::size_t most_text = std::size_t{1} << 20;  // characters of one call: sizes may promise more than lines hold

struct Notation {
    std::string_view name;
    Reader read;
    bool labelled = false;
};

constexpr Notation notations[] = {
    {"run-list", read_run_list}, {"cell-list", read_cell_list}, {"algospot", read_algospot}, {"kanpen", read_kanpen},
    {"table", read_table},       {"pzprv3", read_pzprv3},       {"kkt", read_named, true},   {"game", read_game},
    {"euler", read_euler},       {"address", read_address},     {"kdl", read_kdl},         {"dzn", read_dzn},
    {"pycsp3", read_pycsp3},
};

void spell_number(int value, std::string& out) {
    char digits[12];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void spell_clue(int clue, std::string& out) {
    if (clue == no_clue)
        out += '-';
    else
        spell_number(clue, out);
}

}  // namespace

bool Lines::take(std::string_view& line) {
    if (done()) {
        ended = true;
        return false;
    }
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    ++number;
    return true;
}

bool Lines::peek(std::string_view& line) {
    const std::size_t before = at_;
    if (!take(line)) return false;
    at_ = before;
    --number;
    return true;
}

std::string_view Lines::rest() {
    const std::string_view text = text_.substr(at_);
    at_ = text_.size();
    number += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    return text;
}

std::size_t Signs::blanks() {
    const char* start = at_;
    while (at_ != end_ && *at_ == ' ') ++at_;
    return static_cast<std::size_t>(at_ - start);
}

bool Signs::number(int& value, int digits) {
    const char* start = at_;
    value = 0;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
        if (at_ - start == digits) return false;
        value = 10 * value + (*at_ - '0');
    }
    return at_ != start;
}

bool Grid::resize(int height, int width, bool black) {
    if (height < 1 || width < 1 || height > largest || width > largest) return false;
    between = answers = 0;
    rows = height;
    columns = width;
    Cell cell;
    cell.black = black;
    cells.assign(static_cast<std::size_t>(height) * static_cast<std::size_t>(width), cell);
    return true;
}

void Grid::spell(std::string& out) const {
    int column = 0;
    for (const Cell& cell : cells) {
        if (!cell.black) {
            if (cell.given == 0)
                out += '.';
            else
                spell_number(cell.given, out);
        } else if (cell.down == no_clue && cell.across == no_clue) {
            out += '#';
        } else {
            spell_clue(cell.down, out);
            out += '\\';
            spell_clue(cell.across, out);
        }
        const bool last = ++column == columns;
        out += last ? '/' : ' ';
        if (last) column = 0;
    }
    out.back() = '\n';
}

bool fits(const Grid& grid) {
    static thread_local std::string text;
    text.clear();
    grid.spell(text);
    text.pop_back();
    const Evidence against = evidence(text);
    return against.misfits[0] + against.missing[0] == 0 || against.misfits[1] + against.missing[1] == 0;
}

Boards take_boards(std::string_view notation, std::string_view text) {
    const Notation* known = nullptr;
    for (const Notation& each : notations)
        if (each.name == notation) known = &each;
    if (known == nullptr) throw std::invalid_argument("expected a notation of kakuro");
    static thread_local Grid grid;  // keeps its room
    std::string label;
    Lines lines(text);
    Boards found;
    std::string_view line;
    while (found.texts.size() < most_text) {
        for (; lines.blank(); ++found.blank) lines.take(line);
        found.lines = lines.number;
        found.ended = lines.done();
        if (found.ended) break;
        const Taken taken = known->read(lines, grid, label);
        found.ended = lines.ended;
        if (taken == Taken::odd) break;
        if (grid.answers > 0) found.answers.push_back(lines.number - grid.answers);
        found.blank += grid.between;
        found.comment += grid.answers;
        found.starts.push_back(found.lines);
        found.lines = lines.number;
        grid.spell(found.texts);
        if (known->labelled) (found.labels += label) += '\n';
        if (found.sizes.empty() || found.sizes.back()[0] != grid.rows || found.sizes.back()[1] != grid.columns)
            found.sizes.push_back({grid.rows, grid.columns, 0});
        ++found.sizes.back()[2];
    }
    return found;
}

}  // namespace gridmill::kakuro
