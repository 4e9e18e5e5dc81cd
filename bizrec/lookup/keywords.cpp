#include "bizrec/lookup/keywords.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/lookup/clause.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

void KeywordSets::ask(const std::vector<std::string>& texts) {
    keywords_.clear();
    hashes_.clear();
    lists_.clear();
    const auto by_tag = [](const format::KeyHash& a, const format::KeyHash& b) { return a.tag < b.tag; };
    const auto same_tag = [](const format::KeyHash& a, const format::KeyHash& b) { return a.tag == b.tag; };
    for (std::size_t i = 0; i < texts.size(); ++i) {
        context_.analyse(texts[i], analysed_);
        const auto first = static_cast<std::ptrdiff_t>(hashes_.size());
        for_each_used_word(analysed_, [&](std::string_view word) {
            format::term_key(format::TermKind::word, word, key_);
            hashes_.push_back(format::hash_key(key_));
        });
        std::sort(hashes_.begin() + first, hashes_.end(), by_tag);
        hashes_.erase(std::unique(hashes_.begin() + first, hashes_.end(), same_tag), hashes_.end());
        Keyword keyword;
        keyword.source = static_cast<std::uint32_t>(i);
        keyword.first = static_cast<std::uint32_t>(first);
        keyword.count = static_cast<std::uint32_t>(hashes_.size()) - keyword.first;
        if (keyword.count == 0 || is_repeated(keyword)) {
            hashes_.resize(keyword.first);
            continue;
        }
        keywords_.push_back(keyword);
        context_.budget().take(WorkKind::look_up, keyword.count * key_work);
        for (std::size_t word = keyword.first; word < hashes_.size(); ++word) {
            context_->prefetch_term(hashes_[word]);
        }
    }
}

bool KeywordSets::is_repeated(const Keyword& keyword) const {
    const format::KeyHash* words = hashes_.data() + keyword.first;
    return std::any_of(keywords_.begin(), keywords_.end(), [&](const Keyword& other) {
        return std::equal(words, words + keyword.count, hashes_.data() + other.first,
                          hashes_.data() + other.first + other.count,
                          [](const format::KeyHash& a, const format::KeyHash& b) { return a.tag == b.tag; });
    });
}

void KeywordSets::read() {
    for (const format::KeyHash& hash : hashes_) {
        lists_.push_back(context_->term(hash));
    }
    keywords_.erase(std::remove_if(keywords_.begin(), keywords_.end(),
                                   [this](const Keyword& keyword) { return min_documents(keyword) == 0; }),
                    keywords_.end());
}

std::uint32_t KeywordSets::min_documents(const Keyword& keyword) const noexcept {
    std::uint32_t fewest = UINT32_MAX;
    for (std::uint32_t i = 0; i < keyword.count; ++i) {
        fewest = std::min(fewest, lists_[keyword.first + i].count);
    }
    return fewest;
}

void KeywordSets::copy_lists(const Keyword& keyword, std::vector<format::TermLists>& out) const {
    const auto first = lists_.begin() + keyword.first;
    out.assign(first, first + keyword.count);
}

std::uint32_t KeywordSets::boost_evidence(const Keyword& keyword) const noexcept {
    std::uint64_t sixteenths = 0;
    for (std::uint32_t i = 0; i < keyword.count; ++i) {
        sixteenths += lists_[keyword.first + i].idf_sixteenths;
    }
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(sixteenths / 32, 1, format::max_evidence));
}

}  // namespace bizrec::search
