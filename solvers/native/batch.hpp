// The batch loop that all kernels share: Python strings in, answers out, the GIL released in between.
//
// A kernel is a class
//
//     struct Kernel {
//         static constexpr const char* engine = "sudoku-bands/1";
//         Kernel(const std::vector<std::string_view>& texts, std::uint64_t limit);   // once a call: tables, buffers
//         void solve(std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer);   // once a board
//         void page(std::string_view text, std::string_view after, std::uint64_t limit, Meter& meter, Page& page);
//     };
//
// (page only if the family binds it). A kernel may also have
//
//         void solve_many(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget,
//                         Answers& answers);
//
// which runs first and puts an answer to whatever boards it is better at together; those that it leaves `pending` are
// solved one by one, with the nodes that it spent on them counted against their budget.
//
// The module is NB_MODULE(_kernel, m) { bind_solve<Kernel>(m); }.
// A kernel that throws yields `failed` for that board and nothing else.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "answer.hpp"
#include "answers.hpp"
#include "budget.hpp"
#include "objects.hpp"

namespace gridmill {

template <class Kernel>
void solve_one(Kernel& kernel, std::string_view text, std::uint64_t limit, Meter& meter, Answer& answer) {
    if (meter.stop() != Stop::no) return answer.conclude(0, false, limit, meter.stop());
    try {
        kernel.solve(text, limit, meter, answer);
    } catch (const std::bad_alloc&) {
        answer = Answer{};
        answer.reason = "out of memory";
    } catch (const std::exception& error) {
        answer = Answer{};
        answer.reason = error.what();
    }
}

// Calls solve_many if the kernel has one. If memory runs out there, single boards may still have enough.
template <class Kernel>
auto solve_together(Kernel& kernel, const std::vector<std::string_view>& texts, std::uint64_t limit,
                    const Budget& budget, Answers& answers, int)
    -> decltype(kernel.solve_many(texts, limit, budget, answers)) {
    try {
        kernel.solve_many(texts, limit, budget, answers);
    } catch (const std::bad_alloc&) {
    }
}
template <class Kernel>
void solve_together(Kernel&, const std::vector<std::string_view>&, std::uint64_t, const Budget&, Answers&, long) {}

template <class Kernel>
Answers solve_all(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget) {
    Answers answers(texts.size());
    Kernel kernel(texts, limit);
    solve_together(kernel, texts, limit, budget, answers, 0);
    Answer answer;
    Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!answers[i].pending) continue;
        Meter meter(budget, start, answers[i].nodes);
        answer.clear();
        solve_one(kernel, texts[i], limit, meter, answer);
        answers.put(i, answer);
        const Clock::time_point end = Clock::now();
        answers[i].nodes = meter.nodes();
        answers[i].solve_ns += static_cast<std::uint64_t>(std::chrono::nanoseconds(end - start).count());
        start = end;
    }
    return answers;
}

inline void require_budget(std::uint64_t limit, double seconds) {
    if (limit == 0) throw std::invalid_argument("limit: expected 1 or more, got 0");
    if (!(seconds >= 0)) throw std::invalid_argument("seconds: expected 0 or more");
}

// Binds solvers.core.Kernel as `solve`.
template <class Kernel>
void bind_solve(nb::module_& m) {
    m.attr("ENGINE") = Kernel::engine;
    Told<Kernel>::bind(m);
    m.def("solve", [](nb::handle texts, std::uint64_t limit, std::uint64_t nodes, double seconds, nb::handle cancel) {
        require_budget(limit, seconds);
        const Texts held(texts);
        const Cancel flag(cancel);
        const nb::gil_scoped_release released;
        return Told<Kernel>{solve_all<Kernel>(held.views(), limit, Budget{nodes, seconds, flag.flag()}), {}};
    }, nb::arg("texts"), nb::arg("limit") = 2, nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
       nb::arg("cancel") = nb::none());
}

// Binds solvers.core.Pager as `page`.
template <class Kernel>
void bind_page(nb::module_& m) {
    m.def("page", [](nb::str text, nb::str after, std::uint64_t limit, std::uint64_t nodes, double seconds,
                     nb::handle cancel) {
        require_budget(limit, seconds);
        const Texts held(nb::make_tuple(text, after));
        const Cancel flag(cancel);
        Page page;
        {
            nb::gil_scoped_release released;
            const Budget budget{nodes, seconds, flag.flag()};
            Meter meter(budget, Clock::now());
            Kernel kernel({held.views()[0]}, limit);
            kernel.page(held.views()[0], held.views()[1], limit, meter, page);
        }
        nb::list solutions;
        for (const std::string& solution : page.solutions) solutions.append(nb::str(solution.data(), solution.size()));
        return nb::make_tuple(solutions, page.complete);
    }, nb::arg("text"), nb::arg("after") = "", nb::arg("limit") = 1000, nb::arg("nodes") = 0,
       nb::arg("seconds") = 0.0, nb::arg("cancel") = nb::none());
}

}  // namespace gridmill
