#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/document/latin_forms.hpp"

namespace bizrec::builder {

/// Another spelling in which people type a name.
struct NameForm {
    std::string text;
    bool is_whole = true;  ///< people also type it as a whole name, so it gets a key among the whole names
};

/// The other spellings of names, only for the index: umlauts and rings as two letters ("Mueller" for "Müller"), two
/// letters as one ("Muller" for "Mueller"; both digraphs.hpp), and Latin letters for other scripts (latin_forms.hpp).
/// Use one object per thread.
class NameForms {
public:
    /// Empty for most names. Valid until the next call.
    const std::vector<NameForm>& forms(std::string_view name);

private:
    LatinForms latin_;
    std::vector<NameForm> forms_;
    std::string text_;
};

}  // namespace bizrec::builder
