#include "board.hpp"

#include <algorithm>
#include <stdexcept>

namespace gridmill::kakuro {

namespace {

constexpr std::size_t most_reasons = 8;
constexpr int most_sum = 999999999;

[[noreturn]] void malformed(const char* what, std::size_t at) {
    throw std::invalid_argument(std::string("expected ") + what + ", at character " + std::to_string(at + 1));
}

}  // namespace

// A cursor over canonical text.
struct Board::Cursor {
    std::string_view text;
    std::size_t at = 0;

    bool more() const { return at < text.size(); }
    char peek() const { return at < text.size() ? text[at] : '\0'; }
    bool digit() const { return peek() >= '0' && peek() <= '9'; }
    void take(char c, const char* what) {
        if (peek() != c || !more()) malformed(what, at);
        ++at;
    }
    int number() {
        if (!digit()) malformed("a number", at);
        int value = 0;
        while (digit()) {
            if (value > most_sum / 10) malformed("a number up to 999999999", at);
            value = value * 10 + (text[at++] - '0');
        }
        return value;
    }
    int sum() {
        if (peek() != '-') return number();
        ++at;
        return no_clue;
    }
};

int Board::read_head(Cursor& cursor) {
    constexpr std::string_view head = "digits=";
    if (cursor.text.substr(0, head.size()) != head) return 9;
    cursor.at = head.size();
    const int digits = cursor.number();
    if (digits < 1 || digits > most_digits) malformed("digits=1 to digits=16", head.size());
    cursor.take(':', "':' after the digits");
    return digits;
}

// One cell: the digits that it may hold, none if it is black.
Board::Word Board::read_word(Cursor& cursor, int digits) {
    const std::size_t at = cursor.at;
    if (cursor.peek() == '.' || cursor.peek() == '#') {
        const auto all = static_cast<Digits>((1u << digits) - 1);
        return {static_cast<Digits>(cursor.text[cursor.at++] == '.' ? all : 0), no_clue, no_clue};
    }
    const int number = cursor.sum();
    if (cursor.peek() == '\\') {
        ++cursor.at;
        return {0, number, cursor.sum()};
    }
    if (number < 1 || number > digits) malformed("a cell: . # digit or down\\across", at);
    return {bit(number), no_clue, no_clue};
}

// A black cell or the border ends a line: a clue that found no cell stays behind as idle.
void Board::end_line(Clue& clue, int& run, bool across) {
    if (run == no_run && clue.sum != no_clue) idle_.push_back({clue, across});
    clue = Clue{};
    run = no_run;
}

// A white cell joins the line's run, and begins one if there is none.
int Board::join(int run, const Clue& clue, bool across) {
    if (run == no_run) {
        run = static_cast<int>(runs.size());
        runs.push_back({0, 0, clue.sum, clue.sum == no_clue ? position.back() : clue.where, across});
    }
    ++runs[static_cast<std::size_t>(run)].length;
    runs_of.back()[across ? 0 : 1] = run;
    return run;
}

void Board::clear() {
    runs.clear();
    members.clear();
    runs_of.clear();
    start.clear();
    position.clear();
    offset.clear();
    idle_.clear();
    down_clue_.clear();
    down_run_.clear();
    rows = 0;
    columns = 0;
}

void Board::read(std::string_view text) {
    clear();
    Cursor cursor{text};
    digits = read_head(cursor);
    for (bool last = false; !last; ++rows) {
        read_row(cursor);
        last = !cursor.more();
        if (!last) cursor.take('/', "' ' or '/'");
    }
    for (int column = 0; column < columns; ++column)
        end_line(down_clue_[static_cast<std::size_t>(column)], down_run_[static_cast<std::size_t>(column)], false);
    gather();
}

// The first row tells how many columns there are.
void Board::read_row(Cursor& cursor) {
    Clue across_clue;
    int across_run = no_run, column = 0;
    for (bool end = false; !end; ++column) {
        if (rows == 0) {
            down_clue_.emplace_back();
            down_run_.push_back(no_run);
            ++columns;
        } else if (column == columns) {
            malformed("'/', the row is too long", cursor.at);
        }
        auto& down_clue = down_clue_[static_cast<std::size_t>(column)];
        auto& down_run = down_run_[static_cast<std::size_t>(column)];
        const int where = rows * columns + column;
        const std::size_t at = cursor.at;
        const Word word = read_word(cursor, digits);
        if (word.domain != 0) {
            start.push_back(word.domain);
            offset.push_back(static_cast<std::uint32_t>(at));
            runs_of.push_back({no_run, no_run});
            position.push_back(where);
            across_run = join(across_run, across_clue, true);
            down_run = join(down_run, down_clue, false);
        } else {
            end_line(across_clue, across_run, true);
            end_line(down_clue, down_run, false);
            across_clue = {word.across, where};
            down_clue = {word.down, where};
        }
        end = cursor.peek() != ' ';
        if (!end) ++cursor.at;
    }
    if (column != columns) malformed("more cells in the row", cursor.at);
    end_line(across_clue, across_run, true);
}

// Drops the runs that ask for nothing and lists the cells of the others.
void Board::gather() {
    std::vector<int> renamed(runs.size(), no_run);
    std::size_t kept = 0;
    int first = 0;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        if (runs[run].length == 1 && runs[run].sum == no_clue) continue;
        renamed[run] = static_cast<int>(kept);
        runs[kept] = runs[run];
        runs[kept].first = first;
        first += runs[kept].length;
        ++kept;
    }
    runs.resize(kept);
    members.resize(static_cast<std::size_t>(first));
    std::vector<int> next(kept);
    for (std::size_t run = 0; run < kept; ++run) next[run] = runs[run].first;
    for (int cell = 0; cell < cells(); ++cell)
        for (int& run : runs_of[static_cast<std::size_t>(cell)]) {
            run = renamed[static_cast<std::size_t>(run)];
            if (run != no_run) members[static_cast<std::size_t>(next[static_cast<std::size_t>(run)]++)] = cell;
        }
}

