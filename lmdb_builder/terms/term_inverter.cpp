#include "lmdb_builder/terms/term_inverter.hpp"

#include <algorithm>
#include <utility>

#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terms/posting_bytes.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t min_memory = 256U << 10;
constexpr std::uint64_t max_memory = 3ULL << 30;  // ByteChains and StringTable count in 32 bits

// Number of words by which prefetching runs ahead of a look-up: each step needs the memory that the previous step read.
constexpr std::size_t slots_ahead = 24, entries_ahead = 16, texts_ahead = 8;

}  // namespace

TermInverter::TermInverter(Workers& workers, const std::string& temp_folder, std::uint64_t memory_bytes)
    : workers_(&workers),
      memory_bytes_(std::clamp(memory_bytes / 2, min_memory, max_memory)),
      sorter_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in, workers.count()}) {}

void TermInverter::add(const TermBatch& batch) {
    add_words(batch.words());
    add_keys(batch.whole_names(), whole_names_, name_lists_);
    add_keys(batch.labels(), labels_, label_lists_);
    add_glued(batch.glued());
    if (memory() >= memory_bytes_) {
        spill();
    }
}

void TermInverter::add_words(const std::vector<TermBatch::Word>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        prefetch(words, i);
        const StringTable::Added added = words_.add(words[i].text, words[i].hash);
        if (added.is_new) {
            word_lists_.emplace_back();
        }
        WordLists& lists = word_lists_[added.id];
        append(lists.any, words[i].any);
        append(lists.names, words[i].names);
    }
}

void TermInverter::prefetch(const std::vector<TermBatch::Word>& words, std::size_t at) const noexcept {
    if (at + slots_ahead < words.size()) {
        words_.prefetch(words[at + slots_ahead].hash);
    }
    if (at + entries_ahead < words.size()) {
        const std::uint32_t id = words_.candidate(words[at + entries_ahead].hash);
        if (id != StringTable::none) {
            words_.prefetch_entry(id);
            __builtin_prefetch(&word_lists_[id], 1);
        }
    }
    if (at + texts_ahead < words.size()) {
        const std::uint32_t id = words_.candidate(words[at + texts_ahead].hash);
        if (id != StringTable::none) {
            words_.prefetch_text(id);
            chains_.prefetch(word_lists_[id].any.bytes);
        }
    }
}

void TermInverter::add_keys(const std::vector<TermBatch::Key>& keys, StringTable& table, std::vector<List>& lists) {
    for (const TermBatch::Key& key : keys) {
        const StringTable::Added added = table.add(key.text, key.hash);
        if (added.is_new) {
            lists.emplace_back();
        }
        append(lists[added.id], key.list);
    }
}

void TermInverter::add_glued(const std::vector<TermBatch::Glued>& glued) {
    for (std::size_t i = 0; i < glued.size(); ++i) {
        if (i + slots_ahead < glued.size()) {
            glued_.prefetch(glued[i + slots_ahead].hash);
        }
        const StringTable::Added added = glued_.add(glued[i].key, glued[i].hash);
        if (added.is_new) {
            glued_counts_.push_back({glued[i].first, 0});
        }
        glued_counts_[added.id].count += glued[i].count;
    }
}

void TermInverter::append(List& list, const TermBatch::List& more) {
    if (more.count == 0) {
        return;
    }
    char head[varint_size];
    chains_.append(list.bytes, head, write_varint(head, posting_head(more.first.docid - list.last, more.first)));
    chains_.append(list.bytes, more.bytes.data(), more.bytes.size());
    list.last = more.last;
    list.count += more.count;
    postings_ += more.count;
}

std::uint64_t TermInverter::memory() const noexcept {
    return chains_.memory() + words_.memory() + whole_names_.memory() + labels_.memory() + glued_.memory() +
           word_lists_.capacity() * sizeof(WordLists) +
           (name_lists_.capacity() + label_lists_.capacity()) * sizeof(List) + glued_counts_.capacity() * sizeof(Glued);
}

// Passes a term's list to the sorter. The payload begins with the list's last docid, so that the sorter puts the lists
// of one term in the order of their documents.
void TermInverter::spill_list(Spiller& spiller, format::TermKind kind, std::string_view text, const List& list) {
    if (list.count == 0) {
        return;
    }
    format::term_key(kind, text, spiller.key);
    spiller.payload.clear();
    append_big_endian(spiller.payload, list.last);
    append_raw(spiller.payload, list.count);
    chains_.read(list.bytes, spiller.payload);
    sorter_.add(spiller.lane, spiller.key, spiller.payload);
}

/// Passes a name without spaces to the sorter: the number of its documents, and a list of only the first one.
void TermInverter::spill_glued(Spiller& spiller, std::uint32_t id) {
    spiller.payload.clear();
    append_big_endian(spiller.payload, glued_counts_[id].first);
    append_raw(spiller.payload, glued_counts_[id].count);
    append_raw(spiller.payload, glued_counts_[id].first);
    sorter_.add(spiller.lane, glued_[id], spiller.payload);
}

void TermInverter::spill_part(unsigned lane) {
    Spiller spiller{lane, {}, {}};
    for (std::uint32_t id = lane; id < words_.size(); id += workers_->count()) {
        spill_list(spiller, format::TermKind::word, words_[id], word_lists_[id].any);
        spill_list(spiller, format::TermKind::name_word, words_[id], word_lists_[id].names);
    }
    for (std::uint32_t id = lane; id < whole_names_.size(); id += workers_->count()) {
        spill_list(spiller, format::TermKind::whole_name, whole_names_[id], name_lists_[id]);
    }
    for (std::uint32_t id = lane; id < labels_.size(); id += workers_->count()) {
        spill_list(spiller, format::TermKind::label, labels_[id], label_lists_[id]);
    }
    for (std::uint32_t id = lane; id < glued_.size(); id += workers_->count()) {
        spill_glued(spiller, id);
    }
}

void TermInverter::spill() {
    workers_->for_each(workers_->count(), [this](std::size_t part) { spill_part(static_cast<unsigned>(part)); });
    for (StringTable* table : {&words_, &whole_names_, &labels_, &glued_}) {
        table->clear();
    }
    word_lists_ = {};
    name_lists_ = {};
    label_lists_ = {};
    glued_counts_ = {};
    chains_.clear();
    ++spills_;
}

void TermInverter::finish() {
    spill();
    sorter_.finish(*workers_);
}

TermInverter::Cursor::Cursor(ExternalSorter::Cursor cursor) : cursor_(std::move(cursor)), more_(cursor_.next()) {}

bool TermInverter::Cursor::next(std::string& lists) {
    if (!more_) {
        return false;
    }
    key_.assign(cursor_.key());
    postings_ = 0;
    for (; more_ && cursor_.key() == key_; more_ = cursor_.next()) {
        ByteReader reader(cursor_.payload());
        reader.raw<std::uint32_t>();
        postings_ += reader.raw<std::uint32_t>();
        append_text(lists, reader.rest());
    }
    return true;
}

}  // namespace bizrec::builder
