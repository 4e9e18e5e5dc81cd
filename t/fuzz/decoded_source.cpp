// Any bytes as text of any encoding: the decoded text is the same for every split of the input into pieces, and text of
// an encoding other than UTF-8 becomes valid UTF-8.
#include "lmdb_builder/input/decoded_source.hpp"

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "t/fuzz/pieces.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec;
using namespace bizrec::builder;
using bizrec::fuzz::Pieces;
using bizrec::fuzz::require;

/// The decoded text, followed by the encoding that was detected; "-" if the text is refused.
std::string decoded(std::string_view text, const std::string& encoding, std::size_t piece, std::size_t capacity) {
    auto source = DecodedSource::open(std::make_unique<Pieces>(text, piece), encoding);
    require(static_cast<bool>(source));
    std::string out;
    std::string buffer(capacity, '\0');
    for (;;) {
        const auto size = source.value()->read(buffer.data(), buffer.size());
        if (!size) {
            return "-";
        }
        if (size.value() == 0) {
            break;
        }
        require(size.value() <= capacity);
        out.append(buffer, 0, size.value());
        require(out.size() <= 4 * text.size() + 16);
    }
    const std::string& name = source.value()->encoding();
    require(!name.empty());
    require(name == "UTF-8" || simdjson::validate_utf8(out));
    return out + "/" + name;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    static const std::string encodings[] = {"",          "",          "UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252",
                                            "Shift_JIS", "ISO-8859-2"};
    const std::string& encoding = encodings[data[0] % 8];
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string whole = decoded(text, encoding, size, 4096);
    require(whole == decoded(text, encoding, 1 + data[0] / 8U % 5, 1 + data[0] / 64U));
    return 0;
}
