#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/format/impact.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

/// What full-text search needs of one record, as bytes: lengths of its fields; its distinct words, each with how often
/// it stands in each field; the keys of its whole names and labels; its names without spaces.
namespace bizrec::builder {

struct TermWord {
    std::string_view text;
    format::Occurrences occurrences;
    format::Whole whole =
        format::Whole::neither;  ///< the word by itself is a whole name, label or city; of several the greatest
    bool is_region = false;      ///< the document has it as a word for its country or state alone
    bool names_city = false;     ///< it stands in the city's name; always so for Whole::city, never for a region's
};

/// Writes a term vector from first to last.
class TermVectorWriter {
public:
    /// `out` is cleared, and outlives the writer.
    TermVectorWriter(TextBuffer& out, const format::FieldLengths& lengths, std::size_t words);
    void word(const TermWord& word);
    /// Behind the words: the names of two words and more, then the labels, then the glued names: each a term key
    /// (format::is_glued()). Each key once.
    void begin_keys(std::size_t keys) { append_varint(*out_, keys); }
    void key(std::string_view key) { append_short_text(*out_, key); }

private:
    TextBuffer* out_;
};

/// Reads one back in the same order. Throws BuildFailure for other bytes. Views point into `bytes`.
class TermVectorReader {
public:
    explicit TermVectorReader(std::string_view bytes);

    const format::FieldLengths& lengths() const noexcept { return lengths_; }
    /// False behind the last word.
    bool next_word(TermWord& word);
    std::size_t begin_keys() { return static_cast<std::size_t>(reader_.varint()); }
    std::string_view key() { return reader_.short_text(); }

private:
    ByteReader reader_;
    format::FieldLengths lengths_{};
    std::uint64_t words_left_;
};

}  // namespace bizrec::builder
