#include "lmdb_builder/import/import_summary.hpp"

#include <cstdio>

#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/record/field_summary.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

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

}  // namespace

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

}  // namespace bizrec::builder
