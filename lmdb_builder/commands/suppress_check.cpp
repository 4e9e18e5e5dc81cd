#include "lmdb_builder/commands/commands.hpp"

#include <algorithm>
#include <cstdio>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/suppression/find_copies.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* check_examples = R"(
Examples:
  lmdb_builder suppress check /srv/bizrec 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d

Looks for records in every file of DIR, and of the folder `incoming` beside it: all generations,
unfinished transfers, rejects. A line a file that still holds one, with whether servers show it.

Exit status: 0 none of the records is in any file, 1 one is, or a file cannot be looked into, 2
wrong usage.)";

struct CheckArguments {
    std::string folder;
    std::vector<std::string> ids;
};

int run_check(const CheckArguments& arguments) {
    const auto searched = find_copies(arguments.folder, arguments.ids);
    if (!searched) {
        return fail(searched.error().message);
    }
    const CopySearch& found = searched.value();
    for (const RecordCopy& copy : found.copies) {
        print_lines(stdout, copy.id + "  " + copy.file + ": " + copy.how + "\n");
    }
    for (const std::string& file : found.unread) {
        warn(file + ", and was not looked into");
    }
    if (found.copies.empty()) {
        print_lines(stdout, "in none of " + with_separators(found.files) + " files\n");
    }
    return found.copies.empty() && found.unread.empty() ? exit_code::done : exit_code::failed;
}

Options options_of(CheckArguments& to) {
    return {text_option("folder", "DIR", to.folder, "Folder of published indexes").required(),
            list_option("ids", "ID", to.ids, "Records").required()};
}

}  // namespace

Command suppress_check() {
    return command_of<CheckArguments>("check", "Show which files still contain a record", check_examples, options_of,
                                      run_check);
}

}  // namespace bizrec::builder
