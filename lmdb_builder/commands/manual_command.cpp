#include "lmdb_builder/commands/commands.hpp"

#include "lmdb_builder/command_line/manual.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* manual_footer = R"(
Writes a page for man(1) of each command and, as DIR/lmdb_builder, the completion for bash. For packages.

Exit status: 0 done, 1 I/O error, 2 wrong usage.)";

struct ManualArguments {
    std::string folder;
};

Options manual_options(ManualArguments& arguments) {
    return {text_option("folder", "DIR", arguments.folder, "Folder that exists").required()};
}

void write_file(const std::string& folder, const ManualFile& file) {
    ReportFile to(folder + '/' + file.name, "the manual");
    to.write(file.text);
    to.close();
}

}  // namespace

Command manual_command(const Command& program) {
    Command command =
        command_of<ManualArguments>("manual", "Write the manual and the completion for bash into a folder",
                                    manual_footer, manual_options, [program](const ManualArguments& arguments) {
                                        for (const ManualFile& page : manual_pages(program)) {
                                            write_file(arguments.folder, page);
                                        }
                                        write_file(arguments.folder, bash_completion(program));
                                        return 0;
                                    });
    command.is_hidden = true;
    return command;
}

}  // namespace bizrec::builder
