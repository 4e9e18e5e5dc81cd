#include "lmdb_builder/deletion/record_matcher.hpp"

#include <simdjson.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/deletion/identifier_hash.hpp"
#include "lmdb_builder/deletion/identifier_text.hpp"

namespace bizrec::builder {
namespace {

using Member = NormalisingRules::Member;
using Identifier = NormalisingRules::Identifier;
constexpr std::size_t max_spaced_address = 254;  // bytes; no valid e-mail address is longer

std::string_view text_in(simdjson::dom::element value) {
    return value.is_string() ? value.get_string().value_unsafe() : std::string_view();
}

/// The text; for a whole number its digits, which are stored in `digits`; "" for any other value.
std::string_view text_or_digits_in(simdjson::dom::element value, std::string& digits) {
    std::uint64_t number = 0;
    if (value.is_string() || value.get(number) != simdjson::SUCCESS) {
        return text_in(value);
    }
    digits = std::to_string(number);
    return digits;
}

}  // namespace

DeletionTables::DeletionTables(const DeletionStore& of)
    : store(of),
      email(of.entries_of(HashType::email)),
      phone(of.entries_of(HashType::phone)),
      ndz(of.entries_of(HashType::ndz)) {}

struct RecordMatcher::Walk {
    Walk(const DeletionTables& of, NormalisingRules rules) : tables(of), hasher(std::move(rules)) {}

    void run(simdjson::dom::element root) {
        const simdjson::dom::object members = root.get_object().value_unsafe();
        record_zip = zip_of(members);
        for (const auto& member : members) {
            const std::size_t size = enter(member.key);
            keys.push_back(member.key);
            const bool holds_objects = member.value.is_array() || member.value.is_object();
            if (holds_objects && hasher.rules().is(Member::people, member.key)) {
                visit_people(member.value);
            } else {
                visit(member.value);
            }
            leave(size);
        }
    }

    /// Looks for listed people and identifiers in the value of a member such as `staffs`. If the value is an array,
    /// every finding in one of its objects points to the whole object, so that the object is removed with all its
    /// values.
    void visit_people(simdjson::dom::element people) {
        if (people.is_object()) {
            try_person(people.get_object().value_unsafe());
            return visit(people);
        }
        std::size_t position = 0;
        const simdjson::dom::array elements = people.get_array().value_unsafe();
        for (const simdjson::dom::element element : elements) {
            const std::size_t size = enter(std::to_string(position++));
            if (element.is_object()) {
                const std::size_t before = found.size();
                try_person(element.get_object().value_unsafe());
                visit(element);
                for (std::size_t i = before; i < found.size(); ++i) {
                    found[i].pointer = pointer;
                }
            } else {
                visit(element);
            }
            pointer.resize(size);
        }
    }

    void visit(simdjson::dom::element value) {
        if (value.is_object()) {
            const simdjson::dom::object members = value.get_object().value_unsafe();
            for (const auto& member : members) {
                const std::size_t size = enter(member.key);
                keys.push_back(member.key);
                visit(member.value);
                leave(size);
            }
        } else if (value.is_array()) {
            std::size_t position = 0;
            const simdjson::dom::array elements = value.get_array().value_unsafe();
            for (const simdjson::dom::element element : elements) {
                const std::size_t size = enter(std::to_string(position++));
                visit(element);
                pointer.resize(size);
            }
        } else if (value.is_string()) {
            try_text(value.get_string().value_unsafe());
        } else if (value.is_number() && !tables.phone.empty()) {
            const std::string digits = simdjson::minify(value);
            if (may_be_phone(digits) && is_in_phone_member()) {
                try_hash(Identifier::phone, digits);
            }
        }
    }

    void try_text(std::string_view text) {
        if (!tables.email.empty()) {
            for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
                try_hash(Identifier::email, address_at(text, at));
            }
            try_spaced_address(text);
        }
        if (tables.phone.empty()) {
            return;
        }
        const std::string_view number = without_extension(text);
        if (may_be_phone(number) && (is_written_as_phone(number) || is_in_phone_member())) {
            try_hash(Identifier::phone, number);
        }
    }

    /// Tries the whole text as an address, because normalising removes the white space of "jane @ example.com".
    void try_spaced_address(std::string_view text) {
        const std::size_t at = text.find('@');
        if (text.size() <= max_spaced_address && at != std::string_view::npos &&
            text.find_first_of(" \t\n") != std::string_view::npos && text.find('@', at + 1) == std::string_view::npos) {
            try_hash(Identifier::email, text);
        }
    }

    /// A person may have several members of one kind, or one member twice. Readers differ in which one they take, so
    /// the person is tried with the first of each kind, and with the last.
    void try_person(simdjson::dom::object person) {
        if (tables.ndz.empty()) {
            return;
        }
        Person first, last;
        read_person(person, false, first);
        read_person(person, true, last);
        const auto texts = [](const PersonText& text) {
            return std::tie(text.first_name, text.last_name, text.birth_date, text.zip);
        };
        try_person(first.text);
        if (texts(first.text) != texts(last.text)) {
            try_person(last.text);
        }
    }

