#include "lmdb_builder/suppression/change_list.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/format/content.hpp"
#include "bizrec/format/json_cut.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/publish/current_file_writer.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/named_entries.hpp"
#include "lmdb_builder/suppression/record_values.hpp"
#include "lmdb_builder/suppression/suppression_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using store::SuppressionEntry;
using Entries = std::vector<SuppressionEntry>;
using SharedGeneration = std::shared_ptr<const store::Generation>;

std::string problem_of_part(const std::string& part) {
    if (!format::is_json_pointer(part)) {
        return "--part: expected a JSON Pointer into the record, as in /staffs/0; got \"" + part + "\"";
    }
    const std::string member = format::first_token(part);
    return member == "store_id" || member == "id" ? "--part: a record is not without its id; suppress it as a whole"
                                                  : "";
}

SharedGeneration current_generation(const PublishedFolder& folder) {
    const std::string current = folder.current();
    return current.empty() ? nullptr
                           : must(store::Generation::open(folder.index(current), store::Generation::Check::seal));
}

/// The union of `old` and `added`. An entry for a whole record replaces the entries for its parts.
Entries joined(const Entries& old, const Entries& added) {
    Entries all;
    std::set_union(old.begin(), old.end(), added.begin(), added.end(), std::back_inserter(all));
    Entries kept;
    for (SuppressionEntry& entry : all) {
        const bool is_of_whole = !kept.empty() && kept.back().is_whole() && kept.back().id == entry.id;
        if (!is_of_whole) {
            kept.push_back(std::move(entry));
        }
    }
    return kept;
}

/// `old` without the entries in `removed`. Removing a whole record also removes the entries for its parts.
Entries without(const Entries& old, const Entries& removed) {
    Entries kept;
    for (const SuppressionEntry& entry : old) {
        const bool goes =
            std::any_of(std::lower_bound(removed.begin(), removed.end(), SuppressionEntry{entry.id, "", ""}),
                        removed.end(), [&entry](const SuppressionEntry& named) {
                            return named.id == entry.id && (named.is_whole() || named.pointer == entry.pointer);
                        });
        if (!goes) {
            kept.push_back(entry);
        }
    }
    return kept;
}

/// Whether a generation shows none of the records and parts that the entries name.
bool shows_nothing(const store::Generation& generation, const Entries& entries) {
    std::string record;
    return std::all_of(entries.begin(), entries.end(), [&](const SuppressionEntry& entry) {
        const std::uint32_t docid = generation.find_id(entry.id);
        if (docid == format::no_docid) {
            return true;
        }
        record.clear();
        if (entry.is_whole() || !generation.append_row_head(docid, record)) {
            return false;
        }
        // The pointer of an array element may now name another element that has moved to its position. So for elements,
        // check instead that the list changes the record.
        record.erase(0, format::row_content_offset);
        return !entry.generation.empty() ? generation.suppression()->changes_content(docid)
                                         : !format::cut_json(record, entry.pointer);
    });
}

std::uint64_t unknown_ids(const SharedGeneration& generation, const Entries& entries) {
    std::uint64_t count = 0;
    for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
        const bool is_first = entry == entries.begin() || (entry - 1)->id != entry->id;
        count += is_first && (generation == nullptr || generation->find_id(entry->id) == format::no_docid) ? 1U : 0U;
    }
    return count;
}

/// The list in force. If there is none, a list with number 0 and no entries. Throws BuildFailure if the folder's link
/// names a list that cannot be read, or if the folder has a list but no link.
store::SuppressionList list_in_force(const std::string& folder) {
    const auto found = must(store::find_suppressions(folder, nullptr, nullptr));
    if (!found.trouble.empty()) {
        const std::string usable = folder + "/" + store::suppression_file_name(found.list->number);
        throw BuildFailure(found.trouble +
                           "; restore it, or put the newest usable list in force with \"suppress take " + usable + " " +
                           folder + "\", before the list is changed");
    }
    return found.list ? *found.list : store::SuppressionList{};
}

SuppressSummary changed(const SuppressOptions& options) {
    const PublishedFolder folder(options.folder);
    const std::optional<SigningKey> key =
        options.key_path.empty() ? std::nullopt : std::optional<SigningKey>(must(SigningKey::load(options.key_path)));
    const FolderLock lock(folder.path(), options.wait);
    const StagingFolder staging(folder.path());
    store::SuppressionList list = list_in_force(folder.path());
    if (!key && list.number != 0 && is_signed_list(folder.path(), list.number)) {
        throw BuildFailure("the list in \"" + folder.path() +
                           "\" is signed: give --key, or servers refuse the new one");
    }
    const SharedGeneration generation = current_generation(folder);
    const Entries named = named_entries(options, generation);
    Entries next = options.remove ? without(list.entries, named) : joined(list.entries, named);
    SuppressSummary summary;
    summary.generation = generation == nullptr ? std::string() : generation->name();
    summary.unknown = unknown_ids(generation, named);
    Entries gone;
    std::set_difference(next.begin(), next.end(), list.entries.begin(), list.entries.end(), std::back_inserter(gone));
    summary.added = gone.size();
    summary.removed = list.entries.size() + gone.size() - next.size();
    if (next != list.entries) {
        list = {next_list_number(folder.path()), std::move(next)};
        write_list(folder, list, key ? &*key : nullptr, staging);
        if (key && !folder.current().empty() && standing_current_file(folder)) {
            write_current_file(folder, staging, folder.current(),
                               *key);  // tells edges that pull over HTTP about the list
        }
    }
    summary.list = list.number;
    summary.entries = list.entries.size();
    const bool has_both = generation != nullptr && list.number != 0;
    summary.is_checked = !options.remove;
    summary.is_proved =
        summary.is_checked &&
        (!has_both ||
         shows_nothing(*store::Generation::suppress(generation, std::make_shared<const store::SuppressionList>(list)),
                       named));
    append_audit_line(folder.path(), options.remove ? "suppress --remove" : options.command, summary);
    return summary;
}

}  // namespace

std::string problem_of(const SuppressOptions& options) {
    if (options.ids.empty() && options.websites.empty() && options.profiles.empty() && options.emails.empty() &&
        options.phones.empty()) {
        return "--id, --website, --profile, --email or --phone: say what to suppress";
    }
    for (const std::string& part : options.parts) {
        if (std::string problem = problem_of_part(part); !problem.empty()) {
            return problem;
        }
    }
    for (const std::string& email : options.emails) {
        if (std::string problem = problem_of(Identifier{Identifier::Kind::email, email}); !problem.empty()) {
            return problem;
        }
    }
    for (const std::string& phone : options.phones) {
        if (std::string problem = problem_of(Identifier{Identifier::Kind::phone, phone}); !problem.empty()) {
            return problem;
        }
    }
    return {};
}

Result<SuppressSummary> change_list(const SuppressOptions& options) {
    try {
        return changed(options);
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    }
}

}  // namespace bizrec::builder
