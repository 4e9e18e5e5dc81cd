#include <gtest/gtest.h>

#include "lmdb_builder/command_line/manual.hpp"

namespace bizrec::builder {
namespace {

struct Described {
    std::string text;
    std::vector<std::string> files;
    bool flag = false;
};

Options described_options(Described& to) {
    return {text_option("-t,--text", "TEXT", to.text, "A \\ text").shows("-1"),
            flag_option("--flag", to.flag, "A flag").excludes("--text").needs("--other"),
            list_option("files", "FILE", to.files, "Files").required()};
}

Command tool() {
    Command run = command_of<Described>("run", "Run it", "\nExamples:\n  tool run -t x\n.hidden line",
                                        described_options, [](const Described&) { return 0; });
    Command hidden = command_group("packagers", "Not listed", "", {});
    hidden.is_hidden = true;
    Command program = command_group("tool", "A tool", "", {command_group("group", "A group", "", {run}), hidden});
    program.version = "tool 1.0";
    return program;
}

TEST(Manual, HasAPageForEachCommandThatHelpLists) {
    std::string names;
    for (const ManualFile& page : manual_pages(tool())) {
        names += page.name + ' ';
    }
    EXPECT_EQ(names, "tool.1 tool-group.1 tool-group-run.1 ");
    EXPECT_EQ(manual_pages(tool())[0].text,
              ".TH \"tool\" 1 \"\" \"tool 1.0\" \"User Commands\"\n.SH NAME\ntool \\- A tool\n"
              ".SH SYNOPSIS\n.B tool\n[OPTIONS] COMMAND\n"
              ".SH COMMANDS\n.TP\n\\fBtool\\-group\\fR(1)\nA group.\n"
              ".SH OPTIONS\n.TP\n\\fB\\-h,\\-\\-help\\fR\nPrint this help and exit.\n"
              ".TP\n\\fB\\-\\-version\\fR\nPrint the version and exit.\n");
}

TEST(Manual, SaysAllThatHelpSays) {
    EXPECT_EQ(manual_pages(tool())[2].text,
              ".TH \"tool\\-group\\-run\" 1 \"\" \"tool 1.0\" \"User Commands\"\n"
              ".SH NAME\ntool\\-group\\-run \\- Run it\n"
              ".SH SYNOPSIS\n.B tool group run\n[OPTIONS] FILE...\n"
              ".SH ARGUMENTS\n.TP\n\\fIFILE\\fR\nFiles.\n"
              ".SH OPTIONS\n.TP\n\\fB\\-t,\\-\\-text\\fR \\fITEXT\\fR\nA \\e text. Default: \\-1.\n"
              ".TP\n\\fB\\-\\-flag\\fR\nA flag. Not together with \\-\\-text. Only with \\-\\-other.\n"
              ".TP\n\\fB\\-h,\\-\\-help\\fR\nPrint this help and exit.\n"
              ".SH DESCRIPTION\n.nf\nExamples:\n  tool run \\-t x\n\\&.hidden line\n.fi\n"
              ".SH \"SEE ALSO\"\n\\fBtool\\-group\\fR(1)\n");
}

TEST(Manual, CompletesCommandsAndOptions) {
    const ManualFile file = bash_completion(tool());
    EXPECT_EQ(file.name, "tool");
    EXPECT_NE(file.text.find("' group' | ' group run') path+="), std::string::npos) << file.text;
    EXPECT_NE(file.text.find("'') commands='group' options='--help --version' ;;\n"), std::string::npos) << file.text;
    EXPECT_NE(file.text.find("' group run') commands='' options='--help --text --flag' ;;\n"), std::string::npos);
    EXPECT_EQ(file.text.find("packagers"), std::string::npos);
}

}  // namespace
}  // namespace bizrec::builder
