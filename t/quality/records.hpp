#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/base/json_types.hpp"

namespace bizrec::quality {

/// Calls `use(line, object)` for every line of a file of JSON objects, compressed or not. Throws std::runtime_error.
void for_each_object(const std::string& path, const std::function<void(std::string_view, simdjson::dom::element)>& use);

/// A string member of an object, "" where it has none of that name.
std::string_view text_of(simdjson::dom::element object, std::string_view member);

/// What a judgement may ask of a record. Texts are folded (text::fold).
struct RecordFacts {
    std::string id, title;                     ///< title: name, city and state as they are, for people
    std::string written_name, written_street;  ///< as they are
    std::string name, city, state, zip, country, domain;
    std::vector<std::string> categories;
    double latitude = 0, longitude = 0;  ///< both 0: the record says none
};

/// The shared records that the questions are made of, and one of the guides.
std::vector<std::string> record_files(const std::string& data);

/// The shared records and others next to them.
class RecordBook {
public:
    void read(const std::string& path);
    const std::vector<RecordFacts>& all() const noexcept { return all_; }
    /// "?" for a foreign id.
    const std::string& title(const std::string& id) const;

private:
    std::vector<RecordFacts> all_;
    std::unordered_map<std::string, std::size_t> by_id_;
};

}  // namespace bizrec::quality
