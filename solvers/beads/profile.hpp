// Counts all fillings by profiles: what matters of a partial filling is its border and which pieces it has used.
//
// Cells are swept in the order of Rest. A partial filling always covers the first empty cell next, so all cells before it
// are filled, and its profile is the set of filled cells behind it:
//
//     swept ███████▒.▒▒....          key: bit i = the cell i steps behind the first empty one
//                  ^first empty      bit 0 is empty by definition
//
// Profiles of one first cell share a bucket, a hash table with exact keys (a published counter that hashes to 32 bits
// without comparing gets 32297 fillings of the triangle instead of 32288). A profile holds the counts of its partial
// fillings by the set of pieces used. They are appended as they arrive and added up once, when the sweep comes to the
// profile: by then all have arrived.
//
// Tried and lost: merging on arrival (a search for each entry); one global table (the dead profiles stay in the cache);
// not looking for islands, empty cells cut off from the unswept part whose number no pieces make up: more than half of
// all profiles have one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "budget.hpp"
#include "count.hpp"
#include "natural.hpp"
#include "sweep.hpp"

namespace gridmill::beads {

inline int lowest_bit(std::uint64_t x) { return __builtin_ctzll(x); }
inline int lowest_bit(unsigned __int128 x) {
    const auto low = static_cast<std::uint64_t>(x);
    return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<std::uint64_t>(x >> 64));
}
inline int width_of(std::uint64_t x) { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
inline int width_of(unsigned __int128 x) {
    const auto high = static_cast<std::uint64_t>(x >> 64);
    return high != 0 ? 64 + width_of(high) : width_of(static_cast<std::uint64_t>(x));
}
inline int bits_in(std::uint64_t x) { return __builtin_popcountll(x); }
inline int bits_in(unsigned __int128 x) {
    return bits_in(static_cast<std::uint64_t>(x)) + bits_in(static_cast<std::uint64_t>(x >> 64));
}
inline std::uint64_t hash_of(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15;
    return x ^ (x >> 29);
}
inline std::uint64_t hash_of(unsigned __int128 x) {
    return hash_of(static_cast<std::uint64_t>(x) ^ hash_of(static_cast<std::uint64_t>(x >> 64)));
}

// Pieces used (16 bits) above a count (48 bits): one word an entry, added up in a dense array.
struct Narrow {
    using Entry = std::uint64_t;
    static constexpr int set_bits = 16;
    static constexpr std::uint64_t count_mask = (std::uint64_t{1} << 48) - 1;

    explicit Narrow(int bits) : sum_(std::size_t{1} << bits, 0) {}

    static Entry one() { return 1; }
    static std::uint64_t used(const Entry& e) { return e >> 48; }
    static Entry laid(const Entry& e, std::uint64_t unit) { return e + (unit << 48); }
    // Weights are at most 48 and counts were checked to leave room for them.
    static void weigh(Entry& e, std::uint32_t weight) { e = (e & ~count_mask) | ((e & count_mask) * weight); }

    // Adds up entries with the same pieces; false if a count grows too large for an entry.
    bool merge(const Entry* from, std::size_t count, std::vector<Entry>& into) {
        touched_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            std::uint64_t& sum = sum_[from[i] >> 48];
            if (sum == 0) touched_.push_back(static_cast<std::uint16_t>(from[i] >> 48));
            sum += from[i] & count_mask;
        }
        bool fits = true;
        for (const std::uint16_t set : touched_) {
            fits &= sum_[set] < count_mask / 64;
            into.push_back(static_cast<std::uint64_t>(set) << 48 | (sum_[set] & count_mask));
            sum_[set] = 0;
        }
        return fits;
    }

    static std::string decimal(const Entry& e) { return std::to_string(e & count_mask); }
    // At most 2 to the 16 merged entries, each below 2 to the 42.
    static std::optional<std::string> sum(const std::vector<Entry>& entries) {
        std::uint64_t all = 0;
        for (const Entry& e : entries) all += e & count_mask;
        return std::to_string(all);
    }

private:
    std::vector<std::uint64_t> sum_;
    std::vector<std::uint16_t> touched_;
};

// Counts of any size, sets of up to 62 copies; added up by sorting.
template <int Limbs>
struct Wide {
    struct Entry {
        std::uint64_t used = 0;
        Natural<Limbs> count;
    };
    static constexpr int set_bits = 64;

    explicit Wide(int) {}

    static Entry one() { return {0, Natural<Limbs>(1)}; }
    static std::uint64_t used(const Entry& e) { return e.used; }
    static Entry laid(const Entry& e, std::uint64_t unit) { return {e.used + unit, e.count}; }
    void weigh(Entry& e, std::uint32_t weight) { fits_ &= e.count.times(weight); }

