#include <gtest/gtest.h>

#include <vector>

#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

void append_utf8(unsigned code, std::string& out) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

std::string unescape(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] != '\\' || (next != 'u' && next != 't' && next != '\\')) {
            out += text[i];
        } else if (next == 'u') {
            append_utf8(static_cast<unsigned>(std::stoul(text.substr(i + 2, 4), nullptr, 16)), out);
            i += 5;
        } else {
            out += next == 't' ? '\t' : '\\';
            ++i;
        }
    }
    return out;
}

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> columns;
    std::istringstream stream(line);
    for (std::string column; std::getline(stream, column, '\t');)
        columns.push_back(column);
    return columns;
}

TEST(url_examples, every_line_gives_its_kind_and_key) {
    std::ifstream file(std::string(BIZREC_TEST_DATA) + "/url_examples.tsv");
    ASSERT_TRUE(file);
    int count = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        const auto columns = split(line);
        ASSERT_GE(columns.size(), 3u) << line;
        const std::string text = unescape(columns[0]);
        const std::string expected = columns[1] + (columns[2].empty() ? "" : " " + columns[2]);
        EXPECT_EQ(brief(website(text)), expected) << line;
        EXPECT_EQ(brief(profile(text)), expected) << "as a profile: " << line;
        ++count;
    }
    EXPECT_GE(count, 60);
}

}  // namespace
}  // namespace bizrec::identity::test
