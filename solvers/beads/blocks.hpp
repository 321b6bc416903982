// Memory for lists that grow and go by the million.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace gridmill::beads {

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

}  // namespace gridmill::beads
