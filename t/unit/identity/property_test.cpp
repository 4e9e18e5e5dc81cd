#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "bizrec/identity/portal.hpp"
#include "t/unit/identity/support.hpp"
#include "t/unit/support/random.hpp"

namespace bizrec::identity::test {
namespace {

using search::testing::whole_at_night;

constexpr unsigned seed = 4242;

class Random {
public:
    std::size_t below(std::size_t n) { return engine_() % n; }
    std::string pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

private:
    std::mt19937 engine_{seed};
};

const std::vector<std::string> words = {"joes", "anns-bbq", "caf\xC3\xA9", "xn--caf-dma", "a",
                                        "shop", "www",      "m",           "42x"};
const std::vector<std::string> endings = {"com",         "co.uk", "co.jp",   "notatld",     "github.io", "weebly.com",
                                          "blogspot.de", "ck",    "kobe.jp", "wixsite.com", "bank.in",   "xn--p1ai"};

std::string random_host(Random& random) {
    std::string host = random.pick(words) + "." + random.pick(endings);
    for (std::size_t n = random.below(3); n > 0; --n)
        host = random.pick(words) + "." + host;
    return host;
}

std::string upper(std::string text) {
    for (char& c : text)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    return text;
}

TEST(property, a_key_is_its_own_key) {
    Random random;
    for (int i = 0; i < whole_at_night(20000); ++i) {
        const Identity first = website(random_host(random));
        if (!first.names_business())
            continue;
        const Identity again = website("https://" + first.key);
        ASSERT_EQ(brief(again), brief(first)) << "seed " << seed << ", case " << i;
        ASSERT_EQ(brief(website(first.host + first.path)), brief(first));
    }
}

TEST(property, case_scheme_port_query_and_slashes_do_not_change_the_key) {
    Random random;
    for (int i = 0; i < whole_at_night(20000); ++i) {
        const std::string host = random_host(random);
        const Identity plain = website(host);
        for (const std::string& text :
             {"http://" + host, "HTTPS://" + upper(host), "//" + host + "/", host + ":8443/", host + "?q=a.b/c#d",
              " <" + host + "> ", "https://user:secret@" + host, host + "./x/", "https://" + host + "\\x"}) {
            const Identity other = website(text);
            ASSERT_EQ(brief(other), brief(plain)) << text << ", seed " << seed;
            ASSERT_EQ(other.host, plain.host) << text;
        }
        if (plain.kind == Kind::domain || plain.kind == Kind::hosted) {
            ASSERT_EQ(brief(website("www." + plain.host)), brief(plain)) << host;
        }
    }
}

TEST(property, one_reused_object_forgets_what_it_held) {
    Identity reused;
    const std::vector<std::string> texts = {"https://shop.joes.com/a/b",
                                            "facebook.com/joes",
                                            "joe@gmail.com",
                                            "localhost",
                                            "joes.weebly.com/x",
                                            "maps.google.com?cid=5",
                                            ""};
    for (const std::string& before : texts)
        for (const std::string& text : texts) {
            normaliser().website(before, reused);
            normaliser().website(text, reused);
            const Identity fresh = website(text);
            EXPECT_EQ(brief(reused), brief(fresh)) << before << " then " << text;
            EXPECT_EQ(reused.host, fresh.host) << before << " then " << text;
            EXPECT_EQ(reused.path, fresh.path) << before << " then " << text;
            EXPECT_EQ(reused.reason, fresh.reason) << before << " then " << text;
        }
}

void expect_same(const std::string& quick, const std::string& slow) {
    const Identity a = website(quick), b = website(slow);
    ASSERT_EQ(brief(a), brief(b)) << quick;
    ASSERT_EQ(a.host, b.host) << quick;
    ASSERT_EQ(a.path, b.path) << quick;
    ASSERT_EQ(a.reason, b.reason) << quick;
}

// Plain addresses have quick paths. Each variant of an address here takes a slow path and must give the same identity:
// a blank at an end, a scheme in capitals, an empty port.
TEST(property, the_quick_ways_of_plain_addresses_agree_with_the_slow_ones) {
    Random random;
    const std::vector<std::string> bits = {"/", ".", ":",  "?", "#", "&", ",", ";", "|",    "-",
                                           "_", "=", "\"", "'", "(", ")", "[", "]", "<",    ">",
                                           "%", "@", " ",  "!", "*", "a", "A", "9", "xn--", "//"};
    for (int i = 0; i < whole_at_night(50000); ++i) {
        std::string text = random_host(random) + (random.below(2) == 0 ? "" : "/" + random.pick(words));
        for (std::size_t n = random.below(3); n > 0; --n)
            text.insert(random.below(text.size() + 1), random.pick(bits));
        expect_same(text, " " + text);
        expect_same(text, text + "\t");
        expect_same("https://" + text, "hTTps://" + text);
        expect_same("http://" + text, "HTTP://" + text);
        const std::string host = random_host(random);
        expect_same("https://" + host + "/x", "https://" + host + ":/x");
    }
}

void expect_sound(const Identity& identity, const std::string& text) {
    EXPECT_EQ(identity.names_business(), !identity.key.empty()) << text;
    EXPECT_EQ(identity.names_business(), identity.reason.empty()) << text;
    const bool site = identity.kind == Kind::domain || identity.kind == Kind::hosted;
    Identity portal = identity;  // a refused public suffix has the host and path of its portal
    EXPECT_EQ(site || read_portal(portal), !identity.host.empty()) << text;
    EXPECT_LE(identity.path.size(), 512u) << text;
    if (site) {
        EXPECT_TRUE(identity.host == identity.key || identity.host.size() > identity.key.size()) << text;
    }
}

TEST(property, mutated_addresses_keep_the_promises_of_the_result) {
    Random random;
    const std::vector<std::string> seeds = {"https://user@www.joes.co.uk:80/a/../b?q=1#c",
                                            "mailto:joe@joes.com",
                                            "https://www.google.com/url?q=https%3A%2F%2Fjoes.com",
                                            "https://www.facebook.com/pages/Joes/123456",
                                            "xn--caf-dma.com",
                                            "http://[::1]:80/",
                                            "https://web.archive.org/web/2020/http://a.b/c"};
    const std::vector<std::string> bits = {
        "/", ".",  "@", ":",    "%",    "%2F", "#!",           "?", "\xE2\x80\x8B", "\xFF",
        " ", "\\", "[", "http", "www.", ")",   "\xEF\xBC\x8E", "0x"};
    for (int i = 0; i < whole_at_night(100000); ++i) {
        std::string text = random.pick(seeds);
        for (std::size_t n = 1 + random.below(4); n > 0; --n) {
            const std::size_t at = random.below(text.size() + 1);
            if (random.below(3) == 0 && at < text.size())
                text.erase(at, 1 + random.below(3));
            else
                text.insert(at, random.pick(bits));
        }
        expect_sound(website(text), text);
        expect_sound(profile(text), text);
        ASSERT_FALSE(HasFailure()) << "seed " << seed << ", case " << i;
    }
}

TEST(property, long_hostile_input_ends) {
    for (const char* unit :
         {")",           "(",  ".",    "@",    "%25",          "%40",   "http://", "a.",  "/..",          "www.",
          "mailto:?to=", "\"", " a.b", "xn--", "\xE2\x80\x8B", "http:", "&u=",     "-d1", "\xEF\xBC\x8E", "x:http://",
          "a;b,"}) {
        std::string text;
        while (text.size() < 200000)
            text += unit;
        for (const std::string& whole : {text, "https://joes.com/" + text, "https://www.facebook.com/" + text,
                                         "https://www.google.com/url?q=" + text, "mailto:" + text})
            expect_sound(website(whole), unit);
    }
}

}  // namespace
}  // namespace bizrec::identity::test
