#include <gtest/gtest.h>
#include <libpsl.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "bizrec/identity/idna.hpp"
#include "t/unit/identity/support.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::identity::test {
namespace {

using search::testing::whole_at_night;

struct FreePsl {
    void operator()(psl_ctx_t* psl) const { psl_free(psl); }
};

/// libpsl with the same file. It is independent of our code.
const psl_ctx_t* oracle() {
    static const std::unique_ptr<psl_ctx_t, FreePsl> psl(psl_load_file(packaged_list_path));
    return psl.get();
}

const SuffixList& packaged() {
    static const SuffixList list = std::move(SuffixList::compile(read_file(packaged_list_path), "")).value();
    return list;
}

std::string view(const char* text) {
    return text == nullptr ? "" : text;
}

const std::set<std::string>& rule_lines() {
    static const std::set<std::string> lines = [] {
        std::set<std::string> all;
        std::istringstream stream(packaged().serialise());
        for (std::string line; std::getline(stream, line);)
            all.insert(line[0] == '+' ? line.substr(1) : line);
        return all;
    }();
    return lines;
}

std::string without_first(const std::string& host) {
    const std::size_t dot = host.find('.');
    return dot == std::string::npos ? "" : host.substr(dot + 1);
}

/// The formal algorithm of the list, rule by rule, over a set of strings.
std::string formal_suffix(const std::string& host) {
    const auto& rules = rule_lines();
    for (std::string part = host; !part.empty(); part = without_first(part))
        if (rules.count("!" + part) != 0)
            return without_first(part);
    for (std::string part = host; !part.empty(); part = without_first(part))
        if (rules.count(part) != 0 || rules.count("*." + without_first(part)) != 0)
            return part;
    return host.substr(host.rfind('.') + 1);
}

/// In libpsl "*.kobe.jp" implies "kobe.jp". In the formal algorithm, which we follow, it does not.
bool libpsl_differs(const std::string& host) {
    return rule_lines().count("*." + host) != 0 && rule_lines().count(host) == 0;
}

void expect_like_oracle(const std::string& host) {
    ASSERT_EQ(packaged().match(host).suffix, formal_suffix(host)) << host;
    if (libpsl_differs(host))
        return;
    const auto match = packaged().match(host);
    EXPECT_EQ(std::string(match.suffix), view(psl_unregistrable_domain(oracle(), host.c_str()))) << host;
    EXPECT_EQ(std::string(match.registrable), view(psl_registrable_domain(oracle(), host.c_str()))) << host;
    if (match.registrable.empty() && match.is_listed) {
        const bool icann = psl_is_public_suffix2(oracle(), host.c_str(), PSL_TYPE_ICANN | PSL_TYPE_NO_STAR_RULE) != 0;
        EXPECT_EQ(match.is_private, !icann) << host;
    }
}

/// The name of every rule, without its marks.
std::vector<std::string> rule_names() {
    std::vector<std::string> names;
    std::istringstream lines(packaged().serialise());
    for (std::string line; std::getline(lines, line);) {
        if (line[0] == '+')
            line.erase(0, 1);
        if (line[0] == '!')
            line.erase(0, 1);
        if (line.compare(0, 2, "*.") == 0)
            line.erase(0, 2);
        names.push_back(line);
    }
    return names;
}

TEST(suffix_list, agrees_with_libpsl_on_every_rule_and_hosts_around_it) {
    ASSERT_NE(oracle(), nullptr);
    const auto names = rule_names();
    ASSERT_GT(names.size(), 9000u);
    for (const std::string& name : names)
        for (const char* front : {"", "a.", "b.a.", "www.", "c.b.a."})
            expect_like_oracle(front + name);
}

TEST(suffix_list, agrees_with_libpsl_on_random_hosts_of_rule_labels) {
    constexpr unsigned seed = 20230209;
    std::mt19937 random(seed);
    std::vector<std::string> labels = {"a", "www", "x--y", "notatld"};
    const auto names = rule_names();
    for (const std::string& name : names)
        for (std::size_t begin = 0; begin < name.size();) {
            const std::size_t end = std::min(name.find('.', begin), name.size());
            labels.push_back(name.substr(begin, end - begin));
            begin = end + 1;
        }
    const auto pick = [&random](const std::vector<std::string>& from) { return from[random() % from.size()]; };
    for (int i = 0; i < whole_at_night(60000); ++i) {
        std::string host = random() % 4 == 0 ? pick(labels) : pick(names);
        for (unsigned n = random() % 4; n > 0; --n)
            host.insert(0, pick(labels) + ".");
        if (host.size() <= 253)
            expect_like_oracle(host);
        ASSERT_FALSE(HasFailure()) << "seed " << seed << ", host " << i;
    }
}

TEST(suffix_list, gives_the_published_vectors) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr)
        GTEST_SKIP() << "BIZREC_DATA is not set";
    std::ifstream file(std::string(data) + "/gold/psl/test_psl.txt");
    ASSERT_TRUE(file);
    int count = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, 18, "checkPublicSuffix(") != 0)
            continue;
        std::vector<std::string> arguments;
        std::string rest = line.substr(18, line.rfind(')') - 18);
        const std::size_t comma = rest.find(", ");
        for (std::string part : {rest.substr(0, comma), rest.substr(comma + 2)})
            arguments.push_back(part == "null" ? "" : part.substr(1, part.size() - 2));
        std::string host;
        std::string expected;
        if (arguments[0].empty() || arguments[0][0] == '.')
            continue;  // not a host name: the normaliser refuses it earlier
        ASSERT_TRUE(domain_to_ascii(arguments[0], host)) << line;
        ASSERT_TRUE(arguments[1].empty() || domain_to_ascii(arguments[1], expected)) << line;
        EXPECT_EQ(std::string(packaged().match(host).registrable), expected) << line;
        ++count;
    }
    EXPECT_GE(count, 70);
}

