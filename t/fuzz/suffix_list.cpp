#include <cstdint>
#include <cstdlib>
#include <string>

#include "bizrec/identity/suffix_list.hpp"

/// Any bytes as a serialised list and as a public suffix list: nothing crashes, and an accepted list round-trips.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using bizrec::identity::SuffixList;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto walk = [](const SuffixList& list) {
        for (const char* host : {"a.b.c", "www.example.co.uk", "x.kobe.jp", "uk", ""}) {
            const auto match = list.match(host);
            if (match.registrable.size() != 0 && match.registrable.size() <= match.suffix.size())
                std::abort();
        }
    };
    if (const auto parsed = SuffixList::parse(text)) {
        walk(parsed.value());
        const auto again = SuffixList::parse(parsed.value().serialise());
        if (!again || again.value().serialise() != parsed.value().serialise())
            std::abort();
    }
    if (const auto compiled = SuffixList::compile(text, "")) {
        walk(compiled.value());
        if (!SuffixList::parse(compiled.value().serialise()))
            std::abort();
    }
    return 0;
}
