#include "bizrec/store/suppression_list.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "bizrec/format/json_cut.hpp"

namespace bizrec::store {
namespace {

constexpr std::string_view first_line = "bizrec suppressions 1";
constexpr std::string_view number_word = "number ";
constexpr std::string_view entries_word = "entries ";
constexpr std::string_view signature_word = "signature ";
constexpr std::string_view unsigned_line = "unsigned\n";
constexpr std::size_t min_entry_bytes = format::uuid_characters + 2;

/// Reads a decimal number. Returns false for any text that std::to_string() would not write, such as "07".
bool read_number(std::string_view text, std::uint64_t& out) noexcept {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, out);
    return read.ec == std::errc() && read.ptr == end && (text.size() == 1 || text.front() != '0');
}

/// Removes the first line and returns it without its end. Returns false if there is no complete line.
bool take_line(std::string_view& text, std::string_view& line) noexcept {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
        return false;
    }
    line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return true;
}

bool take_number_line(std::string_view& text, std::string_view word, std::uint64_t& out) noexcept {
    std::string_view line;
    return take_line(text, line) && line.substr(0, word.size()) == word && read_number(line.substr(word.size()), out);
}

bool read_entry(std::string_view line, SuppressionEntry& entry) {
    const std::string_view id = line.substr(0, format::uuid_characters);
    char canonical[format::uuid_characters];
    if (!format::read_uuid(id, entry.id)) {
        return false;
    }
    format::write_uuid(entry.id, canonical);
    if (id != std::string_view(canonical, sizeof canonical)) {
        return false;
    }
    line.remove_prefix(id.size());
    if (line == "\twhole") {
        return true;
    }
    if (line.empty() || line.front() != '\t') {
        return false;
    }
    line.remove_prefix(1);
    const std::size_t tab = line.find('\t');
    entry.pointer = line.substr(0, tab);
    if (tab != std::string_view::npos) {
        entry.generation = line.substr(tab + 1);
        if (!is_generation(entry.generation)) {
            return false;
        }
    }
    return format::is_json_pointer(entry.pointer) &&
           (entry.generation.empty() ? format::without_positions(entry.pointer) == entry.pointer : true);
}

/// Reads the lines of the entries. Nothing may follow them.
Status read_entries(std::string_view text, std::uint64_t count, SuppressionList& list) {
    if (count > text.size() / min_entry_bytes) {
        return Error{"has fewer entries than it says"};
    }
    list.entries.reserve(static_cast<std::size_t>(count));
    std::string_view line;
    while (take_line(text, line)) {
        SuppressionEntry entry;
        if (!read_entry(line, entry)) {
            return Error{"has an entry that cannot be read: number " + std::to_string(list.entries.size() + 1)};
        }
        if (!list.entries.empty() && !(list.entries.back() < entry)) {
            return Error{"has entries out of order: number " + std::to_string(list.entries.size() + 1)};
        }
        list.entries.push_back(std::move(entry));
    }
    if (!text.empty() || list.entries.size() != count) {
        return Error{"has another number of entries than it says"};
    }
    return ok();
}

/// Removes the last line, and checks it as the signature of the other lines.
Status check_signature(std::string_view& text, const TrustedKeys* keys) {
    const std::size_t before = text.size() < 2 ? std::string_view::npos : text.rfind('\n', text.size() - 2);
    if (before == std::string_view::npos || text.back() != '\n') {
        return Error{"is no whole list of suppressions"};
    }
    const std::string_view last = text.substr(before + 1);
    text = text.substr(0, before + 1);
    if (last == unsigned_line) {
        return keys == nullptr ? ok()
                               : Status(Error{"is not signed: write it with lmdb_builder suppress --key PRIVATE.pem"});
    }
    unsigned char signature[signature_bytes];
    const std::string_view base64 = last.substr(std::min(signature_word.size(), last.size()));
    if (last.substr(0, signature_word.size()) != signature_word || !read_signature(base64, signature)) {
        return Error{"has no line of a signature at its end"};
    }
    if (keys != nullptr && !keys->check(text, base64)) {
        return Error{"is not signed by a key in " + keys->path() + ": it was altered, or another key has signed it"};
    }
    return ok();
}

}  // namespace

