#include "lmdb_builder/suppression/import_drop.hpp"

#include <algorithm>
#include <ctime>
#include <iterator>

#include "bizrec/base/json_text.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/input/memory_source.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/deletion_folder.hpp"
#include "lmdb_builder/suppression/drop_file.hpp"
#include "lmdb_builder/suppression/zip_archive.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_download_bytes = std::size_t{4} << 30;
constexpr std::size_t shown_name_bytes = 80;

using Hashes = std::vector<DeletionEntry>;

struct NamedFile {
    std::string name;  // without folders
    DropFile file;
};

/// The name of an archive member made safe for messages, because it may hold any bytes.
std::string shown_name(const std::string& name) {
    std::string text = name.substr(0, shown_name_bytes);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text + (name.size() > shown_name_bytes ? "..." : "");
}

class Downloads {
public:
    std::vector<NamedFile> read(const std::vector<std::string>& paths) {
        for (const std::string& path : paths) {
            const std::string bytes =
                must(store::read_small_file(path, max_download_bytes, "name a download of deletion lists"));
            ZipArchive::is_zip(bytes) ? read_archive(path, bytes) : read_plain(path, bytes);
        }
        // In the order of their days; within a day, the type Removed is last.
        std::stable_sort(files_.begin(), files_.end(), [](const NamedFile& a, const NamedFile& b) {
            const int order = a.file.name.date.compare(b.file.name.date);
            return order != 0 ? order < 0 : a.file.name.type.has_value() && !b.file.name.type.has_value();
        });
        return std::move(files_);
    }

private:
    void read_archive(const std::string& path, const std::string& bytes) {
        const auto archive = ZipArchive::read(bytes);
        if (!archive) {
            throw BuildFailure("\"" + path + "\" " + archive.error().message);
        }
        if (archive.value().members().empty()) {
            throw BuildFailure("\"" + path + "\" is an archive without files");
        }
        for (const ZipMember& member : archive.value().members()) {
            const std::string where = path + ": " + shown_name(member.name);
            auto source = archive.value().open(member);
            if (!source) {
                throw BuildFailure("\"" + path + "\" " + source.error().message);
            }
            read_file(where, member.name, *source.value());
        }
    }

    void read_plain(const std::string& path, const std::string& bytes) {
        MemorySource source(bytes);
        read_file(path, path, source);
    }

    void read_file(const std::string& where, const std::string& name, ByteSource& source) {
        const auto parsed = parse_drop_name(name);
        const Status is_usable = parsed ? check_drop_day(parsed.value(), std::time(nullptr)) : parsed.error();
        if (!is_usable) {
            throw BuildFailure(where + ": " + is_usable.error().message + ". Nothing is imported");
        }
        auto file = read_drop_file(parsed.value(), source);
        if (!file) {
            throw BuildFailure(where + ":" + file.error().message + ". Nothing is imported");
        }
        files_.push_back({name.substr(name.rfind('/') + 1), std::move(file).value()});
    }

    std::vector<NamedFile> files_;
};

Hashes entries_of(const DropFile& file, HashType type) {
    Hashes entries;
    for (const DropRow& row : file.rows) {
        if (row.type == type) {
            entries.push_back(row.entry);
        }
    }
    const auto is_same = [](const DeletionEntry& a, const DeletionEntry& b) { return !(a < b) && !(b < a); };
    std::sort(entries.begin(), entries.end());
    entries.erase(std::unique(entries.begin(), entries.end(), is_same), entries.end());
    return entries;
}

/// Adds the entries that the store lacks. The other entries keep their status.
void add_entries(Hashes& to, const Hashes& entries, ImportDropSummary& summary) {
    Hashes all;
    all.reserve(to.size() + entries.size());
    std::set_union(std::make_move_iterator(to.begin()), std::make_move_iterator(to.end()), entries.begin(),
                   entries.end(), std::back_inserter(all));
    summary.added += all.size() - to.size();
    to = std::move(all);
}

