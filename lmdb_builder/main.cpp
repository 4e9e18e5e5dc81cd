#include <malloc.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <sstream>

#include "bizrec/base/version.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/commands/build_command.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/credits_command.hpp"
#include "lmdb_builder/commands/diff_command.hpp"
#include "lmdb_builder/commands/dump_command.hpp"
#include "lmdb_builder/commands/enrich_command.hpp"
#include "lmdb_builder/commands/explain_command.hpp"
#include "lmdb_builder/commands/import_command.hpp"
#include "lmdb_builder/commands/inspect_command.hpp"
#include "lmdb_builder/commands/key_command.hpp"
#include "lmdb_builder/commands/merge_command.hpp"
#include "lmdb_builder/commands/publish_command.hpp"
#include "lmdb_builder/commands/published_command.hpp"
#include "lmdb_builder/commands/query_command.hpp"
#include "lmdb_builder/commands/rollback_command.hpp"
#include "lmdb_builder/commands/search_command.hpp"
#include "lmdb_builder/commands/usage_error.hpp"
#include "lmdb_builder/commands/verify_command.hpp"
#include "lmdb_builder/commands/why_command.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace {

using namespace bizrec::builder;

constexpr const char* examples = R"(
A first index, checked and asked:
  lmdb_builder build -o index.lmdb records.jsonl.gz
  lmdb_builder verify index.lmdb
  lmdb_builder query index.lmdb example.com
  lmdb_builder search index.lmdb coffee in Oakland

From one night to the next:
  lmdb_builder diff --counts /srv/bizrec/current index.lmdb
  lmdb_builder publish index.lmdb /srv/bizrec

`lmdb_builder COMMAND --help` tells each command's options, with examples.
Exit status: 0 done, 1 data or I/O error, 2 wrong usage.)";

/// A build frees and takes the same buffers again and again. Given back to the kernel each time, every page of them
/// would be faulted in and cleared anew, which costs more than to fill it.
void keep_freed_buffers() noexcept {
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

int run(int argc, char** argv) {
    keep_freed_buffers();
    CLI::App app("Builds, checks and asks the index files of ngx_bizrec_module.", "lmdb_builder");
    app.footer(examples);
    app.set_version_flag("--version", std::string("lmdb_builder ") + bizrec::program_version + ", index format " +
                                          std::to_string(bizrec::format::format_version));
    app.require_subcommand(1);
    int exit = exit_code::done;
    add_build_command(app, exit);
    add_import_command(app, exit);
    add_merge_command(app, exit);
    add_verify_command(app, exit);
    add_inspect_command(app, exit);
    add_query_command(app, exit);
    add_search_command(app, exit);
    add_enrich_command(app, exit);
    add_explain_command(app, exit);
    add_why_command(app, exit);
    add_dump_command(app, exit);
    add_diff_command(app, exit);
    add_key_command(app, exit);
    add_publish_command(app, exit);
    add_rollback_command(app, exit);
    add_published_command(app, exit);
    add_credits_command(app, exit);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) {
            return refuse_command_line(app, error);
        }
        std::ostringstream out, err;
        app.exit(error, out, err);  // --help, --version
        print_lines(stdout, out.str());
        return exit_code::done;
    }
    // A full disk or a closed pipe must not look like success.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        return fail("cannot write the results to standard output");
    }
    return exit;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
