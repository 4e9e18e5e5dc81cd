#include "lmdb_builder/commands/build_summary_text.hpp"

#include <algorithm>
#include <cstdio>

#include "lmdb_builder/record/field_summary.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

std::uint64_t sum(const ReasonCounts& counts) {
    std::uint64_t total = 0;
    for (const auto& [reason, count] : counts) {
        total += count;
    }
    return total;
}

std::string line(const std::string& name, const std::string& value) {
    std::string text = name;
    text.resize(20, ' ');
    return text + value + '\n';
}

std::string count_lines(const std::string& name, const ReasonCounts& counts) {
    return line(name, with_separators(sum(counts))) + counts_lines(counts);
}

/// Lines about `build --suppress` and `--hashes`; "" for other builds.
std::string suppressed_lines(const BuildSummary& summary) {
    std::string text = !summary.suppression_list
                           ? std::string()
                           : line("suppressed", with_separators(summary.screened.suppressed) + ", and parts of " +
                                                    with_separators(summary.screened.cut) + ", by list " +
                                                    std::to_string(*summary.suppression_list));
    return text +
           (summary.tries_hashes ? line("by hashes", "parts of " + with_separators(summary.screened.hashed)) : "");
}

std::string hashes_json(const ScreenCounts& counts) {
    std::string found;
    for (const HashType type : {HashType::email, HashType::phone, HashType::ndz}) {
        found += (found.empty() ? "" : ",") + json_string(std::string(name_of(type))) + ':' +
                 std::to_string(counts.found.identifiers[static_cast<std::size_t>(type)]);
    }
    return "{\"cut\":" + std::to_string(counts.hashed) + ",\"found\":{" + found + "}}";
}

std::string suppressed_json(const BuildSummary& summary) {
    std::string text = !summary.suppression_list
                           ? std::string()
                           : ",\"suppressed\":{\"list\":" + std::to_string(*summary.suppression_list) +
                                 ",\"records\":" + std::to_string(summary.screened.suppressed) +
                                 ",\"cut\":" + std::to_string(summary.screened.cut) + "}";
    return text + (summary.tries_hashes ? ",\"hashes\":" + hashes_json(summary.screened) : "");
}

/// Lines about `build --canonical`; "" for other builds.
std::string differences_text(const BuildSummary& summary) {
    std::string text;
    for (std::size_t i = 0; summary.differences && i < difference_count; ++i) {
        std::string name(difference_name(i));
        std::replace(name.begin(), name.end(), '_', ' ');
        text += "  " + with_separators((*summary.differences)[i]) + "  " + name + '\n';
    }
    return text.empty() ? text : "canonical content, differences from the input\n" + text;
}

std::string differences_json(const BuildSummary& summary) {
    std::string text;
    for (std::size_t i = 0; summary.differences && i < difference_count; ++i) {
        text += (text.empty() ? "" : ",") + json_string(std::string(difference_name(i))) + ':' +
                std::to_string((*summary.differences)[i]);
    }
    return text.empty() ? text : ",\"canonical\":{" + text + '}';
}

std::string decimal(double number, const char* format) {
    char text[32];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

std::string stage_lines(const BuildSummary& summary) {
    std::string text = line("time", decimal(summary.seconds, "%.1f s"));
    for (const StageTime& stage : summary.stages) {
        text += "  " + decimal(stage.seconds, "%.1f s") + "  " + stage.name + ", " +
                decimal(stage.cpu_seconds, "%.1f s of processors") + '\n';
    }
    return text;
}

std::string stages_json(const BuildSummary& summary) {
    std::string text = "[";
    for (const StageTime& stage : summary.stages) {
        text += (text.size() > 1 ? ",{" : "{") + ("\"name\":" + json_string(stage.name)) +
                ",\"seconds\":" + decimal(stage.seconds, "%.3f") +
                ",\"cpu_seconds\":" + decimal(stage.cpu_seconds, "%.3f") +
                ",\"peak_memory_bytes\":" + std::to_string(stage.peak_memory_bytes) + '}';
    }
    return text + ']';
}

}  // namespace

