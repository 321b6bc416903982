// The lane engines: what each instruction set offers for a box shape; see sweep.hpp for the idea.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridmill::sudoku {

// One bit a lane.
using LaneSet = std::uint64_t;

struct SweepReport {
    LaneSet bad = 0;      // the board contradicts itself
    LaneSet open = 0;     // before the sweep it had cells with several candidates
    LaneSet changed = 0;  // the sweep struck candidates
};

// What came of some sweeps over one board alone.
struct LoneReport {
    enum class End : std::uint8_t { none, bad, solved, stuck } end = End::none;
    std::uint32_t sweeps = 0;
    int chosen = 0;  // stuck: the cell to branch on
};

// An engine for one board of square boxes at a time, with cells of 16 bits; see alone.hpp for its memory.
struct LoneEngine {
    int side;
    LoneReport (*sweep)(void* memory, std::uint32_t most);
};

// The memory of an engine: a vector of lanes for every cell, then one for the weight of every row, column and box.
struct LaneEngine {
    const char* name;
    int box_rows, box_columns;
    int lanes;
    std::size_t lane_bytes;  // 2 up to 16x16, 4 beyond
    SweepReport (*sweep)(void* memory);
    void (*choose)(const void* memory, void* cells);  // for every lane the cell to branch on
    LoneEngine alone;  // does the same for one board; without `sweep` where there is none
};

// The engines by instruction set; nullptr for shapes other than 3x3, 4x4 and 5x5.
const LaneEngine* baseline_engine(int box_rows, int box_columns);
const LaneEngine* avx2_engine(int box_rows, int box_columns);
const LaneEngine* avx512_engine(int box_rows, int box_columns);

// A version of the code for some machines; all versions give the same answers.
struct CodeVersion {
    const char* name;
    bool (*runs_here)();
    const LaneEngine* (*engine)(int box_rows, int box_columns);
};
extern const CodeVersion code_versions[];  // best first
extern const int code_version_count;

const CodeVersion& best_code_version();

}  // namespace gridmill::sudoku
