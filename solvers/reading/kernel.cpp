// What the formats of several families unpack and cannot do in bulk operations of Python.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace nb = nanobind;

namespace gridmill::reading {

constexpr std::string_view symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_symbol = 0xFF;

// The bits of each symbol in reverse.
constexpr std::array<std::uint8_t, 256> values_of_symbols() {
    std::array<std::uint8_t, 256> values{};
    for (auto& value : values) value = no_symbol;
    for (unsigned at = 0; at < symbols.size(); ++at) {
        unsigned reversed = 0;
        for (unsigned bit = 0; bit < 6; ++bit) reversed |= (at >> bit & 1u) << (5 - bit);
        values[static_cast<std::uint8_t>(symbols[at])] = static_cast<std::uint8_t>(reversed);
    }
    return values;
}

// The bits of base 64 symbols, the highest of each first; numbers come lowest bit first. With the bits of each symbol
// reversed, both are one way round, and a number is the lowest bits of those that are held.
class Bits {
public:
    explicit Bits(std::string_view text) : text_(text) {}

    // False at the end of the text, or at a sign that is no symbol; at most 32 bits.
    bool take(unsigned count, std::uint32_t& number) {
        while (left_ < count) {
            if (at_ == text_.size()) return false;
            const std::uint64_t value = values[static_cast<std::uint8_t>(text_[at_++])];
            if (value == no_symbol) return false;
            held_ |= value << left_;
            left_ += 6;
        }
        number = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << count) - 1));
        held_ >>= count;
        left_ -= count;
        return true;
    }

private:
    static constexpr auto values = values_of_symbols();

    std::string_view text_;
    std::size_t at_ = 0;
    std::uint64_t held_ = 0;
    unsigned left_ = 0;
};

enum class Fault { none, cut, meaning, size };

// lz-string's LZW. Code 0 brings a new character of 8 bits, 1 one of 16 bits, 2 ends the text. Each code after the first
// also enters the last entry with the first character of this one; that stands in the text already, so that an entry is
// a stretch of the text:
//
//     text     a b ab aba        entries   3 = [0,1) a   4 = [1,2) b   5 = [0,2) ab   6 = [1,3) ba ...
class Unpacked {
public:
    std::vector<std::uint16_t> text;

    Fault fill(std::string_view packed, std::size_t most) {
        Bits bits(packed);
        std::vector<Stretch> entries(3);
        entries.reserve(std::min(packed.size(), most_reserved));
        text.reserve(std::min(8 * packed.size(), most_reserved));
        Stretch last{0, 0};
        unsigned width = 2;
        std::uint32_t room = 1;  // entries until a code needs another bit
        const auto enter = [&](Stretch entry) {
            entries.push_back(entry);
            if (--room == 0) room = std::uint32_t{1} << width++;
        };
        for (;;) {
            std::uint32_t code = 0;
            if (width > 31 || !bits.take(width, code)) return Fault::cut;
            if (code == 2) return Fault::none;
            const auto start = static_cast<std::uint32_t>(text.size());
            if (code < 2) {
                std::uint32_t unit = 0;
                if (!bits.take(code == 0 ? 8 : 16, unit)) return Fault::cut;
                text.push_back(static_cast<std::uint16_t>(unit));
                enter({start, 1});
                if (last.size != 0) enter({last.start, last.size + 1});
                last = {start, 1};
                continue;
            }
            const bool own = code == entries.size();  // the entry that this code completes
            if (code > entries.size() || (own && last.size == 0)) return Fault::meaning;
            const Stretch entry = own ? Stretch{last.start, last.size + 1} : entries[code];
            if (text.size() + entry.size > most) return Fault::size;
            for (std::uint32_t at = 0; at < entry.size; ++at) text.push_back(text[entry.start + at]);
            if (last.size != 0) enter({last.start, last.size + 1});
            last = {start, entry.size};
        }
    }

private:
    static constexpr std::size_t most_reserved = 1 << 16;

    struct Stretch {
        std::uint32_t start = 0, size = 0;
    };
};

// The text with each unit of UTF-16 as a character; raises ValueError with "cut", "meaning" or "size".
nb::str unpack_lz(nb::handle packed, std::size_t most) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(packed.ptr(), &size);
    if (data == nullptr) throw nb::python_error();
    Unpacked unpacked;
    const std::size_t limit = std::min<std::size_t>(most, std::numeric_limits<std::uint32_t>::max() / 2);
    switch (unpacked.fill({data, static_cast<std::size_t>(size)}, limit)) {
        case Fault::cut: throw nb::value_error("cut");
        case Fault::meaning: throw nb::value_error("meaning");
        case Fault::size: throw nb::value_error("size");
        case Fault::none: break;
    }
    PyObject* made = PyUnicode_FromKindAndData(PyUnicode_2BYTE_KIND, unpacked.text.data(),
                                               static_cast<Py_ssize_t>(unpacked.text.size()));
    if (made == nullptr) throw nb::python_error();
    return nb::steal<nb::str>(made);
}

}  // namespace gridmill::reading

NB_MODULE(_kernel, m) { m.def("unpack_lz", &gridmill::reading::unpack_lz); }
