#include "lmdb_builder/document/name_forms.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

/// A text of any bytes has at most 16 other forms. Each differs from the text, and a second call returns the same
/// forms.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::builder;
    static NameForms forms;
    const std::string_view name(reinterpret_cast<const char*>(data), size);
    const std::vector<NameForm> first = forms.forms(name);
    const std::vector<NameForm>& again = forms.forms(name);
    if (first.size() > 16 || first.size() != again.size()) {
        std::abort();
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i].text == name || first[i].text != again[i].text || first[i].is_whole != again[i].is_whole) {
            std::abort();
        }
    }
    return 0;
}
