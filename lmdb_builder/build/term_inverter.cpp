#include "lmdb_builder/build/term_inverter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lmdb_builder/build/byte_codec.hpp"

namespace bizrec::builder {
namespace {

constexpr unsigned whole_bits = 2;
constexpr std::uint64_t least_memory = 256U << 10;
constexpr std::uint64_t most_memory = 3ULL << 30;  // ByteChains and StringTable count in 32 bits
constexpr auto name_field = static_cast<std::size_t>(format::TextField::name);

bool has_saturation(format::TermKind kind) noexcept {
    return kind == format::TermKind::word || kind == format::TermKind::name_word;
}

format::Occurrences names_alone(const format::Occurrences& occurrences) noexcept {
    format::Occurrences names;
    names.count[name_field] = occurrences.count[name_field];
    return names;
}

/// What TermInverter::spill_list() wrote: the postings of one term between two spills.
void decode_list(std::string_view payload, bool with_saturation, std::vector<RawPosting>& out) {
    std::uint32_t docid = read_big_endian<std::uint32_t>(payload);
    ByteReader reader(payload.substr(sizeof docid));
    while (!reader.at_end()) {
        RawPosting posting;
        const std::uint64_t head = reader.varint();
        docid += static_cast<std::uint32_t>(head >> whole_bits);
        posting.docid = docid;
        posting.whole = static_cast<format::Whole>(head & ((1U << whole_bits) - 1U));
        if (with_saturation) {
            posting.saturation = reader.raw<std::uint16_t>();
        }
        out.push_back(posting);
    }
}

}  // namespace

TermInverter::TermInverter(const std::string& temp_folder, std::uint64_t memory_bytes,
                           const format::TextStatistics& statistics)
    : memory_bytes_(std::clamp(memory_bytes / 2, least_memory, most_memory)),
      statistics_(statistics),
      sorter_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}) {}

void TermInverter::add(std::uint32_t docid, std::string_view terms) {
    TermVectorReader reader(terms);
    words_of_document_.clear();
    for (DocumentWord word; reader.next_word(word.word);) {
        word.hash = StringTable::hash(word.word.text);
        words_.prefetch(word.hash);
        words_of_document_.push_back(word);
    }
    for (const DocumentWord& word : words_of_document_) {
        add_word(word, reader.lengths(), docid);
    }
    for (std::size_t left = reader.begin_keys(); left > 0; --left) {
        add_whole(whole_names_, name_lists_, reader.key(), docid);
    }
    for (std::size_t left = reader.begin_keys(); left > 0; --left) {
        add_whole(labels_, label_lists_, reader.key(), docid);
    }
    if (memory() >= memory_bytes_) {
        spill();
    }
}

void TermInverter::add_word(const DocumentWord& word, const format::FieldLengths& lengths, std::uint32_t docid) {
    const StringTable::Added added = words_.add(word.word.text, word.hash);
    if (added.is_new) {
        word_lists_.emplace_back();
    }
    WordLists& lists = word_lists_[added.id];
    const format::Occurrences& occurrences = word.word.occurrences;
    append(lists.any, {docid, format::saturation(occurrences, lengths, statistics_), word.word.whole}, true);
    if (occurrences.count[name_field] != 0) {
        const bool is_name = word.word.whole == format::Whole::name;
        append(lists.names,
               {docid, format::saturation(names_alone(occurrences), lengths, statistics_),
                is_name ? format::Whole::name : format::Whole::neither},
               true);
    }
}

void TermInverter::add_whole(StringTable& table, std::vector<List>& lists, std::string_view key, std::uint32_t docid) {
    const StringTable::Added added = table.add(key);
    if (added.is_new) {
        lists.emplace_back();
    }
    append(lists[added.id], {docid, 0, format::Whole::neither}, false);
}

void TermInverter::append(List& list, const RawPosting& posting, bool with_saturation) {
    if (list.bytes.size == 0) {
        list.first = list.last = posting.docid;
    }
    unsigned char bytes[8];
    std::size_t size = 0;
    std::uint64_t head = std::uint64_t{posting.docid - list.last} << whole_bits | static_cast<unsigned>(posting.whole);
    for (; head >= 0x80U; head >>= 7) {
        bytes[size++] = static_cast<unsigned char>(head | 0x80U);
    }
    bytes[size++] = static_cast<unsigned char>(head);
    if (with_saturation) {
        std::memcpy(bytes + size, &posting.saturation, sizeof posting.saturation);
        size += sizeof posting.saturation;
    }
    chains_.append(list.bytes, bytes, size);
    list.last = posting.docid;
}

std::uint64_t TermInverter::memory() const noexcept {
    return chains_.memory() + words_.memory() + whole_names_.memory() + labels_.memory() +
           word_lists_.capacity() * sizeof(WordLists) +
           (name_lists_.capacity() + label_lists_.capacity()) * sizeof(List);
}

// Of one term's payloads the sorter puts the one with the smaller first docid first.
void TermInverter::spill_list(format::TermKind kind, std::string_view text, const List& list) {
    if (list.bytes.size == 0) {
        return;
    }
    format::term_key(kind, text, key_);
    payload_.clear();
    append_big_endian(payload_, list.first);
    chains_.read(list.bytes, payload_);
    sorter_.add(key_, payload_);
}

void TermInverter::spill() {
    for (std::uint32_t id = 0; id < words_.size(); ++id) {
        spill_list(format::TermKind::word, words_[id], word_lists_[id].any);
        spill_list(format::TermKind::name_word, words_[id], word_lists_[id].names);
    }
    for (std::uint32_t id = 0; id < whole_names_.size(); ++id) {
        spill_list(format::TermKind::whole_name, whole_names_[id], name_lists_[id]);
    }
    for (std::uint32_t id = 0; id < labels_.size(); ++id) {
        spill_list(format::TermKind::label, labels_[id], label_lists_[id]);
    }
    for (StringTable* table : {&words_, &whole_names_, &labels_}) {
        table->clear();
    }
    word_lists_ = {};
    name_lists_ = {};
    label_lists_ = {};
    chains_.clear();
    ++spills_;
}

void TermInverter::finish() {
    spill();
    sorter_.finish();
}

TermInverter::Cursor::Cursor(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)), more_(cursor_.next()) {}

bool TermInverter::Cursor::next() {
    if (!more_) {
        return false;
    }
    key_.assign(cursor_.key());
    postings_.clear();
    for (; more_ && cursor_.key() == key_; more_ = cursor_.next()) {
        decode_list(cursor_.payload(), has_saturation(kind()), postings_);
    }
    return true;
}

}  // namespace bizrec::builder
