#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/customers/customer_run.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/json_line.hpp"

namespace bizrec::builder {

/// A table of customers in JSON Lines, or as a JSON array. Each object gets a member "match".
class CustomerLines {
public:
    explicit CustomerLines(CustomerRun& run);

    /// Throws BuildFailure.
    void run(const CustomerProgress& progress);

private:
    /// A line that waits until its block is full.
    struct Line {
        std::string text;  // the object without its closing brace
        bool has_members = false;
        std::array<std::string, clue_count> clues;
    };

    void run_lines(LineReader& lines, const CustomerProgress& progress);
    void run_elements(LineReader& lines, const CustomerProgress& progress);
    void add_line(std::string_view text, std::uint64_t number);
    void write_unreadable(std::uint64_t number, std::string_view text, const std::string& reason);
    void answer_block();
    void read_clues(simdjson::dom::object object, Line& line);
    std::optional<ClueName> name_of(std::string_view key);
    void write_line(const Line& line, const CompanyMatch& match);

    // The most names that are cached, so that a hostile table's names do not fill the memory.
    static constexpr std::size_t max_names = 4096;

    CustomerRun* run_;
    JsonLine parser_;
    std::unordered_map<std::string, std::optional<ClueName>> known_;
    std::string key_;

    std::array<Line, CompanyMatcher::block_rows> lines_;
    std::size_t line_count_ = 0, line_bytes_ = 0;
    std::array<Clues, CompanyMatcher::block_rows> clues_;
    std::string member_, element_;
};

}  // namespace bizrec::builder
