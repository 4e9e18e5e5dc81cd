#include "lmdb_builder/suppression/find_copies.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/copies_in_index.hpp"
#include "lmdb_builder/suppression/file_kind.hpp"
#include "lmdb_builder/suppression/value_in_text.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::string_view packings[] = {".gz", ".zst", ".bz2", ".xz", ".zip", ".delta"};
constexpr std::string_view partial_suffix = ".part";

struct SoughtId {
    std::string text;  // lower case, with hyphens
    format::Uuid id;
    std::string bytes() const { return {reinterpret_cast<const char*>(id.data()), id.size()}; }
};

struct Sought {
    std::vector<SoughtId> ids;
    std::vector<Identifier> values;
    SuppressOptions entries;  // all of it, for indexes
    bool has_parts() const noexcept { return !entries.parts.empty(); }
    bool is_of_records() const noexcept { return values.empty() && !has_parts(); }
};

/// Whether the file has no more of a record than its id and names of members.
bool is_of_changes(const std::string& name) {
    return generations_in_name(name).size() == 2 && ends_with(name, ".changes");
}

class Looking {
public:
    Looking(const Sought& sought, store::SharedSuppressions list) : sought_(sought), list_(std::move(list)) {}

    CopySearch run(const fs::path& folder) {
        std::error_code error;
        for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
            std::error_code unknown;
            if (at->symlink_status(unknown).type() == fs::file_type::regular) {
                look(at->path());
            }
        }
        if (error) {
            found_.unread.push_back(folder.string() + ": " + error.message());
        }
        return std::move(found_);
    }

private:
    /// Whether the packed file has only records of indexes that are beside it: it is a packed index, or a delta.
    static bool has_indexes_beside(const fs::path& path) {
        const std::string name = path.filename().string();
        const Generations named = generations_in_name(name);
        const bool is_such =
            (named.size() == 1 && ends_with(name, packed_suffix)) || (named.size() == 2 && ends_with(name, ".delta"));
        return is_such && std::all_of(named.begin(), named.end(), [&](const std::string& generation) {
                   return fs::exists(path.parent_path() / (generation + std::string(store::index_suffix)));
               });
    }

    void look(const fs::path& path) {
        const std::string name = path.filename().string();
        if (store::suppression_number_of(name) != 0 || name == audit_name || name == ".lock") {
            return;
        }
        if (std::any_of(std::begin(packings), std::end(packings),
                        [&](std::string_view end) { return ends_with(name, end); })) {
            if (!has_indexes_beside(path)) {
                found_.unread.push_back(path.string() + ": is packed");
            }
            return;
        }
        if (ends_with(name, partial_suffix) || is_output_folder(path.parent_path().filename().string())) {
            found_.unread.push_back(path.string() + ": is not whole");
            return;
        }
        const auto generation = store::Generation::open(path.string(), store::Generation::Check::seal);
        const FileKind kind = generation ? FileKind::lmdb : kind_of_file(path.string());
        if (!generation && kind != FileKind::other && !sought_.is_of_records()) {
            found_.unread.push_back(kind == FileKind::lmdb ? generation.error().message
                                                           : path.string() + ": is a run of build --shard");
            return;
        }
        ++found_.files;
        generation ? look_into_index(path.string(), generation.value()) : look_into_bytes(path);
    }

    void look_into_index(const std::string& path, const std::shared_ptr<const store::Generation>& generation) {
        try {
            for (HeldEntry& held : copies_in_index(generation, sought_.entries, list_)) {
                found_.copies.push_back({std::move(held.what), path, std::move(held.how), held.is_served});
            }
        } catch (const BuildFailure& failure) {
            found_.unread.emplace_back(failure.what());
        }
    }

    /// Searches in blocks. Each starts with the end of the preceding block, because an id may cross the boundary.
    void look_into_bytes(const fs::path& path) {
        const bool has_ids = !sought_.has_parts() || !is_of_changes(path.filename().string());
        std::ifstream file(path, std::ios::binary);
        std::vector<bool> seen(has_ids ? sought_.ids.size() : 0);
        std::vector<ValueInText> values(sought_.values.begin(), sought_.values.end());
        std::string window;
        std::string block(block_bytes, '\0');
        while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
            const auto size = static_cast<std::size_t>(file.gcount());
            window.append(block, 0, size);
            for (std::size_t i = 0; i < seen.size(); ++i) {
                seen[i] = seen[i] || holds(window, sought_.ids[i]);
            }
            window.erase(0, window.size() - std::min(window.size(), format::uuid_characters));
            for (ValueInText& value : values) {
                value.add({block.data(), size});
            }
        }
        if (file.bad() || !file.eof()) {
            found_.unread.push_back(path.string() + ": cannot be read");
        }
        for (std::size_t i = 0; i < seen.size(); ++i) {
            if (seen[i]) {
                found_.copies.push_back(
                    {sought_.ids[i].text, path.string(),
                     sought_.has_parts() ? "the id stands in it, and its parts are not known" : "the id stands in it",
                     false});
            }
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i].is_found()) {
                found_.copies.push_back({sought_.values[i].text, path.string(), "stands in it", false});
            }
        }
    }

    static bool holds(const std::string& window, const SoughtId& sought) {
        std::string upper = sought.text;
        std::transform(upper.begin(), upper.end(), upper.begin(),
                       [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 0x20) : c; });
        return window.find(sought.text) != std::string::npos || window.find(upper) != std::string::npos ||
               window.find(sought.bytes()) != std::string::npos;
    }

    const Sought& sought_;
    store::SharedSuppressions list_;
    CopySearch found_;
};

