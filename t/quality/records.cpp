#include "records.hpp"

#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "bizrec/text/fold.hpp"
#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::quality {
namespace {

std::string folded(std::string_view text) {
    std::string out;
    text::fold(text, out);
    return out;
}

}  // namespace

void for_each_object(const std::string& path,
                     const std::function<void(std::string_view, simdjson::dom::element)>& use) {
    auto reader = builder::LineReader::open(path);
    if (!reader) {
        throw std::runtime_error(reader.error().message);
    }
    simdjson::dom::parser parser;
    std::string_view line;
    builder::LineReader::Next next = reader.value()->next(line);
    for (; next == builder::LineReader::Next::line; next = reader.value()->next(line)) {
        use(line, parser.parse(line));
    }
    if (next != builder::LineReader::Next::end) {
        throw std::runtime_error(path + ": cannot be read to its end");
    }
}

std::string_view text_of(simdjson::dom::element object, std::string_view member) {
    std::string_view text;
    return object[member].get(text) == simdjson::SUCCESS ? text : std::string_view();
}

std::vector<std::string> record_files(const std::string& data) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(data + "/records")) {
        files.push_back(entry.path().string());
    }
    files.push_back(data + "/gold/fodors_zagats/fodors.jsonl");
    std::sort(files.begin(), files.end());
    return files;
}

void RecordBook::read(const std::string& path) {
    for_each_object(path, [this](std::string_view, simdjson::dom::element object) {
        RecordFacts facts;
        facts.id = text_of(object, "store_id");
        facts.title.append(text_of(object, "business_name")).append(", ").append(text_of(object, "city"));
        facts.title.append(" ").append(text_of(object, "state"));
        facts.written_name = text_of(object, "business_name");
        facts.written_street = text_of(object, "street_address");
        facts.name = folded(text_of(object, "business_name"));
        facts.city = folded(text_of(object, "city"));
        facts.state = folded(text_of(object, "state"));
        facts.zip = folded(text_of(object, "zip_code"));
        facts.country = folded(text_of(object, "country"));
        facts.domain = folded(text_of(object, "root_domain"));
        simdjson::dom::array categories;
        if (object["business_categories"].get(categories) == simdjson::SUCCESS) {
            for (const simdjson::dom::element category : categories) {
                facts.categories.push_back(folded(std::string_view(category)));
            }
        }
        if (object["latitude"].get(facts.latitude) != simdjson::SUCCESS ||
            object["longitude"].get(facts.longitude) != simdjson::SUCCESS) {
            facts.latitude = facts.longitude = 0;
        }
        by_id_.emplace(facts.id, all_.size());
        all_.push_back(std::move(facts));
    });
}

const std::string& RecordBook::title(const std::string& id) const {
    static const std::string unknown = "?";
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? unknown : all_[found->second].title;
}

}  // namespace bizrec::quality
