#include <cstdint>
#include <cstdlib>
#include <string>

#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"

/// Folding any bytes gives UTF-8, and folding the result again changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::text;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    std::string once;
    std::string twice;
    fold(input, once);
    fold(once, twice);
    if (once != twice || !is_valid_utf8(once) || bizrec::count_code_points(once) > once.size()) {
        std::abort();
    }
    std::string letters;
    fold_letters(input, letters);
    fold_letters(once, twice);
    if (letters != twice) {
        std::abort();
    }
    fold(letters, twice);
    if (letters != twice) {
        std::abort();
    }
    return 0;
}
