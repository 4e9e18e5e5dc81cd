#include "lmdb_builder/runs/run_file_header.hpp"

#include <simdjson.h>

#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

struct Rule {
    const char* name;  ///< in the header's JSON
    const char* what;  ///< for the message "have different <what>"
    const char* remedy;
    std::string RunRules::*value;
};

constexpr const char* same_program = "use one version of lmdb_builder on all machines";
constexpr const char* same_system = "use one release of the system, with the same libicu, on all machines";

// Checked in this order: a difference that explains the later ones comes first.
const Rule rules_in_order[] = {
    {"program", "versions of lmdb_builder", same_program, &RunRules::program},
    {"index_format", "index formats", same_program, &RunRules::index_format},
    {"identity", "identity rules", same_program, &RunRules::identity},
    {"analyser", "text analysers", same_program, &RunRules::analyser},
    {"unicode", "versions of ICU and Unicode", same_system, &RunRules::unicode},
    {"places", "data on countries and states",
     "install the same version of the package iso-codes on all machines, with its translations in /usr/share/locale "
     "(container images often lack them)",
     &RunRules::places},
    {"suffix_list", "public suffix lists", "give every shard the same list with --psl", &RunRules::suffix_list},
    {"rule_files", "rule files", "give every shard the same rules with --rules", &RunRules::rule_files},
    {"max_record", "limits of a record's bytes", "give every shard the same --max-record", &RunRules::max_record},
    {"specimens", "rules", same_program, &RunRules::specimens},
};

[[noreturn]] void fail_malformed(const char* member) {
    throw BuildFailure("no sound \"" + std::string(member) + "\"");
}

class JsonObject {
public:
    explicit JsonObject(std::string_view json) : json_(json) {
        if (parser_.parse(json_).get(object_) != simdjson::SUCCESS) {
            throw BuildFailure("no JSON object");
        }
    }

    std::string text(const char* member) const {
        std::string_view text;
        if (object_[member].get(text) != simdjson::SUCCESS) {
            fail_malformed(member);
        }
        return std::string(text);
    }

    std::uint64_t number(const char* member) const {
        std::uint64_t number = 0;
        if (object_[member].get(number) != simdjson::SUCCESS) {
            fail_malformed(member);
        }
        return number;
    }

    Fraction fraction(const char* member) const {
        const Result<Fraction> fraction = parse_fraction(text(member));
        if (!fraction) {
            fail_malformed(member);
        }
        return fraction.value();
    }

    std::map<std::string, std::uint64_t> counts(const char* member) const {
        simdjson::dom::object object;
        if (object_[member].get(object) != simdjson::SUCCESS) {
            fail_malformed(member);
        }
        std::map<std::string, std::uint64_t> counts;
        for (const simdjson::dom::key_value_pair pair : object) {
            if (pair.value.get(counts[std::string(pair.key)]) != simdjson::SUCCESS) {
                fail_malformed(member);
            }
        }
        return counts;
    }

private:
    simdjson::padded_string json_;
    simdjson::dom::parser parser_;
    simdjson::dom::object object_;
};

void append_member(std::string& out, const char* name, const std::string& value) {
    out += (out.size() > 1 ? ",\"" : "\"") + std::string(name) + "\":" + value;
}

}  // namespace

std::string write_run_header(const RunHeader& header) {
    std::string out = "{";
    append_member(out, "shard", json_string(header.shard.text()));
    append_member(out, "part", json_string(header.part.text()));
    for (const Rule& rule : rules_in_order) {
        append_member(out, rule.name, json_string(header.rules.*rule.value));
    }
    append_member(out, "suffix_list_version", json_string(header.suffix_list_version));
    return out + '}';
}

RunHeader read_run_header(std::string_view json) {
    const JsonObject object(json);
    RunHeader header;
    header.shard = object.fraction("shard");
    header.part = object.fraction("part");
    for (const Rule& rule : rules_in_order) {
        header.rules.*rule.value = object.text(rule.name);
    }
    header.suffix_list_version = object.text("suffix_list_version");
    return header;
}

std::string rules_conflict(const RunHeader& a, const RunHeader& b) {
    for (const Rule& rule : rules_in_order) {
        const std::string *left = &(a.rules.*rule.value), *right = &(b.rules.*rule.value);
        if (*left == *right) {
            continue;
        }
        if (rule.value == &RunRules::suffix_list && a.suffix_list_version != b.suffix_list_version) {
            left = &a.suffix_list_version;
            right = &b.suffix_list_version;
        }
        return "have different " + std::string(rule.what) + " (" + *left + ", " + *right + "): " + rule.remedy;
    }
    // Compared even if the rules are the same, because the index stores the version's name.
    return a.suffix_list_version == b.suffix_list_version
               ? ""
               : "have public suffix lists of the same rules but of different versions (" + a.suffix_list_version +
                     ", " + b.suffix_list_version + "): give every shard the same list with --psl";
}

std::string write_run_counts(const RunCounts& counts) {
    std::string out = "{";
    append_member(out, "read", std::to_string(counts.read));
    append_member(out, "kept", std::to_string(counts.kept));
    append_member(out, "replaced", std::to_string(counts.replaced));
    std::string rejected = "{";
    for (const auto& [code, count] : counts.rejected) {
        append_member(rejected, code.c_str(), std::to_string(count));
    }
    append_member(out, "rejected", rejected + '}');
    return out + '}';
}

RunCounts read_run_counts(std::string_view json) {
    const JsonObject object(json);
    return {object.number("read"), object.number("kept"), object.number("replaced"), object.counts("rejected")};
}

}  // namespace bizrec::builder
