#include "t/unit/support/small_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/index_writer.hpp"
#include "bizrec/text/analyser.hpp"
#include "t/unit/support/rules.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::search::testing {

namespace {

using format::Section;

void widen(place::Box& box, place::Position position) {
    if (!position.exists()) {
        return;
    }
    if (box.south > box.north) {
        box = {position.latitude, position.longitude, position.latitude, position.longitude};
        return;
    }
    box.south = std::min(box.south, position.latitude);
    box.north = std::max(box.north, position.latitude);
    box.west = std::min(box.west, position.longitude);
    box.east = std::max(box.east, position.longitude);
}

std::vector<place::Box> boxes_of(const std::vector<SmallDocument>& documents, std::size_t documents_per_box) {
    std::vector<place::Box> boxes((documents.size() + documents_per_box - 1) / documents_per_box);
    for (std::size_t docid = 0; docid < documents.size(); ++docid) {
        widen(boxes[docid / documents_per_box], documents[docid].position);
    }
    return boxes;
}

/// Writes the sections of an index in order. Remembers the first failure.
class Sections {
public:
    Sections(store::IndexWriter& writer, const std::vector<SmallDocument>& documents)
        : writer_(writer), documents_(documents) {}

    void content() {
        const format::ContentPhrases phrases;  // none: a section may have no phrases
        for (std::size_t first = 0; first < documents_.size(); first += format::documents_per_content_chunk) {
            format::ContentChunkBuilder chunk(phrases);
            const std::size_t end = std::min(first + format::documents_per_content_chunk, documents_.size());
            for (std::size_t docid = first; docid < end; ++docid) {
                chunk.add(numbered_uuid(docid), documents_[docid].json);
            }
            const std::string bytes = chunk.finish();
            append(Section::content, bytes.data(), bytes.size());
        }
    }

    template <class T, class Value>
    void column(Section section, Value value) {
        for (std::size_t first = 0; first < documents_.size(); first += format::documents_per_column_chunk) {
            std::vector<T> chunk;
            const std::size_t end = std::min(first + format::documents_per_column_chunk, documents_.size());
            for (std::size_t docid = first; docid < end; ++docid) {
                chunk.push_back(value(docid));
            }
            append(section, chunk.data(), chunk.size() * sizeof(T));
        }
    }

    void boxes(Section section, std::size_t documents_per_box) {
        const std::vector<place::Box> boxes = boxes_of(documents_, documents_per_box);
        append(section, boxes.data(), boxes.size() * sizeof(place::Box));
    }

    void ids_and_place_ids() {
        const auto count = static_cast<std::uint32_t>(documents_.size());
        for (const std::string& chunk :
             store::test::encode_place_ids(count, [this](std::uint32_t docid) { return documents_[docid].place_id; })) {
            append(Section::place_ids, chunk.data(), chunk.size());
        }
        const auto ids = store::test::encode_ids(count, numbered_uuid);
        append(Section::id_buckets, ids.data(), ids.size());
    }

    void terms(const store::test::TermMap& terms, const std::vector<std::string>& vocabulary) {
        const auto level = [this](std::uint32_t docid) {
            return static_cast<std::uint8_t>(format::quality_level(documents_[docid].quality));
        };
        const auto spelled = store::test::encode_spellings(vocabulary, store::test::documents_of(terms, vocabulary));
        const auto encoded = store::test::encode_terms(terms, store::test::rivals_of(vocabulary, spelled),
                                                       static_cast<std::uint32_t>(documents_.size()), level);
        for (const auto& chunk : encoded.postings) {
            append(Section::postings, chunk.data(), chunk.size());
        }
        for (const auto& chunk : encoded.terms) {
            append(Section::terms, chunk.data(), chunk.size());
        }
        for (const std::string& chunk : store::test::encode_vocabulary(vocabulary)) {
            append(Section::vocabulary, chunk.data(), chunk.size());
        }
        for (const std::string& chunk : spelled.spellings) {
            append(Section::spellings, chunk.data(), chunk.size());
        }
    }

    void glued_names(const std::vector<store::test::TestGluedName>& names) {
        const auto glued = store::test::encode_glued_names(names, static_cast<std::uint32_t>(documents_.size()));
        append(Section::glued_names, glued.names.data(), glued.names.size());
        append(Section::glued_spellings, glued.spellings.data(), glued.spellings.size());
    }

