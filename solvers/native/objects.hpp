// What crosses the border to Python: strings and a cancel flag on the way in, answers on the way out.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "answers.hpp"
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

// A string of Python; reasons may quote a text that was cut inside a character.
inline PyObject* make_text(std::string_view text) {
    const auto size = static_cast<Py_ssize_t>(text.size());
    unsigned char high = 0;
    for (const char c : text) high |= static_cast<unsigned char>(c);
    if (high >= 0x80) return PyUnicode_DecodeUTF8(text.data(), size, "replace");
    PyObject* made = PyUnicode_New(size, 127);  // twice as fast as decoding
    if (made != nullptr && size != 0) std::memcpy(PyUnicode_1BYTE_DATA(made), text.data(), text.size());
    return made;
}

// By field a tuple of the texts that were made for its column, or nothing: an answer that is read later takes its own
// from there. A checked solve makes both; this saves it a thirtieth.
using KeptTexts = std::array<nb::object, 9>;

// Makes solvers.core.Answer, and the values of its fields, without going through Python calls.
class AnswerMaker {
public:
    static constexpr int fields = 9;

    // One a kernel, for ever: it is made at the first answer that somebody looks at.
    static const AnswerMaker& of(const char* engine) {
        static const AnswerMaker* const made = new AnswerMaker(engine);
        return *made;
    }

    PyObject* answer(const Answers& answers, std::size_t at, const KeptTexts& kept) const {
        auto* type = reinterpret_cast<PyTypeObject*>(type_.ptr());
        PyObject* tuple = type->tp_alloc(type, fields);
        if (tuple == nullptr) return nullptr;
        for (int i = 0; i < fields; ++i) {
            PyObject* const texts = kept[static_cast<std::size_t>(i)].ptr();
            PyObject* item = texts == nullptr ? field(answers, at, i) : PySequence_GetItem(texts, static_cast<Py_ssize_t>(at));
            if (item == nullptr) {
                Py_DECREF(tuple);
                return nullptr;
            }
            PyTuple_SET_ITEM(tuple, i, item);
        }
        // An answer refers to nothing that could refer back, so the garbage collector need not look at it; with half
        // a million a second it would take a third of the time.
        PyObject_GC_UnTrack(tuple);
        return tuple;
    }

    // One field of all answers, by the field's name, and kept if it is of texts that differ; nullptr and a Python error
    // where there is none.
    PyObject* column(const Answers& answers, std::string_view name, KeptTexts& kept) const {
        int wanted = 0;
        while (wanted < fields && names[wanted] != name) ++wanted;
        if (wanted == fields) {
            PyErr_SetString(PyExc_KeyError, "expected a field of an answer");
            return nullptr;
        }
        nb::object& known = kept[static_cast<std::size_t>(wanted)];
        if (known.is_valid()) return PySequence_List(known.ptr());
        PyObject* list = PyList_New(static_cast<Py_ssize_t>(answers.size()));
        for (std::size_t at = 0; list != nullptr && at < answers.size(); ++at) {
            PyObject* item = field(answers, at, wanted);
            if (item == nullptr) {
                Py_DECREF(list);
                return nullptr;
            }
            PyList_SET_ITEM(list, static_cast<Py_ssize_t>(at), item);
        }
        if (list != nullptr && (wanted == solution || wanted == witness)) {
            known = nb::steal(PyList_AsTuple(list));
            if (!known.is_valid()) Py_CLEAR(list);
        }
        return list;
    }

private:
    static constexpr int solution = 3, witness = 4;
    static constexpr std::array<std::string_view, fields> names{"verdict", "count", "count_is_exact", "solution", "witness",
                                                                "reason", "nodes", "solve_ns", "engine"};

    explicit AnswerMaker(const char* engine)
        : type_(nb::module_::import_("solvers.core").attr("Answer")), engine_(engine), engine_text_(nb::str(engine)) {
        nb::object verdict = nb::module_::import_("solvers.core").attr("Verdict");
        const std::array<const char*, 6> members{"UNIQUE", "MULTIPLE", "NONE", "INVALID", "UNDECIDED", "FAILED"};
        for (std::size_t i = 0; i < members.size(); ++i) verdicts_[i] = verdict.attr(members[i]);
    }

