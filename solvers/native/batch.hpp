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
//                         std::vector<Timed>& timed);
//
// which runs first and takes whatever boards it is better at together; those that it leaves `pending` are solved one
// by one, with the nodes that it spent on them counted against their budget.
//
// The module is NB_MODULE(_kernel, m) { bind_solve<Kernel>(m); }.
// A kernel that throws yields `failed` for that board and nothing else.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <exception>
#include <new>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "budget.hpp"

namespace gridmill {

namespace nb = nanobind;

// Views into the strings of a Python sequence; valid while the tuple that holds them lives.
class Texts {
public:
    explicit Texts(nb::handle sequence) : held_(nb::steal<nb::tuple>(PySequence_Tuple(sequence.ptr()))) {
        if (!held_.is_valid()) throw nb::python_error();
        views_.reserve(held_.size());
        for (nb::handle text : held_) {
            Py_ssize_t size = 0;
            const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
            if (data == nullptr) throw nb::python_error();
            views_.emplace_back(data, static_cast<std::size_t>(size));
        }
    }
    const std::vector<std::string_view>& views() const { return views_; }

private:
    nb::tuple held_;
    std::vector<std::string_view> views_;
};

// Holds the byte of a cancel buffer for the time of a call.
class Cancel {
public:
    explicit Cancel(nb::handle buffer) {
        if (buffer.is_none()) return;
        if (PyObject_GetBuffer(buffer.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
        held_ = true;
        if (view_.len < 1) {
            PyBuffer_Release(&view_);
            throw std::invalid_argument("cancel: expected a buffer of one byte, got an empty one");
        }
    }
    ~Cancel() { if (held_) PyBuffer_Release(&view_); }
    Cancel(const Cancel&) = delete;
    Cancel& operator=(const Cancel&) = delete;
    const volatile std::uint8_t* flag() const { return held_ ? static_cast<const std::uint8_t*>(view_.buf) : nullptr; }

private:
    Py_buffer view_{};
    bool held_ = false;
};

struct Timed {
    Answer answer;
    std::uint64_t nodes = 0;
    std::uint64_t solve_ns = 0;
    bool pending = true;  // nobody has concluded anything yet
};

// Builds solvers.core.Answer tuples without going through Python calls.
class AnswerMaker {
public:
    explicit AnswerMaker(const char* engine)
        : type_(nb::module_::import_("solvers.core").attr("Answer")), engine_(engine), engine_text_(nb::str(engine)) {
        nb::object verdict = nb::module_::import_("solvers.core").attr("Verdict");
        const std::array<const char*, 6> names{"UNIQUE", "MULTIPLE", "NONE", "INVALID", "UNDECIDED", "FAILED"};
        for (std::size_t i = 0; i < names.size(); ++i) verdicts_[i] = verdict.attr(names[i]);
    }

    nb::object operator()(const Timed& timed) const {
        const Answer& a = timed.answer;
        auto* type = reinterpret_cast<PyTypeObject*>(type_.ptr());
        nb::object tuple = nb::steal(type->tp_alloc(type, 9));
        if (!tuple.is_valid()) throw nb::python_error();
        auto put = [&](Py_ssize_t i, PyObject* item) {
            if (item == nullptr) throw nb::python_error();
            PyTuple_SET_ITEM(tuple.ptr(), i, item);
        };
        put(0, nb::object(verdicts_[static_cast<std::size_t>(a.verdict)]).release().ptr());
        put(1, a.big_count.empty() ? PyLong_FromUnsignedLongLong(a.count)
                                   : PyLong_FromString(a.big_count.c_str(), nullptr, 10));
        put(2, nb::bool_(a.count_is_exact).release().ptr());
        put(3, text(a.solution));
        put(4, text(a.witness));
        put(5, text(a.reason));
        put(6, PyLong_FromUnsignedLongLong(timed.nodes));
        put(7, PyLong_FromUnsignedLongLong(timed.solve_ns));
        const bool own = a.engine == nullptr || a.engine == engine_;
        put(8, own ? nb::str(engine_text_).release().ptr() : PyUnicode_FromString(a.engine));
        // An answer refers to nothing that could refer back, so the garbage collector need not look at it; with half
        // a million a second it would take a third of the time.
        PyObject_GC_UnTrack(tuple.ptr());
        return tuple;
    }

private:
    // Reasons may quote a text that was cut inside a character.
    static PyObject* text(const std::string& s) {
        return PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), "replace");
    }

    nb::object type_;
    const char* engine_;
    nb::str engine_text_;
    std::array<nb::object, 6> verdicts_;
};

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
                    const Budget& budget, std::vector<Timed>& timed, int)
    -> decltype(kernel.solve_many(texts, limit, budget, timed)) {
    try {
        kernel.solve_many(texts, limit, budget, timed);
    } catch (const std::bad_alloc&) {
    }
}
template <class Kernel>
void solve_together(Kernel&, const std::vector<std::string_view>&, std::uint64_t, const Budget&, std::vector<Timed>&,
                    long) {}

template <class Kernel>
std::vector<Timed> solve_all(const std::vector<std::string_view>& texts, std::uint64_t limit, const Budget& budget) {
    std::vector<Timed> timed(texts.size());
    Kernel kernel(texts, limit);
    solve_together(kernel, texts, limit, budget, timed, 0);
    Clock::time_point start = Clock::now();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!timed[i].pending) continue;
        Meter meter(budget, start, timed[i].nodes);
        solve_one(kernel, texts[i], limit, meter, timed[i].answer);
        const Clock::time_point end = Clock::now();
        timed[i].nodes = meter.nodes();
        timed[i].solve_ns += static_cast<std::uint64_t>(std::chrono::nanoseconds(end - start).count());
        start = end;
    }
    return timed;
}

inline void require_budget(std::uint64_t limit, double seconds) {
    if (limit == 0) throw std::invalid_argument("limit: expected 1 or more, got 0");
    if (!(seconds >= 0)) throw std::invalid_argument("seconds: expected 0 or more");
}

// Binds solvers.core.Kernel as `solve`.
template <class Kernel>
void bind_solve(nb::module_& m) {
    m.attr("ENGINE") = Kernel::engine;
    m.def("solve", [](nb::handle texts, std::uint64_t limit, std::uint64_t nodes, double seconds, nb::handle cancel) {
        require_budget(limit, seconds);
        const Texts held(texts);
        const Cancel flag(cancel);
        std::vector<Timed> timed;
        {
            nb::gil_scoped_release released;
            timed = solve_all<Kernel>(held.views(), limit, Budget{nodes, seconds, flag.flag()});
        }
        const AnswerMaker make(Kernel::engine);
        nb::object answers = nb::steal(PyList_New(static_cast<Py_ssize_t>(timed.size())));
        for (std::size_t i = 0; i < timed.size(); ++i)
            PyList_SET_ITEM(answers.ptr(), static_cast<Py_ssize_t>(i), make(timed[i]).release().ptr());
        return answers;
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
