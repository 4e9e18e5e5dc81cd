#include "lmdb_builder/commands/input_options.hpp"

#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/command_line/option_values.hpp"

namespace bizrec::builder {
namespace {

// If the format of a feed changes, most of its records are refused at once. 10 % is far above the losses of sound feeds
// and far below such a loss. In a small feed a few records are a large share, so up to 1,000 refused records are
// allowed, unless they are ten or more and more than half of the records read (RejectLimit::free).
constexpr const char* default_max_rejects = "10%";
constexpr std::uint64_t default_free_rejects = 1000;

std::string problem_of_reject_limit(const std::string& text) {
    RejectLimit ignored;
    return read_reject_limit(text, ignored)
               ? std::string()
               : expected_got("a number of records, as in 20, or a share of them from 0% to 100%, as in 0.5%", text);
}

}  // namespace

bool read_reject_limit(std::string_view text, RejectLimit& limit) noexcept {
    const bool is_share = !text.empty() && text.back() == '%';
    if (is_share) {
        text.remove_suffix(1);
    }
    return is_share ? read_percent(text, limit.percent) : bizrec::read_whole_number(text, limit.records);
}

RejectLimit reject_limit(const RejectArguments& arguments) {
    RejectLimit limit;
    if (arguments.strict) {
        limit.records = 0;
        limit.text = "--strict";
    } else if (arguments.max_rejects.empty()) {
        read_reject_limit(default_max_rejects, limit);
        limit.free = default_free_rejects;
        limit.text = "--max-rejects (" + std::string(default_max_rejects) + " unless given)";
    } else {
        read_reject_limit(arguments.max_rejects, limit);
        limit.text = "--max-rejects " + arguments.max_rejects;
    }
    return limit;
}

Options reject_options(RejectArguments& to, const char* strict_help) {
    return {flag_option("--strict", to.strict, strict_help),
            text_option("--max-rejects", "N|P%", to.max_rejects,
                        "Fail if more records are refused: a number, or a share such as 1% [10%, but at least 1000; or "
                        "most of ten and more]")
                .checked(problem_of_reject_limit)
                .excludes("--strict")};
}

Option truncated_option(bool& allow_truncated) {
    return flag_option("--allow-truncated", allow_truncated,
                       "Read a truncated or damaged packed file up to the damage");
}

Options csv_options(CsvOptions& options) {
    return {
        parsed_option("--delimiter", "CHAR", options.delimiter, "Delimiter between cells [detected in the first rows]",
                      read_delimiter),
        text_option("--encoding", "NAME", options.encoding, "Encoding of the text, such as windows-1252 [detected]")};
}

}  // namespace bizrec::builder
