#include "lmdb_builder/command_line/manual.hpp"

#include <string_view>

namespace bizrec::builder {
namespace {

/// Escapes a text for roff: backslashes, dashes (which roff would print as hyphens), and "." and "'" at the beginning
/// of a line.
std::string roff(std::string_view text) {
    std::string out;
    char before = '\n';
    for (const char c : text) {
        if (before == '\n' && (c == '.' || c == '\'')) {
            out += "\\&";
        }
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
        before = c;
    }
    return out;
}

/// The name of the page of a command such as "lmdb_builder credits grant".
std::string page_name(std::string words) {
    for (char& c : words) {
        if (c == ' ') {
            c = '-';
        }
    }
    return words;
}

bool is_argument(const Option& option) {
    return option.name[0] != '-';
}

std::string with_full_stop(const std::string& text) {
    return text.empty() || text.back() == '.' ? text : text + '.';
}

std::string synopsis(const Command& command) {
    std::string line = " [OPTIONS]";
    if (!command.subcommands.empty()) {
        return line + " COMMAND";
    }
    for (const Option& option : command.options) {
        if (is_argument(option)) {
            const std::string value = option.value + (std::holds_alternative<Option::List>(option.target) ? "..." : "");
            line += option.is_required ? ' ' + value : " [" + value + ']';
        }
    }
    return line;
}

std::string entry(const Option& option) {
    std::string tag = is_argument(option) ? "" : "\\fB" + roff(option.name) + "\\fR";
    if (!option.value.empty()) {
        tag += (tag.empty() ? "\\fI" : " \\fI") + roff(option.value) + "\\fR";
    }
    std::string text = with_full_stop(option.help);
    if (!option.default_text.empty()) {
        text += " Default: " + option.default_text + '.';
    }
    if (!option.excluded.empty()) {
        text += " Not together with " + option.excluded + '.';
    }
    if (!option.needed.empty()) {
        text += " Only with " + option.needed + '.';
    }
    return ".TP\n" + tag + '\n' + roff(text) + '\n';
}

std::string options_part(const Command& command) {
    std::string arguments, options;
    for (const Option& option : command.options) {
        (is_argument(option) ? arguments : options) += entry(option);
    }
    options += ".TP\n\\fB\\-h,\\-\\-help\\fR\nPrint this help and exit.\n";
    if (!command.version.empty()) {
        options += ".TP\n\\fB\\-\\-version\\fR\nPrint the version and exit.\n";
    }
    return (arguments.empty() ? "" : ".SH ARGUMENTS\n" + arguments) + ".SH OPTIONS\n" + options;
}

std::string commands_part(const Command& command, const std::string& words) {
    std::string part;
    for (const Command& below : command.subcommands) {
        if (!below.is_hidden) {
            part += ".TP\n\\fB" + roff(page_name(words + ' ' + below.name)) + "\\fR(1)\n" +
                    roff(with_full_stop(below.help)) + '\n';
        }
    }
    return part.empty() ? part : ".SH COMMANDS\n" + part;
}

/// The footer as the page's description. Keeps its line breaks, because it has command lines as examples.
std::string footer_part(const std::string& footer) {
    const std::size_t begin = footer.find_first_not_of('\n');
    return begin == std::string::npos ? "" : ".SH DESCRIPTION\n.nf\n" + roff(footer.substr(begin)) + "\n.fi\n";
}

void add_pages(const Command& command, const std::string& words, const std::string& version, const std::string& above,
               std::vector<ManualFile>& pages) {
    const std::string name = page_name(words);
    std::string text = ".TH \"" + roff(name) + "\" 1 \"\" \"" + roff(version) + "\" \"User Commands\"\n";
    text += ".SH NAME\n" + roff(name) + " \\- " + roff(command.help) + '\n';
    text += ".SH SYNOPSIS\n.B " + roff(words) + "\n" + roff(synopsis(command).substr(1)) + '\n';
    text += commands_part(command, words) + options_part(command) + footer_part(command.footer);
    if (!above.empty()) {
        text += ".SH \"SEE ALSO\"\n\\fB" + roff(page_name(above)) + "\\fR(1)\n";
    }
    pages.push_back({name + ".1", std::move(text)});
    for (const Command& below : command.subcommands) {
        if (!below.is_hidden) {
            add_pages(below, words + ' ' + below.name, version, words, pages);
        }
    }
}

// ---- bash

/// Writes two parts of the completion script. `cases`, the body of a `case`, gets a line with the options and
/// subcommands of this command and of each command below it. `known`, the pattern of another `case`, gets the paths of
/// the commands below it.
void add_cases(const Command& command, const std::string& path, std::string& known, std::string& cases) {
    std::string commands, options = "--help";
    for (const Option& option : command.options) {
        if (const std::size_t begin = option.name.find("--"); begin != std::string::npos) {
            options += ' ' + option.name.substr(begin);
        }
    }
    if (!command.version.empty()) {
        options += " --version";
    }
    std::string below_cases;
    for (const Command& below : command.subcommands) {
        if (!below.is_hidden) {
            commands += (commands.empty() ? "" : " ") + below.name;
            const std::string below_path = path + ' ' + below.name;
            known += (known.empty() ? "'" : " | '") + below_path + '\'';
            add_cases(below, below_path, known, below_cases);
        }
    }
    cases += "        '" + path + "') commands='" + commands + "' options='" + options + "' ;;\n" + below_cases;
}

}  // namespace

std::vector<ManualFile> manual_pages(const Command& program) {
    std::vector<ManualFile> pages;
    add_pages(program, program.name, program.version, "", pages);
    return pages;
}

ManualFile bash_completion(const Command& program) {
    std::string known, cases;
    add_cases(program, "", known, cases);
    const std::string function = '_' + program.name;
    return {program.name, "# shellcheck shell=bash\n" + function + "() {\n" +
                              "    local word=${COMP_WORDS[COMP_CWORD]} path='' commands='' options='' i\n"
                              "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                              "        case \"$path ${COMP_WORDS[i]}\" in\n            " +
                              known +
                              ") path+=\" ${COMP_WORDS[i]}\" ;;\n"
                              "        esac\n"
                              "    done\n"
                              "    case $path in\n" +
                              cases +
                              "    esac\n"
                              "    COMPREPLY=()\n"
                              "    if [[ $word == -* ]]; then\n"
                              "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
                              "    elif [[ -n $commands ]]; then\n"
                              "        mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
                              "    fi\n"
                              "}\n"
                              "complete -o default -F " +
                              function + ' ' + program.name + '\n'};
}

}  // namespace bizrec::builder
