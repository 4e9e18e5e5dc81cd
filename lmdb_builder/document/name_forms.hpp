#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/document/latin_forms.hpp"

namespace bizrec::builder {

/// A name in another way in which people type it.
struct NameForm {
    std::string text;
    bool is_whole = true;  ///< is typed as a whole, too: has a key among the whole names
};

/// The other forms of names, for the index alone: umlauts and rings as two letters and two letters as one
/// (digraphs.hpp), and Latin letters for other scripts (latin_forms.hpp). One object a thread.
class NameForms {
public:
    /// None for most names. Valid until the next call.
    const std::vector<NameForm>& of(std::string_view name);

private:
    LatinForms latin_;
    std::vector<NameForm> forms_;
    std::string text_;
};

}  // namespace bizrec::builder
