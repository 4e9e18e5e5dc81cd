#include "lmdb_builder/commands/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>

#include "bizrec/api/change_filter.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/format/json_cut.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/change_printer.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* changes_examples = R"(
Examples:
  lmdb_builder changes monday.mdb tuesday.mdb
  lmdb_builder changes --json --content monday-tuesday.delta | jq -c '.data[]'
  lmdb_builder changes --country US --city Austin --fields /phone_number monday.mdb tuesday.mdb
  lmdb_builder changes --json --limit 1000 --cursor 0f0b1a57-… monday-tuesday.delta

Tells what became of each record between two indexes: added (+), removed (-), changed (~) and where,
as JSON Pointers; in the order of the ids. Suppressed records (x) come each time, whether they
changed or not: delete them from copies. A delta tells the same without the indexes. Filters are
those of GET /api/v1/changes: removed and suppressed records pass them, and so do records whose
place or website changed.
--json prints one object: since, until (generations), data, cursor, more.

Exit status: 0 told, 1 no usable index or delta, 2 wrong usage.)";

struct ChangesArguments {
    std::string before, after;
    bool content = false;
    bool json = false;
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    std::string cursor;
    std::vector<std::string> ids, fields, domains;
    std::string country, state, city;

    bool has_index_filter() const { return !domains.empty() || !country.empty() || !state.empty() || !city.empty(); }
};

Option::Check checked_as(const char* expected) {
    return [expected](const std::string& text) {
        format::Uuid id;
        return format::read_uuid(text, id) ? "" : expected_got(expected, text);
    };
}

std::string problem_of_pointer(const std::string& text) {
    return format::is_json_pointer(text) ? "" : expected_got("a JSON Pointer such as /business_name", text);
}

/// Chooses changes by their ids.
class IdFilter {
public:
    /// The arguments must be valid.
    explicit IdFilter(const ChangesArguments& arguments) {
        if (!arguments.cursor.empty()) {
            format::read_uuid(arguments.cursor, after_.emplace());
        }
        for (const std::string& text : arguments.ids) {
            format::read_uuid(text, ids_.emplace_back());
        }
        std::sort(ids_.begin(), ids_.end());
    }

    bool passes(const format::Uuid& id) const {
        return (!after_ || *after_ < id) && (ids_.empty() || std::binary_search(ids_.begin(), ids_.end(), id));
    }

private:
    std::optional<format::Uuid> after_;
    std::vector<format::Uuid> ids_;
};

/// Prints the rows that pass the filters. Adds those of suppressed records, which the walks leave out: a client who
/// keeps a copy must delete them.
class ChangeRows {
public:
    /// `filter` must outlive this. `suppressed`: ids, ascending.
    ChangeRows(const ChangesArguments& arguments, const api::ChangeFilter& filter, std::vector<format::Uuid> suppressed)
        : ids_(arguments),
          filter_(filter),
          suppressed_(std::move(suppressed)),
          printer_({arguments.json, arguments.content, arguments.limit}) {}

    void begin(const std::string& since, const std::string& until) const { printer_.begin(since, until); }
    /// Whether the change of the record may be printed. If not, the caller need not compute it.
    bool wants(const format::Uuid& id) const { return !printer_.is_full() && ids_.passes(id); }
    void add(const api::ChangeRow& row, std::string_view content) {
        add_suppressed(std::lower_bound(suppressed_.begin(), suppressed_.end(), row.id));
        if (filter_.passes(row)) {
            printer_.print(row, content);
        }
    }
    void end() {
        add_suppressed(suppressed_.end());
        printer_.end();
    }

private:
    void add_suppressed(std::vector<format::Uuid>::const_iterator end) {
        for (; next_ < end - suppressed_.begin(); ++next_) {
            api::ChangeRow row{suppressed_[static_cast<std::size_t>(next_)]};
            row.is_suppressed = true;
            if (wants(row.id)) {
                printer_.print(row, "");
            }
        }
    }

    const IdFilter ids_;
    const api::ChangeFilter& filter_;
    const std::vector<format::Uuid> suppressed_;
    std::ptrdiff_t next_ = 0;  // of suppressed_
    ChangePrinter printer_;
};

/// The ids that a list suppresses as a whole, ascending.
std::vector<format::Uuid> whole_records_of(const store::SharedSuppressions& list) {
    std::vector<format::Uuid> ids;
    if (list == nullptr) {
        return ids;
    }
    for (const store::SuppressionEntry& entry : list->entries) {
        if (entry.is_whole()) {
            ids.push_back(entry.id);
        }
    }
    return ids;
}

/// The ids of the records of two indexes that are suppressed as a whole, ascending.
std::vector<format::Uuid> suppressed_in(const store::Generation& before, const store::Generation& after) {
    std::vector<format::Uuid> ids;
    for (const store::Generation* generation : {&before, &after}) {
        if (generation->suppression() != nullptr) {
            const std::vector<format::Uuid>& gone = generation->suppression()->gone_ids();
            ids.insert(ids.end(), gone.begin(), gone.end());
        }
    }
    sort_unique(ids);
    return ids;
}

