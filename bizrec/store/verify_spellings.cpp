#include "bizrec/store/verify.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/spelling_table_builder.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/store/verify_tables.hpp"

/// Makes spellings and rivals again from the vocabulary with the builder's own code. The result must equal the bytes in
/// the file. Glued names cannot be checked like this, because the index does not hold their texts.
namespace bizrec::store {
namespace {

using format::Section;

constexpr std::uint64_t memory_of_keys = 256U << 20;

bool is_chunk(const Generation::Chunk& chunk, std::string_view right) noexcept {
    return right.size() <= chunk.size && std::memcmp(chunk.bytes, right.data(), right.size()) == 0 &&
           zeros_from(chunk, right.size());
}

std::vector<std::uint32_t> documents_of_words(const Generation& g) {
    std::vector<std::uint32_t> documents;
    std::string key;
    for (std::uint32_t word = 0; word < g.vocabulary().size(); ++word) {
        format::term_key(format::TermKind::word, g.vocabulary().word(word), key);
        documents.push_back(g.term(key).count);
    }
    return documents;
}

/// Checks the rival byte of each word of the vocabulary. No other key of the section `terms` may have one. The index
/// does not hold the texts of other keys, so this compares the number of slots with a rival byte with the number of
/// words that need one.
Status verify_rivals(const Generation& g, const std::vector<std::uint8_t>& rivals) {
    std::string key;
    for (std::uint32_t word = 0; word < g.vocabulary().size(); ++word) {
        format::term_key(format::TermKind::word, g.vocabulary().word(word), key);
        if (g.term(key).rival != rivals[word]) {
            return section_error(Section::terms, "word " + std::string(g.vocabulary().word(word)) +
                                                     ": its rival byte is not what its neighbours are worth");
        }
    }
    std::size_t slots = 0;
    for (const format::KeyPartitionView& view : g.terms().partitions()) {
        slots += static_cast<std::size_t>(std::count_if(
            view.slots, view.slots + view.slot_count,
            [](const format::KeySlot& slot) { return slot.tag != 0 && format::rival_of(slot.aux[1]) != 0; }));
    }
    const auto words = std::count_if(rivals.begin(), rivals.end(), [](std::uint8_t rival) { return rival != 0; });
    return slots == static_cast<std::size_t>(words)
               ? ok()
               : section_error(Section::terms, "has rival bytes of keys that are no words of the vocabulary");
}

bool has_sections(const Generation& g) noexcept {
    return g.meta().version >= format::first_version_with_spellings;
}

}  // namespace

Status verify_spellings(const Generation& g) {
    if (!has_sections(g)) {
        return ok();
    }
    const std::vector<std::uint32_t> documents = documents_of_words(g);
    format::SpelledWords words;
    words.words = &g.vocabulary();
    words.documents = documents.data();
    words.numbers_below = g.vocabulary().size();
    words.with_sounds = true;
    format::SpellingTableBuilder builder(words, 1, memory_of_keys);
    const auto& chunks = g.chunks(Section::spellings);
    std::size_t number = 0;
    while (builder.next_round()) {
        builder.collect(0, 0, g.vocabulary().size());
        for (std::uint32_t i = 0; i < builder.round_size(); ++i, ++number) {
            if (number == chunks.size()) {
                return section_error(Section::spellings, "does not have all keys");
            }
            if (!is_chunk(chunks[number], builder.encode(0, i))) {
                return chunk_error(Section::spellings, number, "is not what the words of the vocabulary give");
            }
        }
    }
    if (number != chunks.size()) {
        return section_error(Section::spellings, "has more chunks than its words need");
    }
    return verify_rivals(g, builder.rivals());
}

Status verify_glued_names(const Generation& g) {
    if (!has_sections(g)) {
        return ok();
    }
    const std::uint8_t most = format::count_byte(g.documents());
    const auto is_name = [&](std::uint64_t value) {
        const auto docid = value >> (format::GluedValue::count_bits + format::GluedValue::flag_bits);
        return docid < g.documents() && static_cast<std::uint8_t>(value >> format::GluedValue::flag_bits) <= most;
    };
    if (auto status = verify_buckets(g, Section::glued_names, format::GluedValue::bits(g.documents()), is_name);
        !status) {
        return status;
    }
    const format::GluedNames& names = g.glued_names();
    const auto is_number = [&](std::uint64_t value) {
        return value < names.size() && names.name(static_cast<std::uint32_t>(value)).log_count > 0;
    };
    return verify_buckets(g, Section::glued_spellings, format::bits_below(names.size()), is_number);
}

}  // namespace bizrec::store