bool operator<(const SuppressionEntry& a, const SuppressionEntry& b) noexcept {
    return std::tie(a.id, a.pointer, a.generation) < std::tie(b.id, b.pointer, b.generation);
}

bool operator==(const SuppressionEntry& a, const SuppressionEntry& b) noexcept {
    return std::tie(a.id, a.pointer, a.generation) == std::tie(b.id, b.pointer, b.generation);
}

std::pair<const SuppressionEntry*, const SuppressionEntry*> SuppressionList::entries_of(
    const format::Uuid& id) const noexcept {
    const SuppressionEntry* const end = entries.data() + entries.size();
    const auto* const first = std::lower_bound(
        entries.data(), end, id, [](const SuppressionEntry& a, const format::Uuid& b) { return a.id < b; });
    const auto* const last = std::find_if(first, end, [&id](const SuppressionEntry& entry) { return entry.id != id; });
    return {first, last};
}

bool SuppressionList::has_whole(const format::Uuid& id) const noexcept {
    const auto [first, last] = entries_of(id);
    return first != last && first->is_whole();  // "" comes before all pointers
}

std::vector<std::string> suppressed_parts(const SuppressionEntry* first, const SuppressionEntry* last,
                                          const std::string& generation) {
    std::vector<std::string> parts;
    for (; first != last; ++first) {
        const bool is_here = first->generation.empty() || first->generation == generation;
        parts.emplace_back(is_here ? std::string_view(first->pointer) : format::without_positions(first->pointer));
    }
    std::sort(parts.begin(), parts.end(), format::is_cut_before);
    return parts;
}

bool remove_suppressed(const SuppressionList& list, const format::Uuid& id, const std::string& generation,
                       std::vector<std::string>& pointers) {
    const auto [first, last] = list.entries_of(id);
    const bool had_any = !pointers.empty();
    for (const std::string& hidden : suppressed_parts(first, last, generation)) {
        const auto is_hidden = [&hidden](const std::string& pointer) {
            return pointer.size() >= hidden.size() && format::pointers_overlap(pointer, hidden);
        };
        pointers.erase(std::remove_if(pointers.begin(), pointers.end(), is_hidden), pointers.end());
    }
    return !(had_any && pointers.empty());
}

std::string serialise_suppression(const SuppressionList& list) {
    std::string out(first_line);
    out += '\n';
    out.append(number_word) += std::to_string(list.number) + '\n';
    out.append(entries_word) += std::to_string(list.entries.size()) + '\n';
    for (const SuppressionEntry& entry : list.entries) {
        char id[format::uuid_characters];
        format::write_uuid(entry.id, id);
        out.append(id, sizeof id) += '\t';
        out += entry.is_whole() ? "whole" : entry.pointer;
        out += entry.generation.empty() ? std::string() : '\t' + entry.generation;
        out += '\n';
    }
    return out;
}

std::string suppression_signature_line(std::string_view signature_text) {
    return signature_text.empty() ? std::string(unsigned_line)
                                  : std::string(signature_word) + std::string(signature_text);
}

Result<SuppressionList> parse_suppression(std::string_view text, const TrustedKeys* keys) {
    if (const auto right = check_signature(text, keys); !right) {
        return right.error();
    }
    std::string_view line;
    SuppressionList list;
    std::uint64_t count = 0;
    if (!take_line(text, line) || line != first_line) {
        return Error{"is no list of suppressions of this version"};
    }
    if (!take_number_line(text, number_word, list.number) || list.number == 0 ||
        !take_number_line(text, entries_word, count)) {
        return Error{"has no number, or no count of entries"};
    }
    if (auto read = read_entries(text, count, list); !read) {
        return read.error();
    }
    return list;
}

std::string suppression_file_name(std::uint64_t number) {
    return std::to_string(number).append(suppression_suffix);
}

std::uint64_t suppression_number_of(std::string_view name) noexcept {
    const std::size_t digits = name.size() - std::min(suppression_suffix.size(), name.size());
    std::uint64_t number = 0;
    return name.substr(digits) == suppression_suffix && read_number(name.substr(0, digits), number) ? number : 0;
}

}  // namespace bizrec::store
