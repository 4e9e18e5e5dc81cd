#include "lmdb_builder/terms/term_batch.hpp"

#include <algorithm>
#include <array>

#include "lmdb_builder/terms/posting_bytes.hpp"

namespace bizrec::builder {
namespace {

// Number of hash slots that a table keeps for the next batch, because batches have similar sizes.
constexpr std::size_t kept_slots = 1U << 15;
constexpr auto name_field = static_cast<std::size_t>(format::TextField::name);

/// Computes the saturation (format/impact.hpp) of each word of a document. Most words occur once, in one field or in
/// the street. Their saturation depends only on the field, so it is computed once per document and field.
class Saturations {
public:
    Saturations(const format::FieldLengths& lengths, const format::TextStatistics& statistics)
        : lengths_(&lengths), statistics_(&statistics) {}

    std::uint16_t number_of(const format::Occurrences& occurrences) {
        std::size_t field = format::text_field_count;
        unsigned sum = 0;
        for (std::size_t i = 0; i < format::text_field_count; ++i) {
            sum += occurrences.count[i];
            field = occurrences.count[i] != 0 ? i : field;
        }
        if (sum + occurrences.street != 1 || occurrences.other_names != 0) {
            return format::saturation(occurrences, *lengths_, *statistics_);
        }
        if (once_[field] == 0) {
            once_[field] = format::saturation(occurrences, *lengths_, *statistics_);
        }
        return once_[field];
    }

private:
    const format::FieldLengths* lengths_;
    const format::TextStatistics* statistics_;
    std::array<std::uint16_t, format::text_field_count + 1> once_{};  // the last element: only in the street
};

/// Appends postings to a growing list.
class ListWriter {
public:
    ListWriter(TermBatch::List& list, TextBuffer& bytes, bool with_saturation)
        : list_(&list), bytes_(&bytes), with_saturation_(with_saturation) {}

