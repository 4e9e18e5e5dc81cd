#include "lmdb_builder/commands/credits_log.hpp"

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

Options field_options(LogFields& fields) {
    const auto field = [](const char* name, std::string& target, const char* help) {
        return text_option(name, "FIELD", target, help).shows(target);
    };
    return {field("--team-field", fields.team, "The log's field of the team"),
            field("--rows-field", fields.rows, "... of the rows that were charged"),
            field("--credits-field", fields.credits, "... of the credits"),
            field("--time-field", fields.charged_at, "... of the time of the charge, Unix seconds with decimals"),
            field("--id-field", fields.request_id, "... of the request's id")};
}

void warn_of_lines(const LogSummary& lines) {
    for (const std::string& problem : lines.problems) {
        warn(problem);
    }
    if (lines.malformed > lines.problems.size()) {
        warn("and " + with_separators(lines.malformed - lines.problems.size()) + " lines more that cannot be read");
    }
}

}  // namespace bizrec::builder
