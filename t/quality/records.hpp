#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::quality {

/// Calls `use(line, object)` for every line of a file of JSON objects, compressed or not. Throws std::runtime_error.
void for_each_object(const std::string& path, const std::function<void(std::string_view, simdjson::dom::element)>& use);

/// A string member of an object; "" if the object has none of that name.
std::string_view text_of(simdjson::dom::element object, std::string_view member);

/// The facts that a judgement needs about a record. Texts are folded (text::fold).
struct RecordFacts {
    std::string id, title;                     ///< title: name, city and state unfolded, for people
    std::string written_name, written_street;  ///< unfolded
    std::string name, city, state, zip, country, domain;
    std::vector<std::string> categories;
    double latitude = 0, longitude = 0;  ///< both 0: the record has no coordinates
};

/// The shared records from which the questions are made, and the records of one of the guides.
std::vector<std::string> record_files(const std::string& data);

/// The facts about all records of the files that were read.
class RecordBook {
public:
    void read(const std::string& path);
    const std::vector<RecordFacts>& all() const noexcept { return all_; }
    /// "?" if no record has the id.
    const std::string& title(const std::string& id) const;

private:
    std::vector<RecordFacts> all_;
    std::unordered_map<std::string, std::size_t> by_id_;
};

}  // namespace bizrec::quality
