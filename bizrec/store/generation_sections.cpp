#include "bizrec/store/generation_sections.hpp"

#include <algorithm>

#include "bizrec/format/id_table.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/text/analyser.hpp"

/// Checks the chunks and opens the arrays in them. All sizes are computed from `meta.documents`, which is bounded
/// first, so that no product here can overflow 64 bits.
namespace bizrec::store {
namespace {

using format::Section;

constexpr std::uint64_t max_documents = 0xFFFFFFFEU;

constexpr std::uint64_t ceiling(std::uint64_t number, std::uint64_t unit) noexcept {
    return (number + unit - 1) / unit;
}

std::string versus(std::uint64_t is, const char* unit, std::uint64_t expected) {
    return std::to_string(is) + unit + ", expected " + std::to_string(expected);
}

/// Number of chunks of a section in an index of `documents` documents, for sections with has_expected_chunks().
std::uint64_t expected_chunks(Section section, std::uint64_t documents) noexcept {
    switch (section) {
        case Section::content:
            return ceiling(documents, format::documents_per_content_chunk);
        case Section::id_buckets:
        case Section::boxes:
        case Section::box_groups:
        case Section::rules:
        case Section::meta:
            return 1;
        default:
            return ceiling(documents, format::documents_per_column_chunk);
    }
}

bool has_expected_chunks(Section section) noexcept {
    switch (section) {
        case Section::dictionary:
        case Section::identities:
        case Section::places:
        case Section::terms:
        case Section::postings:
        case Section::vocabulary:
        case Section::spellings:
        case Section::glued_names:
        case Section::glued_spellings:
            return false;
        default:
            return true;
    }
}

std::vector<format::BucketTable::Chunk> bucket_chunks(const std::vector<Generation::Chunk>& chunks) {
    std::vector<format::BucketTable::Chunk> out;
    out.reserve(chunks.size());
    for (const Generation::Chunk& chunk : chunks) {
        out.push_back({chunk.bytes, chunk.size});
    }
    return out;
}

std::string_view text_of(const Generation::Chunk& chunk) noexcept {
    const std::string_view padded(reinterpret_cast<const char*>(chunk.bytes), chunk.size);
    return padded.substr(0, padded.find('\0'));
}

}  // namespace

Status GenerationSections::open() {
    using Step = Status (GenerationSections::*)();
    for (const Step step :
         {&GenerationSections::read_meta, &GenerationSections::check_meta, &GenerationSections::check_chunk_counts,
          &GenerationSections::open_dictionary, &GenerationSections::open_columns, &GenerationSections::open_boxes,
          &GenerationSections::open_tables, &GenerationSections::open_text, &GenerationSections::open_spellings,
          &GenerationSections::open_glued_names, &GenerationSections::open_rules}) {
        if (auto status = (this->*step)(); !status) {
            return status;
        }
    }
    return ok();
}

Status GenerationSections::read_meta() {
    const auto& chunks = generation_->chunks(Section::meta);
    if (chunks.size() != 1) {
        return damaged(Section::meta, versus(chunks.size(), " chunks", 1));
    }
    auto meta = format::read_meta(text_of(chunks[0]));
    if (!meta) {
        return damaged(meta.error().message);
    }
    generation_->meta_ = std::move(meta).value();
    return ok();
}

Status GenerationSections::check_meta() {
    const format::Meta& meta = generation_->meta_;
    if (meta.version != generation_->seal_.format_version) {
        return damaged(Section::meta, "format " + versus(meta.version, "", generation_->seal_.format_version));
    }
    if (meta.documents > max_documents) {
        return damaged(Section::meta, std::to_string(meta.documents) + " documents, at most " +
                                          std::to_string(max_documents) + " are possible");
    }
    if (auto status = check_version("code that reads links", meta.identity_rules,
                                    {identity::oldest_identity_rules_version(), identity::identity_rules_version()});
        !status) {
        return status;
    }
    return check_version("code that cuts words", meta.analyser, {text::analyser_version(), text::analyser_version()});
}

/// Refuses an index if its keys were made by code that differs too much from the code of this program. Otherwise
/// look-ups would find nothing, without an error. The date of the rules does not matter, because the index contains
/// them.
Status GenerationSections::check_version(const char* of, std::uint32_t built, ReadVersions read) const {
    if (built >= read.oldest && built <= read.ours) {
        return ok();
    }
    const char* cure = built > read.ours ? "upgrade this program, or rebuild the index with its own lmdb_builder build"
                                         : "rebuild it with lmdb_builder build";
    return version_error(path_, "was built by version " + std::to_string(built) + " of the " + of +
                                    ", this program has version " + std::to_string(read.ours) + ": " + cure);
}

Status GenerationSections::check_chunk_counts() {
    const format::Meta& meta = generation_->meta_;
    for (std::size_t i = 1; i < format::section_count; ++i) {
        const auto section = static_cast<Section>(i);
        const auto& chunks = generation_->chunks(section);
        if (chunks.size() != meta.section(section).chunks) {
            return damaged(section, versus(chunks.size(), " chunks", meta.section(section).chunks));
        }
        std::uint64_t bytes = 0;
        for (const auto& chunk : chunks) {
            bytes += chunk.size;
        }
        if (bytes != meta.section(section).bytes) {
            return damaged(section, versus(bytes, " bytes", meta.section(section).bytes));
        }
        const std::uint64_t expected = expected_chunks(section, meta.documents);
        const bool is_absent = chunks.empty() && format::is_optional_section(section);
        if (has_expected_chunks(section) && !is_absent && chunks.size() != expected) {
            return damaged(section, versus(chunks.size(), " chunks", expected));
        }
    }
    return ok();
}

Status GenerationSections::check_size(Section section, std::size_t chunk, std::uint64_t bytes) {
    const std::uint64_t expected = std::max<std::uint64_t>(bytes, format::min_chunk_bytes);
    const std::uint64_t size = generation_->chunks(section)[chunk].size;
    if (size != expected) {
        return damaged(section, "chunk " + std::to_string(chunk) + ": " + versus(size, " bytes", expected));
    }
    return ok();
}

Status GenerationSections::open_dictionary() {
    const auto& chunks = generation_->chunks(Section::dictionary);
    if (chunks.empty()) {
        return ok();
    }
    if (chunks.size() > 1) {
        return damaged(Section::dictionary, std::to_string(chunks.size()) + " chunks, expected at most 1");
    }
    if (!format::ContentDictionary::open(chunks[0].bytes, chunks[0].size, generation_->dictionary_)) {
        return damaged(Section::dictionary, "more phrases than its " + std::to_string(chunks[0].size) + " bytes hold");
    }
    return ok();
}

template <class T>
Status GenerationSections::open_column(Section section, Column<T>& column) {
    const auto& chunks = generation_->chunks(section);
    std::vector<const T*> addresses;
    addresses.reserve(chunks.size());
    std::uint64_t left = generation_->meta_.documents;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const auto elements = std::min<std::uint64_t>(left, format::documents_per_column_chunk);
        if (auto status = check_size(section, i, elements * sizeof(T)); !status) {
            return status;
        }
        addresses.push_back(reinterpret_cast<const T*>(chunks[i].bytes));
        left -= elements;
    }
    column = Column<T>(std::move(addresses));
    return ok();
}

