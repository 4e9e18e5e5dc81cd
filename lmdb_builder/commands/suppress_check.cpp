#include "lmdb_builder/commands/commands.hpp"

#include <algorithm>
#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/suppression/find_copies.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* check_examples = R"(
Examples:
  lmdb_builder suppress check /srv/bizrec 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d
  lmdb_builder suppress check /srv/bizrec 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d --part /staffs/1
  lmdb_builder suppress check /srv/bizrec --email jane@example.com --phone "+1 212 555 0100"

Looks for records, parts of them and values in every file of DIR, and of the folder `incoming`
beside it: all generations, unfinished transfers, rejects. A line a file that still holds one, with
whether servers show it. In files that are no index, an address or number is found as it is written,
a part only by the id of its record.

Exit status: 0 none of it is in any file, 1 something is, or a file cannot be looked into, 2 wrong
usage.)";

struct CheckArguments {
    std::string folder;
    CopyQuery query;
};

int run_check(const CheckArguments& arguments) {
    const auto searched = find_copies(arguments.folder, arguments.query);
    if (!searched) {
        return fail(searched.error().message);
    }
    const CopySearch& found = searched.value();
    for (const RecordCopy& copy : found.copies) {
        print_lines(stdout, text::visible(copy.what + "  " + copy.file + ": " + copy.how) + "\n");
    }
    for (const std::string& file : found.unread) {
        warn(file + ", and was not looked into");
    }
    if (found.copies.empty()) {
        print_lines(stdout, "in none of " + counted(found.files, "file", "files") + "\n");
    }
    return found.copies.empty() && found.unread.empty() ? exit_code::done : exit_code::failed;
}

Options options_of(CheckArguments& to) {
    CopyQuery& query = to.query;
    return {
        text_option("folder", "DIR", to.folder, "Folder of published indexes").required(),
        list_option("ids", "ID", query.ids, "Records"),
        list_option("--part", "POINTER", query.parts, "Look for these parts of the records (JSON Pointer)").repeated(),
        list_option("--email", "ADDRESS", query.emails, "Values with this e-mail address").repeated(),
        list_option("--phone", "NUMBER", query.phones, "Values that are this telephone number").repeated()};
}

}  // namespace

Command suppress_check() {
    const auto arguments = std::make_shared<CheckArguments>();
    Command command =
        command_group("check", "Show which files still contain a record, a part or a value", check_examples, {});
    command.options = options_of(*arguments);
    command.problem_of = [arguments](const Given&) { return problem_of(arguments->query); };
    command.run = [arguments](const Given&) { return run_check(*arguments); };
    return command;
}

}  // namespace bizrec::builder