    bool merge(const Entry* from, std::size_t count, std::vector<Entry>& into) {
        const std::size_t start = into.size();
        into.insert(into.end(), from, from + count);
        std::sort(into.begin() + start, into.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
        std::size_t kept = start;
        for (std::size_t i = start; i < into.size(); ++i) {
            if (kept > start && into[kept - 1].used == into[i].used) fits_ &= into[kept - 1].count.add(into[i].count);
            else into[kept++] = into[i];
        }
        into.resize(kept);
        return fits_;
    }

    static std::string decimal(const Entry& e) { return e.count.decimal(); }
    static std::optional<std::string> sum(const std::vector<Entry>& entries) {
        Natural<Limbs> all;
        for (const Entry& e : entries)
            if (!all.add(e.count)) return std::nullopt;
        return all.decimal();
    }

private:
    bool fits_ = true;
};

// Blocks of entries that grow by doubling, cut from slabs and used again.
template <class Entry>
class Blocks {
public:
    static constexpr std::size_t smallest = 8;

    Entry* get(int level) {
        auto& pool = free_[level];
        if (!pool.empty()) {
            Entry* block = pool.back();
            pool.pop_back();
            return block;
        }
        const std::size_t size = smallest << level;
        if (size > room_) {
            room_ = std::max(slab, size);
            slabs_.emplace_back(new Entry[room_]);
            bytes_ += room_ * sizeof(Entry);
            next_ = slabs_.back().get();
        }
        Entry* block = next_;
        next_ += size;
        room_ -= size;
        return block;
    }

    void put(Entry* block, int level) { free_[level].push_back(block); }
    std::size_t bytes() const { return bytes_; }

private:
    static constexpr std::size_t slab = std::size_t{1} << 16;

    std::vector<std::unique_ptr<Entry[]>> slabs_;
    std::vector<Entry*> free_[48];
    Entry* next_ = nullptr;
    std::size_t room_ = 0, bytes_ = 0;
};

template <class Key, class Payload>
class Profiles {
public:
    using Entry = typename Payload::Entry;
    static constexpr int key_bits = static_cast<int>(sizeof(Key)) * 8;

    Profiles(const Puzzle& puzzle, const Rest& rest)
        : rest_(rest), spare_(puzzle.rules.spare), cells_(rest.size()), payload_(assign_bits(rest)), buckets_(cells_ + 1) {
        list_moves(puzzle);
        list_needs();
        list_neighbours(puzzle);
    }

    // Whether the pieces and distances fit into Key and Payload.
    static bool fits(const Rest& rest) {
        int bits = 0;
        for (const Left& left : rest.kinds) bits += width_of(std::uint64_t{left.copies});
        return rest.span < static_cast<std::size_t>(key_bits) && bits <= Payload::set_bits;
    }

    // Counts all fillings; `decimal` may be called if it returns complete.
    Ended count(Meter& meter, std::size_t max_bytes) {
        State* start = reach(0, 0);
        if (start != nullptr) append(*start, Payload::one());
        for (std::size_t c = 0; c < cells_; ++c) {
            Bucket bucket = std::move(buckets_[c]);
            buckets_[c] = {};
            for (State& state : bucket.states) {
                if (state.entries == nullptr) continue;
                if (!meter.spend()) return Ended::stopped;
                if (blocks_.bytes() + states_ * sizeof(State) * 2 > max_bytes) return Ended::too_big;
                if (!advance(c, state)) return Ended::overflow;
            }
        }
        return Ended::complete;
    }

    // The number of fillings, once counted; nothing if it grows too large for the payload.
    std::optional<std::string> decimal() {
        std::vector<Entry> total;
        for (State& state : buckets_[cells_].states)
            if (state.entries != nullptr && !payload_.merge(state.entries, state.size, total)) return std::nullopt;
        if (spare_) return Payload::sum(total);
        const auto whole = std::find_if(total.begin(), total.end(), [&](const Entry& e) { return Payload::used(e) == full_; });
        return whole == total.end() ? "0" : Payload::decimal(*whole);
    }

private:
    struct State {
        Key key;
        Entry* entries;  // nullptr: an island makes the profile hopeless
        std::uint32_t size;
        std::int32_t level;
    };

    struct Bucket {
        std::vector<std::uint32_t> slots;  // open addressing, index of the state + 1
        std::vector<State> states;
    };

    struct Move {
        Key mask;
        std::uint32_t kind;
        std::uint32_t weight;
    };

