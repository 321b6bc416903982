#include "profile.hpp"

#include "count.hpp"
#include "tally.hpp"

namespace gridmill::beads {

namespace {

template <class Key, class Payload>
bool try_count(const Puzzle& puzzle, const Rest& rest, Meter& meter, std::size_t max_bytes, Count& count) {
    if (!Profiles<Key, Payload>::fits(rest)) return false;
    Profiles<Key, Payload> profiles(puzzle, rest);
    count.ended = profiles.count(meter, max_bytes);
    if (count.ended != Ended::complete) return count.ended != Ended::overflow;
    const std::optional<std::string> decimal = profiles.decimal();
    if (decimal) count.decimal = *decimal;
    return decimal.has_value();
}

template <class Key>
bool count_with(const Puzzle& puzzle, const Rest& rest, Meter& meter, std::size_t max_bytes, Count& count) {
    // 24 limbs hold 4,000,000 placements to the power of 62 pieces: no count overflows them.
    return try_count<Key, Narrow>(puzzle, rest, meter, max_bytes, count) ||
           try_count<Key, Wide<2>>(puzzle, rest, meter, max_bytes, count) ||
           try_count<Key, Wide<24>>(puzzle, rest, meter, max_bytes, count);
}

}  // namespace

// Orders that cost more than this have tens of millions of profiles: the ball pyramid has 1e11, the square of 8 x 8 with
// a hole 6e6, the triangle 5e5.
constexpr double hopeless_cost = 1e10;

Count count_fillings(const Puzzle& puzzle, const std::vector<Laid>& given, Meter& meter, std::size_t max_bytes) {
    Rest rest(puzzle, given, meter);
    Count count;
    if (meter.stop() != Stop::no) {
        count.ended = Ended::stopped;
        return count;
    }
    if (rest.cost() > hopeless_cost) return count;
    rest.fix_by_symmetry(puzzle);
    if (!count_with<std::uint64_t>(puzzle, rest, meter, max_bytes, count) &&
        !count_with<unsigned __int128>(puzzle, rest, meter, max_bytes, count))
        count.ended = Ended::too_big;
    return count;
}

Count count_fillings_fixing(const Puzzle& puzzle, std::size_t which, Meter& meter) {
    Rest rest(puzzle, {}, meter);
    rest.fix_by_symmetry(puzzle, which);
    Count count;
    count_with<std::uint64_t>(puzzle, rest, meter, std::size_t{1} << 30, count);
    return count;
}

}  // namespace gridmill::beads
