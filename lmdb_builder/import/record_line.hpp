#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/record/fields.hpp"

namespace bizrec::builder {

/// One record as it is written: fields that the builder knows, and all other values of the source. No name occurs
/// twice.
class RecordLine {
public:
    /// Begins an empty record. `source`: the format's name. It prefixes the names of values that must not be read as
    /// fields of the record: "alltheplaces:state".
    void begin(std::string_view source);

    bool has(std::string_view name) const noexcept;
    bool has(Field field) const noexcept { return has(field_name(field)); }

    /// Adds a field of the record. Does nothing if the field has a value already, or if `text` is "". `raw`: valid
    /// minified JSON.
    void add_text(std::string_view name, std::string_view text);
    void add_raw(std::string_view name, std::string_view raw);
    void add_text(Field field, std::string_view text) { add_text(field_name(field), text); }
    void add_raw(Field field, std::string_view raw) { add_raw(field_name(field), raw); }

    /// Keeps a value under its own name. If the builder would read that name, or if the record has a member of that
    /// name, the source's name is put before it.
    void keep(std::string_view name, std::string_view raw);

    /// Sets the whole record: minified JSON of an object, which is written unchanged.
    void set_whole(std::string_view raw) { whole_ = raw; }

    /// Puts the source's name before the name of a field that the builder refuses, so that the value is kept. Returns
    /// false if the record has no such field.
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
    std::vector<Member> members_;  // may be larger than count_, so that memory is reused
    std::size_t count_ = 0;
};

/// The strings of a list, without duplicates, in their order.
class TextList {
public:
    void add(std::string_view text);
    bool empty() const noexcept { return texts_.empty(); }
    /// The list as a JSON array.
    std::string json() const;

private:
    std::vector<std::string> texts_;
};

}  // namespace bizrec::builder
