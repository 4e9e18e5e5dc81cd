#pragma once

#include <cstdint>
#include <string_view>

#include "bizrec/format/impact.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

/// The data of one record for full-text search, as bytes: the lengths of its fields; its distinct words, each with its
/// number of occurrences per field; the keys of its whole names and labels; its names without spaces.
namespace bizrec::builder {

struct TermWord {
    std::string_view text;
    format::Occurrences occurrences;
    format::Whole whole =
        format::Whole::neither;  ///< the word alone is a whole name, label or city; the greatest value if it is several
    bool is_region = false;      ///< the document has the word only for its country or state
    /// the word is in the city's name; always true for Whole::city, never if is_region is true
    bool names_city = false;
};

/// Writes a term vector sequentially.
class TermVectorWriter {
public:
    /// `out` is cleared, and must outlive the writer.
    TermVectorWriter(TextBuffer& out, const format::FieldLengths& lengths, std::size_t words);
    void word(const TermWord& word);
    /// After the words come three lists of keys: those of names of two or more words, those of labels (both as
    /// text::whole_text_key()), and glued names and labels as term keys (format::is_glued()). begin_keys() begins each
    /// list. A list has each key once.
    void begin_keys(std::size_t keys) { append_varint(*out_, keys); }
    void key(std::string_view key) { append_short_text(*out_, key); }

private:
    TextBuffer* out_;
};

/// Reads a term vector in the order in which it was written. Throws BuildFailure for other bytes. Views point into
/// `bytes`.
class TermVectorReader {
public:
    explicit TermVectorReader(std::string_view bytes);

    const format::FieldLengths& lengths() const noexcept { return lengths_; }
    /// Returns false after the last word.
    bool next_word(TermWord& word);
    std::size_t begin_keys() { return static_cast<std::size_t>(reader_.varint()); }
    std::string_view key() { return reader_.short_text(); }

private:
    ByteReader reader_;
    format::FieldLengths lengths_{};
    std::uint64_t words_left_;
};

}  // namespace bizrec::builder
