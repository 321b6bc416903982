// Solvers that no call is using: a region's placements are found once a process, not once a call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "solver.hpp"

namespace gridmill::beads {

class Idle {
public:
    static Idle& of_process() {
        static Idle idle;
        return idle;
    }

    // Nothing if none of this puzzle is idle; two calls at the same time have one each.
    std::unique_ptr<Solver> take(const std::string& key) {
        const std::lock_guard<std::mutex> guard(lock_);
        const auto found = std::find_if(held_.begin(), held_.end(), [&](const auto& one) { return one.first == key; });
        if (found == held_.end()) return nullptr;
        std::unique_ptr<Solver> solver = std::move(found->second);
        held_.erase(found);
        return solver;
    }

    // The one that has been idle longest makes room. `made_in` is the age() in which the solver was taken or built.
    void put_back(const std::string& key, std::unique_ptr<Solver> solver, std::uint64_t made_in) {
        const std::lock_guard<std::mutex> guard(lock_);
        if (made_in != age_ || solver->placements() > most_placements) return;
        if (held_.size() == most) held_.erase(held_.begin());
        held_.emplace_back(key, std::move(solver));
    }

    std::uint64_t age() {
        const std::lock_guard<std::mutex> guard(lock_);
        return age_;
    }

    // Definitions of sets changed: an age ends, and what was built in it may be wrong.
    void clear() {
        const std::lock_guard<std::mutex> guard(lock_);
        held_.clear();
        ++age_;
    }

private:
    static constexpr std::size_t most = 8;
    static constexpr std::size_t most_placements = 20'000;  // some 2 MB with all lists

    std::mutex lock_;
    std::uint64_t age_ = 0;
    std::vector<std::pair<std::string, std::unique_ptr<Solver>>> held_;
};

}  // namespace gridmill::beads