TEST(suffix_list, tells_sections_and_the_default_rule_apart) {
    EXPECT_FALSE(suffixes().match("www.example.co.uk").is_private);
    EXPECT_TRUE(suffixes().match("www.example.co.uk").is_listed);
    EXPECT_TRUE(suffixes().match("joes.github.io").is_private);
    EXPECT_TRUE(suffixes().match("joes.weebly.com").is_private) << "extra list";
    EXPECT_FALSE(suffixes().match("agvb.bank.in").is_private) << "a registry's suffix of the extra list";
    EXPECT_EQ(suffixes().match("agvb.bank.in").registrable, "agvb.bank.in");
    EXPECT_FALSE(suffixes().match("example.notatld").is_listed);
    EXPECT_EQ(suffixes().match("example.notatld").registrable, "example.notatld");
    EXPECT_EQ(suffixes().match("weebly.com").registrable, "");
    EXPECT_EQ(suffixes().match_icann(HostSuffixes("joes.weebly.com")).registrable, "weebly.com");
    EXPECT_EQ(suffixes().match("").suffix, "");
}

TEST(suffix_list, serialises_to_the_same_bytes_and_matches_the_same_afterwards) {
    const std::string text = suffixes().serialise();
    auto parsed = SuffixList::parse(text);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed.value().serialise(), text);
    EXPECT_EQ(parsed.value().rule_count(), suffixes().rule_count());
    for (const char* host : {"a.b.kobe.jp", "city.kobe.jp", "joes.github.io", "x.co.uk", "x.notatld", "uk"}) {
        EXPECT_EQ(parsed.value().match(host).registrable, suffixes().match(host).registrable) << host;
        EXPECT_EQ(parsed.value().match(host).is_private, suffixes().match(host).is_private) << host;
    }
}

TEST(suffix_list, refuses_text_that_serialise_did_not_write) {
    for (const char* text : {"com", "com\nbiz\n", "com\ncom\n", "COM\n", "\n", "a..b\n", "!uk\n", "+\n", "*.\n",
                             "*.*.uk\n", "caf\xC3\xA9\n", "co m\n", "com\r\n"})
        EXPECT_FALSE(SuffixList::parse(text)) << text;
    EXPECT_TRUE(SuffixList::parse(""));
    EXPECT_EQ(SuffixList::parse("biz\nc*m\n").error().message,
              "suffix list, line 2: expected a rule of lower-case A-labels, found \"c*m\"");
}

TEST(suffix_list, names_the_line_of_a_bad_rule) {
    EXPECT_EQ(SuffixList::compile("// comment\ncom\na.*.b\n", "").error().message,
              "public suffix list, line 3: expected a rule like \"co.uk\", \"*.ck\" or \"!www.ck\", found \"a.*.b\"");
    EXPECT_NE(SuffixList::compile("com\n", "# ours\n..\n").error().message.find("extra suffix list, line 2"),
              std::string::npos);
    EXPECT_FALSE(SuffixList::compile("// nothing\n", ""));
}

TEST(suffix_list, reads_unicode_rules_and_both_sections) {
    const auto list = SuffixList::compile(
        "// ===BEGIN ICANN DOMAINS===\ncn\n\xE5\x85\xAC\xE5\x8F\xB8.cn\nUK\n// ===END ICANN DOMAINS===\n"
        "// ===BEGIN PRIVATE DOMAINS===\nshop.uk  trailing words\ncn\n",
        "tenant.uk\n# suffixes of registries that are new\nreg.uk\n# builders\nlast.uk\n");
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_EQ(list.value().serialise(), "+last.uk\n+shop.uk\n+tenant.uk\ncn\nreg.uk\nuk\nxn--55qx5d.cn\n");
}

}  // namespace
}  // namespace bizrec::identity::test
