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
#include "lmdb_builder/suppression/copies_in_index.hpp"
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

/// `old` without the entries in `removed`, which must be those of the same generations.
Entries without_exactly(const Entries& old, const Entries& removed) {
    Entries kept;
    std::set_difference(old.begin(), old.end(), removed.begin(), removed.end(), std::back_inserter(kept));
    return kept;
}

/// `options` for the generations other than `current`.
SuppressOptions for_others(const SuppressOptions& options, const SharedGeneration& current) {
    SuppressOptions others = options;
    if (options.find_entries) {
        others.find_entries = [find = options.find_entries, current](const store::Generation& generation,
                                                                     const store::Generation* /*searched*/) {
            return find(generation, current.get());
        };
    }
    return others;
}

/// The entries for values, not for named records, that `list` leaves to be shown in the other generations of the
/// folder. Without them a rollback could show a value that the current generation no longer has, and a purge would
/// leave it. Skips generations that this program cannot read: `forget` names them.
Entries of_other_generations(const PublishedFolder& folder, const SuppressOptions& options,
                             const SharedGeneration& generation, Entries list) {
    Entries found;
    if (options.emails.empty() && options.phones.empty() && !options.find_entries) {
        return found;
    }
    const SuppressOptions others =
        for_others(options, generation == nullptr ? nullptr : store::Generation::suppress(generation, nullptr));
    const std::string current = folder.current();
    for (const std::string& name : folder.generations()) {
        const auto opened = name == current
                                ? Result<SharedGeneration>(SharedGeneration())
                                : store::Generation::open(folder.index(name), store::Generation::Check::seal);
        if (!opened || opened.value() == nullptr) {
            continue;
        }
        const Entries shown = shown_entries(
            opened.value(), others, std::make_shared<const store::SuppressionList>(store::SuppressionList{1, list}));
        found.insert(found.end(), shown.begin(), shown.end());
        if (!options.remove) {
            list = joined(list, shown);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
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
/// names a list that cannot be read, or if the folder's link is gone. If the folder never had a link, because the run
/// that wrote its first list ended before it made one, makes the link.
store::SuppressionList list_in_force(const PublishedFolder& published, const StagingFolder& staging) {
    const std::string& folder = published.path();
    const auto found = must(store::find_suppressions(folder, nullptr, nullptr));
    if (!found.trouble.empty() && !found.seen.is_named && has_one_list(folder) && last_in_log(folder, "list") == 0) {
        link_list(published, found.list->number, staging);
    } else if (!found.trouble.empty()) {
        const std::string usable = folder + "/" + store::suppression_file_name(found.list->number);
        throw BuildFailure(found.trouble +
                           "; restore it, or put the newest usable list in force with \"suppress take " + usable + " " +
                           folder + "\", before the list is changed");
    }
    return found.list ? *found.list : store::SuppressionList{};
}

/// Writes a current.json that names the list, for edges that pull over HTTP, unless the folder's names it already. A
/// run that ended after it had written the list may have left another one.
void name_list_to_edges(const PublishedFolder& folder, std::uint64_t number, const SigningKey& key,
                        const StagingFolder& staging) {
    const auto standing = standing_current_file(folder);
    const auto& told = standing ? standing->file.suppression : std::nullopt;
    if (standing && !folder.current().empty() && (told ? told->number : 0) != number) {
        write_current_file(folder, staging, folder.current(), key);
    }
}

SuppressSummary changed(const SuppressOptions& options) {
    const PublishedFolder folder(options.folder, options.begins);
    const std::optional<SigningKey> key =
        options.key_path.empty() ? std::nullopt : std::optional<SigningKey>(must(SigningKey::load(options.key_path)));
    const FolderLock lock(folder.path(), options.wait);
    const StagingFolder staging(folder.path());
    store::SuppressionList list = list_in_force(folder, staging);
    record_unrecorded_list(folder.path(), list.number, list.entries.size());
    const bool is_signed = list.number != 0 && is_signed_list(folder.path(), list.number);
    if (!key && is_signed) {
        throw BuildFailure("the list in \"" + folder.path() +
                           "\" is signed: give --key, or servers refuse the new one");
    }
    const SharedGeneration generation = current_generation(folder);
    const Entries named = named_entries(options, generation);
    Entries next = options.remove ? without(list.entries, named) : joined(list.entries, named);
    const Entries of_others = of_other_generations(folder, options, generation, options.remove ? Entries() : next);
    next = options.remove ? without_exactly(next, of_others) : joined(next, of_others);
    SuppressSummary summary;
    summary.generation = generation == nullptr ? std::string() : generation->name();
    summary.unknown = unknown_ids(generation, named);
    Entries gone;
    std::set_difference(next.begin(), next.end(), list.entries.begin(), list.entries.end(), std::back_inserter(gone));
    summary.added = gone.size();
    summary.removed = list.entries.size() + gone.size() - next.size();
    // Edges refuse an unsigned list, and with it all that is published, so a key signs what others wrote without one.
    const bool lacks_signature = key && list.number != 0 && !is_signed;
    if (next != list.entries || lacks_signature || (options.begins && list.number == 0)) {
        list = {next_list_number(folder.path()), std::move(next)};
        write_list(folder, list, key ? &*key : nullptr, staging);
    }
    if (key) {
        name_list_to_edges(folder, list.number, *key, staging);
    }
    summary.has_found = options.begins || !named.empty() || !of_others.empty();
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
