#include "bizrec/store/visible_lists.hpp"

#include <algorithm>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::store {
namespace {

/// Checking up to this many docids costs no more than a look-up in lists_.
constexpr std::uint32_t short_list = 64;

/// Whether enrichment must not see the document. A hostile file may have docids that are out of range.
bool is_hidden(const Generation& generation, std::uint32_t docid) noexcept {
    return docid < generation.documents() && generation.suppression()->hides_from_enrichment(docid);
}

bool has_hidden(const Generation& generation, const std::uint32_t* docids, std::uint32_t count) noexcept {
    return std::any_of(docids, docids + count, [&](std::uint32_t docid) { return is_hidden(generation, docid); });
}

std::unique_ptr<const VisibleList> visible(const Generation& generation, const std::uint32_t* docids,
                                           std::uint32_t count) {
    auto list = std::make_unique<VisibleList>();
    std::copy_if(docids, docids + count, std::back_inserter(list->docids),
                 [&](std::uint32_t docid) { return !is_hidden(generation, docid); });
    if (list->docids.size() > format::best_documents) {
        list->best = list->docids;
        const auto quality = [&](std::uint32_t docid) {
            return docid < generation.documents() ? generation.quality[docid] : std::uint8_t{0};
        };
        std::stable_sort(list->best.begin(), list->best.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return quality(a) > quality(b); });
    }
    return list;
}

}  // namespace

const VisibleList* VisibleLists::of(const Generation& generation, const std::uint32_t* docids, std::uint32_t count) {
    if (count <= short_list && !has_hidden(generation, docids, count)) {
        return nullptr;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = lists_.find(docids);
    if (found != lists_.end()) {
        return found->second.get();
    }
    auto list = has_hidden(generation, docids, count) ? visible(generation, docids, count) : nullptr;
    return (lists_[docids] = std::move(list)).get();
}

}  // namespace bizrec::store
