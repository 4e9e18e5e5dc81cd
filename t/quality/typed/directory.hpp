#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "t/quality/records.hpp"
#include "t/quality/typed/typing.hpp"

namespace bizrec::quality {

/// The place where the rows of a question must be; "" = anywhere.
struct Place {
    std::string city;   ///< in the form of Directory::Entry::city
    std::string state;  ///< in the form of Directory::Entry::state
    std::string zip;    ///< in the form of Directory::Entry::zip
    double latitude = 0, longitude = 0;
    double kilometres = 0;  ///< radius of the circle; 0: no circle

    bool is_named() const { return !city.empty() || !state.empty() || !zip.empty() || kilometres > 0; }
};

/// A name or a category with the records that have it.
struct Holders {
    std::string key;    ///< of a name: in the form of Directory::Entry::name; of a category: folded
    std::string typed;  ///< as a person types it
    std::vector<std::uint32_t> records;

    /// The minimum length, in letters, of a word that can be recognised although it has a typing error.
    std::size_t clear_letters() const { return records.size() >= 40 ? 4 : 5; }
};

/// Facts about all records, from which the questions are made. A record is identified by its number here, an index into
/// entries().
class Directory {
public:
    struct Entry {
        const RecordFacts* facts = nullptr;
        std::string name;   ///< folded letters and digits, in the singular, without a leading "the" and without "LLC"
        std::string city;   ///< with its short words in full: Mount, Saint, Fort
        std::string state;  ///< one text for all spellings of the state; "" = none
        std::string state_name;  ///< in English if that is known
        std::string zip;         ///< the postal code; of a ZIP+4, the first five digits
        Words words;             ///< words of name and categories, in the singular
    };

    explicit Directory(const RecordBook& records);

    const std::vector<Entry>& entries() const noexcept { return entries_; }
    const Entry& at(std::uint32_t record) const { return entries_[record]; }
    /// The number of a record; no_record if no record has the id.
    static constexpr std::uint32_t no_record = 0xFFFFFFFF;
    std::uint32_t number_of(const std::string& id) const;

    /// The names and the categories, the most common first.
    const std::vector<Holders>& names() const noexcept { return names_; }
    const std::vector<Holders>& categories() const noexcept { return categories_; }
    const Holders* find_name(std::string_view written) const;
    const Holders* find_category(std::string_view folded) const;

    /// Records whose name or categories contain the word, in the singular or in the plural.
    const std::vector<std::uint32_t>& with_word(const std::string& word) const;
    std::size_t count_word(const std::string& word) const { return with_word(word).size(); }
    /// Whether the name and categories of some record contain all of these words.
    bool is_held(const Words& words) const { return count_held(words) != 0; }
    std::size_t count_held(const Words& words) const;

    /// Whether the record is in the place. If the city has the name of a state and the place names no state, a record
    /// in that state counts, too.
    static bool is_in(const Entry& entry, const Place& place);
    /// Whether name and categories contain all of these words, in the singular or in the plural.
    static bool holds(const Entry& entry, const Words& words);
    static std::string without_plural(std::string word);
    /// The name in the form of Entry::name.
    static std::string name_of(std::string_view written);

private:
    void add(const RecordFacts& facts);

    std::vector<Entry> entries_;
    std::vector<Holders> names_, categories_;
    std::unordered_map<std::string, std::uint32_t> by_id_, by_name_, by_category_;
    std::unordered_map<std::string, std::vector<std::uint32_t>> with_word_;
};

double kilometres_between(double latitude, double longitude, double other_latitude, double other_longitude);

}  // namespace bizrec::quality