/// Sets the place and the brands of `query` from the options, which have the names and the meaning of the parameters of
/// GET /api/v1/changes. Returns what is wrong with one, "" if nothing is.
std::string read_index_filter(const ChangesArguments& arguments, const store::Generation& after,
                              api::ChangesQuery& query) {
    std::string parameters = "since=" + after.name();
    const auto add = [&parameters](const char* name, const std::string& value) {
        parameters.append("&").append(name).append("=");
        for (const char byte : value) {
            char text[4];
            std::snprintf(text, sizeof text, "%%%02X", static_cast<unsigned char>(byte));
            parameters += text;
        }
    };
    add("country", arguments.country);
    add("state", arguments.state);
    add("city", arguments.city);
    for (const std::string& domain : arguments.domains) {
        add("root_domain", domain);
    }
    api::ChangesParser parser;
    api::RequestNotes notes;
    api::ApiError error;
    Budget budget;
    return parser.parse(parameters, after, true, query, notes, error, budget) ? "" : error.message;
}

/// Cuts what a list suppresses out of a change of a delta: parts of the record, and the pointers to them. Returns false
/// if nothing of the change may be shown. `target`: the generation to which the delta leads.
bool make_visible(const store::SuppressionList& list, const std::string& target, DeltaChange& change) {
    if (list.has_whole(change.id)) {
        return false;
    }
    const auto [first, last] = list.entries_of(change.id);
    for (const std::string& part : store::suppressed_parts(first, last, target)) {
        format::cut_json(change.json, part);
    }
    return change.kind != ChangeKind::changed || store::remove_suppressed(list, change.id, target, change.pointers);
}

int tell_delta(const ChangesArguments& arguments) {
    try {
        const DeltaFile delta(arguments.before);
        const auto list = suppressions_beside(arguments.before);
        if (!list) {
            return fail(list.error().message);
        }
        const std::string& target = delta.header().target.generation;
        api::ChangesQuery query;
        query.fields = arguments.fields;
        const api::ChangeFilter filter(nullptr, query);
        ChangeRows rows(arguments, filter, whole_records_of(list.value()));
        rows.begin(delta.header().base.generation, target);
        DeltaCursor cursor(delta);
        // The loop goes on beyond --limit, because only the last next() finds out whether the delta is sound.
        for (DeltaChange change; cursor.next(change);) {
            if (!rows.wants(change.id) || (list.value() != nullptr && !make_visible(*list.value(), target, change))) {
                continue;
            }
            api::ChangeRow row{change.id, change.kind};
            row.pointers = std::move(change.pointers);
            rows.add(row, change.json);
        }
        rows.end();
        return exit_code::done;
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
}

int tell_indexes(const ChangesArguments& arguments) {
    const auto before = open_index(arguments.before);
    if (before == nullptr) {
        return exit_code::failed;
    }
    const auto after = open_other_index(before, arguments.before, arguments.after);
    if (after == nullptr) {
        return exit_code::failed;
    }
    api::ChangesQuery query;
    if (const std::string problem = read_index_filter(arguments, *after, query); !problem.empty()) {
        fail(problem);
        return exit_code::usage;
    }
    query.fields = arguments.fields;
    api::ChangeFilter filter(after.get(), query);
    Budget budget;
    filter.begin(budget);
    ChangeRows rows(arguments, filter, suppressed_in(*before, *after));
    rows.begin(before->name(), after->name());
    const auto walked = walk_changes(*before, *after, [&](const ChangedPair& pair) {
        if (!rows.wants(pair.id)) {
            return;
        }
        api::ChangeRow row{pair.id, pair.kind};
        if (pair.kind == ChangeKind::changed) {
            row.pointers = changed_pointers(pair.before, pair.after);
        }
        rows.add(row, pair.after);
    });
    if (!walked) {
        return fail(walked.error().message);
    }
    rows.end();
    return exit_code::done;
}

int run_changes(const ChangesArguments& arguments) {
    return arguments.after.empty() ? tell_delta(arguments) : tell_indexes(arguments);
}

Options options_of(ChangesArguments& to) {
    return {
        text_option("old", "OLD", to.before, "Index file; or a delta, alone").required(),
        text_option("new", "NEW", to.after, "Index file"),
        flag_option("--content", to.content, "The records, too, as they are now"),
        number_option("--limit", "N", to.limit, 1, std::numeric_limits<std::uint64_t>::max() - 1,
                      "At most so many changes [all]"),
        text_option("--cursor", "ID", to.cursor, "Only changes after this id, the cursor of the answer before")
            .checked(checked_as("the cursor of an answer, an id")),
        list_option("--id", "ID", to.ids, "Only this record; can be repeated")
            .repeated()
            .checked(checked_as("the id of a record")),
        list_option("--fields", "POINTER", to.fields,
                    "Of changed records only those with a change here; can be repeated")
            .repeated()
            .checked(problem_of_pointer),
        list_option("--root-domain", "DOMAIN", to.domains, "Only records of this brand; can be repeated").repeated(),
        text_option("--country", "CODE", to.country, "Only records in this country"),
        text_option("--state", "NAME", to.state, "Only records in this state").needs("--country"),
        text_option("--city", "NAME", to.city, "Only records in this city").needs("--country"),
        flag_option("--json", to.json, "One JSON object")};
}

}  // namespace

Command changes_command() {
    const auto arguments = std::make_shared<ChangesArguments>();
    Command command =
        command_group("changes", "Tell what became of each record between two indexes", changes_examples, {});
    command.options = options_of(*arguments);
    command.problem_of = [arguments](const Given&) {
        return arguments->after.empty() && arguments->has_index_filter()
                   ? "--country, --state, --city and --root-domain need both indexes, OLD and NEW"
                   : "";
    };
    command.run = [arguments](const Given&) { return run_changes(*arguments); };
    return command;
}

}  // namespace bizrec::builder
