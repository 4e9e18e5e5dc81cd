#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/record/fields.hpp"

namespace bizrec::builder {

/// One record as it is written: fields that the builder knows, and whatever else the source holds. No name stands
/// twice.
class RecordLine {
public:
    /// `source`: the format's name. It stands before the names of values that must not be read as fields of the record:
    /// "alltheplaces:state".
    void begin(std::string_view source);

    bool has(std::string_view name) const noexcept;
    bool has(Field field) const noexcept { return has(field_name(field)); }

    /// A field of the record; does nothing where it is given already, or `text` is "". `raw`: valid minified JSON.
    void add_text(std::string_view name, std::string_view text);
    void add_raw(std::string_view name, std::string_view raw);
    void add_text(Field field, std::string_view text) { add_text(field_name(field), text); }
    void add_raw(Field field, std::string_view raw) { add_raw(field_name(field), raw); }

    /// A value that the record only keeps, under its own name, or behind the source's where its own is one that the
    /// builder reads or that stands already.
    void keep(std::string_view name, std::string_view raw);

    /// The record as a whole, as it came: minified JSON of an object.
    void set_whole(std::string_view raw) { whole_ = raw; }

    /// A field that the builder refuses is kept behind the source's name. False: there is no such field.
    bool set_aside(std::string_view name);

    /// Appends the record as JSON, without a line break.
    void append_to(std::string& out) const;

private:
    struct Member {
        std::string name;
        std::string raw;
    };
    Member& next_member(std::string_view name);
    std::string free_name(std::string_view name) const;

    std::string source_;
    std::string whole_;
    std::vector<Member> members_;  // more than count_: their memory is used again
    std::size_t count_ = 0;
};

/// Strings of a list, each once, in their order.
class TextList {
public:
    void add(std::string_view text);
    bool empty() const noexcept { return texts_.empty(); }
    /// As a JSON array.
    std::string json() const;

private:
    std::vector<std::string> texts_;
};

}  // namespace bizrec::builder