Status GenerationSections::open_columns() {
    Generation& g = *generation_;
    Status status = open_column(Section::uuid, g.uuid);
    if (status) {
        status = open_column(Section::position, g.position);
    }
    format::for_each_column(
        [&](auto row, auto& column) { status = status ? open_column(row.section, column) : status; }, g);
    return status;
}

Status GenerationSections::open_box_section(Section section, std::uint32_t count, const place::Box*& out) {
    if (count == 0) {
        return ok();
    }
    if (auto status = check_size(section, 0, std::uint64_t{count} * sizeof(place::Box)); !status) {
        return status;
    }
    out = reinterpret_cast<const place::Box*>(generation_->chunks(section)[0].bytes);
    return ok();
}

Status GenerationSections::open_boxes() {
    Generation& g = *generation_;
    if (auto status = open_box_section(Section::boxes, g.box_count(), g.boxes_); !status) {
        return status;
    }
    return open_box_section(Section::box_groups, g.box_group_count(), g.box_groups_);
}

Status GenerationSections::open_table(Section section, format::KeyTable& table) {
    std::vector<format::KeyTable::Partition> partitions;
    for (const auto& chunk : generation_->chunks(section)) {
        partitions.push_back({chunk.bytes, chunk.size});
    }
    auto opened = format::KeyTable::open(std::move(partitions), format::section_name(section));
    if (!opened) {
        return damaged(opened.error().message);
    }
    table = std::move(opened).value();
    return ok();
}

