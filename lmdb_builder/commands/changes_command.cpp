#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <limits>
#include <optional>

#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/deltas/visible_change.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* changes_examples = R"(
Examples:
  lmdb_builder changes monday.mdb tuesday.mdb
  lmdb_builder changes --json --content monday-tuesday.delta | jq -c '.data[]'
  lmdb_builder changes --json --limit 1000 --cursor 0f0b1a57-… monday-tuesday.delta

Tells what became of each record between two indexes: added (+), removed (-), changed (~) and where,
as JSON Pointers; in the order of the ids. A delta tells the same without the indexes.
--json prints one object: since, until (generations), data, cursor, more.

Exit status: 0 told, 1 no usable index or delta, 2 wrong usage.)";

struct ChangesArguments {
    std::string before, after;
    bool content = false;
    bool json = false;
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    std::string cursor;
};

std::string problem_of_cursor(const std::string& text) {
    format::Uuid id;
    return format::read_uuid(text, id) ? "" : expected_got("the cursor of an answer, an id", text);
}

/// Prints the changes after the cursor, one by one, up to the limit.
class ChangePrinter {
public:
    explicit ChangePrinter(const ChangesArguments& arguments) : arguments_(&arguments) {
        if (!arguments.cursor.empty()) {
            format::read_uuid(arguments.cursor, behind_.emplace());
        }
    }

    void begin(const std::string& since, const std::string& until) const {
        if (arguments_->json) {
            print_json(stdout, "{\"since\":\"" + since + "\",\"until\":\"" + until + "\",\"data\":[");
        }
    }

    /// Whether the change will be printed. If not, the caller need not compute its fields and record.
    bool wants(const format::Uuid& id) {
        if (behind_ && id <= *behind_) {
            return false;
        }
        more_ = more_ || printed_ == arguments_->limit;
        return !more_;
    }

    void print(ChangeKind kind, const format::Uuid& id, const std::vector<std::string>& pointers,
               std::string_view content) {
        last_ = id_text(id);
        ++counts_[static_cast<std::size_t>(kind)];
        arguments_->json ? print_json(stdout, row_json(kind, pointers, content))
                         : print_lines(stdout, row_text(kind, pointers, content));
        ++printed_;
    }

    void end() const {
        if (arguments_->json) {
            print_json(stdout, (printed_ > 0 ? "\n],\"cursor\":" : "],\"cursor\":") +
                                   (more_ && !last_.empty() ? '"' + last_ + '"' : "null") +
                                   ",\"more\":" + (more_ ? "true" : "false") + "}\n");
            return;
        }
        std::string text;
        for (const ChangeKind kind : {ChangeKind::added, ChangeKind::removed, ChangeKind::changed}) {
            text += std::string(text.empty() ? "" : ", ") + with_separators(counts_[static_cast<std::size_t>(kind)]) +
                    ' ' + word_of(kind);
        }
        print_lines(stdout, text + (more_ ? "; more after --cursor " + last_ + '\n' : "\n"));
    }

private:
    std::string row_json(ChangeKind kind, const std::vector<std::string>& pointers, std::string_view content) const {
        std::string text =
            (printed_ > 0 ? ",\n{\"id\":\"" : "\n{\"id\":\"") + last_ + "\",\"kind\":\"" + word_of(kind) + '"';
        if (kind == ChangeKind::changed) {
            text += ",\"fields\":[";
            for (std::size_t i = 0; i < pointers.size(); ++i) {
                text += (i > 0 ? "," : "") + json_string(pointers[i]);
            }
            text += ']';
        }
        if (arguments_->content && !content.empty()) {
            text.append(",\"content\":").append(content);
        }
        return text + '}';
    }

    std::string row_text(ChangeKind kind, const std::vector<std::string>& pointers, std::string_view content) const {
        std::string text = std::string(1, "-+~"[static_cast<std::size_t>(kind)]) + ' ' + last_;
        for (std::size_t i = 0; i < pointers.size(); ++i) {
            text += (i > 0 ? ", " : "  ") + (pointers[i].empty() ? "(all)" : text::visible(pointers[i]));
        }
        text += kind == ChangeKind::changed && pointers.empty() ? "  (only the order of its fields)\n" : "\n";
        return arguments_->content && !content.empty() ? text.append(content) + '\n' : text;
    }

    const ChangesArguments* arguments_;
    std::optional<format::Uuid> behind_;
    std::string last_;
    std::uint64_t printed_ = 0;
    std::uint64_t counts_[3] = {0, 0, 0};  // by ChangeKind
    bool more_ = false;
};

int tell_delta(const ChangesArguments& arguments) {
    try {
        const DeltaFile delta(arguments.before);
        const auto list = suppressions_beside(arguments.before);
        if (!list) {
            return fail(list.error().message);
        }
        const std::string& target = delta.header().target.generation;
        ChangePrinter printer(arguments);
        printer.begin(delta.header().base.generation, target);
        DeltaCursor cursor(delta);
        // The loop goes on beyond --limit, because only the last next() finds out whether the delta is sound.
        for (DeltaChange change; cursor.next(change);) {
            const bool is_hidden = list.value() != nullptr && !make_visible(*list.value(), target, change);
            if (!is_hidden && printer.wants(change.id)) {
                printer.print(change.kind, change.id, change.pointers, change.json);
            }
        }
        printer.end();
        return exit_code::done;
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
}

int tell_indexes(const ChangesArguments& arguments) {
    const auto before = open_index(arguments.before, store::Generation::Check::hash);
    if (before == nullptr) {
        return exit_code::failed;
    }
    const auto after = open_other_index(before, arguments.before, arguments.after);
    if (after == nullptr) {
        return exit_code::failed;
    }
    ChangePrinter printer(arguments);
    printer.begin(before->name(), after->name());
    const auto walked = walk_changes(*before, *after, [&printer](const ChangedPair& pair) {
        if (printer.wants(pair.id)) {
            const bool is_changed = pair.kind == ChangeKind::changed;
            printer.print(pair.kind, pair.id,
                          is_changed ? changed_pointers(pair.before, pair.after) : std::vector<std::string>(),
                          pair.after);
        }
    });
    if (!walked) {
        return fail(walked.error().message);
    }
    printer.end();
    return exit_code::done;
}

int run_changes(const ChangesArguments& arguments) {
    return arguments.after.empty() ? tell_delta(arguments) : tell_indexes(arguments);
}

Options options_of(ChangesArguments& to) {
    return {text_option("old", "OLD", to.before, "Index file; or a delta, alone").required(),
            text_option("new", "NEW", to.after, "Index file"),
            flag_option("--content", to.content, "The records, too, as they are now"),
            number_option("--limit", "N", to.limit, 1, std::numeric_limits<std::uint64_t>::max() - 1,
                          "At most so many changes [all]"),
            text_option("--cursor", "ID", to.cursor, "Those behind this one, from the answer before")
                .checked(problem_of_cursor),
            flag_option("--json", to.json, "One JSON object")};
}

}  // namespace

Command changes_command() {
    return command_of<ChangesArguments>("changes", "Tell what became of each record between two indexes",
                                        changes_examples, options_of, run_changes);
}

}  // namespace bizrec::builder
