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
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "blocks.hpp"
#include "budget.hpp"
#include "count.hpp"
#include "islands.hpp"
#include "sweep.hpp"

namespace gridmill::beads {

template <class Key, class Payload>
class Profiles {
public:
    using Entry = typename Payload::Entry;
    static constexpr int key_bits = static_cast<int>(sizeof(Key)) * 8;

    Profiles(const Puzzle& puzzle, const Rest& rest)
        : rest_(rest), spare_(puzzle.rules.spare), cells_(rest.size()), payload_(assign_bits(rest)), islands_(puzzle, rest),
          buckets_(cells_ + 1) {
        list_moves(puzzle);
        list_needs();
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
        bucket.states.push_back({key, islands_.hopeless(c, key) ? nullptr : blocks_.get(0), 0, 0});
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
    Islands<Key> islands_;
    std::vector<Bucket> buckets_;
    std::vector<std::vector<Move>> moves_;             // by first cell
    std::vector<std::uint64_t> need_, need_field_;     // by cell
    Blocks<Entry> blocks_;
    std::vector<Entry> merged_;
    std::size_t states_ = 0;
};

}  // namespace gridmill::beads