std::string Board::name(int where) const {
    return "r" + std::to_string(where / columns + 1) + "c" + std::to_string(where % columns + 1);
}

void Board::describe(const Run& run, const Sums& sums, std::vector<std::string>& said) const {
    const std::string direction = run.across ? "across" : "down";
    const std::string cells = std::to_string(run.length) + (run.length == 1 ? " cell" : " cells");
    if (run.length > digits) {
        said.push_back(name(run.where) + ": the run " + direction + " of " + cells + " is longer than the " +
                       std::to_string(digits) + " digits");
        return;
    }
    if (run.sum != no_clue && (run.sum < sums.least(run.length) || run.sum > sums.most(run.length))) {
        said.push_back(name(run.where) + ": the clue " + direction + " is " + std::to_string(run.sum) + ", but " +
                       cells + " can sum to " + std::to_string(sums.least(run.length)) + ".." +
                       std::to_string(sums.most(run.length)));
        return;
    }
    std::array<int, most_digits + 1> holder{};
    holder.fill(-1);
    int total = 0, givens = 0;
    for (int i = 0; i < run.length; ++i) {
        const auto cell = static_cast<std::size_t>(members[static_cast<std::size_t>(run.first + i)]);
        if (digits > 1 && !single(start[cell])) continue;
        const int digit = lowest(start[cell]);
        int& seen = holder[static_cast<std::size_t>(digit)];
        if (seen >= 0)
            said.push_back(name(seen) + " and " + name(position[cell]) + ": the digit " + std::to_string(digit) +
                           " is given twice in the run " + direction);
        seen = position[cell];
        total += digit;
        ++givens;
    }
    if (run.sum != no_clue && givens == run.length && total != run.sum)
        said.push_back(name(run.where) + ": the clue " + direction + " is " + std::to_string(run.sum) +
                       ", but the givens of its run sum to " + std::to_string(total));
}

std::string Board::problems(const Sums& sums) const {
    std::vector<std::string> said;
    for (const Idle& idle : idle_)
        said.push_back(name(idle.clue.where) + ": the clue " + (idle.across ? "across" : "down") + " is " +
                       std::to_string(idle.clue.sum) + ", but no cell follows it");
    for (const Run& run : runs) describe(run, sums, said);
    std::string all;
    for (std::size_t i = 0; i < std::min(said.size(), most_reasons); ++i) all += (i == 0 ? "" : "; ") + said[i];
    if (said.size() > most_reasons) all += "; and " + std::to_string(said.size() - most_reasons) + " more";
    return all;
}

std::vector<Digits> Board::digits_of(std::string_view filled) {
    Board other;
    other.read(filled);
    return other.start;
}

std::string Board::filled(std::string_view text, const std::vector<Digits>& domains) const {
    std::string out;
    out.reserve(text.size() + (digits > 9 ? position.size() : 0));
    std::size_t done = 0;
    for (std::size_t cell = 0; cell < position.size(); ++cell) {
        if (text[offset[cell]] != '.') continue;
        out.append(text, done, offset[cell] - done);
        out += std::to_string(lowest(domains[cell]));
        done = offset[cell] + 1;
    }
    return out.append(text, done);
}

}  // namespace gridmill::kakuro
