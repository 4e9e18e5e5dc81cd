#include "lmdb_builder/document/known_links.hpp"

#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

const std::string& KnownLinks::key_of(const ProfileLink& link) {
    const bool is_long = link.platform.size() + link.value.size() > max_kept;
    Known& known = is_long ? long_ : known_[StringTable::hash(link.value) & (slots - 1)];
    if (is_long || known.link.value != link.value || known.link.platform != link.platform) {
        read(link, known);
    }
    return known.key;
}

void KnownLinks::read(const ProfileLink& link, Known& known) {
    known.link = link;
    normaliser_->labelled_profile(link.platform, link.value, identity_);
    known.key = identity_.names_business() && identity_.kind != identity::Kind::domain ? identity_.key : std::string();
}

}  // namespace bizrec::builder
