#include "lmdb_builder/command_line/option.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

template <class Target>
Option option_of(std::string name, const char* value, std::string help, Target target) {
    Option option;
    option.name = std::move(name);
    option.value = value;
    option.help = std::move(help);
    option.target = std::move(target);
    return option;
}

}  // namespace

Option Option::required() && {
    is_required = true;
    return std::move(*this);
}

Option Option::checked(Check problem) && {
    problem_of = std::move(problem);
    return std::move(*this);
}

Option Option::excludes(std::string other) && {
    excluded = std::move(other);
    return std::move(*this);
}

Option Option::needs(std::string other) && {
    needed = std::move(other);
    return std::move(*this);
}

Option Option::shows(std::string text) && {
    default_text = std::move(text);
    return std::move(*this);
}

Option Option::separated_by(char character) && {
    separator = character;
    return std::move(*this);
}

Option Option::repeated() && {
    is_repeated = true;
    return std::move(*this);
}

Options joined_options(std::initializer_list<Options> lists) {
    Options all;
    for (const Options& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    return all;
}

Option flag_option(const char* name, bool& target, std::string help) {
    return option_of(name, "", std::move(help), Option::Flag{&target, true});
}

Option unflag_option(const char* name, bool& target, std::string help) {
    return option_of(name, "", std::move(help), Option::Flag{&target, false});
}

Option text_option(const std::string& name, const char* value, std::string& target, std::string help) {
    return option_of(name, value, std::move(help), Option::Text([&target](const std::string& text) { target = text; }));
}

Option list_option(const char* name, const char* value, std::vector<std::string>& target, std::string help) {
    return option_of(name, value, std::move(help), &target);
}

Option choice_option(const char* name, const char* value, const std::vector<std::string>& choices, std::string& target,
                     std::string help) {
    std::string set;
    for (const std::string& choice : choices) {
        set += (set.empty() ? "{" : ",") + choice;
    }
    set += '}';
    return text_option(name, (value + (':' + set)).c_str(), target, std::move(help))
        .checked([choices, set](const std::string& text) {
            return std::count(choices.begin(), choices.end(), text) > 0 ? std::string() : text + " not in " + set;
        });
}

Option index_argument(std::string& path) {
    return text_option("index", "INDEX", path, "Index file").required();
}

Option output_option(std::string& path) {
    Option option = text_option("-o,--output", "FILE", path, "File to write, by rename [standard output]");
    option.target = [&path](const std::string& given) { path = given == "-" ? "" : given; };
    return option;
}

Options summary_options(bool& json, bool& quiet, const char* where) {
    return {flag_option("--json", json, std::string("Print the summary as one JSON object") + where),
            flag_option("--quiet", quiet, "No progress, no summary (but --json)")};
}

}  // namespace bizrec::builder
