// Depth-first search of one board by a lone engine: what lane_search.hpp does for many, decision by decision the same.
//
// It takes a board over in the middle of its search: cells, weights and the boards to go back to.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "budget.hpp"
#include "lanes.hpp"

namespace gridmill::sudoku {

// What a search has to do for a board and what came of it.
struct LaneJob {
    std::string_view cells;  // canonical, without a prefix
    enum class End : std::uint8_t { waiting, finished, out_of_nodes, evicted, malformed } end = End::waiting;
    bool complete = false;  // the search came to its end
    std::uint64_t found = 0, nodes = 0;
    std::uint64_t sweeps = 0;  // in company
    double alone_ns = 0;
    std::string solution, witness;
};

class LoneSearch {
public:
    using Cell = std::uint16_t;

    LoneSearch(const LoneEngine& engine, std::uint64_t limit, const Budget& budget, std::uint64_t patience)
        : engine_(engine),
          side_(engine.side),
          size_(side_ * side_),
          limit_(limit),
          budget_(budget),
          patience_(patience),
          board_(static_cast<std::size_t>(size_) * lanes) {
        const std::size_t all = board_ + static_cast<std::size_t>(2 * side_ + 1) * lanes;
        memory_.reset(static_cast<Cell*>(std::aligned_alloc(64, (all * sizeof(Cell) + 63) / 64 * 64)));
        std::fill_n(memory_.get(), all, Cell{0});
        for (int cell = 0; cell < size_ * size_; ++cell) {
            const int row = cell / size_, column = cell % size_;
            const int vector = row % side_ * side_ + column % side_;
            place_.push_back(static_cast<std::uint16_t>(vector * lanes + row / side_ * 4 + column / side_));
        }
    }

    // What the search starts from: cells by their index, units by row, column, box; older boards first.
    Cell& cell(int index) { return memory_.get()[place_[index]]; }
    void put_weight(int unit, Cell weight) {
        Cell* weights = memory_.get() + board_;
        const int kind = unit / size_, number = unit % size_, major = number / side_, minor = number % side_;
        for (int other = 0; other < side_; ++other) {
            if (kind == 0) weights[minor * lanes + major * 4 + other] = weight;
            if (kind == 1) weights[(side_ + minor) * lanes + other * 4 + major] = weight;
        }
        if (kind == 2) weights[2 * side_ * lanes + major * 4 + minor] = weight;
    }
    void push_frame(const Cell* cells) {
        Cell* frame = new_frame();
        std::memset(frame, 0, board_ * sizeof(Cell));
        for (std::size_t i = 0; i < place_.size(); ++i) frame[place_[i]] = cells[i];
    }

    // Works until the job has come to its end; false if somebody cancels it.
    bool run(LaneJob& job, Clock::time_point start) {
        job_ = &job;
        while (job.end == LaneJob::End::waiting) {
            if (!look(start)) return false;
            for (std::uint32_t left = 64; left > 0 && job.end == LaneJob::End::waiting;) {
                const LoneReport report = engine_.sweep(memory_.get(), left);
                left -= report.sweeps;
                if (report.end == LoneReport::End::bad) go_back();
                else if (report.end == LoneReport::End::solved) take_solution();
                else if (report.end == LoneReport::End::stuck) decide(report.chosen);
            }
        }
        depth_ = 0;
        return true;
    }

private:
    static constexpr int lanes = 16;
    struct Free {
        void operator()(Cell* memory) const { std::free(memory); }
    };

    Cell* new_frame() {
        const std::size_t top = depth_++ * board_;
        if (frames_.size() < top + board_) frames_.resize(top + board_);
        return frames_.data() + top;
    }
    bool spend() {
        if (budget_.nodes != 0 && job_->nodes >= budget_.nodes) return finish(LaneJob::End::out_of_nodes), false;
        if (patience_ != 0 && job_->nodes >= patience_) return finish(LaneJob::End::evicted), false;
        ++job_->nodes;
        return true;
    }
    void decide(int index) {
        if (!spend()) return;
        Cell* frame = new_frame();
        std::memcpy(frame, memory_.get(), board_ * sizeof(Cell));
        Cell& left = frame[place_[index]];
        const Cell value = left & (~left + 1);
        left ^= value;
        cell(index) = value;
    }
    void go_back() {
        if (depth_ == 0) return finish(LaneJob::End::finished);
        if (!spend()) return;
        std::memcpy(memory_.get(), frames_.data() + --depth_ * board_, board_ * sizeof(Cell));
    }
    void take_solution() {
        ++job_->found;
        if (job_->found <= 2) (job_->found == 1 ? job_->solution : job_->witness) = written();
        if (job_->found == limit_ && depth_ != 0) return finish(LaneJob::End::finished, false);
        go_back();
    }
    std::string written() {
        std::string text(place_.size(), size_ <= 9 ? '1' : 'A');
        for (std::size_t i = 0; i < place_.size(); ++i)
            text[i] = static_cast<char>(text[i] + __builtin_ctz(memory_.get()[place_[i]]));
        return text;
    }
    void finish(LaneJob::End end, bool complete = true) {
        job_->end = end;
        job_->complete = complete && end == LaneJob::End::finished;
    }
    // Reads cancel and clock; a board that has run too long is left to an engine that looks at nothing else.
    bool look(Clock::time_point start) {
        if (budget_.cancel != nullptr && *budget_.cancel != 0) return false;
        if (budget_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() > budget_.seconds)
            finish(LaneJob::End::evicted);
        return true;
    }

    const LoneEngine& engine_;
    const int side_, size_;
    const std::uint64_t limit_;
    const Budget& budget_;
    const std::uint64_t patience_;
    const std::size_t board_;             // cells of a board with its empty lanes
    std::vector<std::uint16_t> place_;    // of a cell in memory
    std::unique_ptr<Cell, Free> memory_;  // the board, then the weights of rows, columns and boxes
    std::vector<Cell> frames_;            // boards to go back to
    std::size_t depth_ = 0;
    LaneJob* job_ = nullptr;
};

}  // namespace gridmill::sudoku
