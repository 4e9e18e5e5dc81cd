#include "bench/search/record_sampler.hpp"

#include <algorithm>

#include "bizrec/format/content.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/term_key.hpp"

namespace bizrec::bench {

void RecordSampler::add_words(const std::string& text, std::vector<std::string>& out) {
    text::analyse_record(generation_.rules().words, text, text_);
    for (const auto& word : text_.words) {
        const auto view = text_.view(word);
        if (word.kind == text::WordKind::plain && std::find(out.begin(), out.end(), view) == out.end()) {
            out.emplace_back(view);
        }
    }
}

void RecordSampler::draw() {
    name_words_.clear();
    label_words_.clear();
    all_words_.clear();
    row_.clear();
    (void)generation_.append_row_head(random_.below(generation_.documents()), row_);
    record_ = {};
    builder::RejectReason reason;
    if (row_.size() < format::row_content_offset ||
        !parser_.parse(std::string_view(row_).substr(format::row_content_offset), record_, reason)) {
        return;
    }
    add_words(record_.name, name_words_);
    label_words_ = name_words_;
    for (const auto& label : record_.labels) {
        add_words(label, label_words_);
    }
    all_words_ = label_words_;
    for (const auto& text : record_.texts) {
        add_words(text, all_words_);
    }
}

std::uint32_t RecordSampler::frequency(const std::string& word) {
    format::term_key(format::TermKind::word, word, key_);
    return generation_.term(key_).count;
}

}  // namespace bizrec::bench
