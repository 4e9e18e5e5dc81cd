#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <optional>

#include "bizrec/format/uuid.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* list_examples = R"(
Examples:
  lmdb_builder suppress list /srv/bizrec
  lmdb_builder suppress list --trust public.pem /srv/bizrec | wc -l

Prints the list in force as JSON Lines, an entry a line.

Exit status: 0 printed, 1 the list cannot be read, 2 wrong usage.)";

struct ListArguments {
    std::string folder;
    std::string trust_path;
};

/// A folder that does not exist has no list either, but a mistyped path must not look like "nothing is suppressed".
Status check_folder(const std::string& path) {
    try {
        const PublishedFolder folder(path);
        return ok();
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

int run_list(const ListArguments& arguments) {
    std::optional<store::TrustedKeys> keys;
    if (!arguments.trust_path.empty()) {
        auto loaded = store::TrustedKeys::load(arguments.trust_path);
        if (!loaded) {
            return fail(loaded.error().message);
        }
        keys = std::move(loaded).value();
    }
    if (const Status folder = check_folder(arguments.folder); !folder) {
        return fail(folder.error().message);
    }
    const auto found = store::find_suppressions(arguments.folder, keys ? &*keys : nullptr, nullptr);
    if (!found || !found.value().trouble.empty()) {
        return fail(found ? found.value().trouble : found.error().message);
    }
    if (!found.value().list) {
        return exit_code::done;
    }
    for (const store::SuppressionEntry& entry : found.value().list->entries) {
        std::string line = "{\"list\":" + std::to_string(found.value().list->number) +
                           ",\"id\":" + json_string(format::uuid_text(entry.id));
        line += entry.is_whole() ? ",\"whole\":true" : ",\"part\":" + json_string(entry.pointer);
        line += entry.generation.empty() ? "" : ",\"generation\":" + json_string(entry.generation);
        print_lines(stdout, line + "}\n");
    }
    return exit_code::done;
}

Options options_of(ListArguments& to) {
    return {text_option("folder", "DIR", to.folder, "Folder of published indexes").required(),
            text_option("--trust", "PEM", to.trust_path, "Require that one of these keys signed the list")};
}

}  // namespace

Command suppress_list() {
    return command_of<ListArguments>("list", "Print the list in force", list_examples, options_of, run_list);
}

}  // namespace bizrec::builder