    // A field of bits for each kind, wide enough for the number of its copies.
    int assign_bits(const Rest& rest) {
        int bits = 0;
        for (const Left& left : rest.kinds) {
            const int width = width_of(std::uint64_t{left.copies});
            unit_.push_back(std::uint64_t{1} << bits);
            whole_.push_back(std::uint64_t{left.copies} << bits);
            field_.push_back(((std::uint64_t{1} << width) - 1) << bits);
            full_ |= whole_.back();
            bits += width;
        }
        return bits;
    }

    void list_moves(const Puzzle& puzzle) {
        moves_.resize(cells_ + 1);
        for (std::size_t k = 0; k < rest_.kinds.size(); ++k) {
            for (std::uint32_t i = rest_.begin[k]; i < rest_.begin[k + 1]; ++i) {
                if (rest_.weight[i] == 0) continue;
                Key mask = 0;
                const std::uint32_t p = rest_.placement[i];
                for (const std::uint16_t* c = puzzle.begin(p); c != puzzle.end(p); ++c)
                    mask |= Key{1} << (static_cast<std::uint32_t>(rest_.number[*c]) - rest_.first[i]);
                moves_[rest_.first[i]].push_back({mask, static_cast<std::uint32_t>(k), rest_.weight[i]});
            }
        }
    }

    // Behind the last placement of a piece every filling must have used all of its copies.
    void list_needs() {
        need_.assign(cells_ + 1, 0);
        need_field_.assign(cells_ + 1, 0);
        if (spare_) return;
        for (std::size_t k = 0; k < rest_.kinds.size(); ++k) {
            std::size_t last = 0;
            for (std::uint32_t i = rest_.begin[k]; i < rest_.begin[k + 1]; ++i)
                if (rest_.weight[i] != 0) last = std::max<std::size_t>(last, rest_.first[i] + 1);
            for (std::size_t c = last; c <= cells_; ++c) {
                need_[c] |= whole_[k];
                need_field_[c] |= field_[k];
            }
        }
    }

    void list_neighbours(const Puzzle& puzzle) {
        const auto near = neighbours(puzzle, rest_);
        near_.assign(cells_, 0);
        farthest_.assign(cells_, 0);
        edges_.assign(cells_ * key_bits, 0);
        edges_known_.assign(cells_ * key_bits, 0);
        for (std::size_t i = 0; i < cells_; ++i) {
            for (const std::uint16_t j : near[i]) {
                const int distance = static_cast<int>(j) - static_cast<int>(i);
                farthest_[i] = std::max<std::size_t>(farthest_[i], j);
                if (distance <= -key_bits / 2 || distance >= key_bits / 2) farthest_[i] = cells_ + key_bits;
                else near_[i] |= Key{1} << (distance + key_bits / 2);
            }
        }
        makes_up_.assign(key_bits + 1, 0);
        makes_up_[0] = 1;
        for (const Left& left : rest_.kinds)
            for (std::uint32_t copy = 0; copy < left.copies; ++copy)
                for (std::size_t area = key_bits; area >= left.area; --area) makes_up_[area] |= makes_up_[area - left.area];
    }

    // The neighbours of cell c + b as a mask from c on.
    Key near(std::size_t c, int b) const {
        const Key mask = near_[c + static_cast<std::size_t>(b)];
        return b >= key_bits / 2 ? mask << (b - key_bits / 2) : mask >> (key_bits / 2 - b);
    }

    // The cells from c on that have a neighbour at c + width or behind it.
    Key edge(std::size_t c, int width) {
        const std::size_t at = c * key_bits + static_cast<std::size_t>(width - 1);
        if (edges_known_[at] == 0) {
            edges_known_[at] = 1;
            for (int b = 0; b < width && c + static_cast<std::size_t>(b) < cells_; ++b)
                if (farthest_[c + static_cast<std::size_t>(b)] >= c + static_cast<std::size_t>(width)) edges_[at] |= Key{1} << b;
        }
        return edges_[at];
    }

    Key flood(std::size_t c, Key from, Key within) const {
        Key found = from, todo = from;
        while (todo != 0) {
            const int b = lowest_bit(todo);
            todo &= todo - 1;
            const Key more = near(c, b) & within & ~found;
            found |= more;
            todo |= more;
        }
        return found;
    }

    // Whether empty cells are cut off from the unswept part and no pieces make up their number.
    bool hopeless(std::size_t c, Key key) {
        const int width = width_of(key);
        if (width == 0) return false;
        const Key all = width == key_bits ? ~Key{0} : (Key{1} << width) - 1;
        Key empty = ~key & all;
        empty &= ~flood(c, edge(c, width) & empty, empty);
        while (empty != 0) {
            const Key island = flood(c, empty & (~empty + 1), empty);
            if (makes_up_[static_cast<std::size_t>(bits_in(island))] == 0) return true;
            empty &= ~island;
        }
        return false;
    }

