#include "bizrec/enrich/portal.hpp"

#include "bizrec/identity/portal.hpp"

namespace bizrec::search {

void take_portal(const store::Generation& generation, identity::Identity& link) {
    format::KeyEntry entry;
    if (link.kind == identity::Kind::reject && generation.identities().find(link.host, entry)) {
        identity::read_portal(link);
    }
}

}  // namespace bizrec::search
