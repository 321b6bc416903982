// Lists fillings in ascending order of their texts, from any text on, in bounded memory.
//
// Exact cover finds fillings quickly, but in an order of its own. So the text is decided cell by cell, the lowest letter
// first, only until few fillings are left; those are searched, sorted and given out. A node knows the placements that
// agree with the text so far:
//
//     text so far   A A B / A . . .
//                           ^ cell     a placement that covers it says which letter stands here; those that say
//                                      another one are dropped for the branch of a letter
//
// A placement's letter is settled where it begins: the lowest letter of its piece that no given and no earlier copy has.
// So two fillings never have the same text. From then on a cell has a letter exactly if its placement covers it.
//
// Few is a sixteenth of a page: every page finds its way from the root, and at each cell of it the search gives up after
// so many. With four pages' worth, as first tried, all 371,020 fillings of 5x11 took twice as long; with a sixty-fourth,
// a quarter longer.
//
// Tried and lost: deciding every cell this way, with forced placements laid between branches: 200 times slower on the
// triangle, because the order of the text is the worst order for the search.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "budget.hpp"
#include "puzzle.hpp"
#include "search.hpp"

namespace gridmill::beads {

class Lister {
public:
    // Up to `limit` completions of what is given, from these placements only; Search::all holds them.
    using Engine = std::function<Search(const std::vector<std::uint32_t>& only, std::uint64_t limit)>;

    Lister(const Puzzle& puzzle, const std::vector<Laid>& given, std::string_view after, std::uint64_t limit, Meter& meter,
           Engine engine);

    Page list();

private:
    static constexpr std::size_t most_held = std::size_t{1} << 26;  // 256 MB

    using Alive = std::vector<std::uint32_t>;

    bool descend(const Alive& alive, std::size_t cell, bool tight);
    bool write(const Alive& alive, std::size_t cell, char letter, bool tight);
    bool give_out(const Search& search, bool tight);
    char next_letter(std::size_t kind) const;
    char letter_of(std::uint32_t placement, std::size_t cell) const;
    bool covers(std::uint32_t placement, std::size_t cell) const;

    const Puzzle& puzzle_;
    const std::string_view after_;
    const std::uint64_t limit_, few_;
    Meter& meter_;
    const Engine engine_;
    Page page_;
    std::string text_;
    std::size_t held_ = 0;     // placements in the lists of all open cells
    std::int32_t start_[256];  // the first cell of each letter in the text so far, or -1
};

}  // namespace gridmill::beads
