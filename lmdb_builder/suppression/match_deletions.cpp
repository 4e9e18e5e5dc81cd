#include "lmdb_builder/suppression/match_deletions.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_set>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/json_cut.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"
#include "lmdb_builder/deletion/record_matcher.hpp"
#include "lmdb_builder/suppression/deletion_folder.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using Ids = std::unordered_set<std::string>;
using store::SuppressionEntry;

/// Reads one id a line. Skips blank lines.
Ids read_ids(const std::string& path) {
    std::error_code unknown;
    const bool is_empty_file =
        std::filesystem::is_regular_file(path, unknown) && std::filesystem::is_empty(path, unknown);
    if (path.empty() || is_empty_file) {
        return {};
    }
    const std::string text =
        must(store::read_small_file(path, std::size_t{1} << 30, "name a file of IDs, which may be empty"));
    Ids ids;
    std::size_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trim_blanks(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (!line.empty() && !is_deletion_id(line)) {
            throw BuildFailure(path + ":" + std::to_string(number) +
                               ": expected an ID as the lists have it, a line each");
        }
        if (!line.empty()) {
            ids.emplace(line);
        }
    }
    return ids;
}

template <class Visit>
void each_entry(DeletionStore& store, Visit visit) {
    for (auto& entries : store.entries) {
        for (DeletionEntry& entry : entries) {
            visit(entry);
        }
    }
}

class Matching {
public:
    Matching(const MatchOptions& options, const std::function<void(const FoundPart&)>& show)
        : options_(options), show_(show), folder_(options.store, false, options.wait), store_(folder_.load()) {}

    MatchSummary run() {
        if (store_.imported.empty()) {
            throw BuildFailure("\"" + options_.store + "\" holds no lists yet: lmdb_builder suppress import-drop");
        }
        mark_exempt();
        NormalisingRules rules = load_hash_rules(options_.rule_folder);
        summary_.rules = rules.version();
        summary_.hashes = store_.size();
        for (std::size_t type = 0; type < hash_types; ++type) {
            found_[type].resize(store_.entries[type].size());
        }
        const DeletionTables tables(store_);
        RecordMatcher matcher(tables, std::move(rules));
        matcher_ = &matcher;
        struct stat status {};
        summary_.is_folder = ::stat(options_.target.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
        if (summary_.is_folder) {
            match_folder();
        } else {
            entries_of(*must(store::Generation::open(options_.target, store::Generation::Check::seal)), nullptr);
        }
        summary_.identifiers = matcher.hashed();
        set_statuses();
        if (summary_.is_folder) {
            store_.matched_rules = summary_.rules;
            folder_.save(store_);
        }
        return summary_;
    }

private:
    /// Gives exempt ids the status `exempt`, so that records are not searched for their hashes. An id that is no longer
    /// exempt is searched for again.
    void mark_exempt() {
        const Ids exempt = read_ids(options_.exempt_path);
        opted_out_ = read_ids(options_.opted_out_path);
        Ids known;
        each_entry(store_, [&](DeletionEntry& entry) {
            const bool is_exempt = exempt.count(entry.id) != 0;
            if (is_exempt || opted_out_.count(entry.id) != 0) {
                known.insert(entry.id);
            }
            entry.status = is_exempt                                ? DeletionStatus::exempt
                           : entry.status == DeletionStatus::exempt ? DeletionStatus::untried
                                                                    : entry.status;
        });
        Ids all = exempt;
        all.insert(opted_out_.begin(), opted_out_.end());
        summary_.unknown = all.size() - known.size();
    }

    void match_folder() {
        SuppressOptions change;
        change.folder = options_.target;
        change.key_path = options_.key_path;
        change.wait = options_.wait;
        change.command = "suppress match";
        change.find_entries = [this](const store::Generation& generation, const store::Generation* searched) {
            return entries_of(generation, searched);
        };
        summary_.list = must(change_list(change));
    }

    static void read_record(const store::Generation& generation, std::uint32_t docid, std::string& record) {
        record.clear();
        if (!generation.append_row_head(docid, record)) {
            throw BuildFailure(generation.path() + ": a record is damaged; lmdb_builder verify tells more");
        }
        record.erase(0, format::row_content_offset);
    }

    /// Whether the generation has this record with the same bytes. Comparing is cheaper than hashing all identifiers.
    static bool has(const store::Generation& generation, const format::Uuid& id, const std::string& record,
                    std::string& scratch) {
        const std::uint32_t docid = generation.find_id(id);
        if (docid == format::no_docid) {
            return false;
        }
        read_record(generation, docid, scratch);
        return scratch == record;
    }

    /// Leaves out the records that `searched` has too, unless it is null: the entries found there hide their values in
    /// every generation.
    std::vector<SuppressionEntry> entries_of(const store::Generation& generation, const store::Generation* searched) {
        std::vector<SuppressionEntry> entries;
        std::string row;
        std::string scratch;
        for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
            read_record(generation, docid, row);
            if (searched != nullptr && has(*searched, generation.uuid[docid], row, scratch)) {
                continue;
            }
            ++summary_.records;
            for (const FoundDeletion& found : matcher_->match(row)) {
                auto& is_found = found_[static_cast<std::size_t>(found.type)];
                std::fill(is_found.begin() + found.entries.first, is_found.begin() + found.entries.last, true);
                add(generation, docid, found, entries);
            }
        }
        return entries;
    }

