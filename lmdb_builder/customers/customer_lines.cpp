#include "lmdb_builder/customers/customer_lines.hpp"

#include <simdjson.h>

#include "bizrec/base/json_text.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/customers/table_output.hpp"
#include "lmdb_builder/import/json_elements.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

CustomerLines::CustomerLines(CustomerRun& run) : run_(&run) {
    const ClueColumns::Named& named = run.options->columns;
    for (const Clue clue : all_clues) {
        const std::string& name = named[static_cast<std::size_t>(clue)];
        if (!name.empty() && name != "-") {
            known_.emplace(name, ClueName{clue, 0});
        }
    }
}

/// Reads lines, or an array of objects over any number of lines.
void CustomerLines::run(const CustomerProgress& progress) {
    const auto lines = must(LineReader::open(run_->options->input));
    if (lines->first_byte() == '[') {
        run_elements(*lines, progress);
    } else {
        run_lines(*lines, progress);
    }
    answer_block();
}

void CustomerLines::run_elements(LineReader& lines, const CustomerProgress& progress) {
    RestOfLines rest(lines);
    JsonElements elements(rest, {""});
    using Next = JsonElements::Next;
    std::string_view text;
    for (Next next = elements.next(text); next != Next::end; next = elements.next(text)) {
        if (next == Next::failed) {
            answer_block();
            throw BuildFailure(elements.error());
        }
        if (next == Next::element) {
            minify(text, element_);
            add_line(element_, elements.line());
        } else {
            write_unreadable(elements.line(), "",
                             next == Next::too_long
                                 ? "the element is longer than " + size_text(JsonElements::default_limit)
                                 : std::string("expected one JSON object: ") + elements.problem());
        }
        if (run_->summary.rows % CustomerRun::progress_interval == 0) {
            progress(lines.compressed_bytes(), lines.file_bytes(), run_->summary.rows);
        }
    }
}

void CustomerLines::run_lines(LineReader& lines, const CustomerProgress& progress) {
    std::string_view text;
    for (LineReader::Next next = lines.next(text); next != LineReader::Next::end; next = lines.next(text)) {
        if (next == LineReader::Next::failed) {
            answer_block();
            throw BuildFailure(lines.error());
        }
        text = trim_blanks(text);
        if (next == LineReader::Next::too_long) {
            write_unreadable(lines.line_number(), "",
                             "the line is longer than " + size_text(LineReader::default_line_limit));
        } else if (!text.empty()) {
            add_line(text, lines.line_number());
        }
        if (run_->summary.rows % CustomerRun::progress_interval == 0) {
            progress(lines.compressed_bytes(), lines.file_bytes(), run_->summary.rows);
        }
    }
}

void CustomerLines::add_line(std::string_view text, std::uint64_t number) {
    simdjson::dom::object object;
    RejectReason reason;
    if (!parser_.parse(text, object, reason)) {
        return write_unreadable(number, text, "expected one JSON object a line: " + reason.detail);
    }
    ++run_->summary.rows;
    Line& line = lines_[line_count_++];
    line.text.assign(text, 0, text.rfind('}'));
    line.has_members = object.size() != 0;
    read_clues(object, line);
    line_bytes_ += text.size();
    if (line_count_ == lines_.size() || line_bytes_ >= CustomerRun::block_bytes) {
        answer_block();
    }
}

/// Writes a line that cannot be read, in its place among the others: {"unreadable":TEXT,"match":{…}}.
void CustomerLines::write_unreadable(std::uint64_t number, std::string_view text, const std::string& reason) {
    answer_block();
    run_->note_unreadable(number, reason);
    std::string json = "{\"unreadable\":";
    append_json_string(json, text::visible(text));
    json += ",\"match\":{\"status\":\"unreadable\",\"reason\":";
    append_json_string(json, "line " + std::to_string(number) + ": " + reason);
    run_->out.append(json);
    run_->out.append("}}\n");
}

void CustomerLines::answer_block() {
    for (std::size_t i = 0; i < line_count_; ++i) {
        for (const Clue clue : all_clues) {
            clues_[i].text(clue) = trim_blanks(lines_[i].clues[static_cast<std::size_t>(clue)]);
        }
    }
    run_->matcher.answer(clues_.data(), line_count_);
    for (std::size_t i = 0; i < line_count_; ++i) {
        const CompanyMatch& match = run_->matcher.match(i);
        run_->summary.count(match);
        write_line(lines_[i], match);
    }
    line_count_ = line_bytes_ = 0;
    run_->end_block();
}

void CustomerLines::write_line(const Line& line, const CompanyMatch& match) {
    member_.clear();
    if (match.has_record()) {
        run_->record.read(match.docid);
        append_match_member(member_, match, run_->record.id(), run_->record.content());
    } else {
        append_match_member(member_, match, "", "");
    }
    run_->out.append(line.text);
    run_->out.append(line.has_members ? "," : "");
    run_->out.append(member_);
    run_->out.append("}\n");
}

void CustomerLines::read_clues(simdjson::dom::object object, Line& line) {
    std::array<std::size_t, clue_count> ranks{};
    ranks.fill(ClueColumns::none);
    for (std::string& text : line.clues) {
        text.clear();
    }
    for (const auto& [key, value] : object) {
        const std::optional<ClueName> name = name_of(key);
        if (!name || name->rank >= ranks[static_cast<std::size_t>(name->clue)]) {
            continue;
        }
        std::string text;
        if (value.is_string()) {
            text = std::string_view(value);
        } else if (value.is_number()) {
            text = simdjson::minify(value);
        }
        if (!trim_blanks(text).empty()) {
            line.clues[static_cast<std::size_t>(name->clue)].swap(text);
            ranks[static_cast<std::size_t>(name->clue)] = name->rank;
        }
    }
}

/// The clue of a member's name; nullopt if it has none. Cached, because a name has the same meaning in every line.
std::optional<ClueName> CustomerLines::name_of(std::string_view key) {
    key_.assign(key);
    const auto found = known_.find(key_);
    if (found != known_.end()) {
        return found->second;
    }
    std::optional<ClueName> name = clue_of_name(key);
    if (name && !run_->options->columns[static_cast<std::size_t>(name->clue)].empty()) {
        name.reset();  // the command names another member for this clue
    }
    if (known_.size() < max_names) {
        known_.emplace(key_, name);
    }
    return name;
}

}  // namespace bizrec::builder
