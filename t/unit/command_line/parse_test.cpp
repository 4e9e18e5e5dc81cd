#include <gtest/gtest.h>

#include <cstdio>

#include "lmdb_builder/command_line/command.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {
namespace {

struct Values {
    std::string text, choice, output = "x", shown = "usual";
    std::vector<std::string> list, repeated;
    bool flag = false, kept = true;
    unsigned number = 7;
    std::uint64_t size = 1;
};

/// The values that the command received. Each run resets them.
struct Got {
    Values values;
    bool has_text = false;
    int runs = 0;
};
Got got;

Options options_of(Values& to) {
    return {text_option("-t,--text", "TEXT", to.text, "a text").checked([](const std::string& text) {
                return text == "bad" ? std::string("is bad") : std::string();
            }),
            flag_option("--flag", to.flag, "a flag").excludes("--text"),
            unflag_option("--no-keep", to.kept, "a flag that is on").needs("--flag"),
            number_option("--number", "N", to.number, 1, 10, "a number"),
            size_option("--size", to.size, 1024, 1 << 20, "a size"),
            choice_option("--choice", "WORD", {"one", "two"}, to.choice, "a choice"),
            text_option("--shown", "TEXT", to.shown, "a default").shows(to.shown),
            list_option("--repeated", "TEXT", to.repeated, "a list").repeated(),
            output_option(to.output),
            list_option("words", "WORD", to.list, "words").required().separated_by(',')};
}

int run_values(const Values& values, const Given& given) {
    got = {values, given.has("--text"), got.runs + 1};
    return given.has("--size") ? exit_code::failed : exit_code::done;
}

Command program() {
    Command command = command_of<Values>("run", "runs", "", options_of, run_values);
    command.problem_of = [](const Given& given) {
        return given.has("--size") && given.has("--text") ? "--size: not with --text" : "";
    };
    Command group = command_group("group", "a group", "its footer", {command});
    group.noun = "thing";
    Command hidden = command_group("packagers", "not listed", "", {});
    hidden.is_hidden = true;
    hidden.run = [](const Given&) { return ++got.runs; };
    Command program = command_group("tool", "a tool", "", {command, group, hidden});
    program.version = "tool 1.0";
    return program;
}

struct Ran {
    int exit;
    std::string out, err;
};

Ran ran(const std::vector<const char*>& words) {
    got = {};
    std::vector<const char*> line = {"tool"};
    line.insert(line.end(), words.begin(), words.end());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const int exit = run_command_line(program(), static_cast<int>(line.size()), line.data());
    std::fflush(stdout);
    std::string out = ::testing::internal::GetCapturedStdout();
    return {exit, std::move(out), ::testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, GivesValuesToTheirTargets) {
    EXPECT_EQ(ran({"run", "--text", "a", "--number=3", "--choice", "two", "-o", "-", "--repeated", "r", "x,y",
                   "--repeated", "s", "z"})
                  .exit,
              exit_code::done);
    EXPECT_EQ(got.runs, 1);
    EXPECT_TRUE(got.has_text);
    EXPECT_EQ(got.values.text, "a");
    EXPECT_EQ(got.values.number, 3U);
    EXPECT_EQ(got.values.choice, "two");
    EXPECT_EQ(got.values.output, "") << "- is standard output";
    EXPECT_EQ(got.values.repeated, (std::vector<std::string>{"r", "s"}));
    EXPECT_EQ(got.values.list, (std::vector<std::string>{"x", "y", "z"}));
}

TEST(CommandLine, LeavesDefaultsWhereNothingIsGiven) {
    EXPECT_EQ(ran({"group", "run", "w", "--flag", "--no-keep"}).exit, exit_code::done);
    EXPECT_TRUE(got.values.flag);
    EXPECT_FALSE(got.values.kept);
    EXPECT_FALSE(got.has_text);
    EXPECT_EQ(got.values.number, 7U);
    EXPECT_EQ(got.values.output, "x");
    EXPECT_EQ(got.values.shown, "usual");
}

TEST(CommandLine, RunsWhatItDoesNotList) {
    EXPECT_EQ(ran({"packagers"}).exit, 1);
    EXPECT_EQ(got.runs, 1);
}

TEST(CommandLine, GivesTheExitStatusOfTheCommand) {
    EXPECT_EQ(ran({"run", "--size", "64k", "w"}).exit, exit_code::failed);
    EXPECT_EQ(got.values.size, 65536U);
}

TEST(CommandLine, RefusesInOneLineAndRunsNothing) {
    const std::pair<std::vector<const char*>, const char*> refused[] = {
        {{}, "a command is required, one of run, group (see tool --help)"},
        {{"group"}, "group: a thing is required, one of run (see tool group --help)"},
        {{"rnu"}, "rnu: no such command; did you mean run? (see tool --help)"},
        {{"group", "rnu"}, "group rnu: no such thing; did you mean run? (see tool group --help)"},
        {{"--versoin"}, "--versoin: no such option; did you mean --version? (see tool --help)"},
        {{"run", "w", "--nubmer=1"}, "run: --nubmer: no such option; did you mean --number? (see tool run --help)"},
        {{"run"}, "run: words is required (see tool run --help)"},
        {{"run", "w", "-t", "bad"}, "run: --text: is bad (see tool run --help)"},
        {{"run", "w", "--number", "11"},
         "run: --number: expected a whole number from 1 to 10; got \"11\" (see tool run --help)"},
        {{"run", "w", "--choice", "three"}, "run: --choice: three not in {one,two} (see tool run --help)"},
        {{"run", "w", "--flag", "--text", "a"}, "run: --text excludes --flag (see tool run --help)"},
        {{"run", "w", "--no-keep"}, "run: --no-keep requires --flag (see tool run --help)"},
        {{"group", "run", "w", "--size", "1k", "--text", "a"},
         "group run: --size: not with --text (see tool group run --help)"},
    };
    for (const auto& [words, message] : refused) {
        const Ran result = ran(words);
        EXPECT_EQ(result.exit, exit_code::usage) << message;
        EXPECT_EQ(result.err, "tool: " + std::string(message) + '\n');
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(got.runs, 0) << message;
    }
}

TEST(CommandLine, HelpsWithoutRunning) {
    EXPECT_EQ(ran({"--version"}).out, "tool 1.0\n");
    const Ran help = ran({"run", "--help"});
    EXPECT_EQ(help.exit, exit_code::done);
    EXPECT_NE(help.out.find("  --shown TEXT=usual"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("  words WORD ... REQUIRED"), std::string::npos) << help.out;
    EXPECT_NE(ran({"group", "-h"}).out.find("its footer"), std::string::npos);
    EXPECT_EQ(ran({"--help"}).out.find("packagers"), std::string::npos) << "a hidden command";
    EXPECT_EQ(got.runs, 0);
}

}  // namespace
}  // namespace bizrec::builder
