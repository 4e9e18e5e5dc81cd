#include "bizrec/store/visible_lists.hpp"

#include <algorithm>
#include <utility>

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
    if (count == 1) {  // most keys
        return is_hidden(generation, *docids);
    }
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

VisibleLists::~VisibleLists() {
    for (Bucket& chain : chains_) {
        for (const Made* made = chain.load(std::memory_order_relaxed); made != nullptr;) {
            delete std::exchange(made, made->next);
        }
    }
}

const VisibleList* VisibleLists::find(const Generation& generation, const std::uint32_t* docids, std::uint32_t count) {
    if (count <= short_list && !has_hidden(generation, docids, count)) {
        return nullptr;
    }
    // Lists are aligned to four bytes. The multiplication spreads their distances over the upper bits.
    const std::uint64_t place = reinterpret_cast<std::uintptr_t>(docids) / sizeof(std::uint32_t);
    Bucket& chain = chains_[place * 0x9E3779B97F4A7C15U >> (64 - bucket_bits)];
    if (const Made* const made = find(chain.load(std::memory_order_acquire), docids)) {
        return made->visible.get();
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    const Made* const first = chain.load(std::memory_order_relaxed);
    if (const Made* const made = find(first, docids)) {
        return made->visible.get();
    }
    auto list = has_hidden(generation, docids, count) ? visible(generation, docids, count) : nullptr;
    const Made* const made = new Made{docids, std::move(list), first};
    chain.store(made, std::memory_order_release);
    return made->visible.get();
}

}  // namespace bizrec::store
