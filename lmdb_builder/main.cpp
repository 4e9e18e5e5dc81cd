#include <malloc.h>

#include <exception>

#include "bizrec/base/version.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/command_line/command.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/commands.hpp"
#include "lmdb_builder/credits/credits.hpp"

namespace {

using namespace bizrec::builder;

constexpr const char* examples = R"(
A first index, checked and asked:
  lmdb_builder build -o index.mdb records.jsonl.gz
  lmdb_builder verify index.mdb
  lmdb_builder query index.mdb example.com
  lmdb_builder search index.mdb coffee in Oakland

From one night to the next:
  lmdb_builder diff --counts /srv/bizrec/current index.mdb
  lmdb_builder publish index.mdb /srv/bizrec

`lmdb_builder COMMAND --help` tells each command's options, with examples.
Exit status: 0 done, 1 data or I/O error, 2 wrong usage.)";

/// A build frees and allocates the same buffers again and again. If they went back to the kernel each time, every page
/// would have to be faulted in and cleared again, which costs more than filling it.
void keep_freed_buffers() noexcept {
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

Command program() {
    Command program = command_group(
        "lmdb_builder", "Builds, checks and asks the index files of ngx_bizrec_module.", examples,
        {build_command(),    import_command(),  merge_command(),    verify_command(),    inspect_command(),
         query_command(),    search_command(),  enrich_command(),   explain_command(),   why_command(),
         dump_command(),     diff_command(),    changes_command(),  delta_command(),     apply_command(),
         key_command(),      publish_command(), rollback_command(), published_command(), pull_command(),
         suppress_command(), forget_command(),  status_command()});
#ifndef BIZREC_WITHOUT_CREDITS
    program.subcommands.push_back(credits_command());
#endif
    program.version = std::string("lmdb_builder ") + bizrec::program_version + ", index format " +
                      std::to_string(bizrec::format::format_version);
    program.subcommands.push_back(manual_command(program));
    return program;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        keep_freed_buffers();
        return run_command_line(program(), argc, argv);
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