    // The state of a profile, made if it is new; nullptr if it is hopeless.
    State* reach(std::size_t c, Key key) {
        Bucket& bucket = buckets_[c];
        if (2 * bucket.states.size() >= bucket.slots.size()) grow(bucket);
        const std::size_t wrap = bucket.slots.size() - 1;
        std::size_t slot = hash_of(key) & wrap;
        for (; bucket.slots[slot] != 0; slot = (slot + 1) & wrap) {
            State& state = bucket.states[bucket.slots[slot] - 1];
            if (state.key == key) return state.entries == nullptr ? nullptr : &state;
        }
        ++states_;
        bucket.states.push_back({key, hopeless(c, key) ? nullptr : blocks_.get(0), 0, 0});
        bucket.slots[slot] = static_cast<std::uint32_t>(bucket.states.size());
        State& made = bucket.states.back();
        return made.entries == nullptr ? nullptr : &made;
    }

    void grow(Bucket& bucket) {
        bucket.slots.assign(std::max<std::size_t>(64, 4 * bucket.slots.size()), 0);
        const std::size_t wrap = bucket.slots.size() - 1;
        for (std::size_t i = 0; i < bucket.states.size(); ++i) {
            std::size_t slot = hash_of(bucket.states[i].key) & wrap;
            while (bucket.slots[slot] != 0) slot = (slot + 1) & wrap;
            bucket.slots[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    // Room for `more` entries behind those of a state.
    Entry* room(State& state, std::size_t more) {
        int level = state.level;
        while ((Blocks<Entry>::smallest << level) < state.size + more) ++level;
        if (level != state.level) {
            Entry* larger = blocks_.get(level);
            std::copy(state.entries, state.entries + state.size, larger);
            blocks_.put(state.entries, state.level);
            state.entries = larger;
            state.level = level;
        }
        return state.entries + state.size;
    }

    void append(State& state, const Entry& entry) {
        *room(state, 1) = entry;
        ++state.size;
    }

    // Lays every piece that can cover the first empty cell; false on overflow.
    bool advance(std::size_t c, State& state) {
        merged_.clear();
        const bool fits = payload_.merge(state.entries, state.size, merged_);
        blocks_.put(state.entries, state.level);
        if (!fits) return false;
        if (need_field_[c] != 0) {
            const auto lacks = [&](const Entry& e) { return (Payload::used(e) & need_field_[c]) != need_[c]; };
            merged_.erase(std::remove_if(merged_.begin(), merged_.end(), lacks), merged_.end());
        }
        if (merged_.empty()) return true;
        std::uint64_t by_all = ~std::uint64_t{0};  // a field equals its whole here if it does in every entry
        for (const Entry& entry : merged_) by_all &= Payload::used(entry);
        for (const Move& move : moves_[c]) {
            if ((move.mask & state.key) != 0 || (by_all & field_[move.kind]) == whole_[move.kind]) continue;
            lay(c, state.key | move.mask, move);
        }
        return true;
    }

    void lay(std::size_t c, Key filled, const Move& move) {
        const int step = ~filled == 0 ? key_bits : lowest_bit(~filled);
        State* next = reach(c + static_cast<std::size_t>(step), step == key_bits ? 0 : filled >> step);
        if (next == nullptr) return;
        const std::uint64_t field = field_[move.kind], whole = whole_[move.kind], unit = unit_[move.kind];
        Entry* to = room(*next, merged_.size());
        Entry* const start = to;
        for (const Entry& entry : merged_) {
            *to = Payload::laid(entry, unit);
            to += (Payload::used(entry) & field) != whole;
        }
        if (move.weight != 1)
            for (Entry* e = start; e != to; ++e) payload_.weigh(*e, move.weight);
        next->size += static_cast<std::uint32_t>(to - start);
    }

    const Rest& rest_;
    const bool spare_;
    const std::size_t cells_;
    std::vector<std::uint64_t> unit_, whole_, field_;  // of each kind in a set of pieces
    std::uint64_t full_ = 0;
    Payload payload_;
    std::vector<Bucket> buckets_;
    std::vector<std::vector<Move>> moves_;             // by first cell
    std::vector<std::uint64_t> need_, need_field_;     // by cell
    std::vector<Key> near_;
    std::vector<std::size_t> farthest_;
    std::vector<Key> edges_;
    std::vector<std::uint8_t> edges_known_, makes_up_;
    Blocks<Entry> blocks_;
    std::vector<Entry> merged_;
    std::size_t states_ = 0;
};

}  // namespace gridmill::beads
