// The lane engines for AVX2.
#include "alone.hpp"

namespace gridmill::sudoku {

const LaneEngine* avx2_engine(int box_rows, int box_columns) {
    static constexpr LaneEngine nine = engine_of<std::uint16_t, 3, 3>("sudoku-lanes/1", lone_engine_of<3>());
    static constexpr LaneEngine sixteen = engine_of<std::uint16_t, 4, 4>("sudoku-lanes/1", lone_engine_of<4>());
    static constexpr LaneEngine twenty_five = engine_of<std::uint32_t, 5, 5>("sudoku-lanes/1");
    if (box_rows == 3 && box_columns == 3) return &nine;
    if (box_rows == 4 && box_columns == 4) return &sixteen;
    if (box_rows == 5 && box_columns == 5) return &twenty_five;
    return nullptr;
}

}  // namespace gridmill::sudoku
