// Which code versions there are, and which of them this machine runs.
#include "lanes.hpp"

namespace gridmill::sudoku {

const CodeVersion code_versions[] = {
#if defined(__x86_64__)
    {"avx512",
     [] {
         return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
     },
     avx512_engine},
    {"avx2", [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"); }, avx2_engine},
#endif
    {"baseline", [] { return true; }, baseline_engine},
};
const int code_version_count = sizeof(code_versions) / sizeof(code_versions[0]);

const CodeVersion& best_code_version() {
    const CodeVersion* version = code_versions;
    while (!version->runs_here()) ++version;
    return *version;
}

}  // namespace gridmill::sudoku
