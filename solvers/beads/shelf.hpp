// Indexes that this process has built, for later calls: a worker gets an archive chunk by chunk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "index.hpp"

namespace gridmill::beads {

class Shelf {
public:
    static Shelf& of_process() {
        static Shelf shelf;
        return shelf;
    }

    // Nothing if never asked for; a null pointer if the puzzle cannot be indexed.
    std::optional<std::shared_ptr<const Index>> find(const std::string& key) {
        const std::lock_guard<std::mutex> guard(lock_);
        for (const auto& [name, index] : held_)
            if (name == key) return index;
        return std::nullopt;
    }

    void put(const std::string& key, std::shared_ptr<const Index> index) {
        const std::lock_guard<std::mutex> guard(lock_);
        if (held_.size() == most) held_.erase(held_.begin());
        held_.emplace_back(key, std::move(index));
    }

    // So many boards of a puzzle more; returns how many there were in all. Forgets puzzles that were long not met.
    std::size_t meet(const std::string& key, std::size_t boards) {
        const std::lock_guard<std::mutex> guard(lock_);
        auto met = std::find_if(met_.begin(), met_.end(), [&](const auto& one) { return one.first == key; });
        if (met == met_.end()) {
            if (met_.size() == most) met_.erase(met_.begin());
            met = met_.insert(met_.end(), {key, 0});
        }
        return met->second += boards;
    }

    // Definitions of sets changed: what was built may be wrong.
    void clear() {
        const std::lock_guard<std::mutex> guard(lock_);
        held_.clear();
    }

private:
    static constexpr std::size_t most = 8;  // of some 10 MB each

    std::mutex lock_;
    std::vector<std::pair<std::string, std::shared_ptr<const Index>>> held_;
    std::vector<std::pair<std::string, std::size_t>> met_;
};

}  // namespace gridmill::beads