    void add(const RawPosting& posting) {
        char* const at = bytes_->room(varint_size + sizeof posting.saturation);
        std::size_t size = 0;
        if (list_->count++ == 0) {
            list_->first = posting;
        } else {
            size = write_varint(at, posting_head(posting.docid - list_->last, posting));
        }
        if (with_saturation_) {
            store_unaligned(at + size, posting.saturation);
            size += sizeof posting.saturation;
        }
        bytes_->wrote(size);
        list_->last = posting.docid;
    }

private:
    TermBatch::List* list_;
    TextBuffer* bytes_;
    bool with_saturation_;
};

}  // namespace

void TermBatch::add(std::uint32_t docid, std::string_view terms, const format::TextStatistics& statistics) {
    TermVectorReader reader(terms);
    Saturations saturations(reader.lengths(), statistics);
    for (TermWord word; reader.next_word(word);) {
        Token token;
        token.docid = docid;
        token.word = table_.add(word.text).id;
        token.saturation = saturations.number_of(word.occurrences);
        token.whole = word.whole;
        token.is_region = word.is_region;
        token.names_city = word.names_city;
        const std::uint16_t in_names = word.occurrences.count[name_field];
        if (in_names != 0 || word.occurrences.other_names != 0) {
            format::Occurrences names;
            names.count[name_field] = in_names;
            names.other_names = word.occurrences.other_names;
            token.name_saturation = saturations.number_of(names);
        }
        tokens_.push_back(token);
    }
    add_keys(reader, docid, whole_names_);
    add_keys(reader, docid, labels_);
    add_glued(reader, docid);
}

void TermBatch::add_glued(TermVectorReader& reader, std::uint32_t docid) {
    for (std::size_t left = reader.begin_keys(); left > 0; --left) {
        const std::string_view key = reader.key();
        const std::uint64_t hash = StringTable::hash(key);
        const StringTable::Added added = glued_table_.add(key, hash);
        if (added.is_new) {
            glued_.push_back({{}, hash, docid, 0});
        }
        ++glued_[added.id].count;
    }
}

void TermBatch::add_keys(TermVectorReader& reader, std::uint32_t docid, Keys& keys) {
    for (std::size_t left = reader.begin_keys(); left > 0; --left) {
        keys.tokens.push_back({docid, keys.table.add(reader.key()).id});
    }
}

/// Fills sorted_ with the tokens in the order of their words; the docids of a word stay ascending. Sets ends_.
void TermBatch::sort_tokens() {
    ends_.assign(std::size_t{table_.size()} + 1, 0);
    for (const Token& token : tokens_) {
        ++ends_[token.word + 1];
    }
    for (std::size_t i = 1; i < ends_.size(); ++i) {
        ends_[i] += ends_[i - 1];
    }
    sorted_.resize(tokens_.size());
    for (const Token& token : tokens_) {
        sorted_[ends_[token.word]++] = token;
    }
}

void TermBatch::finish_words() {
    sort_tokens();
    places_.clear();
    words_.assign(table_.size(), {});
    std::size_t at = 0;
    for (std::uint32_t id = 0; id < table_.size(); ++id) {
        const std::size_t begin = at;
        const std::size_t end = ends_[id];
        Word& word = words_[id];
        word.hash = table_.hash_of(id);
        const std::size_t any = bytes_.size();
        ListWriter in_any(word.any, bytes_, true);
        for (at = begin; at < end; ++at) {
            const Token& token = sorted_[at];
            in_any.add({token.docid, token.saturation, token.whole, token.is_region, token.names_city});
        }
        const std::size_t names = bytes_.size();
        ListWriter in_names(word.names, bytes_, true);
        for (std::size_t i = begin; i < end; ++i) {
            const Token& token = sorted_[i];
            if (token.name_saturation != 0) {
                const bool is_name = token.whole == format::Whole::name;
                in_names.add({token.docid, token.name_saturation, is_name ? token.whole : format::Whole::neither});
            }
        }
        places_.push_back({any, names});
        places_.push_back({names, bytes_.size()});
    }
    const std::string_view bytes = bytes_.text();
    for (std::uint32_t id = 0; id < table_.size(); ++id) {
        Word& word = words_[id];
        word.text = table_[id];
        const Place any = places_[2 * std::size_t{id}];
        const Place names = places_[2 * std::size_t{id} + 1];
        word.any.bytes = bytes.substr(any.begin, any.end - any.begin);
        word.names.bytes = bytes.substr(names.begin, names.end - names.begin);
    }
}

void TermBatch::finish_keys(Keys& keys) {
    std::stable_sort(keys.tokens.begin(), keys.tokens.end(),
                     [](const KeyToken& a, const KeyToken& b) { return a.key < b.key; });
    keys.keys.assign(keys.table.size(), {});
    keys.bytes.clear();
    places_.clear();
    std::size_t at = 0;
    for (std::uint32_t id = 0; id < keys.table.size(); ++id) {
        const std::size_t begin = keys.bytes.size();
        ListWriter list(keys.keys[id].list, keys.bytes, false);
        for (; at < keys.tokens.size() && keys.tokens[at].key == id; ++at) {
            list.add({keys.tokens[at].docid, 0, format::Whole::neither});
        }
        places_.push_back({begin, keys.bytes.size()});
    }
    const std::string_view bytes = keys.bytes.text();
    for (std::uint32_t id = 0; id < keys.table.size(); ++id) {
        Key& key = keys.keys[id];
        key.text = keys.table[id];
        key.hash = keys.table.hash_of(id);
        key.list.bytes = bytes.substr(places_[id].begin, places_[id].end - places_[id].begin);
    }
}

void TermBatch::finish() {
    finish_words();
    finish_keys(whole_names_);
    finish_keys(labels_);
    for (std::uint32_t id = 0; id < glued_.size(); ++id) {
        glued_[id].key = glued_table_[id];
    }
}

void TermBatch::clear() {
    table_.clear(kept_slots);
    tokens_.clear();
    words_.clear();
    bytes_.clear();
    glued_table_.clear(kept_slots);
    glued_.clear();
    for (Keys* keys : {&whole_names_, &labels_}) {
        keys->table.clear(kept_slots);
        keys->tokens.clear();
        keys->keys.clear();
    }
}

}  // namespace bizrec::builder
