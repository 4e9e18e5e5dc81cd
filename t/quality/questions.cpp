#include "questions.hpp"

#include <simdjson.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "bizrec/base/json_text.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::quality {
namespace {

using simdjson::dom::element;

/// Folded values of a member that is a text or a list of texts.
std::vector<std::string> values_of(element member) {
    std::vector<std::string> values;
    const auto add = [&values](element value) {
        values.emplace_back();
        text::fold(std::string_view(value), values.back());
    };
    if (member.is_array()) {
        for (const element value : simdjson::dom::array(member)) {
            add(value);
        }
    } else {
        add(member);
    }
    return values;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Clause {
    std::string member;
    std::vector<std::string> values;

    template <class Fits>
    bool any_value(Fits&& fits) const {
        return std::any_of(values.begin(), values.end(), fits);
    }
    bool holds(const RecordFacts& record) const;
};

bool Clause::holds(const RecordFacts& record) const {
    static const std::map<std::string, std::string RecordFacts::*> equal = {
        {"id", &RecordFacts::id},       {"name", &RecordFacts::name},       {"city", &RecordFacts::city},
        {"state", &RecordFacts::state}, {"country", &RecordFacts::country}, {"domain", &RecordFacts::domain},
    };
    const auto field = equal.find(member);
    if (field != equal.end()) {
        return any_value([&](const std::string& value) { return record.*(field->second) == value; });
    }
    if (member == "name_has") {
        return std::all_of(values.begin(), values.end(),
                           [&](const auto& value) { return contains(record.name, value); });
    }
    if (member == "zip") {
        return any_value([&](const std::string& value) { return record.zip.rfind(value, 0) == 0; });
    }
    if (member == "city_has") {
        return any_value([&](const std::string& value) { return contains(record.city, value); });
    }
    const bool whole = member == "category";
    if (!whole && member != "category_has") {
        throw std::runtime_error("judged.jsonl: no condition is called " + member);
    }
    return any_value([&](const std::string& value) {
        return std::any_of(record.categories.begin(), record.categories.end(), [&](const std::string& category) {
            return whole ? category == value : contains(category, value);
        });
    });
}

using Condition = std::vector<Clause>;

std::vector<Condition> conditions_of(element question) {
    std::vector<Condition> conditions;
    for (const element object : simdjson::dom::array(question["right"])) {
        conditions.emplace_back();
        for (const auto member : simdjson::dom::object(object)) {
            conditions.back().push_back({std::string(member.key), values_of(member.value)});
        }
    }
    return conditions;
}

bool is_right(const RecordFacts& record, const std::vector<Condition>& conditions) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        return std::all_of(condition.begin(), condition.end(),
                           [&](const Clause& clause) { return clause.holds(record); });
    });
}

std::string label_of(element question) {
    std::string label(text_of(question, "query"));
    const std::string_view name = text_of(question, "store_name");
    if (!name.empty()) {
        label.append(label.empty() ? "" : " ").append("store_name: ").append(name);
    }
    element location;
    if (question["location"].get(location) == simdjson::SUCCESS) {
        label.append(" in ").append(simdjson::minify(location));
    }
    return label;
}

}  // namespace

QuestionSet judged_questions(const std::string& path, const RecordBook& records) {
    QuestionSet set = {"judged", {}, 0.95, 0.99};
    for_each_object(path, [&](std::string_view line, element object) {
        Question question = {label_of(object), std::string(line), {}};
        const std::vector<Condition> conditions = conditions_of(object);
        for (const RecordFacts& record : records.all()) {
            if (is_right(record, conditions)) {
                question.right.insert(record.id);
            }
        }
        if (question.right.empty()) {
            throw std::runtime_error("judged.jsonl: no record is right for " + question.label);
        }
        set.questions.push_back(std::move(question));
    });
    return set;
}

QuestionSet guide_questions(const std::string& folder) {
    std::map<std::string, std::string> asked;
    for_each_object(folder + "/zagats.jsonl", [&](std::string_view, element record) {
        asked[std::string(text_of(record, "store_id"))] =
            std::string(text_of(record, "business_name")).append(" ").append(text_of(record, "city"));
    });
    QuestionSet set = {"fodors_zagats", {}, 0.97, 0.98};
    for_each_object(folder + "/gold.jsonl", [&](std::string_view, element pair) {
        Question question;
        question.label = asked.at(std::string(text_of(pair, "query_zagats")));
        question.body = R"({"limit":10,"query":)";
        append_json_string(question.body, question.label);
        question.body += '}';
        question.right.emplace(text_of(pair, "relevant_fodors"));
        set.questions.push_back(std::move(question));
    });
    return set;
}

std::string cranfield_id(std::string_view number) {
    std::string id = "00000000-0000-4000-8000-000000000000";
    return id.replace(id.size() - number.size(), number.size(), number);
}

QuestionSet cranfield_questions(const std::string& folder) {
    std::map<std::string, std::unordered_set<std::string>> right;
    std::ifstream judgments(folder + "/qrels.tsv");
    std::string query;
    std::string document;
    for (int grade = 0; judgments >> query >> document >> grade;) {
        if (grade > 0) {
            right[query].insert(cranfield_id(document));
        }
    }
    QuestionSet set = {"cranfield", {}, 0, 0};
    for_each_object(folder + "/queries.jsonl", [&](std::string_view, element object) {
        const auto found = right.find(std::string(text_of(object, "id")));
        if (found != right.end()) {
            set.questions.push_back({std::string(text_of(object, "text")), "", found->second});
        }
    });
    return set;
}

std::string write_cranfield_records(const std::string& folder, const std::string& path) {
    std::ofstream out(path);
    for_each_object(folder + "/docs.jsonl.gz", [&](std::string_view, simdjson::dom::element document) {
        std::string line = R"({"store_id":")" + cranfield_id(text_of(document, "id")) + R"(","store_description":)";
        append_json_string(line, text_of(document, "text"));
        // A build fails if no record has a name, a website or a profile.
        out << line << R"(,"website_url":"https://cranfield.example/"})" << '\n';
    });
    return path;
}

}  // namespace bizrec::quality
