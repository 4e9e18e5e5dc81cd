#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// What the process ends with; documented in docs/builder.md.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failed = 1;  ///< data or I/O error; also a refusal that `query` or `search` prints
inline constexpr int usage = 2;
}  // namespace exit_code

/// Each adds its command to `app`; when the command line names it, parsing runs it and sets `exit`.
void add_build_command(CLI::App& app, int& exit);
void add_import_command(CLI::App& app, int& exit);
void add_merge_command(CLI::App& app, int& exit);
void add_verify_command(CLI::App& app, int& exit);
void add_inspect_command(CLI::App& app, int& exit);
void add_query_command(CLI::App& app, int& exit);
void add_search_command(CLI::App& app, int& exit);
void add_explain_command(CLI::App& app, int& exit);
void add_dump_command(CLI::App& app, int& exit);
void add_diff_command(CLI::App& app, int& exit);
void add_key_command(CLI::App& app, int& exit);
void add_publish_command(CLI::App& app, int& exit);
void add_rollback_command(CLI::App& app, int& exit);
void add_published_command(CLI::App& app, int& exit);

/// "lmdb_builder: <message>" on standard error; gives exit_code::failed.
int fail(const std::string& message);

/// "lmdb_builder: warning: <message>" on standard error.
void warn(const std::string& message);

/// Opens an index; says on standard error why not and gives null.
std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check);

}  // namespace bizrec::builder
