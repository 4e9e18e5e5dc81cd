#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bizrec::builder {

/// Counts the records that have each unread field. Memory is bounded: when more than 2 * name_limit names are known,
/// only the name_limit most frequent ones are kept.
class UnreadFields {
public:
    static constexpr std::size_t name_limit = 1000;
    static constexpr std::size_t name_bytes = 128;  ///< a longer name is counted under its first bytes

    struct Field {
        std::string name;
        std::uint64_t records = 0;  ///< a lower bound if is_complete() is false
        std::uint64_t last = 0;     ///< `record` of the last add_once() for this field
    };

    void add(std::string_view name, std::uint64_t records = 1);
    /// Counts the field once for each record. `record`: a number above 0 that is different for each record.
    void add_once(std::string_view name, std::uint64_t record);
    void add(const UnreadFields& others);

    /// At most name_limit fields, the most frequent first; equally frequent fields are sorted by name.
    std::vector<Field> by_count() const;
    /// False: by_count() lacks some names.
    bool is_complete() const noexcept { return is_complete_ && fields_.size() <= name_limit; }
    bool empty() const noexcept { return fields_.empty(); }

private:
    Field& slot_of(std::string_view name);
    void forget_rare();

    std::deque<Field> fields_;  // a deque, because slots_ has views of its names
    std::unordered_map<std::string_view, std::size_t> slots_;
    // Likely index in fields_ of the next name, because most records of a source have the same fields.
    std::size_t next_ = 0;
    bool is_complete_ = true;
};

}  // namespace bizrec::builder
