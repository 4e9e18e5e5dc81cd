#include "bizrec/postings/host_entry.hpp"

#include "bizrec/format/identity_entry.hpp"

namespace bizrec::search {

bool find_by_host(const store::Generation& generation, std::string_view domain, std::string_view host,
                  std::string& scratch, format::KeyEntry& entry, bool& same_host) {
    constexpr int max_labels = 4;
    const auto find = [&](std::string_view asked) {
        format::host_key(asked, scratch);
        return generation.identities().find(scratch, entry);
    };
    same_host = false;
    std::string_view above = host;
    for (int label = 0; label < max_labels && above.size() > domain.size(); ++label) {
        if (find(above)) {
            same_host = above.size() == host.size();
            return true;
        }
        above.remove_prefix(above.find('.') + 1);
    }
    return !generation.normaliser().is_below_name(host, domain) && find(domain);
}

}  // namespace bizrec::search
