#include "lmdb_builder/catalog/rule_source.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {
namespace {

/// Returns the text of a file. Fails if the file cannot be read. `what` ("the rules") and `hint` (what to do, or "")
/// are parts of the error message.
std::string read_whole(const std::string& path, const std::string& what, const std::string& hint) {
    std::string text;
    if (!read_whole_file(path, text)) {
        fail_with_errno("read " + what + " \"" + path + "\"" + hint);
    }
    return text;
}

std::string version_of(std::string_view text) {
    constexpr std::string_view mark = "// VERSION: ";
    const std::size_t start = text.find(mark);
    if (start == std::string_view::npos) {
        return "sha256:" + sha256_hex(text);
    }
    const std::size_t begin = start + mark.size();
    return std::string(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
}

constexpr std::string_view extra_suffixes_name = "extra_suffixes";
constexpr std::string_view stop_words_name = "stop_words";
constexpr std::string_view word_forms_name = "word_forms";
constexpr std::string_view number_words_name = "number_words";
constexpr std::string_view fillers_name = "fillers";
constexpr std::string_view category_names_name = "category_names";
constexpr std::string_view city_names_name = "city_names";
constexpr std::string_view deletion_hashes_name = "deletion_hashes";  // read by load_hash_rules()

std::vector<std::string_view> table_names() {
    std::vector<std::string_view> names(identity::LinkRules::table_names.begin(),
                                        identity::LinkRules::table_names.end());
    names.insert(names.end(), {stop_words_name, word_forms_name, number_words_name, fillers_name, category_names_name,
                               extra_suffixes_name, city_names_name, deletion_hashes_name});
    return names;
}

/// The rule files of a folder, and the built-in tables for the files that it lacks.
class RuleFolder {
public:
    explicit RuleFolder(const std::string& path) {
        if (path.empty()) {
            return;
        }
        std::error_code error;
        for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end;
             entry.increment(error)) {
            if (entry->path().extension() == ".txt") {
                add(*entry);
            }
        }
        if (error) {
            throw BuildFailure("cannot read the folder of rules \"" + path + "\": " + error.message());
        }
        if (texts_.empty()) {
            throw BuildFailure("the folder of rules \"" + path + "\": expected one or more of " + file_names() +
                               ", found none of them");
        }
    }

    RuleText text(std::string_view name) const {
        const auto own = texts_.find(std::string(name));
        return own == texts_.end() ? RuleText{std::string(name) + ".txt", built_in_rules(name)}
                                   : RuleText{own->second.path, own->second.text};
    }

private:
    struct File {
        std::string path, text;
    };

    /// Rejects unknown names, because a misspelt name would silently leave the built-in rules in force.
    void add(const std::filesystem::directory_entry& entry) {
        const std::string path = entry.path().string();
        const std::string name = entry.path().stem().string();
        const std::vector<std::string_view> known = table_names();
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw BuildFailure("\"" + path + "\" is no file of rules: expected " + file_names());
        }
        texts_[name] = {path, read_whole(path, "the rules", "")};
    }

    static std::string file_names() {
        std::vector<std::string> names;
        for (const std::string_view name : table_names()) {
            names.push_back(std::string(name) + ".txt");
        }
        return one_of(names);
    }

    std::map<std::string, File> texts_;
};

template <class T>
T must_read(Result<T> rules) {
    if (!rules) {
        throw BuildFailure("the rules: " + rules.error().message);
    }
    return std::move(rules).value();
}

std::string read_suffix_list(const std::string& path) {
    const std::string hint =
        path == packaged_suffix_list ? " (install the package publicsuffix, or name a list with --psl)" : "";
    return read_whole(path, "the public suffix list", hint);
}

}  // namespace

std::string sha256_hex(std::string_view text) {
    store::Sha256 digest{};
    if (!store::sha256(text.data(), text.size(), digest)) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
    return store::hex(digest);
}

RuleSource load_rules(const std::string& suffix_list, const std::string& rule_folder) {
    const std::string file = suffix_list.empty() ? packaged_suffix_list : suffix_list;
    const std::string list_text = read_suffix_list(file);
    const RuleFolder folder(rule_folder);
    RuleSource source;
    const RuleText extra = folder.text(extra_suffixes_name);
    Result<identity::SuffixList> list = identity::SuffixList::compile(list_text, extra.text);
    if (!list) {
        throw BuildFailure("the public suffix list \"" + file + "\" with \"" + extra.name +
                           "\": " + list.error().message);
    }
    source.rules.suffixes = std::move(list).value();
    identity::LinkRules::Texts links;
    for (std::size_t i = 0; i < links.size(); ++i) {
        links[i] = folder.text(identity::LinkRules::table_names[i]);
    }
    source.rules.links = must_read(identity::LinkRules::read(links));
    source.rules.words = must_read(text::WordForms::read(folder.text(stop_words_name), folder.text(word_forms_name)));
    source.rules.numbers = must_read(text::NumberWords::read(folder.text(number_words_name)));
    source.rules.fillers = must_read(text::Fillers::read(folder.text(fillers_name)));
    source.rules.categories =
        must_read(text::CategoryNames::read(folder.text(category_names_name), source.rules.words));
    source.city_names = folder.text(city_names_name).text;
    source.suffix_list_version = version_of(list_text);
    return source;
}

}  // namespace bizrec::builder