    void append(Section section, const void* bytes, std::size_t size) {
        if (status_) {
            status_ = writer_.append(section, bytes, size);
        }
    }

    Status status() const { return status_; }

private:
    store::IndexWriter& writer_;
    const std::vector<SmallDocument>& documents_;
    Status status_ = ok();
};

template <class Table>
void append_table(Sections& sections, Section section, const Table& table) {
    format::KeyPartitionBuilder partition;
    for (const auto& [key, entry] : table) {
        partition.add(format::hash_key(key), entry.numbers.data(), static_cast<std::uint32_t>(entry.numbers.size()),
                      entry.aux);
    }
    const std::vector<std::byte> bytes = partition.finish();
    sections.append(section, bytes.data(), bytes.size());
}

void append_columns(Sections& sections, const std::vector<SmallDocument>& documents) {
    sections.column<format::Uuid>(Section::uuid, numbered_uuid);
    sections.column<place::Position>(Section::position, [&](std::size_t docid) { return documents[docid].position; });
    sections.column<std::uint8_t>(Section::quality, [&](std::size_t docid) { return documents[docid].quality; });
    sections.column<std::uint32_t>(Section::num_stores, [&](std::size_t docid) { return documents[docid].num_stores; });
    sections.column<std::uint32_t>(Section::reviews, [&](std::size_t docid) { return documents[docid].reviews; });
    sections.column<float>(Section::rating, [&](std::size_t docid) { return documents[docid].rating; });
    sections.column<std::uint8_t>(Section::price_tier, [&](std::size_t docid) { return documents[docid].price_tier; });
    sections.column<std::uint8_t>(
        Section::ownership, [&](std::size_t docid) { return static_cast<std::uint8_t>(documents[docid].ownership); });
    sections.column<std::uint8_t>(Section::flags, [&](std::size_t docid) { return documents[docid].flags; });
    sections.column<std::int64_t>(Section::opened, [&](std::size_t docid) { return documents[docid].opened; });
    sections.column<std::int64_t>(Section::refreshed, [&](std::size_t docid) { return documents[docid].refreshed; });
    const auto has_year = [](const SmallDocument& document) { return document.founded_year != 0; };
    if (std::any_of(documents.begin(), documents.end(), has_year)) {
        sections.column<std::uint16_t>(Section::founded_year,
                                       [&](std::size_t docid) { return documents[docid].founded_year; });
    }
}

}  // namespace

format::Uuid numbered_uuid(std::size_t docid) {
    format::Uuid id{};
    for (std::size_t i = 0; i < 4; ++i) {
        id[15 - i] = static_cast<unsigned char>(docid >> (8 * i));
    }
    return id;
}

void SmallIndex::add_term(format::TermKind kind, std::string_view text, std::vector<format::TermPosting> postings) {
    std::string key;
    format::term_key(kind, text, key);
    terms_[key] = std::move(postings);
}

void SmallIndex::add_flat_term(format::TermKind kind, std::string_view text, const std::vector<std::uint32_t>& docids,
                               std::uint8_t impact) {
    std::vector<format::TermPosting> postings;
    for (const std::uint32_t docid : docids) {
        postings.push_back({docid, impact, 0});
    }
    add_term(kind, text, std::move(postings));
}

void SmallIndex::add_everything() {
    std::vector<std::uint32_t> docids(documents.size());
    std::iota(docids.begin(), docids.end(), 0U);
    add_flat_term(format::TermKind::everything, "", docids);
}

void SmallIndex::add_glued_name(std::string_view form, std::uint32_t docid, std::uint32_t count, bool is_name,
                                bool is_written) {
    store::test::TestGluedName name;
    name.key = is_written ? format::written_name_key(form) : format::glued_key(form);
    name.docid = docid;
    name.count = count;
    name.is_name = is_name;
    if (!is_written && count > 1 && format::is_spelled_name(form)) {
        name.spelled = form;
    }
    glued_names_.push_back(name);
}

void SmallIndex::set_vocabulary(std::vector<std::string> words) {
    vocabulary_ = std::move(words);
    std::sort(vocabulary_.begin(), vocabulary_.end());
}

void SmallIndex::add_documents(std::uint32_t count, std::uint8_t quality) {
    documents.insert(documents.end(), count, [quality] {
        SmallDocument document;
        document.quality = quality;
        return document;
    }());
}

