#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bizrec/text/fold.hpp"
#include "t/quality/typed/makers.hpp"

namespace bizrec::quality {

std::vector<AskedSet> people_questions(const Directory& directory, const std::string& path) {
    AskedSet names{"people_names", {}}, described{"people_described", {}}, categories{"people_categories", {}};
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::istringstream columns(line);
        std::string typed, meant, kind;
        std::getline(columns, typed, '\t');
        std::getline(columns, meant, '\t');
        std::getline(columns, kind, '\t');
        std::string folded;
        text::fold(meant, folded);
        const bool is_name = kind == "name" || kind == "described";
        const Holders* holders = is_name ? directory.find_name(meant) : directory.find_category(folded);
        if (holders == nullptr || !(is_name || kind == "category")) {
            throw std::runtime_error(path + ": no record bears what is meant: " + line);
        }
        if (is_name) {
            (kind == "name" ? names : described)
                .questions.push_back({typed, meant, name_first(directory, holders->key), holders->records.size()});
        } else {
            categories.questions.push_back({typed, meant, category_rows(directory, *holders), holders->records.size()});
        }
    }
    return {names, described, categories};
}

}  // namespace bizrec::quality