    PyObject* field(const Answers& answers, std::size_t at, int which) const {
        const Answers::Row& row = answers[at];
        switch (which) {
            case 0: return nb::object(verdicts_[static_cast<std::size_t>(row.verdict)]).release().ptr();
            case 1: {
                const char* digits = answers.big_count(at);
                return digits == nullptr ? PyLong_FromUnsignedLongLong(row.count) : PyLong_FromString(digits, nullptr, 10);
            }
            case 2: return nb::bool_(row.count_is_exact).release().ptr();
            case solution: return make_text(row.solution);
            case witness: return make_text(row.witness);
            case 5: return reason(row.reason);
            case 6: return PyLong_FromUnsignedLongLong(row.nodes);
            case 7: return PyLong_FromUnsignedLongLong(row.solve_ns);
            default: break;
        }
        const bool own = row.engine == nullptr || row.engine == engine_;
        return own ? nb::str(engine_text_).release().ptr() : PyUnicode_FromString(row.engine);
    }

    // Answers in a row have few different ones.
    PyObject* reason(std::string_view text) const {
        if (text != last_reason_ || !last_reason_text_.is_valid()) {
            last_reason_ = text;
            last_reason_text_ = nb::steal(make_text(text));
        }
        return nb::object(last_reason_text_).release().ptr();
    }

    nb::object type_;
    const char* engine_;
    nb::str engine_text_;
    std::array<nb::object, 6> verdicts_;
    mutable std::string last_reason_;  // whoever makes objects holds the GIL
    mutable nb::object last_reason_text_;
};

// A sequence of solvers.core.Answer that makes each one when it is read, and whole columns in one go.
template <class Kernel>
struct Told {
    Answers answers;
    KeptTexts kept;

    static void bind(nb::module_& m) {
        PyType_Slot slots[] = {{Py_sq_length, reinterpret_cast<void*>(&length)},
                               {Py_sq_item, reinterpret_cast<void*>(&item)},
                               {Py_mp_length, reinterpret_cast<void*>(&length)},
                               {Py_mp_subscript, reinterpret_cast<void*>(&subscript)},
                               {0, nullptr}};
        nb::class_<Told> type(m, "Answers", nb::type_slots(slots));
        type.def("column", [](Told& told, const std::string& name) {
            nb::object list = nb::steal(maker().column(told.answers, name, told.kept));
            if (!list.is_valid()) throw nb::python_error();
            return list;
        }, nb::arg("name"));
        nb::module_::import_("collections.abc").attr("Sequence").attr("register")(type);
    }

private:
    static const AnswerMaker& maker() { return AnswerMaker::of(Kernel::engine); }
    static const Answers& of(PyObject* self) { return nb::inst_ptr<Told>(self)->answers; }

    static Py_ssize_t length(PyObject* self) { return static_cast<Py_ssize_t>(of(self).size()); }

    static PyObject* item(PyObject* self, Py_ssize_t at) {
        const Answers& answers = of(self);
        if (at < 0 || static_cast<std::size_t>(at) >= answers.size()) {
            PyErr_SetString(PyExc_IndexError, "expected an answer's place, got one behind the last");
            return nullptr;
        }
        return maker().answer(answers, static_cast<std::size_t>(at), nb::inst_ptr<Told>(self)->kept);
    }

    static PyObject* subscript(PyObject* self, PyObject* key) {
        if (!PySlice_Check(key)) {
            const Py_ssize_t at = PyNumber_AsSsize_t(key, PyExc_IndexError);
            if (at == -1 && PyErr_Occurred() != nullptr) return nullptr;
            return item(self, at < 0 ? at + length(self) : at);
        }
        Py_ssize_t start = 0, stop = 0, step = 0;
        if (PySlice_Unpack(key, &start, &stop, &step) < 0) return nullptr;
        const Py_ssize_t count = PySlice_AdjustIndices(length(self), &start, &stop, step);
        PyObject* list = PyList_New(count);
        for (Py_ssize_t i = 0; list != nullptr && i < count; ++i) {
            PyObject* answer = item(self, start + i * step);
            if (answer == nullptr) {
                Py_DECREF(list);
                return nullptr;
            }
            PyList_SET_ITEM(list, i, answer);
        }
        return list;
    }
};

}  // namespace gridmill
