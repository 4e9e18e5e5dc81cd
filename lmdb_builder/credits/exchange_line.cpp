#include "lmdb_builder/credits/exchange_line.hpp"

#include <simdjson.h>

#include "bizrec/base/hex.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

using ledger::max_millicredits;
using ledger::Millicredits;
using simdjson::dom::object;

constexpr std::int64_t last_unix_s = 253'402'300'799;  ///< the last second of the year 9999
constexpr std::size_t edge_digits = 16;

void append_text(std::string& out, const char* name, std::string_view value) {
    out.append(",\"").append(name).append("\":");
    append_json_string(out, value);
}

void append_integer(std::string& out, const char* name, std::int64_t value) {
    out.append(",\"").append(name).append("\":");
    append_number(out, value);
}

/// Reads the fields of a line. `problem` describes the first malformed field.
class Fields {
public:
    explicit Fields(const object& from) noexcept : from_(from) {}

    std::string text(const char* name) {
        std::string_view value;
        if (from_[name].get_string().get(value) != simdjson::SUCCESS) {
            fail(name, "a string was expected");
        }
        return std::string(value);
    }

    /// Reads a name; `problem_of` checks it.
    std::string name(const char* name, std::string (*problem_of)(std::string_view)) {
        std::string value = text(name);
        if (problem.empty()) {
            if (const std::string wrong = problem_of(value); !wrong.empty()) {
                fail(name, wrong + ", \"" + text::visible_start(value) + "\" came");
            }
        }
        return value;
    }

    std::int64_t integer(const char* name, std::int64_t least, std::int64_t greatest) {
        std::int64_t value = 0;
        if (from_[name].get_int64().get(value) != simdjson::SUCCESS || value < least || value > greatest) {
            fail(name,
                 "an integer from " + std::to_string(least) + " to " + std::to_string(greatest) + " was expected");
        }
        return value;
    }

    bool has(const char* name) const noexcept {
        simdjson::dom::element ignored;
        return from_[name].get(ignored) == simdjson::SUCCESS;
    }

    std::string problem;

private:
    void fail(const char* name, const std::string& expected) {
        if (problem.empty()) {
            problem = std::string("\"") + name + "\": " + (has(name) ? "" : "missing; ") + expected;
        }
    }

    object from_;
};

std::string problem_of_edge_id(std::string_view edge_id) {
    const std::size_t end = edge_id.rfind('/');
    const bool whole = end != edge_id.npos && ledger::problem_of_edge(edge_id.substr(0, end)).empty() &&
                       edge_id.size() - end - 1 == edge_digits && all_lower_hex(edge_id.substr(end + 1));
    return whole ? std::string()
                 : "the name of an edge, a slash, and the 16 hexadecimal digits of its ledger's id were expected";
}

ExchangeLine read_header(Fields& fields) {
    ExchangeHeader header;
    const std::int64_t version = fields.integer("version", 0, last_unix_s);
    if (fields.problem.empty() && version != static_cast<std::int64_t>(exchange_version)) {
        fields.problem = "the export has version " + std::to_string(version) + ", this program reads version " +
                         std::to_string(exchange_version);
    }
    header.edge_id = fields.name("edge", problem_of_edge_id);
    header.exported_unix_s = fields.integer("exported", 0, last_unix_s);
    header.written_unix_s = fields.integer("written", 0, last_unix_s);
    header.closed_minute = static_cast<std::uint32_t>(fields.integer("closed_minute", 0, last_unix_s / 60));
    return header;
}

ExchangeLine read_counter(Fields& fields) {
    ExchangeCounter counter;
    counter.edge_id = fields.name("edge", problem_of_edge_id);
    counter.team = fields.name("team", ledger::problem_of_team);
    counter.spent = fields.integer("spent_millicredits", 0, max_millicredits);
    if (fields.has("closed_millicredits")) {
        counter.closed = fields.integer("closed_millicredits", 0, counter.spent);
    }
    return counter;
}

ExchangeLine read_grant(Fields& fields) {
    ledger::Grant grant;
    grant.id = fields.name("id", ledger::problem_of_grant_id);
    grant.team = fields.name("team", ledger::problem_of_team);
    grant.amount = fields.integer("millicredits", -max_millicredits, max_millicredits);
    grant.unix_s = fields.integer("granted", 0, last_unix_s);
    grant.note = fields.has("note") ? fields.name("note", ledger::problem_of_note) : std::string();
    return grant;
}

}  // namespace

void append_line(std::string& out, const ExchangeHeader& header) {
    out += "{\"type\":\"ledger\"";
    append_integer(out, "version", static_cast<std::int64_t>(exchange_version));
    append_text(out, "edge", header.edge_id);
    append_integer(out, "exported", header.exported_unix_s);
    append_integer(out, "written", header.written_unix_s);
    append_integer(out, "closed_minute", header.closed_minute);
    out += "}\n";
}

void append_line(std::string& out, const ExchangeCounter& counter) {
    out += "{\"type\":\"counter\"";
    append_text(out, "edge", counter.edge_id);
    append_text(out, "team", counter.team);
    append_integer(out, "spent_millicredits", counter.spent);
    if (counter.closed) {
        append_integer(out, "closed_millicredits", *counter.closed);
    }
    out += "}\n";
}

void append_line(std::string& out, const ledger::Grant& grant) {
    out += "{\"type\":\"grant\"";
    append_text(out, "id", grant.id);
    append_text(out, "team", grant.team);
    append_integer(out, "millicredits", grant.amount);
    append_integer(out, "granted", grant.unix_s);
    append_text(out, "note", grant.note);
    out += "}\n";
}

Result<ExchangeLine> ExchangeParser::parse(std::string_view line) {
    object from;
    if (parser_->parse(line.data(), line.size()).get_object().get(from) != simdjson::SUCCESS) {
        return Error{"a JSON object was expected, as `credits export` prints them"};
    }
    Fields fields(from);
    const std::string type = fields.text("type");
    ExchangeLine read;
    if (type == "ledger") {
        read = read_header(fields);
    } else if (type == "counter") {
        read = read_counter(fields);
    } else if (type == "grant") {
        read = read_grant(fields);
    } else if (fields.problem.empty()) {
        fields.problem =
            "\"type\": \"ledger\", \"counter\" or \"grant\" was expected, \"" + text::visible_start(type) + "\" came";
    }
    return fields.problem.empty() ? Result<ExchangeLine>(std::move(read)) : Error{fields.problem};
}

}  // namespace bizrec::builder
