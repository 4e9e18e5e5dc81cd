#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/base/result.hpp"

namespace bizrec::builder {

class SourceObject;

/// The path of a value in an element: "name", "address.city", "addresses[0].city", "phones[*].number". If the element
/// has a member whose name is the whole path, such as "geo.lat" of a flattened table, that member is taken.
class JsonPath {
public:
    static Result<JsonPath> parse(std::string_view text);

    /// Appends the values at this path, except null and "". Marks a member as used if the path takes its whole value.
    void find(SourceObject& object, std::vector<simdjson::dom::element>& values) const;
    const std::string& text() const noexcept { return text_; }
    /// Whether the path is a member of the element itself.
    bool is_member() const noexcept { return steps_.size() == 1; }

private:
    static constexpr std::size_t every = static_cast<std::size_t>(-1);

    /// A member, or an element of an array.
    struct Step {
        std::string name;
        std::size_t index = 0;
        bool is_index = false;
    };
    Status add_member(std::string_view part);
    void follow(simdjson::dom::element value, std::size_t step, std::vector<simdjson::dom::element>& values) const;

    std::string text_;
    std::vector<Step> steps_;
};

}  // namespace bizrec::builder
