#include "lmdb_builder/commands/list_in_force.hpp"

#include <cstdio>
#include <string>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {

Options list_in_force_options(bool& wait, bool& quiet) {
    return {flag_option("--wait", wait, "Wait for another command that changes DIR"),
            flag_option("--quiet", quiet, "No summary")};
}

int tell_list_in_force(const Result<SuppressSummary>& list, bool quiet) {
    if (!list) {
        return fail(list.error().message);
    }
    if (!quiet) {
        print_lines(stdout, "list " + std::to_string(list.value().list) + " is in force, " +
                                counted(list.value().entries, "entry", "entries") + "\n");
    }
    return exit_code::done;
}

}  // namespace bizrec::builder
