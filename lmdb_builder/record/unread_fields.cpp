#include "lmdb_builder/record/unread_fields.hpp"

#include <algorithm>

#include "bizrec/base/utf8.hpp"

namespace bizrec::builder {
namespace {

std::string_view cut(std::string_view name) noexcept {
    return name.substr(0, utf8_cut(name, UnreadFields::name_bytes));
}

}  // namespace

UnreadFields::Field& UnreadFields::slot_of(std::string_view name) {
    if (next_ < fields_.size() && fields_[next_].name == name) {
        return fields_[next_++];
    }
    const auto found = slots_.find(name);
    if (found != slots_.end()) {
        next_ = found->second + 1;
        return fields_[found->second];
    }
    if (fields_.size() == 2 * name_limit) {
        forget_rare();
    }
    fields_.push_back({std::string(name)});
    slots_.emplace(fields_.back().name, fields_.size() - 1);
    next_ = fields_.size();
    return fields_.back();
}

void UnreadFields::add(std::string_view name, std::uint64_t records) {
    slot_of(cut(name)).records += records;
}

void UnreadFields::add_once(std::string_view name, std::uint64_t record) {
    Field& field = slot_of(cut(name));
    field.records += field.last != record ? 1 : 0;
    field.last = record;
}

void UnreadFields::add(const UnreadFields& others) {
    for (const Field& field : others.fields_) {
        add(field.name, field.records);
    }
    is_complete_ = is_complete_ && others.is_complete_;
}

std::vector<UnreadFields::Field> UnreadFields::by_count() const {
    std::vector<Field> sorted(fields_.begin(), fields_.end());
    std::sort(sorted.begin(), sorted.end(), [](const Field& a, const Field& b) {
        return a.records != b.records ? a.records > b.records : a.name < b.name;
    });
    sorted.resize(std::min(sorted.size(), name_limit));
    return sorted;
}

/// Drops the rarer half of the names. Dropping many at once makes it a rare step.
void UnreadFields::forget_rare() {
    const std::vector<Field> kept = by_count();
    slots_.clear();
    fields_.assign(kept.begin(), kept.end());
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        slots_.emplace(fields_[i].name, i);
    }
    is_complete_ = false;
}

}  // namespace bizrec::builder
