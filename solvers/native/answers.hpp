// The answers of one call as rows and texts. Python objects are made of them only where somebody looks.
//
//     rows   verdict exact | count nodes solve_ns | engine | solution witness reason     one a board
//                                                                |       |       |
//     texts  534678912672195348...|12/21|stopped at the limit of 2 solutions|...         blocks that never move
//
// A row's texts may also lie elsewhere, in something that keep() holds: an index of all solutions is not copied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer.hpp"

namespace gridmill {

class Answers {
public:
    struct Row {
        std::string_view solution, witness, reason;
        const char* engine = nullptr;  // a literal; nullptr is the kernel's own name
        std::uint64_t count = 0, nodes = 0, solve_ns = 0;
        Verdict verdict = Verdict::failed;
        bool count_is_exact = false;
        bool pending = true;  // nobody has concluded anything yet
    };

    explicit Answers(std::size_t boards) : rows_(boards, Row{}) {}  // copies are moves of 16 bytes; zeroing each is a slow `rep stos`
    Answers(Answers&&) = default;
    Answers& operator=(Answers&&) = default;

    std::size_t size() const { return rows_.size(); }
    Row& operator[](std::size_t at) { return rows_[at]; }
    const Row& operator[](std::size_t at) const { return rows_[at]; }

    // Writes a conclusion down. Nodes and time are the caller's.
    void put(std::size_t at, const Answer& answer) {
        put(at, answer, copy(answer.solution), copy(answer.witness));
    }

    // The same with solutions that need no copy, because keep() was called for what they lie in.
    void put(std::size_t at, const Answer& answer, std::string_view solution, std::string_view witness) {
        Row& row = rows_[at];
        row.solution = solution;
        row.witness = witness;
        if (answer.reason != last_reason_) last_reason_ = copy(answer.reason);  // most boards have the same one
        row.reason = last_reason_;
        row.engine = answer.engine;
        row.count = answer.count;
        row.verdict = answer.verdict;
        row.count_is_exact = answer.count_is_exact;
        row.pending = false;
        if (!answer.big_count.empty()) big_[at] = answer.big_count;
    }

    void keep(std::shared_ptr<const void> holder) { kept_.push_back(std::move(holder)); }

    // The decimal digits of a count that does not fit a row; nullptr where it fits.
    const char* big_count(std::size_t at) const {
        if (big_.empty()) return nullptr;
        const auto found = big_.find(at);
        return found == big_.end() ? nullptr : found->second.c_str();
    }

private:
    static constexpr std::size_t first_block = 1024, largest_block = std::size_t{1} << 20;

    std::string_view copy(const std::string& text) {
        if (text.empty()) return {};
        if (text.size() > room_) {
            grown_ = std::min(largest_block, std::max(first_block, 2 * grown_));
            room_ = std::max(grown_, text.size());
            blocks_.emplace_back(new char[room_]);
            free_ = blocks_.back().get();
        }
        char* const at = free_;
        std::memcpy(at, text.data(), text.size());
        free_ += text.size();
        room_ -= text.size();
        return {at, text.size()};
    }

    std::vector<Row> rows_;
    std::vector<std::unique_ptr<char[]>> blocks_;
    char* free_ = nullptr;
    std::size_t room_ = 0, grown_ = 0;
    std::string_view last_reason_;
    std::map<std::size_t, std::string> big_;
    std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace gridmill
