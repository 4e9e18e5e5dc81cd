#include "lmdb_builder/record/known_fields.hpp"

#include <simdjson.h>

#include <string>

#include "bizrec/format/record_json.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

/// The fields in a table with open addressing. Most look-ups end at the first slot.
class FieldTable {
public:
    FieldTable() noexcept {
        slots_.fill(free);
        for (std::size_t i = 0; i < field_count; ++i) {
            std::size_t at = home(all_field_names[i]);
            while (slots_[at] != free) {
                at = (at + 1) % slot_count;
            }
            slots_[at] = static_cast<std::uint8_t>(i);
        }
    }

    std::optional<Field> find(std::string_view name) const noexcept {
        if (name.empty()) {
            return std::nullopt;
        }
        for (std::size_t at = home(name); slots_[at] != free; at = (at + 1) % slot_count) {
            if (all_field_names[slots_[at]] == name) {
                return static_cast<Field>(slots_[at]);
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t slot_count = 1024;
    static constexpr std::uint8_t free = 0xFF;
    static_assert(field_count < free && field_count * 4 < slot_count);

    /// A hash of a non-empty name: its length and three of its characters.
    static std::size_t home(std::string_view name) noexcept {
        const auto at = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(name[i])}; };
        return (name.size() * 197 + at(0) * 31 + at(name.size() / 2) * 7 + at(name.size() - 1) * 113) % slot_count;
    }

    std::array<std::uint8_t, slot_count> slots_;
};

bool is_missing(simdjson::dom::element value) noexcept {
    if (value.is_null()) {
        return true;
    }
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS && text::is_blank(text);
}

}  // namespace

std::string_view field_name(Field field) noexcept {
    return all_field_names[static_cast<std::size_t>(field)];
}

std::optional<Field> find_field(std::string_view name) noexcept {
    static const FieldTable table;
    return table.find(name);
}

void KnownFields::count(std::array<std::uint64_t, field_count>& given) const noexcept {
    for (std::size_t slot = 0; slot < field_count; ++slot) {
        given[slot] += present_[slot] && !is_missing(values_[slot]) ? 1 : 0;
    }
}

bool KnownFields::collect(simdjson::dom::object record, RejectReason& reason) {
    present_.fill(false);
    unread_.clear();
    names_by_language_.clear();
    for (const auto& member : record) {
        const auto field = find_field(member.key);
        if (!field && format::is_name_in_a_language(member.key)) {
            names_by_language_.push_back({member.key, member.value});
            continue;
        }
        if (!field) {
            unread_.push_back(member.key);
            continue;
        }
        const auto slot = static_cast<std::size_t>(*field);
        if (present_[slot]) {
            reason = {std::string(member.key), "duplicate_field", "expected each known field once, got it twice"};
            return false;
        }
        present_[slot] = true;
        values_[slot] = member.value;
    }
    return true;
}

std::optional<GivenField> KnownFields::first_of(std::initializer_list<Field> candidates) const noexcept {
    for (const Field field : candidates) {
        const auto slot = static_cast<std::size_t>(field);
        if (present_[slot] && !is_missing(values_[slot])) {
            return GivenField{field, values_[slot]};
        }
    }
    return std::nullopt;
}

}  // namespace bizrec::builder