std::string summary_text(const BuildSummary& summary) {
    return line("records read", with_separators(summary.read)) + line("records kept", with_separators(summary.kept)) +
           line("replaced by newer", with_separators(summary.replaced)) + suppressed_lines(summary) +
           count_lines("rejected", summary.rejected) + count_lines("unusable websites", summary.unusable_websites) +
           facts_text(summary.facts) + (summary.fields.records > 0 ? fields_text(summary.fields) : "") +
           differences_text(summary) + line("identity keys", with_separators(summary.identity_keys)) +
           line("shared domains", with_separators(summary.shared_domains)) +
           line("chains", with_separators(summary.chains)) + line("countries", with_separators(summary.countries)) +
           line("states", with_separators(summary.states)) + line("cities", with_separators(summary.cities)) +
           line("postal codes", with_separators(summary.postal_codes)) +
           line("inferred countries", with_separators(summary.inferred_countries)) +
           line("inferred cities", with_separators(summary.inferred_cities)) +
           line("terms", with_separators(summary.terms)) +
           line("vocabulary words", with_separators(summary.vocabulary_words)) +
           line("index size", size_text(summary.index_bytes)) + line("generation", summary.generation) +
           line("day of the data", summary.data_date.empty() ? "unknown" : summary.data_date) +
           line("threads", with_separators(summary.threads)) + stage_lines(summary) +
           line("peak memory", size_text(summary.peak_memory_bytes));
}

std::string summary_json(const BuildSummary& summary) {
    const auto field = [](const char* name, std::uint64_t value) {
        return std::string(",\"") + name + "\":" + std::to_string(value);
    };
    return "{\"read\":" + std::to_string(summary.read) + field("kept", summary.kept) +
           field("replaced", summary.replaced) + suppressed_json(summary) +
           ",\"rejected\":" + counts_object(summary.rejected) +
           ",\"unusable_websites\":" + counts_object(summary.unusable_websites) + facts_json(summary.facts) +
           (summary.fields.records > 0 ? fields_json(summary.fields) : "") + differences_json(summary) +
           field("identity_keys", summary.identity_keys) + field("shared_domains", summary.shared_domains) +
           field("chains", summary.chains) + field("countries", summary.countries) + field("states", summary.states) +
           field("cities", summary.cities) + field("postal_codes", summary.postal_codes) +
           field("inferred_countries", summary.inferred_countries) + field("inferred_cities", summary.inferred_cities) +
           field("terms", summary.terms) + field("vocabulary_words", summary.vocabulary_words) +
           field("index_bytes", summary.index_bytes) + ",\"generation\":" + json_string(summary.generation) +
           ",\"data_date\":" + (summary.data_date.empty() ? "null" : json_string(summary.data_date)) +
           field("threads", summary.threads) + ",\"stages\":" + stages_json(summary) +
           ",\"seconds\":" + decimal(summary.seconds, "%.3f") + field("peak_memory_bytes", summary.peak_memory_bytes) +
           "}\n";
}

std::string run_summary_text(const BuildSummary& summary) {
    return line("records read", with_separators(summary.read)) + line("records kept", with_separators(summary.kept)) +
           line("replaced by newer", with_separators(summary.replaced)) + suppressed_lines(summary) +
           count_lines("rejected", summary.rejected) + fields_text(summary.fields) + differences_text(summary) +
           line("run size", size_text(summary.run_bytes)) + line("time", decimal(summary.seconds, "%.1f s")) +
           line("peak memory", size_text(summary.peak_memory_bytes));
}

std::string run_summary_json(const BuildSummary& summary) {
    return "{\"read\":" + std::to_string(summary.read) + ",\"kept\":" + std::to_string(summary.kept) +
           ",\"replaced\":" + std::to_string(summary.replaced) + suppressed_json(summary) +
           ",\"rejected\":" + counts_object(summary.rejected) + fields_json(summary.fields) +
           differences_json(summary) + ",\"run_bytes\":" + std::to_string(summary.run_bytes) +
           ",\"seconds\":" + decimal(summary.seconds, "%.3f") +
           ",\"peak_memory_bytes\":" + std::to_string(summary.peak_memory_bytes) + "}\n";
}

}  // namespace bizrec::builder
