#include <cstdint>
#include <cstdlib>
#include <string>

#include "bizrec/place/folded_names.hpp"
#include "bizrec/text/fold.hpp"

namespace {

using Fold = void (*)(std::string_view, std::string&);

template <const char* Country>
void fold_code(std::string_view text, std::string& out) {
    bizrec::place::fold_postal_code(text, Country, out);
}
constexpr char united_states[] = "US";
constexpr char japan[] = "JP";

}  // namespace

/// Every folding of a name is idempotent, gives only letters and numbers, and is empty only if the input has none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace place = bizrec::place;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    std::string once;
    std::string twice;
    std::string letters;
    const Fold foldings[] = {place::fold_country, place::fold_state,        place::fold_state_without_unit,
                             place::fold_city,    fold_code<united_states>, fold_code<japan>};
    for (const Fold folding : foldings) {
        folding(input, once);
        folding(once, twice);
        bizrec::text::fold_letters(once, letters);
        if (once != twice || once != letters) {
            std::abort();
        }
    }
    bizrec::text::fold_letters(input, letters);
    for (const Fold folding : {place::fold_country, place::fold_state_without_unit, place::fold_city}) {
        folding(input, once);
        if (once.empty() != letters.empty()) {
            std::abort();
        }
    }
    return 0;
}
