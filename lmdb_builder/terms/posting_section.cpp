#include "lmdb_builder/terms/posting_section.hpp"

#include "bizrec/format/layout.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/sections/key_section.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

namespace {

constexpr std::uint32_t no_vocable = UINT32_MAX;

}  // namespace

PostingSection::PostingSection(store::IndexWriter& writer, const std::string& temp_folder, std::uint64_t memory_bytes)
    : writer_(&writer), slots_(temp_folder, {memory_bytes, ExternalSorter::default_fan_in}) {}

void PostingSection::add(const EncodedTerms& terms) {
    const std::byte* list = terms.lists().data();
    const std::uint32_t* numbers = terms.numbers().data();
    for (EncodedTerms::Term term : terms.terms()) {
        if (term.list_bytes > 0) {
            if (chunk_.size() >= chunk_bytes) {
                flush();
            }
            format::EncodedTerm placed;
            placed.place(chunks_, chunk_.size());
            term.aux[1] = placed.aux[1];
            chunk_.insert(chunk_.end(), list, list + term.list_bytes);
            list += term.list_bytes;
        }
        add_slot(term, numbers);
        numbers += term.numbers;
    }
}

void PostingSection::add_slot(const EncodedTerms::Term& term, const std::uint32_t* numbers) {
    key_.clear();
    append_big_endian(key_, term.hash.position);
    append_big_endian(key_, term.hash.tag);
    payload_.clear();
    append_raw(payload_, term.aux[0]);
    append_raw(payload_, term.aux[1]);
    append_raw(payload_, term.is_vocable ? vocables_++ : no_vocable);
    payload_.append(reinterpret_cast<const char*>(numbers), term.numbers * sizeof(std::uint32_t));
    slots_.add(key_, payload_);
}

void PostingSection::flush() {
    if (!chunk_.empty()) {
        must(writer_->append(format::Section::postings, chunk_.data(), chunk_.size()));
        ++chunks_;
        chunk_.clear();
    }
}

void PostingSection::finish(Workers& workers, const std::vector<std::uint8_t>& rivals) {
    flush();
    chunk_ = {};
    slots_.finish();
    std::vector<std::uint32_t> numbers;
    ExternalSorter::Cursor cursor = slots_.read();
    write_key_section(workers, *writer_, format::Section::terms, slots_.count(), [&](SectionKey& key) {
        if (!cursor.next()) {
            return false;
        }
        key.hash.position = read_big_endian<std::uint64_t>(cursor.key());
        key.hash.tag = read_big_endian<std::uint64_t>(cursor.key().substr(sizeof key.hash.position));
        ByteReader reader(cursor.payload());
        key.aux[0] = reader.raw<std::uint64_t>();
        key.aux[1] = reader.raw<std::uint64_t>();
        if (const auto vocable = reader.raw<std::uint32_t>(); vocable != no_vocable) {
            key.aux[1] = format::with_rival(key.aux[1], rivals[vocable]);
        }
        numbers.resize(reader.rest().size() / sizeof(std::uint32_t));
        reader.copy(numbers.data(), numbers.size() * sizeof(std::uint32_t));
        key.values = numbers.data();
        key.length = static_cast<std::uint32_t>(numbers.size());
        return true;
    });
}

}  // namespace bizrec::builder
