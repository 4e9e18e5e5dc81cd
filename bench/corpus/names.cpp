#include "bench/corpus/names.hpp"

namespace bizrec::generator {
namespace {

void append_trade(std::string& out, const Trade& trade, Random& random) {
    constexpr std::string_view vague[] = {"Services",  "Group", "Company", "Center",
                                          "Solutions", "Shop",  "Studio",  "Works"};
    const std::string_view word = trade.word.empty() ? random.pick(vague) : trade.word;
    out += ' ';
    out += word;
}

void append_lawful_form(std::string& out, Random& random) {
    constexpr std::string_view forms[] = {" LLC", " Inc", ", Inc.", " Co"};
    if (random.percent(12)) {
        out += random.pick(forms);
    }
}

}  // namespace

void append_single_name(std::string& out, const Vocabulary& vocabulary, const Trade& trade, std::string_view city,
                        Random& random) {
    const std::uint32_t pattern = random.below(100);
    if (pattern < 8) {
        out += city;
        append_trade(out, trade, random);
        return;
    }
    if (pattern < 14) {
        out += "The ";
    }
    vocabulary.append(out, random);
    if (pattern < 26) {
        out += "'s";
    } else if (pattern < 36) {
        out += " & ";
        vocabulary.append_rare(out, random);
    } else if (pattern < 70) {
        out += ' ';
        vocabulary.append(out, random);
    } else if (pattern < 76) {
        out += ' ';
        vocabulary.append(out, random);
        out += ' ';
        vocabulary.append(out, random);
    }
    append_trade(out, trade, random);
    if (pattern >= 92) {
        out += " of ";
        out += city;
    }
    append_lawful_form(out, random);
}

void append_chain_name(std::string& out, const Vocabulary& vocabulary, const Trade& trade, Random& random) {
    vocabulary.append_rare(out, random);
    if (random.percent(40)) {
        out += ' ';
        vocabulary.append(out, random);
    }
    if (random.percent(50)) {
        append_trade(out, trade, random);
    }
}

void append_domain(std::string& out, std::string_view name, Random& random) {
    constexpr std::string_view endings[] = {".com", ".com", ".com", ".com", ".com",
                                            ".com", ".net", ".org", ".biz", ".us"};
    for (const char c : name) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9')) {
            out += lower;
        }
    }
    out += random.pick(endings);
}

void append_description(std::string& out, const Vocabulary& vocabulary, const Trade& trade, std::string_view name,
                        std::string_view city, Random& random) {
    constexpr std::string_view openings[] = {" has been serving ", " is proud to serve ",
                                             " is a locally owned business in ", " offers the best in ",
                                             " welcomes customers from "};
    constexpr std::string_view praises[] = {
        "with friendly staff", "at affordable prices", "with years of experience", "for every occasion", "and more",
        "seven days a week"};
    out += name;
    out += random.pick(openings);
    out += city;
    constexpr std::string_view offers[] = {". We are known for ", ". Our team does ", ". Come in for ",
                                           ". Call us about ", ". Specializing in "};
    out += random.pick(offers);
    out += random.pick(trade.keywords);
    out += " and ";
    out += random.pick(trade.keywords);
    out += ' ';
    out += random.pick(praises);
    out += ". ";
    if (random.percent(50)) {
        out += "Ask for ";
        vocabulary.append(out, random);
        out += ' ';
        vocabulary.append_rare(out, random);
        out += '.';
    } else {
        out += "Visit us today!";
    }
}

}  // namespace bizrec::generator