Status GenerationSections::open_tables() {
    if (auto status = open_table(Section::identities, generation_->identities_); !status) {
        return status;
    }
    if (auto status = open_table(Section::places, generation_->places_); !status) {
        return status;
    }
    generation_->places_.make_filter();
    return open_table(Section::terms, generation_->terms_);
}

Status GenerationSections::open_text() {
    Generation& g = *generation_;
    const std::uint64_t documents = g.meta_.documents;
    const std::uint64_t numbers = format::id_bucket_count(documents) + 1 + documents;
    if (auto status = check_size(Section::id_buckets, 0, numbers * sizeof(std::uint32_t)); !status) {
        return status;
    }
    for (const auto& chunk : g.chunks(Section::postings)) {
        g.posting_chunks_.push_back({chunk.bytes, chunk.size});
    }
    std::vector<format::Vocabulary::Chunk> words;
    for (const auto& chunk : g.chunks(Section::vocabulary)) {
        words.push_back({chunk.bytes, chunk.size});
    }
    auto vocabulary = format::Vocabulary::open(words);
    if (!vocabulary) {
        return damaged(vocabulary.error().message);
    }
    g.vocabulary_ = std::move(vocabulary).value();
    if (g.vocabulary_.size() != g.meta_.vocabulary_words) {
        return damaged(Section::vocabulary, versus(g.vocabulary_.size(), " words", g.meta_.vocabulary_words));
    }
    return ok();
}

Status GenerationSections::open_spellings() {
    return open_spelling_table(Section::spellings, generation_->vocabulary_.size(), generation_->spellings_);
}

Status GenerationSections::open_glued_names() {
    Generation& g = *generation_;
    const auto chunks = bucket_chunks(g.chunks(Section::glued_names));
    if (!chunks.empty()) {
        auto names = format::GluedNames::open(chunks, g.documents());
        if (!names) {
            return damaged(names.error().message);
        }
        g.glued_names_ = std::move(names).value();
    }
    return open_spelling_table(Section::glued_spellings, g.glued_names_.size(), g.glued_spellings_);
}

/// Leaves `table` empty if the section has no chunks.
Status GenerationSections::open_spelling_table(Section section, std::uint32_t words, format::SpellingTable& table) {
    const auto chunks = bucket_chunks(generation_->chunks(section));
    if (chunks.empty()) {
        return ok();
    }
    auto opened = format::SpellingTable::open(chunks, words, format::section_name(section));
    if (!opened) {
        return damaged(opened.error().message);
    }
    table = std::move(opened).value();
    return ok();
}

Status GenerationSections::open_rules() {
    auto rules = format::read_rules(text_of(generation_->chunks(Section::rules)[0]), generation_->meta_.version);
    if (!rules) {
        return damaged(Section::rules, rules.error().message);
    }
    generation_->rules_ = std::move(rules).value();
    generation_->rules_.categories.keep_labels([this](std::string_view glued) {
        bool is_label = false;  // the table has only hashes: another label may be taken for it once in a while
        generation_->glued_names().find(format::glued_key(glued),
                                        [&](const format::GluedName& name) { is_label = is_label || !name.is_name; });
        return is_label;
    });
    return ok();
}

Error GenerationSections::damaged(const std::string& what) const {
    return damaged_index(path_, what);
}

Error GenerationSections::damaged(format::Section section, const std::string& what) const {
    return damaged_index(path_, section, what);
}

Error damaged_index(const std::string& path, const std::string& what) {
    return file_error(path, "is damaged: " + what + "; rebuild it with lmdb_builder build");
}

Error damaged_index(const std::string& path, format::Section section, const std::string& what) {
    return damaged_index(path, "section " + std::string(format::section_name(section)) + ", " + what);
}

}  // namespace bizrec::store
