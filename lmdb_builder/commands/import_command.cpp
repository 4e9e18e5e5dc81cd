#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <string>

#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/commands/input_options.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/import/import_records.hpp"
#include "lmdb_builder/record/field_summary.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

std::string fact(const std::string& name, std::uint64_t number) {
    std::string text = name;
    text.resize(20, ' ');
    return text + with_separators(number) + '\n';
}

std::string facts(const std::string& name, const ImportSummary::Counts& counts) {
    std::uint64_t total = 0;
    for (const auto& [reason, count] : counts) {
        total += count;
    }
    return fact(name, total) + counts_lines(counts);
}

std::string texts_array(const std::vector<std::string>& texts) {
    std::string json = "[";
    for (const std::string& text : texts) {
        json += json.size() == 1 ? "" : ",";
        append_json_string(json, text);
    }
    return json + "]";
}

std::string seconds_text(double seconds, const char* format) {
    char text[32];
    std::snprintf(text, sizeof text, format, seconds);
    return text;
}

std::string import_summary_text(const ImportSummary& summary) {
    std::string dialects;
    for (const auto& [dialect, inputs] : summary.dialects) {
        dialects += "read as             " + dialect + '\n';
    }
    std::string unknown;
    for (const std::string& path : summary.never_found) {
        unknown += "in no element       " + path + "\n";
    }
    return dialects + unknown + fact("businesses read", summary.read) + fact("records written", summary.written) +
           facts("left out", summary.left_out) + facts("rejected", summary.rejected) +
           facts("values set aside", summary.set_aside) + facts_text(summary.facts) + fields_text(summary.fields) +
           "time                " + seconds_text(summary.seconds, "%.1f s") + "\npeak memory         " +
           size_text(summary.peak_memory_bytes) + '\n';
}

std::string import_summary_json(const ImportSummary& summary) {
    return "{\"read\":" + std::to_string(summary.read) + ",\"written\":" + std::to_string(summary.written) +
           (summary.dialects.empty() ? "" : ",\"read_as\":" + counts_object(summary.dialects)) +
           (summary.never_found.empty() ? "" : ",\"in_no_element\":" + texts_array(summary.never_found)) +
           ",\"left_out\":" + counts_object(summary.left_out) + ",\"rejected\":" + counts_object(summary.rejected) +
           ",\"set_aside\":" + counts_object(summary.set_aside) + facts_json(summary.facts) +
           fields_json(summary.fields) + ",\"seconds\":" + seconds_text(summary.seconds, "%.3f") +
           ",\"peak_memory_bytes\":" + std::to_string(summary.peak_memory_bytes) + "}\n";
}

constexpr const char* import_examples = R"(
Examples:
  lmdb_builder import alltheplaces *.geojson | lmdb_builder build -o index.mdb -
  lmdb_builder import csv --mapping shops.map -o shops.jsonl shops.csv
  lmdb_builder import overture -o places.jsonl places.json.gz

Writes JSON Lines for `lmdb_builder build`, in the memory of one record. Inputs may be packed with
gzip or zstd; - is standard input. Ids that are no UUIDs become UUIDs, the same in every run.
What the record has no field for is kept under its own name. `import FORMAT --help` tells more.

Exit status: 0 done, 1 data or I/O error (FILE is as it was), 2 wrong usage.)";

constexpr const char* records_help = R"(
Examples:
  curl … /api/v1/enrich_company | lmdb_builder import records -o found.jsonl -
  lmdb_builder import records old.jsonl answers.json | lmdb_builder build -o index.mdb -

INPUT holds records, rows of enrichment ({"id":…,"content":{…}}) or whole answers ([…], or
{"data":[…],"total_count":…}), one after the other. Records come out unchanged.)";

