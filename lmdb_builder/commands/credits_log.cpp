#include "lmdb_builder/commands/credits_log.hpp"

#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

void add_field_options(CLI::App& command, LogFields& fields) {
    const auto add = [&command](const char* name, std::string& field, const char* description) {
        command.add_option(name, field, description)->type_name("FIELD")->capture_default_str();
    };
    add("--team-field", fields.team, "The log's field of the team");
    add("--rows-field", fields.rows, "... of the rows that were charged");
    add("--credits-field", fields.credits, "... of the credits");
    add("--time-field", fields.charged_at, "... of the time of the charge, Unix seconds with decimals");
    add("--id-field", fields.request_id, "... of the request's id");
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
