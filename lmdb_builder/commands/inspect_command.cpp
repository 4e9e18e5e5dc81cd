#include "lmdb_builder/commands/commands.hpp"

#include <algorithm>
#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/inspect_id.hpp"
#include "lmdb_builder/commands/inspect_key.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using format::Section;

constexpr const char* inspect_examples = R"(
Examples:
  lmdb_builder inspect index.mdb
  lmdb_builder inspect --json index.mdb | jq .documents
  lmdb_builder inspect index.mdb --key https://www.example.com/menu
  lmdb_builder inspect index.mdb --key https://www.instagram.com/example
  lmdb_builder inspect index.mdb --id 9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3

Without --key and --id: what the file says of itself. With --key: how a website or profile is
read (kind and identity key), whether strangers share it, and the documents found by it. With
--id: the record, each website, profile, map place, word, name and label that finds it, and its
place.

Exit status: 0 printed, 1 no usable index, or nothing found by --key or --id, 2 wrong usage.)";

struct Count {
    const char* name;
    std::uint64_t value;
};

std::vector<Count> counts_of(const store::Generation& generation) {
    const format::Meta& meta = generation.meta();
    return {{"documents", meta.documents},
            {"identity_keys", meta.identity_keys},
            {"shared_domains", meta.shared_domains},
            {"countries", meta.countries},
            {"states", meta.states},
            {"cities", meta.cities},
            {"postal_codes", meta.postal_codes},
            {"terms", meta.terms},
            {"vocabulary_words", meta.vocabulary_words},
            {"name_words", meta.text.words[static_cast<std::size_t>(format::TextField::name)]},
            {"category_words", meta.text.words[static_cast<std::size_t>(format::TextField::category)]},
            {"place_words", meta.text.words[static_cast<std::size_t>(format::TextField::place)]},
            {"domain_words", meta.text.words[static_cast<std::size_t>(format::TextField::domain)]},
            {"text_words", meta.text.words[static_cast<std::size_t>(format::TextField::text)]},
            {"content_bytes", meta.content_bytes},
            {"index_bytes", generation.seal().lmdb_bytes + format::page_bytes},
            {"identity_rules", meta.identity_rules},
            {"analyser", meta.analyser}};
}

/// Bytes of the index per byte of the minified records, with three decimals.
std::string index_per_content(const store::Generation& generation) {
    const double content = static_cast<double>(std::max<std::uint64_t>(generation.meta().content_bytes, 1));
    char text[32];
    std::snprintf(text, sizeof text, "%.3f",
                  static_cast<double>(generation.seal().lmdb_bytes + format::page_bytes) / content);
    return text;
}

/// Whether the section is a column for which no record of the index has a value.
bool is_absent_column(Section section, const format::SectionMeta& meta) noexcept {
    return meta.chunks == 0 && format::is_optional_section(section);
}

void print_index_text(const store::Generation& generation) {
    const format::Meta& meta = generation.meta();
    print_lines(stdout, "generation         " + generation.name() + '\n');
    std::printf("%-18s %u (oldest reader %u)\n", "format", generation.seal().format_version,
                generation.seal().oldest_reader);
    print_lines(stdout, "suffix_list        " + meta.suffix_list_version + '\n');
    print_lines(stdout, "data_date          " + (meta.data_date.empty() ? "unknown" : meta.data_date) + '\n');
    for (const Count& count : counts_of(generation)) {
        std::printf("%-18s %s\n", count.name, with_separators(count.value).c_str());
    }
    std::printf("%-18s %s\n", "index_per_content", index_per_content(generation).c_str());
    std::printf("\n%-15s %8s %16s  %s\n", "section", "chunks", "bytes", "xxh3");
    for (std::size_t i = 1; i < format::section_count; ++i) {
        const auto section = static_cast<Section>(i);
        const format::SectionMeta& of = meta.section(section);
        if (is_absent_column(section, of)) {
            continue;
        }
        std::printf("%-15s %8u %16s  %016llx\n", std::string(format::section_name(section)).c_str(), of.chunks,
                    with_separators(of.bytes).c_str(), static_cast<unsigned long long>(of.checksum));
    }
}

void print_index_json(const store::Generation& generation) {
    const format::Meta& meta = generation.meta();
    std::string text = "{\"generation\":" + json_string(generation.name()) +
                       ",\"format\":" + std::to_string(generation.seal().format_version) +
                       ",\"oldest_reader\":" + std::to_string(generation.seal().oldest_reader) +
                       ",\"suffix_list\":" + json_string(meta.suffix_list_version) +
                       ",\"data_date\":" + (meta.data_date.empty() ? "null" : json_string(meta.data_date));
    for (const Count& count : counts_of(generation)) {
        text += ",\"" + std::string(count.name) + "\":" + std::to_string(count.value);
    }
    text += ",\"index_per_content\":" + index_per_content(generation);
    text += ",\"sections\":{";
    for (std::size_t i = 1; i < format::section_count; ++i) {
        const auto section = static_cast<Section>(i);
        if (is_absent_column(section, meta.section(section))) {
            continue;
        }
        text += (i > 1 ? "," : "") + json_string(std::string(format::section_name(section))) +
                ":{\"chunks\":" + std::to_string(meta.section(section).chunks) +
                ",\"bytes\":" + std::to_string(meta.section(section).bytes) + "}";
    }
    print_lines(stdout, text + "}}\n");
}

struct InspectArguments {
    std::string path;
    std::string key;
    std::string id;
    bool json = false;
};

int inspect_record(const InspectArguments& arguments, const store::Generation& generation) {
    const auto docid = find_document(generation, arguments.id);
    if (!docid) {
        return exit_code::failed;
    }
    const auto finding = find_record(generation, *docid);
    if (!finding) {
        return fail(finding.error().message);
    }
    arguments.json ? print_json(stdout, record_json(finding.value()))
                   : print_lines(stdout, record_text(finding.value()));
    return exit_code::done;
}

int run_inspect(const InspectArguments& arguments) {
    const auto generation = open_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    if (!arguments.id.empty()) {
        return inspect_record(arguments, *generation);
    }
    if (!arguments.key.empty()) {
        const KeyFinding finding = find_key(*generation, arguments.key);
        print_lines(stdout, arguments.json ? finding_json(finding) : finding_text(finding));
        return finding.documents.empty() ? exit_code::failed : exit_code::done;
    }
    arguments.json ? print_index_json(*generation) : print_index_text(*generation);
    return exit_code::done;
}

Options options_of(InspectArguments& to) {
    return {index_argument(to.path), text_option("--key", "URL", to.key, "Website or profile to resolve"),
            text_option("--id", "ID", to.id, "Record to show, with the keys and words that find it").excludes("--key"),
            flag_option("--json", to.json, "Print one JSON object")};
}

}  // namespace

Command inspect_command() {
    return command_of<InspectArguments>("inspect", "Show what an index holds, or what a website resolves to",
                                        inspect_examples, options_of, run_inspect);
}

}  // namespace bizrec::builder