void remove_entries(Hashes& from, const Hashes& entries, ImportDropSummary& summary) {
    Hashes rest;
    std::set_difference(from.begin(), from.end(), entries.begin(), entries.end(), std::back_inserter(rest));
    summary.removed += from.size() - rest.size();
    summary.unknown += entries.size() - (from.size() - rest.size());
    from = std::move(rest);
}

bool is_imported(const DeletionStore& store, const NamedFile& file) {
    return std::any_of(store.imported.begin(), store.imported.end(), [&file](const ImportedFile& before) {
        return before.name == file.name && before.digest == file.file.digest;
    });
}

/// The newest imported day, eight digits; "" if nothing was imported.
std::string newest_date(const DeletionStore& store) {
    std::string newest;
    for (const ImportedFile& file : store.imported) {
        newest = std::max(newest, file.name.substr(0, 8));
    }
    return newest;
}

std::string fields_of_store(const DeletionStore& store) {
    return "\"imported\":" + std::to_string(store.imported.size()) + ",\"hashes\":" + std::to_string(store.size());
}

/// Appends a line for an import whose run ended before its own line.
void record_unrecorded_import(const DeletionFolder& folder, const DeletionStore& store) {
    if (const std::uint64_t last = last_in_log(folder.path(), "imported"); last < store.imported.size()) {
        append_audit_fields(folder.path(), "unrecorded",
                            fields_of_store(store) + ",\"last_recorded\":" + std::to_string(last));
    }
}

/// Appends the line of this import. Its proof: the store is read again, and has all files and as many hashes.
void record_import(const DeletionFolder& folder, const DeletionStore& store, const ImportDropSummary& summary) {
    std::string names;
    for (std::size_t i = store.imported.size() - summary.files; i < store.imported.size(); ++i) {
        names += names.empty() ? "" : ",";
        append_json_string(names, store.imported[i].name);
    }
    const DeletionStore kept = folder.load();
    const bool is_proved = kept.imported.size() == store.imported.size() && kept.size() == store.size();
    append_audit_fields(
        folder.path(), "suppress import-drop",
        fields_of_store(store) + ",\"files\":[" + names + "],\"imported_before\":" +
            std::to_string(summary.files_before) + ",\"added\":" + std::to_string(summary.added) +
            ",\"removed\":" + std::to_string(summary.removed) + ",\"unknown\":" + std::to_string(summary.unknown) +
            ",\"proof\":{\"query\":\"the store, read again\",\"holds_all\":" + (is_proved ? "true" : "false") + "}");
}

ImportDropSummary imported(const ImportDropOptions& options) {
    // Reads the downloads first, so that bad input does not create a store.
    const std::vector<NamedFile> files = Downloads().read(options.downloads);
    const DeletionFolder folder(options.store, true, options.wait);
    DeletionStore store = folder.load();
    record_unrecorded_import(folder, store);
    const std::string newest = newest_date(store);
    ImportDropSummary summary;
    for (const NamedFile& file : files) {
        if (is_imported(store, file)) {
            ++summary.files_before;
            continue;
        }
        if (file.file.name.date < newest && !options.allow_older) {
            throw BuildFailure(file.name + ": is older than what was imported (" + newest +
                               "), and each download is a difference to the one before: import them in their order, "
                               "or add --allow-older. Nothing is imported");
        }
        for (std::size_t type = 0; type < hash_types; ++type) {
            const Hashes entries = entries_of(file.file, static_cast<HashType>(type));
            file.file.name.type ? add_entries(store.entries[type], entries, summary)
                                : remove_entries(store.entries[type], entries, summary);
        }
        store.imported.push_back({file.name, file.file.digest});
        ++summary.files;
    }
    summary.hashes = store.size();
    if (summary.files != 0) {
        folder.save(store);
    }
    record_import(folder, store, summary);
    return summary;
}

}  // namespace

Result<ImportDropSummary> import_drop(const ImportDropOptions& options) {
    try {
        return imported(options);
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

}  // namespace bizrec::builder
