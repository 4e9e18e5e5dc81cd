#include "bizrec/lookup/tags.hpp"

#include <algorithm>

#include "bizrec/format/term_key.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

namespace {

/// A tag outweighs an equally rare word of store_name (factor 4), which outweighs a word of `query` (factor 1).
constexpr std::uint32_t tag_factor = 16;

std::uint32_t tag_evidence(const format::TermLists& lists) noexcept {
    return tag_factor * std::clamp<std::uint32_t>(lists.idf_sixteenths / 16U, 1U, 255U);
}

}  // namespace

void TagLists::ask(const std::vector<std::string>& texts) {
    tags_.clear();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        context_.analyse(texts[i], analysed_);
        if (text::whole_text_key(context_->rules().words, analysed_, 0, analysed_.words.size(), label_) == 0) {
            continue;
        }
        format::term_key(format::TermKind::label, label_, key_);
        const format::KeyHash hash = format::hash_key(key_);
        if (std::none_of(tags_.begin(), tags_.end(), [&](const Tag& other) { return other.hash.tag == hash.tag; })) {
            context_.budget().take(WorkKind::look_up, key_work);
            context_->prefetch_term(hash);
            tags_.push_back({static_cast<std::uint32_t>(i), hash, {}, 0});
        }
    }
}

void TagLists::read() {
    for (Tag& tag : tags_) {
        tag.lists = context_->term(tag.hash);
        tag.evidence = tag_evidence(tag.lists);
    }
    tags_.erase(std::remove_if(tags_.begin(), tags_.end(), [](const Tag& tag) { return tag.lists.count == 0; }),
                tags_.end());
}

void TagLists::add_lists(std::vector<FlatList>& to) const {
    for (const Tag& tag : tags_) {
        to.push_back({tag.lists, tag.evidence});
    }
}

}  // namespace bizrec::search