    struct Person {
        PersonText text;  // views into the record, or into the strings below
        std::string birth_digits, zip_digits;
    };

    void read_person(simdjson::dom::object person, bool takes_last, Person& out) const {
        PersonText& text = out.text;
        NameParts name;
        const NormalisingRules& rules = hasher.rules();
        for (const auto& member : person) {
            const auto take = [&](Member kind, std::string_view& to, std::string_view value) {
                if (!value.empty() && (to.empty() || takes_last) && rules.is(kind, member.key)) {
                    to = value;
                }
            };
            const auto take_digits = [&](Member kind, std::string_view& to, std::string& digits) {
                if ((to.empty() || takes_last) && rules.is(kind, member.key)) {
                    take(kind, to, text_or_digits_in(member.value, digits));
                }
            };
            take_digits(Member::birth_date, text.birth_date, out.birth_digits);
            take_digits(Member::zip, text.zip, out.zip_digits);
            const std::string_view value = text_in(member.value);
            take(Member::first_name, text.first_name, value);
            take(Member::last_name, text.last_name, value);
            const bool is_name = !value.empty() && rules.is(Member::full_name, member.key);
            name = is_name && (name.last.empty() || takes_last) ? split_name(value) : name;
        }
        text.first_name = text.first_name.empty() ? name.first : text.first_name;
        text.last_name = text.last_name.empty() ? name.last : text.last_name;
        text.zip = text.zip.empty() ? std::string_view(record_zip) : text.zip;
    }

    void try_person(const PersonText& text) {
        IdentifierHash hash;
        if (!text.birth_date.empty() && hasher.hash(text, hash)) {
            add(HashType::ndz, hash, tables.ndz);
        }
    }

    void try_hash(Identifier identifier, std::string_view text) {
        const bool is_email = identifier == Identifier::email;
        IdentifierHash hash;
        if (!text.empty() && hasher.hash(identifier, text, hash)) {
            add(is_email ? HashType::email : HashType::phone, hash, is_email ? tables.email : tables.phone);
        }
    }

    void add(HashType type, const IdentifierHash& hash, const HashTable& table) {
        ++hashed;
        const HashTable::Range range = table.find(hash);
        const auto& entries = tables.store.entries_of(type);
        const bool is_listed =
            std::any_of(entries.begin() + range.first, entries.begin() + range.last,
                        [](const DeletionEntry& entry) { return entry.status != DeletionStatus::exempt; });
        if (is_listed) {
            found.push_back({type, range, pointer});
        }
    }

    std::string zip_of(simdjson::dom::object record) const {
        for (const std::string& name : hasher.rules().members(Member::zip)) {
            simdjson::dom::element value;
            if (tables.ndz.empty() || record.at_key(name).get(value) != simdjson::SUCCESS) {
                continue;
            }
            std::string digits;
            const std::string_view zip = text_or_digits_in(value, digits);
            if (value.is_string() || !zip.empty()) {
                return std::string(zip);
            }
        }
        return {};
    }

    bool is_in_phone_member() const {
        return std::any_of(keys.begin(), keys.end(),
                           [this](std::string_view key) { return hasher.rules().is(Member::phone, key); });
    }

    /// Appends a token to the pointer. Returns the size that the pointer had before, to which the caller resets it.
    std::size_t enter(std::string_view token) {
        const std::size_t size = pointer.size();
        pointer += '/';
        for (const char c : token) {
            pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string_view(&c, 1);
        }
        return size;
    }

    void leave(std::size_t size) {
        pointer.resize(size);
        keys.pop_back();
    }

    const DeletionTables& tables;
    IdentifierHasher hasher;
    format::RecordJson reader;
    std::vector<FoundDeletion> found;
    std::string pointer;
    std::vector<std::string_view> keys;
    std::string record_zip;
    std::uint64_t hashed = 0;
};

RecordMatcher::RecordMatcher(const DeletionTables& tables, NormalisingRules rules)
    : walk_(std::make_unique<Walk>(tables, std::move(rules))) {}
RecordMatcher::~RecordMatcher() = default;

const std::vector<FoundDeletion>& RecordMatcher::match(std::string& json) {
    walk_->found.clear();
    walk_->pointer.clear();
    walk_->keys.clear();
    simdjson::dom::element root;
    format::RecordFault fault;
    json.reserve(json.size() + format::RecordJson::padding);
    if (walk_->reader.parse(json, root, fault)) {
        walk_->run(root);
    }
    return walk_->found;
}

std::uint64_t RecordMatcher::hashed() const noexcept {
    return walk_->hashed;
}

}  // namespace bizrec::builder
