#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/index_diff.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* diff_examples = R"(
Examples:
  lmdb_builder diff monday.mdb tuesday.mdb
  lmdb_builder diff --counts /srv/bizrec/current tuesday.mdb
  lmdb_builder diff --json monday.mdb tuesday.mdb | jq -r 'select(.change=="removed").id'
  lmdb_builder diff --exit-code --counts a.mdb b.mdb || echo "not the same records"

Tells which records NEW has and OLD has not (+), the other way round (-), and which changed (~)
in which fields, in the order of the ids; then the counts, and how many records each field changed in.

Exit status: 0 compared, 1 no usable index, 2 wrong usage; with --exit-code 3 where the records
differ, so that 0 means that they are the same.)";

constexpr int exit_differs = 3;
constexpr std::size_t shown_fields = 20;

struct DiffArguments {
    std::string old_path;
    std::string new_path;
    bool counts_only = false;
    bool exit_code = false;
    bool json = false;
};

std::string change_text(const RecordChange& change) {
    std::string text;
    for (const std::string& field : change.fields) {
        text += (text.empty() ? "  " : ", ") + text::visible(field);
    }
    if (change.kind == ChangeKind::changed && text.empty()) {
        text = "  (only the order of its fields)";
    }
    const char sign = change.kind == ChangeKind::added ? '+' : change.kind == ChangeKind::removed ? '-' : '~';
    return std::string(1, sign) + ' ' + change.id + text + '\n';
}

std::string change_json(const RecordChange& change) {
    std::string text = std::string("{\"change\":\"") + word_of(change.kind) + "\",\"id\":\"" + change.id + '"';
    if (change.kind == ChangeKind::changed) {
        text += ",\"fields\":[";
        for (std::size_t i = 0; i < change.fields.size(); ++i) {
            text += (i > 0 ? "," : "") + json_string(change.fields[i]);
        }
        text += ']';
    }
    return text + "}\n";
}

std::string index_line(const char* name, const store::Generation& index) {
    return std::string(name) + counted(index.documents(), "record", "records") + ", generation " + index.name() + '\n';
}

std::string counts_text(const IndexDifference& difference) {
    std::string text = "added      " + with_separators(difference.added) + "\nremoved    " +
                       with_separators(difference.removed) + "\nchanged    " + with_separators(difference.changed) +
                       "\nunchanged  " + with_separators(difference.unchanged) + '\n';
    const auto fields = difference.fields.by_count();
    for (std::size_t i = 0; i < fields.size() && i < shown_fields; ++i) {
        text += "  " + with_separators(fields[i].records) + "  " + text::visible(fields[i].name) + '\n';
    }
    return text + (fields.size() > shown_fields ? "  …\n" : "");
}

std::string side_json(const char* name, const store::Generation& index) {
    return std::string("\"") + name + "\":{\"generation\":" + json_string(index.name()) +
           ",\"documents\":" + std::to_string(index.documents()) + "},";
}

std::string counts_json(const store::Generation& old_index, const store::Generation& new_index,
                        const IndexDifference& difference) {
    std::string text = "{" + side_json("old", old_index) + side_json("new", new_index) +
                       "\"added\":" + std::to_string(difference.added) +
                       ",\"removed\":" + std::to_string(difference.removed) +
                       ",\"changed\":" + std::to_string(difference.changed) +
                       ",\"unchanged\":" + std::to_string(difference.unchanged) + ",\"fields\":{";
    const auto fields = difference.fields.by_count();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        text += (i > 0 ? "," : "") + json_string(fields[i].name) + ':' + std::to_string(fields[i].records);
    }
    return text + "}}\n";
}

Result<IndexDifference> compare(const DiffArguments& arguments, const store::Generation& old_index,
                                const store::Generation& new_index) {
    return compare_indexes(old_index, new_index, [&arguments](const RecordChange& change) {
        if (!arguments.counts_only) {
            arguments.json ? print_json(stdout, change_json(change)) : print_lines(stdout, change_text(change));
        }
    });
}

int run_diff(const DiffArguments& arguments) {
    const auto old_index = open_index(arguments.old_path);
    if (old_index == nullptr) {
        return exit_code::failed;
    }
    const auto new_index = open_other_index(old_index, arguments.old_path, arguments.new_path);
    if (new_index == nullptr) {
        return exit_code::failed;
    }
    const auto difference = compare(arguments, *old_index, *new_index);
    if (!difference) {
        return fail(difference.error().message);
    }
    if (arguments.json) {
        print_json(stdout, counts_json(*old_index, *new_index, difference.value()));
    } else {
        print_lines(stdout, index_line("old        ", *old_index) + index_line("new        ", *new_index) +
                                counts_text(difference.value()));
    }
    return arguments.exit_code && difference.value().any() ? exit_differs : exit_code::done;
}

Options options_of(DiffArguments& to) {
    return {text_option("old", "OLD", to.old_path, "Index file").required(),
            text_option("new", "NEW", to.new_path, "Index file").required(),
            flag_option("--counts", to.counts_only, "Print only the counts, without a line for each record"),
            flag_option("--exit-code", to.exit_code, "Exit with status 3 if the records differ"),
            flag_option("--json", to.json, "Print one JSON object per line: each record, then the counts")};
}

}  // namespace

Command diff_command() {
    return command_of<DiffArguments>("diff", "Show which records of two indexes differ, and in which fields",
                                     diff_examples, options_of, run_diff);
}

}  // namespace bizrec::builder