void add(CopySearch& to, CopySearch&& more) {
    to.copies.insert(to.copies.end(), more.copies.begin(), more.copies.end());
    to.unread.insert(to.unread.end(), more.unread.begin(), more.unread.end());
    to.files += more.files;
}

Sought sought_of(const CopyQuery& query) {
    Sought sought;
    for (const std::string& text : query.ids) {
        SoughtId one{std::string(format::uuid_characters, '\0'), {}};
        format::read_uuid(text, one.id);
        format::write_uuid(one.id, one.text.data());
        sought.ids.push_back(std::move(one));
    }
    for (const std::string& email : query.emails) {
        sought.values.push_back({Identifier::Kind::email, email});
    }
    for (const std::string& phone : query.phones) {
        sought.values.push_back({Identifier::Kind::phone, phone});
    }
    sought.entries.ids = query.ids;
    sought.entries.emails = query.emails;
    sought.entries.phones = query.phones;
    sought.entries.parts = query.parts;
    return sought;
}

CopySearch found_copies(const fs::path& path, const Sought& sought) {
    const auto list = must(store::find_suppressions(path.string(), nullptr, nullptr)).list;
    CopySearch all;
    add(all, Looking(sought, list).run(path));
    std::error_code error;
    if (const fs::path incoming = path.parent_path() / "incoming"; fs::is_directory(incoming, error)) {
        add(all, Looking(sought, list).run(incoming));
    }
    return all;
}

}  // namespace

std::string problem_of(const CopyQuery& query) {
    if (query.ids.empty() && query.emails.empty() && query.phones.empty()) {
        return "ID, --email or --phone: say what to look for";
    }
    for (const std::string& text : query.ids) {
        format::Uuid id{};
        if (!format::read_uuid(text, id)) {
            return "\"" + text + "\" is no id: a UUID has 32 hexadecimal digits in five groups";
        }
    }
    return problem_of(sought_of(query).entries);
}

Result<CopySearch> find_copies(const std::string& folder, const CopyQuery& query) {
    if (const std::string problem = problem_of(query); !problem.empty()) {
        return Error{problem};
    }
    try {
        return found_copies(PublishedFolder(folder).path(), sought_of(query));
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

}  // namespace bizrec::builder
