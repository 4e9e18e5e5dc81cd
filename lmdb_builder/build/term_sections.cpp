#include "lmdb_builder/build/term_sections.hpp"

#include "bizrec/format/impact.hpp"
#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/build/byte_codec.hpp"
#include "lmdb_builder/build/key_section.hpp"

namespace bizrec::builder {
namespace {

using format::TermKind;

bool is_flat(TermKind kind) noexcept {
    return kind == TermKind::label || kind == TermKind::whole_name;
}

}  // namespace

TermSections::TermSections(store::IndexWriter& writer, const std::string& temp_folder, std::uint64_t memory_bytes,
                           std::uint32_t documents)
    : writer_(&writer),
      slots_(temp_folder, {memory_bytes / 2, ExternalSorter::default_fan_in}),
      pairs_(temp_folder, memory_bytes / 2, documents),
      vocabulary_chunks_(temp_folder) {}

void TermSections::write(TermInverter::Cursor terms, const std::vector<std::uint8_t>& quality_levels,
                         format::Meta& meta) {
    add_everything(quality_levels);
    while (terms.next()) {
        add_term(terms, quality_levels);
    }
    add_pairs(quality_levels);
    flush_postings();
    flush_vocabulary();
    write_terms();
    vocabulary_chunks_.write(*writer_, format::Section::vocabulary);
    meta.terms = slots_.count();
    meta.vocabulary_words = vocabulary_words_;
}

void TermSections::add_everything(const std::vector<std::uint8_t>& quality_levels) {
    const auto documents = static_cast<std::uint32_t>(quality_levels.size());
    postings_.clear();
    postings_.reserve(documents);
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        postings_.push_back({docid, 1, quality_levels[docid]});
    }
    format::term_key(TermKind::everything, {}, key_);
    format::encode_term(postings_, format::idf_sixteenths(documents, documents), documents, encoded_);
    add_encoded(key_);
}

void TermSections::add_term(const TermInverter::Cursor& term, const std::vector<std::uint8_t>& quality_levels) {
    const auto documents = static_cast<std::uint32_t>(quality_levels.size());
    const std::uint16_t idf = format::idf_sixteenths(documents, term.postings().size());
    const bool flat = is_flat(term.kind());
    postings_.clear();
    for (const RawPosting& posting : term.postings()) {
        const std::uint8_t impact = flat ? 1 : format::impact(posting.saturation, idf, posting.whole);
        postings_.push_back({posting.docid, impact, quality_levels[posting.docid]});
    }
    format::encode_term(postings_, idf, documents, encoded_);
    add_encoded(term.key());
    if (term.kind() == TermKind::word && format::may_be_paired(postings_.size(), documents)) {
        pairs_.add(term.text(), postings_);
    }
    if (term.kind() == TermKind::word && format::belongs_to_vocabulary(term.text())) {
        add_to_vocabulary(term.text());
    }
}

void TermSections::add_pairs(const std::vector<std::uint8_t>& quality_levels) {
    pairs_.for_each(quality_levels,
                    [this](std::string_view a, std::string_view b, const std::vector<format::PairPosting>& postings) {
                        format::encode_pair(postings, encoded_);
                        format::pair_key(a, b, key_);
                        add_encoded(key_);
                    });
}

void TermSections::add_encoded(std::string_view key) {
    if (!encoded_.lists.empty()) {
        if (chunk_.size() >= chunk_bytes) {
            flush_postings();
        }
        encoded_.place(chunks_, chunk_.size());
        chunk_.insert(chunk_.end(), encoded_.lists.begin(), encoded_.lists.end());
        chunk_.resize((chunk_.size() + format::value_alignment - 1) / format::value_alignment *
                      format::value_alignment);
    }
    const format::KeyHash hash = format::hash_key(key);
    std::string sort_key;
    append_big_endian(sort_key, hash.position);
    append_big_endian(sort_key, hash.tag);
    payload_.clear();
    append_raw(payload_, encoded_.aux[0]);
    append_raw(payload_, encoded_.aux[1]);
    for (const std::uint32_t number : encoded_.numbers) {
        append_raw(payload_, number);
    }
    slots_.add(sort_key, payload_);
}

void TermSections::flush_postings() {
    if (!chunk_.empty()) {
        must(writer_->append(format::Section::postings, chunk_.data(), chunk_.size()));
        ++chunks_;
        chunk_.clear();
    }
}

void TermSections::write_terms() {
    slots_.finish();
    KeySectionWriter section(*writer_, format::Section::terms, slots_.count());
    std::vector<std::uint32_t> numbers;
    for (ExternalSorter::Cursor cursor = slots_.read(); cursor.next();) {
        format::KeyHash hash;
        hash.position = read_big_endian<std::uint64_t>(cursor.key());
        hash.tag = read_big_endian<std::uint64_t>(cursor.key().substr(sizeof hash.position));
        ByteReader reader(cursor.payload());
        const std::uint64_t aux[2] = {reader.raw<std::uint64_t>(), reader.raw<std::uint64_t>()};
        numbers.clear();
        while (!reader.at_end()) {
            numbers.push_back(reader.raw<std::uint32_t>());
        }
        section.add(hash, numbers.data(), static_cast<std::uint32_t>(numbers.size()), aux);
    }
    section.finish();
}

void TermSections::add_to_vocabulary(std::string_view word) {
    if (vocabulary_.count() == format::words_per_chunk) {
        flush_vocabulary();
    }
    vocabulary_.add(word);
    ++vocabulary_words_;
}

void TermSections::flush_vocabulary() {
    if (vocabulary_.count() > 0) {
        vocabulary_chunks_.add(vocabulary_.finish());
    }
}

}  // namespace bizrec::builder