constexpr const char* alltheplaces_help = R"(
Examples:
  lmdb_builder import alltheplaces output/*.geojson | lmdb_builder build -o index.mdb -
  lmdb_builder import alltheplaces --rejects rejects.txt -o atp.jsonl output.ndgeojson

INPUT is GeoJSON: FeatureCollections of any size, or features one a line. The id of a record comes
from @spider and ref, its brand_id from brand:wikidata. Features with an end_date that is over are
left out, but with --keep-closed.)";

constexpr const char* csv_help = R"(
Examples:
  lmdb_builder import csv --mapping shops.map shops.csv | lmdb_builder build -o index.mdb -
  lmdb_builder import csv --delimiter tab --namespace example.com -o stores.jsonl stores.tsv

INPUT begins with a header. Columns named like a field of the record need no mapping; the others
are kept under their own names, unless FILE of --mapping says what they are:

  # column     = field
  Shop no      = store_id
  Shop name    = business_name
  Web          = website_url
  Street       = street_address
  No           = street_address
  Lat          = latitude
  Tags         = tags as list by |
  Facebook     = social_media_links as profile facebook
  Seats        = seats as number
  Internal     = -
  country     := US

Several columns of one field are put together in the order of the lines. A column is left out by
"= -"; ":=" gives every record a constant. Types: text, number, boolean, list, list by SEPARATOR,
json, profile PLATFORM; fields of the record have theirs, lists are cut at ";".
An id that is no UUID becomes one of the namespace: uuid5(uuid5(NAMESPACE_DNS, NAMESPACE), id).)";

constexpr const char* json_help = R"(
Examples:
  lmdb_builder import json --mapping shops.map shops.json | lmdb_builder build -o index.mdb -
  lmdb_builder import json --namespace example.com -o shops.jsonl shops.geojson
  lmdb_builder import json --list results --mapping shops.map answer.json > shops.jsonl

INPUT holds objects: one a line, an array, a GeoJSON FeatureCollection, or the list in a member of
--list. Members named like a field of the record need no mapping; the others are kept under their
own names, unless FILE of --mapping says what they are:

  # path                = field
  shop_no               = store_id
  name.en               = business_name
  addresses[0].street   = street_address
  addresses[0].city     = city
  categories[*].label   = business_categories
  contact.facebook      = social_media_links as profile facebook
  internal              = -
  country              := US

The lines are those of `import csv`. [0] is the first element of a list, [*] is every one. Of a
GeoJSON feature, paths begin in its properties, and a Point gives latitude and longitude.
An id that is no UUID becomes one of the namespace: uuid5(uuid5(NAMESPACE_DNS, NAMESPACE), id).)";

constexpr const char* overture_help = R"help(
Examples:
  duckdb -c "COPY (SELECT * FROM read_parquet('places/*.parquet')) TO 'places.json' (FORMAT JSON)"
  lmdb_builder import overture places.json | lmdb_builder build -o index.mdb -

INPUT is what DuckDB writes as JSON from the places of Overture Maps, a line each. Places that are
permanently_closed are left out, but with --keep-closed.)help";

constexpr const char* foursquare_help = R"help(
Examples:
  duckdb -c "COPY (SELECT * FROM read_parquet('places/*.parquet')) TO 'places.json' (FORMAT JSON)"
  lmdb_builder import foursquare places.json | lmdb_builder build -o index.mdb -

INPUT is what DuckDB writes as JSON from Foursquare OS Places, a line each. Places with a
date_closed are left out, but with --keep-closed.)help";

struct ImportArguments {
    ImportOptions options;
    RejectArguments rejects;
    std::string decimal;
    bool json = false;
    bool quiet = false;
};

/// No progress bar without --output: the records may go into a pipe to a build, which shows its own bar.
ProgressDisplay::Mode display_mode(const ImportArguments& arguments) {
    const auto mode = ProgressDisplay::mode_for(stderr, arguments.quiet || arguments.options.output.empty());
    return mode == ProgressDisplay::Mode::bar ? mode : ProgressDisplay::Mode::quiet;
}

int run_import(ImportArguments& arguments) {
    ImportOptions& options = arguments.options;
    options.strict = arguments.rejects.strict;
    options.reject_limit = reject_limit(arguments.rejects);
    options.decimal = arguments.decimal.empty()      ? Decimal::unknown
                      : arguments.decimal == "comma" ? Decimal::comma
                                                     : Decimal::point;
    remove_import_on_signals();
    ProgressDisplay display(stderr, display_mode(arguments));
    const auto imported =
        import_records(arguments.options, [&](std::uint64_t done, std::uint64_t total, std::uint64_t records) {
            display.report("importing", done, total, records);
        });
    display.end_stage();
    if (!imported) {
        return fail(imported.error().message);
    }
    // The summary goes to standard error, because standard output is for the records.
    print_summary(stderr, arguments.json, arguments.quiet, import_summary_json(imported.value()),
                  import_summary_text(imported.value()));
    return exit_code::done;
}

Option mapping_option(ImportOptions& options) {
    return text_option("--mapping", "FILE:FILE", options.mapping_path, "What the columns or members mean, see below")
        .checked(problem_of_file);
}

Option namespace_option(ImportOptions& options) {
    return text_option("--namespace", "NAME", options.name_space,
                       "Namespace of the UUIDs that are derived from other ids [" + options.name_space + "]");
}

Options format_options(ImportArguments& to) {
    ImportOptions& options = to.options;
    if (options.format == ImportFormat::json) {
        options.name_space = "json";
        return {mapping_option(options), namespace_option(options),
                text_option("--list", "MEMBER", options.list, "The member that holds the objects")};
    }
    if (options.format == ImportFormat::csv) {
        options.name_space = "csv";
        return joined_options({csv_options(options.csv),
                               {mapping_option(options),
                                choice_option("--decimal", "SIGN", {"point", "comma"}, to.decimal,
                                              "Decimal sign of numbers [detected for each column]"),
                                namespace_option(options)}});
    }
    if (options.format == ImportFormat::records) {
        return {};
    }
    return {flag_option("--keep-closed", options.keep_closed, "Import also places that are closed for good")};
}

template <ImportFormat format>
Options options_of(ImportArguments& to) {
    ImportOptions& options = to.options;
    options.format = format;
    return joined_options(
        {{output_option(options.output),
          list_option("inputs", "INPUT", options.inputs, "Files, or - for standard input").required(),
          text_option("--rejects", "FILE", options.rejects_path, "File for the place and reason of each reject"),
          max_record_option(options.max_record_bytes), truncated_option(options.allow_truncated)},
         reject_options(to.rejects, "The first reject ends the import, and no FILE is written"),
         summary_options(to.json, to.quiet, ", to standard error"),
         format_options(to)});
}

template <ImportFormat format>
Command import_of(const char* name, const char* help, const char* footer) {
    return command_of<ImportArguments>(name, help, footer, options_of<format>, run_import);
}

}  // namespace

Command import_command() {
    Command import = command_group(
        "import", "Turn other sources into JSON Lines for build", import_examples,
        {import_of<ImportFormat::records>("records", "Records and answers of this service", records_help),
         import_of<ImportFormat::alltheplaces>("alltheplaces", "GeoJSON of AllThePlaces", alltheplaces_help),
         import_of<ImportFormat::csv>("csv", "CSV with a header, and a mapping of its columns", csv_help),
         import_of<ImportFormat::json>("json", "JSON of any shape, and a mapping of its members", json_help),
         import_of<ImportFormat::overture>("overture", "Places of Overture Maps, as JSON by DuckDB", overture_help),
         import_of<ImportFormat::foursquare>("foursquare", "Foursquare OS Places, as JSON by DuckDB",
                                             foursquare_help)});
    import.noun = "format";
    import.foreign_names = {
        {"geojson",
         "json reads GeoJSON, and --mapping says what its properties mean; alltheplaces reads OpenStreetMap's"},
        {"jsonl", "json reads JSON Lines, and --mapping says what their members mean"},
        {"ndjson", "json reads JSON Lines, and --mapping says what their members mean"},
        {"tsv", "csv reads it, and finds the delimiter by itself"},
        {"xlsx", "save the sheet as \"CSV UTF-8\"; csv reads that"},
        {"parquet",
         "DuckDB (duckdb.org) converts it: duckdb -c \"COPY (SELECT * FROM 'FILE') TO 'FILE.csv'\"; csv reads that"},
    };
    return import;
}

}  // namespace bizrec::builder
