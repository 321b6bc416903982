#include "lists.hpp"

#include <atomic>

namespace gridmill::beads {

namespace {

void add_up(const std::uint64_t* low, const std::uint64_t* high, std::size_t count, Tally* tally) {
    Tally t = *tally;
    for (std::size_t i = 0; i < count; ++i) GRIDMILL_TALLY(t, low[i], high[i]);
    *tally = t;
}

std::size_t filter(const std::uint64_t* low, const std::uint64_t* high, const std::uint32_t* id, std::size_t count,
                   Words blocked, std::uint64_t* to_low, std::uint64_t* to_high, std::uint32_t* to_id, Tally* tally) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {  // without a branch: which placements stay is hard to predict
        const std::uint64_t l = low[i], h = high[i];
        to_low[kept] = l;
        to_high[kept] = h;
        to_id[kept] = id[i];
        kept += ((l & blocked.low) | (h & blocked.high)) == 0;
    }
    add_up(to_low, to_high, kept, tally);
    return kept;
}

void count(const std::uint64_t* low, const std::uint64_t* high, std::size_t size, Counts* result) {
    Counts c{};
    for (std::size_t i = 0; i < size; ++i) {
        std::uint64_t carry_low = low[i], carry_high = high[i];
        for (Words& plane : c.plane) {
            const std::uint64_t l = plane.low & carry_low, h = plane.high & carry_high;
            plane.low ^= carry_low;
            plane.high ^= carry_high;
            carry_low = l;
            carry_high = h;
        }
        for (Words& plane : c.plane) {
            plane.low |= carry_low;
            plane.high |= carry_high;
        }
    }
    *result = c;
}

void mark(const char* text, const char* letters, std::size_t count, Words* where) {
    Words of[256] = {};
    for (std::size_t i = 0; i < 64; ++i) {
        of[static_cast<unsigned char>(text[i])].low |= std::uint64_t{1} << i;
        of[static_cast<unsigned char>(text[64 + i])].high |= std::uint64_t{1} << i;
    }
    for (std::size_t l = 0; l < count; ++l) where[l] = of[static_cast<unsigned char>(letters[l])];
}

#if defined(__x86_64__)
// Everything that CMakeLists.txt lets the compiler use in the files of that name.
bool runs_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
}
bool runs_avx512() {
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512cd");
}
#endif

}  // namespace

const ListLoops plain_lists{filter, count, mark};

namespace {

const ListLoops* fastest() {
#if defined(__x86_64__)
    if (runs_avx512()) return &avx512_lists;
    if (runs_avx2()) return &avx2_lists;
#endif
    return &plain_lists;
}

std::atomic<const ListLoops*> chosen{fastest()};

}  // namespace

const ListLoops& simd() { return *chosen; }

bool choose_lists(std::string_view name) {
    if (name == "fastest") chosen = fastest();
    else if (name == "plain") chosen = &plain_lists;
#if defined(__x86_64__)
    else if (name == "avx2" && runs_avx2()) chosen = &avx2_lists;
    else if (name == "avx512" && runs_avx512()) chosen = &avx512_lists;
#endif
    else return false;
    return true;
}

}  // namespace gridmill::beads
