#include "bizrec/lookup/key_owners.hpp"

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/postings/host_entry.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// The slots of this many keys are prefetched ahead of the key that is read. More would evict each other from the
/// cache.
constexpr std::size_t keys_ahead = 16;

/// Whether an entry of several documents is shared by unrelated businesses.
bool is_shared(const format::KeyEntry& entry) noexcept {
    return (entry.aux[1] & format::entry_flag::shared) != 0;
}

}  // namespace

void KeyOwners::ask(const std::vector<RootDomain>& domains) {
    domains_ = &domains;
    hashes_.clear();
    lists_.clear();
    for (const RootDomain& domain : domains) {
        hashes_.push_back(format::hash_key(domain.key));
        if (hashes_.size() <= keys_ahead) {
            context_->identities().prefetch(hashes_.back());
        }
    }
}

void KeyOwners::read() {
    whole_key_ = nullptr;
    for (std::size_t i = 0; i < hashes_.size() && context_.budget().take(WorkKind::look_up, key_work); ++i) {
        if (i + keys_ahead < hashes_.size()) {
            context_->identities().prefetch(hashes_[i + keys_ahead]);
        }
        read_domain(i);
    }
}

void KeyOwners::read_domain(std::size_t index) {
    const RootDomain& domain = (*domains_)[index];
    if (whole_key_ != nullptr && *whole_key_ == domain.key) {
        return;  // another page of the same domain: ten thousand pages must not read its records ten thousand times
    }
    format::KeyEntry entry;
    if (!context_->identities().find(hashes_[index], entry)) {
        return;
    }
    const bool is_single = entry.length == 1;
    if (!domain.page_alone && (is_single || !is_shared(entry))) {
        whole_key_ = &domain.key;
    } else if (is_single ? entry.aux[1] != format::hash_key(domain.page).tag : !find_part(domain, entry)) {
        return;
    }
    const Postings list = decode_postings(entry);
    if (!list.empty()) {
        lists_.push_back(list);
    }
}

bool KeyOwners::find_part(const RootDomain& domain, format::KeyEntry& entry) {
    if (domain.page.empty()) {
        return false;
    }
    std::string_view host = std::string_view(domain.page).substr(format::page_key_host_at);
    host = host.substr(0, host.find('/'));
    bool same_host = false;
    return (!domain.page_alone && (entry.aux[1] & format::entry_flag::by_host) != 0 &&
            find_by_host(*context_, domain.key, host, scratch_, entry, same_host)) ||
           context_->identities().find(domain.page, entry);
}

std::uint64_t KeyOwners::documents() const noexcept {
    std::uint64_t sum = 0;
    for (const Postings& list : lists_) {
        sum += list.count;
    }
    return sum;
}

void KeyOwners::copy_ranges(std::uint32_t documents, place::Ranges& out) const {
    out.clear();
    const std::uint64_t all = this->documents();
    if (!context_.budget().take(WorkKind::places, all * bit_length(all))) {
        return;
    }
    for (const Postings& list : lists_) {
        for (const std::uint32_t docid : list) {
            if (docid < documents) {  // the file may be hostile
                out.push_back({docid, docid + 1});
            }
        }
    }
    place::normalise(out);
}

}  // namespace bizrec::search
