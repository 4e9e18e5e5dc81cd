#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bizrec::builder {

/// How many records have each field that the builder only keeps. Bounded memory, whatever names come: of more than
/// name_limit names those in the fewest records are forgotten, so a name that many records have is always among them.
class UnreadFields {
public:
    static constexpr std::size_t name_limit = 1000;
    static constexpr std::size_t name_bytes = 128;  ///< a longer name is counted under its first bytes

    struct Field {
        std::string name;
        std::uint64_t records = 0;  ///< at least so many, where is_complete() is false
    };

    void add(std::string_view name, std::uint64_t records = 1);
    void add(const UnreadFields& others);

    /// The most frequent first, then by name; at most name_limit.
    std::vector<Field> by_count() const;
    /// False: names were forgotten.
    bool is_complete() const noexcept { return is_complete_; }
    bool empty() const noexcept { return fields_.empty(); }

private:
    Field& slot_of(std::string_view name);
    void forget_rare();

    std::deque<Field> fields_;  // addresses stay: slots_ looks into them
    std::unordered_map<std::string_view, std::size_t> slots_;
    std::size_t next_ = 0;  // records of one source have the same fields in the same order
    bool is_complete_ = true;
};

}  // namespace bizrec::builder