    /// Adds an entry once, because a value may be found twice: as an e-mail address and as a telephone number.
    void add(const store::Generation& generation, std::uint32_t docid, const FoundDeletion& found,
             std::vector<SuppressionEntry>& entries) {
        const std::string pointer = format::is_json_pointer(found.pointer) ? found.pointer : std::string();
        const bool is_of_generation = format::without_positions(pointer) != pointer;
        SuppressionEntry entry{generation.uuid[docid], pointer, is_of_generation ? generation.name() : std::string()};
        const auto first =
            entries.end() - static_cast<std::ptrdiff_t>(std::min(entries.size(), last_of_record(entries, entry)));
        if (std::find(first, entries.end(), entry) != entries.end()) {
            return;
        }
        ++summary_.parts;
        if (!summary_.is_folder) {
            char id[format::uuid_characters];
            format::write_uuid(entry.id, id);
            show_({std::string(id, sizeof id), pointer, found.type});
        }
        entries.push_back(std::move(entry));
    }

    /// Number of entries at the end of `entries` that name the same record as `entry`.
    static std::size_t last_of_record(const std::vector<SuppressionEntry>& entries, const SuppressionEntry& entry) {
        const auto other = std::find_if(entries.rbegin(), entries.rend(),
                                        [&entry](const SuppressionEntry& before) { return before.id != entry.id; });
        return static_cast<std::size_t>(other - entries.rbegin());
    }

    /// Sets the status of each hash. A hash that an earlier match found stays deleted or opted out, because a build
    /// with the list removes the value, so that this match cannot find it.
    void set_statuses() {
        for (std::size_t type = 0; type < hash_types; ++type) {
            for (std::size_t i = 0; i < store_.entries[type].size(); ++i) {
                set_status(store_.entries[type][i], found_[type][i]);
            }
        }
    }

    void set_status(DeletionEntry& entry, bool is_found) {
        if (entry.status == DeletionStatus::exempt) {
            ++summary_.exempt;
            return;
        }
        const bool was_found = entry.status == DeletionStatus::deleted || entry.status == DeletionStatus::opted_out;
        if (!is_found && !was_found) {
            entry.status = DeletionStatus::not_found;
            ++summary_.not_found;
            return;
        }
        const bool is_opted_out = options_.opted_out_path.empty() ? entry.status == DeletionStatus::opted_out
                                                                  : opted_out_.count(entry.id) != 0;
        entry.status = is_opted_out ? DeletionStatus::opted_out : DeletionStatus::deleted;
        ++(is_opted_out ? summary_.opted_out : summary_.deleted);
    }

    const MatchOptions& options_;
    const std::function<void(const FoundPart&)>& show_;
    DeletionFolder folder_;
    DeletionStore store_;
    Ids opted_out_;
    std::array<std::vector<bool>, hash_types> found_;
    RecordMatcher* matcher_ = nullptr;
    MatchSummary summary_;
};

}  // namespace

Result<MatchSummary> match_deletions(const MatchOptions& options, const std::function<void(const FoundPart&)>& show) {
    try {
        return Matching(options, show).run();
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

}  // namespace bizrec::builder
