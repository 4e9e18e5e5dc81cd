#include "lmdb_builder/commands/forget_text.hpp"

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

std::string strings_json(const std::vector<std::string>& texts) {
    std::string json;
    for (const std::string& text : texts) {
        json += (json.empty() ? "" : ",") + json_string(text);
    }
    return '[' + json + ']';
}

}  // namespace

std::string forget_json(const ForgetSummary& summary) {
    std::string removed;
    for (const ForgetSummary::Removed& one : summary.generations) {
        removed += std::string(removed.empty() ? "" : ",") + "{\"generation\":" + json_string(one.generation) +
                   ",\"entries\":" + std::to_string(one.entries) + '}';
    }
    return "{\"list\":" + std::to_string(summary.list) + ",\"entries\":" + std::to_string(summary.entries) +
           ",\"current\":" + (summary.current.empty() ? "null" : json_string(summary.current)) + ",\"removed\":[" +
           removed + "],\"files\":" + strings_json(summary.files) + ",\"notes\":" + strings_json(summary.notes) +
           ",\"held\":" + strings_json(summary.held) + ",\"proved\":" + (summary.is_proved() ? "true" : "false") + "}";
}

std::string forget_text(const ForgetSummary& summary, const std::string& folder) {
    std::string text;
    for (const ForgetSummary::Removed& one : summary.generations) {
        text += "removed " + one.generation +
                (one.entries == 0 ? "" : ", which had " + listed_text(one.entries, summary.list)) + "\n";
    }
    for (const std::string& file : summary.files) {
        text += "removed " + text::visible(file) + "\n";
    }
    for (const std::string& note : summary.notes) {
        text += text::visible(note) + "\n";
    }
    const std::string shown = text::visible(folder);
    if (summary.list == 0) {
        return text + shown + " has no list of suppressions\n";
    }
    return text + (summary.is_proved() ? shown + ": nothing of list " + std::to_string(summary.list) + " is left, " +
                                             counted(summary.entries, "entry", "entries") + "\n"
                                       : "");
}

int tell_held(const ForgetSummary& summary) {
    for (const std::string& sentence : summary.held) {
        fail(sentence);
    }
    return summary.is_proved() ? exit_code::done : exit_code::failed;
}

}  // namespace bizrec::builder
