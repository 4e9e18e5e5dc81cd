#include "lmdb_builder/import/record_line.hpp"

#include <algorithm>

#include "bizrec/base/json_text.hpp"

namespace bizrec::builder {

void RecordLine::begin(std::string_view source) {
    source_ = source;
    whole_.clear();
    count_ = 0;
}

bool RecordLine::has(std::string_view name) const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
        if (members_[i].name == name) {
            return true;
        }
    }
    return false;
}

RecordLine::Member& RecordLine::next_member(std::string_view name) {
    if (count_ == members_.size()) {
        members_.emplace_back();
    }
    Member& member = members_[count_++];
    member.name = name;
    member.raw.clear();
    return member;
}

void RecordLine::add_text(std::string_view name, std::string_view text) {
    if (!text.empty() && !has(name)) {
        append_json_string(next_member(name).raw, text);
    }
}

void RecordLine::add_raw(std::string_view name, std::string_view raw) {
    if (!has(name)) {
        next_member(name).raw = raw;
    }
}

/// A name with the source's prefix that no member has: "alltheplaces:state", then "alltheplaces:state 2", …
std::string RecordLine::free_name(std::string_view name) const {
    const std::string aside = source_ + ":" + std::string(name);
    std::string free = aside;
    for (int copy = 2; has(free); ++copy) {
        free = aside + " " + std::to_string(copy);
    }
    return free;
}

void RecordLine::keep(std::string_view name, std::string_view raw) {
    const bool taken = find_field(name).has_value() || has(name);
    next_member(taken ? std::string_view(free_name(name)) : name).raw = raw;
}

bool RecordLine::set_aside(std::string_view name) {
    for (std::size_t i = 0; i < count_; ++i) {
        if (members_[i].name == name) {
            members_[i].name = free_name(name);
            return true;
        }
    }
    return false;
}

void RecordLine::append_to(std::string& out) const {
    if (!whole_.empty()) {
        out += whole_;
        return;
    }
    char before = '{';
    for (std::size_t i = 0; i < count_; ++i) {
        out += before;
        before = ',';
        append_json_string(out, members_[i].name);
        out += ':';
        out += members_[i].raw;
    }
    out += count_ == 0 ? "{}" : "}";
}

void TextList::add(std::string_view text) {
    if (!text.empty() && std::find(texts_.begin(), texts_.end(), text) == texts_.end()) {
        texts_.emplace_back(text);
    }
}

std::string TextList::json() const {
    std::string out = "[";
    for (const std::string& text : texts_) {
        out += out.size() > 1 ? "," : "";
        append_json_string(out, text);
    }
    return out + "]";
}

}  // namespace bizrec::builder