void SmallIndex::add_list(std::string_view key, const std::vector<std::uint32_t>& docids, std::uint64_t flags) {
    std::vector<std::uint32_t> numbers = docids;
    if (docids.size() > format::best_documents) {
        std::vector<std::uint32_t> best = docids;
        std::stable_sort(best.begin(), best.end(), [this](std::uint32_t a, std::uint32_t b) {
            return documents[a].quality > documents[b].quality;
        });
        best.resize(ranks_all ? best.size() : format::best_documents);
        numbers.insert(numbers.end(), best.begin(), best.end());
    }
    add_raw(key, std::move(numbers), docids.size(), flags);
}

void SmallIndex::add_single(std::string_view key, std::uint32_t docid, std::string_view host, std::string_view path) {
    const bool has_host = !host.empty();
    add_raw(key, {docid}, has_host ? format::host_fingerprint(host) : 0,
            has_host ? format::page_fingerprint(host, path) : 0);
}

void SmallIndex::add_raw(std::string_view key, std::vector<std::uint32_t> numbers, std::uint64_t aux0,
                         std::uint64_t aux1) {
    identities_[std::string(key)] = {std::move(numbers), {aux0, aux1}};
}

void SmallIndex::add_place_raw(const std::string& key, std::vector<std::uint32_t> numbers) {
    places_[key] = {std::move(numbers), {0, 0}};
}

void SmallIndex::add_ranges(const std::string& key, const place::Ranges& ranges) {
    std::vector<std::uint32_t> numbers;
    for (const place::Range& range : ranges) {
        numbers.push_back(range.begin);
        numbers.push_back(range.end);
    }
    add_place_raw(key, std::move(numbers));
}

void SmallIndex::add_country(std::string_view alpha2, place::Range range) {
    std::string key;
    format::country_key(alpha2, key);
    add_ranges(key, {range});
}

void SmallIndex::add_country_name(std::string_view folded, std::string_view alpha2) {
    std::string key;
    format::country_name_key(folded, key);
    add_place_raw(key, {static_cast<std::uint32_t>(alpha2[0] << 8 | alpha2[1])});
}

void SmallIndex::add_state(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges) {
    std::string key;
    format::state_key(alpha2, folded, key);
    add_ranges(key, ranges);
}

void SmallIndex::add_city(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges) {
    std::string key;
    format::city_key(alpha2, folded, key);
    add_ranges(key, ranges);
}

void SmallIndex::add_postal_code(std::string_view alpha2, std::string_view folded, const place::Ranges& ranges) {
    std::string key;
    format::postal_code_key(alpha2, folded, key);
    add_ranges(key, ranges);
}

Status SmallIndex::write(const std::string& path) const {
    auto writer = store::IndexWriter::create(path);
    if (!writer) {
        return writer.error();
    }
    Sections sections(*writer.value(), documents);
    sections.content();
    append_columns(sections, documents);
    sections.ids_and_place_ids();
    sections.boxes(Section::boxes, format::documents_per_box);
    sections.boxes(Section::box_groups, format::documents_per_box * format::boxes_per_group);
    append_table(sections, Section::identities, identities_);
    append_table(sections, Section::places, places_);
    sections.terms(terms_, vocabulary_);
    sections.glued_names(glued_names_);
    const std::string rules = format::write_rules(rules_with("com\nco.uk\n"));
    sections.append(Section::rules, rules.data(), rules.size());
    if (Status status = sections.status(); !status) {
        return status;
    }
    format::Meta meta;
    meta.identity_rules = identity::identity_rules_version();
    meta.analyser = text::analyser_version();
    meta.terms = terms_.size();
    meta.vocabulary_words = vocabulary_.size();
    meta.documents = documents.size();
    meta.identity_keys = identities_.size();
    const auto seal = writer.value()->finish(meta);
    return seal ? ok() : Status(seal.error());
}

std::shared_ptr<const store::Generation> SmallIndex::open() const {
    const TempDir folder;  // the mapping outlives the folder
    const std::string path = folder.path("index");
    if (const Status status = write(path); !status) {
        ADD_FAILURE() << status.error().message;
        return nullptr;
    }
    auto generation = store::Generation::open(path, store::Generation::Check::hash);
    if (!generation) {
        ADD_FAILURE() << generation.error().message;
        return nullptr;
    }
    return generation.value();
}

}  // namespace bizrec::search::testing
