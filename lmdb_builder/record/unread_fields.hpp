#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bizrec::builder {

/// Counts the records that have each unread field. Memory is bounded: if there are more than name_limit names, those of
/// the fewest records are forgotten, so a name of many records is always included.
class UnreadFields {
public:
    static constexpr std::size_t name_limit = 1000;
    static constexpr std::size_t name_bytes = 128;  ///< a longer name is counted under its first bytes

    struct Field {
        std::string name;
        std::uint64_t records = 0;  ///< a lower bound if is_complete() is false
    };

    void add(std::string_view name, std::uint64_t records = 1);
    void add(const UnreadFields& others);

    /// The most frequent first, then by name; at most name_limit.
    std::vector<Field> by_count() const;
    /// False: some names were forgotten.
    bool is_complete() const noexcept { return is_complete_; }
    bool empty() const noexcept { return fields_.empty(); }

private:
    Field& slot_of(std::string_view name);
    void forget_rare();

    std::deque<Field> fields_;  // addresses never change, because slots_ points into it
    std::unordered_map<std::string_view, std::size_t> slots_;
    std::size_t next_ = 0;  // guess: records of one source have the same fields in the same order
    bool is_complete_ = true;
};

}  // namespace bizrec::builder
