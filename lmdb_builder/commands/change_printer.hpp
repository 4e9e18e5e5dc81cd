#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/change_filter.hpp"

namespace bizrec::builder {

/// Prints the rows of `lmdb_builder changes` on standard output, up to a limit.
class ChangePrinter {
public:
    struct Form {
        bool json = false;
        bool content = false;  ///< rows have their records
        std::uint64_t limit = 0;
    };
    explicit ChangePrinter(const Form& form) : form_(form) {}

    void begin(const std::string& since, const std::string& until) const;
    /// Whether a row was left out because of the limit. The caller need not offer any more of them.
    bool is_full() const { return more_; }
    /// Rows must come in the order of their ids. `content`: the record; "" if there is none.
    void print(const api::ChangeRow& row, std::string_view content);
    void end() const;

private:
    std::string row_json(const api::ChangeRow& row, std::string_view content) const;
    std::string row_text(const api::ChangeRow& row, std::string_view content) const;

    const Form form_;
    std::string last_;  // the id of the last printed row
    std::uint64_t printed_ = 0;
    std::uint64_t counts_[3] = {0, 0, 0};  // by ChangeKind
    std::uint64_t suppressed_ = 0;
    bool more_ = false;
};

}  // namespace bizrec::builder
