#include "bizrec/format/rules.hpp"

#include <utility>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::format {
namespace {

constexpr std::string_view suffixes_name = "suffixes";
constexpr std::string_view stop_words_name = "stop_words";
constexpr std::string_view word_forms_name = "word_forms";
constexpr std::string_view number_words_name = "number_words";
constexpr std::string_view fillers_name = "fillers";
constexpr std::string_view categories_name = "category_names";

std::string heading(std::string_view name) {
    return "[" + std::string(name) + "]\n";
}

void append_table(std::string& out, std::string_view name, const std::string& rules) {
    out.append(heading(name)).append(rules);
}

/// Moves the table called `name` from the front of `rest` to `table`. Returns false if `rest` begins with another
/// table, or with none.
bool take_table(std::string_view& rest, std::string_view name, RuleText& table) {
    const std::string begin = heading(name);
    if (rest.substr(0, begin.size()) != begin) {
        return false;
    }
    rest.remove_prefix(begin.size());
    // A line that begins with "[" is the next table, because a rule never begins with "[".
    const std::size_t next = rest.substr(0, 1) == "[" ? 0 : rest.find("\n[");
    const std::size_t size = next == 0 ? 0 : next == std::string_view::npos ? rest.size() : next + 1;
    table.name = "[" + std::string(name) + "]";
    table.text = rest.substr(0, size);
    rest.remove_prefix(size);
    return true;
}

Error missing_table(std::string_view name) {
    return Error{"expected the table \"[" + std::string(name) + "]\""};
}

struct Tables {
    RuleText suffixes, stop_words, word_forms, number_words, fillers, categories;
    identity::LinkRules::Texts links;
    bool has_categories = false;
};

RuleText built_in(std::string_view name) {
    return {std::string(name), built_in_rules(name)};
}

void use_built_in_spellings(Tables& tables) {
    tables.number_words = built_in(number_words_name);
    tables.fillers = built_in(fillers_name);
}

Status split(std::string_view section, std::uint32_t version, Tables& tables) {
    std::string_view rest = section;
    if (!take_table(rest, suffixes_name, tables.suffixes)) {
        return missing_table(suffixes_name);
    }
    for (std::size_t i = 0; i < tables.links.size(); ++i) {
        if (!take_table(rest, identity::LinkRules::table_names[i], tables.links[i])) {
            return missing_table(identity::LinkRules::table_names[i]);
        }
    }
    const std::pair<std::string_view, RuleText*> of_words[] = {{stop_words_name, &tables.stop_words},
                                                               {word_forms_name, &tables.word_forms},
                                                               {number_words_name, &tables.number_words},
                                                               {fillers_name, &tables.fillers}};
    const bool is_older = version < first_version_with_spellings;
    std::string_view last;
    for (const auto& [name, table] : of_words) {
        if (is_older && table == &tables.number_words) {
            use_built_in_spellings(tables);
            break;
        }
        if (!take_table(rest, name, *table)) {
            return missing_table(name);
        }
        last = name;
    }
    tables.has_categories = !is_older && take_table(rest, categories_name, tables.categories);
    if (tables.has_categories) {
        last = categories_name;
    } else {
        tables.categories = built_in(categories_name);
    }
    return rest.empty() ? ok() : Status(Error{"expected nothing after the table \"[" + std::string(last) + "]\""});
}

/// The tables that this program was built with, except the suffix list, which comes from the file.
Tables built_in_tables(std::string_view suffix_list) {
    Tables tables;
    tables.suffixes = {"", suffix_list};
    for (std::size_t i = 0; i < tables.links.size(); ++i) {
        tables.links[i] = built_in(identity::LinkRules::table_names[i]);
    }
    tables.stop_words = built_in(stop_words_name);
    tables.word_forms = built_in(word_forms_name);
    use_built_in_spellings(tables);
    tables.categories = built_in(categories_name);
    tables.has_categories = true;
    return tables;
}

Result<Rules> read_tables(const Tables& tables) {
    Rules rules;
    auto suffixes = identity::SuffixList::parse(tables.suffixes.text);
    if (!suffixes) {
        return suffixes.error();
    }
    rules.suffixes = std::move(suffixes).value();
    auto links = identity::LinkRules::read(tables.links);
    if (!links) {
        return links.error();
    }
    rules.links = std::move(links).value();
    auto words = text::WordForms::read(tables.stop_words, tables.word_forms);
    if (!words) {
        return words.error();
    }
    rules.words = std::move(words).value();
    auto numbers = text::NumberWords::read(tables.number_words);
    if (!numbers) {
        return numbers.error();
    }
    rules.numbers = std::move(numbers).value();
    auto fillers = text::Fillers::read(tables.fillers);
    if (!fillers) {
        return fillers.error();
    }
    rules.fillers = std::move(fillers).value();
    auto categories = text::CategoryNames::read(tables.categories, rules.words);
    if (!categories) {
        return categories.error();
    }
    rules.categories = std::move(categories).value();
    rules.has_categories = tables.has_categories;
    return rules;
}

}  // namespace

std::string write_rules(const Rules& rules, std::uint32_t version) {
    std::string out;
    append_table(out, suffixes_name, rules.suffixes.serialise());
    for (std::size_t i = 0; i < identity::LinkRules::table_names.size(); ++i) {
        append_table(out, identity::LinkRules::table_names[i], rules.links.plain(i));
    }
    append_table(out, stop_words_name, rules.words.stop_words());
    append_table(out, word_forms_name, rules.words.word_forms());
    if (version >= first_version_with_spellings) {
        append_table(out, number_words_name, rules.numbers.rules());
        append_table(out, fillers_name, rules.fillers.rules());
        if (rules.has_categories) {
            append_table(out, categories_name, rules.categories.rules());
        }
    }
    return out;
}

Result<Rules> read_rules(std::string_view section, std::uint32_t version) {
    if (version < first_version_with_rules) {
        return read_tables(built_in_tables(section));
    }
    Tables tables;
    if (const Status status = split(section, version, tables); !status) {
        return status.error();
    }
    return read_tables(tables);
}

}  // namespace bizrec::format
