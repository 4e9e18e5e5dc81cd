#include "lmdb_builder/document/name_forms.hpp"

#include "bizrec/text/digraphs.hpp"

namespace bizrec::builder {

const std::vector<NameForm>& NameForms::forms(std::string_view name) {
    forms_.clear();
    if (text::contract_digraphs(name, text_)) {
        forms_.push_back({text_, false});
    }
    for (const bool rings_stay : {false, true}) {
        if (text::expand_digraphs(name, rings_stay, text_) && (forms_.empty() || forms_.back().text != text_)) {
            forms_.push_back({text_, true});
        }
    }
    for (const std::string& latin : latin_.spellings(name)) {
        forms_.push_back({latin, true});
    }
    return forms_;
}

}  // namespace bizrec::builder
