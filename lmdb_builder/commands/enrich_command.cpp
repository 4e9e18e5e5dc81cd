#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/input_options.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/customers/enrich_customers.hpp"
#include "lmdb_builder/customers/record_columns.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* enrich_examples = R"(
Examples:
  lmdb_builder enrich index.mdb customers.csv -o enriched.csv
  lmdb_builder enrich index.mdb crm.csv.gz -o enriched.csv --website "Company Domain Name" --country -
  lmdb_builder enrich index.mdb leads.jsonl -o enriched.jsonl
  zcat leads.csv.gz | lmdb_builder enrich index.mdb - --fields business_name,phone > enriched.csv

TABLE is CSV whose first row names the columns, or JSON: a line each, or an array. Delimiter and
encoding of CSV are recognised and told. Columns for website, profile and place
are found by their names, as CRM tools export them ("Company Domain Name", "Billing City"); an option
names another one, - none. Each row gets match_status, match_reason, match_id, match_score,
match_count and the best record's fields, with an apostrophe before what a spreadsheet would run; a line of JSON gets a member "match" with the whole record.

  found      in the place that the row names, or anywhere where it names none
  elsewhere  the company is known, but has no record in that place (--only-in-place: not_found)
  not_found  no such company
  refused    no website and no profile that can be read
  unreadable the line is no row: it is written as it came

The rows are those of POST /api/v1/enrich_company with limit 1: match_count is their total_count.

Exit status: 0 done, 1 data or I/O error (FILE is as it was), 2 wrong usage.)";

/// A row that cannot be read is written with the status `unreadable`. At most this many of them are also named on
/// standard error.
constexpr std::uint64_t max_named_rows = 20;

struct EnrichArguments {
    std::string index;
    CustomerOptions options;
    std::string format;
    bool json = false;
    bool quiet = false;
};

int run_enrich_customers(EnrichArguments& arguments) {
    CustomerOptions& options = arguments.options;
    options.format = arguments.format.empty()    ? table_format_of(options.input)
                     : arguments.format == "csv" ? TableFormat::csv
                                                 : TableFormat::json_lines;
    if (options.fields.empty()) {
        options.fields = RecordColumns::usual();
    }
    const auto generation = open_index(arguments.index);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    remove_import_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet || options.output.empty()));
    std::uint64_t left_out = 0;
    const auto enriched = enrich_customers(
        *generation, options,
        [&](std::uint64_t done, std::uint64_t total, std::uint64_t rows) {
            display.report("enriching", done, total, rows);
        },
        [&](std::uint64_t line, const std::string& reason) {
            if (++left_out <= max_named_rows) {
                display.end_stage();
                warn("line " + std::to_string(line) + " cannot be read: " + reason);
            }
        });
    display.end_stage();
    if (!enriched) {
        return fail(enriched.error().message);
    }
    print_summary(stderr, arguments.json, arguments.quiet, customer_summary_json(enriched.value()),
                  customer_summary_text(enriched.value()));
    return exit_code::done;
}

Options column_options(CustomerOptions& options) {
    Options columns;
    for (const Clue clue : all_clues) {
        const std::string name(clue_name(clue));
        columns.push_back(text_option("--" + name, "COLUMN", options.columns[static_cast<std::size_t>(clue)],
                                      "Column of the " + name + "; - for none [by its name]"));
    }
    return columns;
}

Options options_of(EnrichArguments& to) {
    CustomerOptions& options = to.options;
    return joined_options(
        {{index_argument(to.index),
          text_option("table", "TABLE", options.input, "CSV or JSON Lines, also packed; - is standard input")
              .required(),
          output_option(options.output)},
         column_options(options),
         {list_option("--fields", "FIELD,…", options.fields,
                      "Fields of the record, one column for each "
                      "[business_name,website_url,street_address,city,state,zip_code,country,phone]")
              .separated_by(','),
          text_option("--default-country", "CODE", options.match.default_country,
                      "Country of rows with a place and no country [US]"),
          flag_option("--only-in-place", options.match.only_in_its_place,
                      "Find no record of a company outside the place in its row"),
          choice_option("--format", "FORMAT", {"csv", "jsonl"}, to.format, "csv or jsonl [by the name of TABLE]"),
          flag_option("--raw", options.raw,
                      "Write texts of records unchanged, even those that a spreadsheet would run as formulas")},
         csv_options(options.csv),
         summary_options(to.json, to.quiet, ", to standard error")});
}

}  // namespace

Command enrich_command() {
    return command_of<EnrichArguments>("enrich", "Add the best record of each company to a table of customers",
                                       enrich_examples, options_of, run_enrich_customers);
}

}  // namespace bizrec::builder
