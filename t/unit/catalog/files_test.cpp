#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/message_catalog.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

/// A .mo file with the given messages, in either byte order.
std::string make_mo(const std::vector<std::pair<std::string, std::string>>& messages, bool big_endian = false) {
    std::string bytes;
    const auto put = [&](std::size_t value) {
        for (int i = 0; i < 4; ++i) {
            bytes += static_cast<char>(value >> (big_endian ? 24 - 8 * i : 8 * i) & 0xFF);
        }
    };
    const std::size_t count = messages.size();
    std::string texts;
    std::vector<std::size_t> descriptors;
    const std::size_t texts_begin = 28 + count * 16;
    for (const bool translated : {false, true}) {
        for (const auto& message : messages) {
            const std::string& text = translated ? message.second : message.first;
            descriptors.push_back(text.size());
            descriptors.push_back(texts_begin + texts.size());
            texts += text + '\0';
        }
    }
    for (const std::size_t value : {std::size_t{0x950412DE}, std::size_t{0}, count, std::size_t{28}, 28 + count * 8,
                                    std::size_t{0}, texts_begin}) {
        put(value);
    }
    for (const std::size_t value : descriptors) {
        put(value);
    }
    return bytes + texts;
}

TEST(MessageCatalog, ReadsBothByteOrders) {
    for (const bool big_endian : {false, true}) {
        const auto catalog = MessageCatalog::parse(make_mo({{"", "Project-Id-Version: x"},
                                                            {"Bayern", "Bavaria"},
                                                            {"left", ""},
                                                            {"one", std::string("eins\0viele", 10)}},
                                                           big_endian));
        ASSERT_TRUE(catalog) << catalog.error().message;
        EXPECT_EQ(catalog.value().translate("Bayern"), "Bavaria");
        EXPECT_EQ(catalog.value().translate("one"), "eins") << "the first plural form";
        EXPECT_EQ(catalog.value().translate(""), "") << "the header is no message";
        EXPECT_EQ(catalog.value().translate("left"), "");
        EXPECT_EQ(catalog.value().translate("Hessen"), "");
    }
}

TEST(MessageCatalog, FindsWhatATableOfAllMessagesFinds) {
    std::mt19937_64 random(93);
    const auto word = [&] {
        std::string text;
        for (std::size_t left = 1 + random() % 4; left > 0; --left) {
            text += static_cast<char>('a' + random() % 2);
        }
        return text;
    };
    for (int i = 0; i < 3'000; ++i) {
        std::map<std::string, std::string> messages;  // in the order of gettext: by message and plural form
        std::map<std::string, std::string> known;
        for (std::size_t left = random() % 8; left > 0; --left) {
            const std::string message = word();
            const bool is_plural = random() % 3 == 0;
            if (known.emplace(message, (is_plural ? "one" : "of ") + message).second) {
                messages[is_plural ? message + '\0' + word() : message] =
                    is_plural ? "one" + message + '\0' + "many" : "of " + message;
            }
        }
        const std::string bytes = make_mo({messages.begin(), messages.end()}, i % 2 == 0);
        std::vector<std::string> wanted;
        for (std::size_t left = random() % 8; left > 0; --left) {
            wanted.push_back(word());
        }
        std::sort(wanted.begin(), wanted.end());
        const auto catalog = MessageCatalog::parse(bytes);
        ASSERT_TRUE(catalog);
        const auto found = catalog.value().translate({wanted.begin(), wanted.end()});
        for (std::size_t at = 0; at < wanted.size(); ++at) {
            const auto expected = known.find(wanted[at]);
            const std::string_view text = expected == known.end() ? std::string_view() : expected->second;
            EXPECT_EQ(found[at], text) << "seed 93, step " << i << ": " << wanted[at];
            EXPECT_EQ(catalog.value().translate(wanted[at]), text) << "seed 93, step " << i << ": " << wanted[at];
        }
    }
}

TEST(MessageCatalog, RefusesBrokenFiles) {
    const std::string sound = make_mo({{"Bayern", "Bavaria"}});
    EXPECT_FALSE(MessageCatalog::parse(""));
    EXPECT_FALSE(MessageCatalog::parse("not a catalogue, but long enough"));
    for (std::size_t length = 0; length + 1 < sound.size(); ++length) {
        EXPECT_FALSE(MessageCatalog::parse(sound.substr(0, length))) << length;
    }
    std::string huge = sound;
    huge[11] = '\x7F';
    EXPECT_FALSE(MessageCatalog::parse(huge)) << "more messages than the file has room for";
    std::string newer = sound;
    newer[6] = 1;
    EXPECT_FALSE(MessageCatalog::parse(newer)) << "major revision 1";
}

TEST(MessageCatalog, SurvivesRandomDamage) {
    const std::string sound = make_mo({{"Bayern", "Bavaria"}, {"Hessen", "Hesse"}, {"Wien", "Vienna"}});
    std::mt19937_64 random(92);
    int refused = 0;
    for (int i = 0; i < 50'000; ++i) {
        std::string damaged = sound;
        for (std::size_t hits = 1 + random() % 3; hits > 0; --hits) {
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        }
        const auto catalog = MessageCatalog::parse(damaged);
        refused += !catalog;
        if (catalog) {
            for (const char* const message : {"Bayern", "Hessen", "Wien"}) {
                ASSERT_LE(catalog.value().translate(message).size(), damaged.size()) << "seed 92, step " << i;
            }
        }
    }
    EXPECT_GT(refused, 1'000);
}

class CatalogFiles : public ::testing::Test {
protected:
    void write(const std::string& name, const std::string& content) {
        std::filesystem::create_directories(std::filesystem::path(folder_.path(name)).parent_path());
        write_file(folder_.path(name), content);
    }
    void write_sound_lists() {
        write("iso_3166-1.json", R"({"3166-1":[{"alpha_2":"QQ","alpha_3":"QQQ","name":"Quux"}]})");
        write("iso_3166-2.json", R"({"3166-2":[{"code":"DE-BY","name":"Bayern","type":"Land"}]})");
    }
    std::string error_of_load() {
        const auto loaded = PlaceCatalog::load(folder_.path(), folder_.path("locale"));
        return loaded ? "" : loaded.error().message;
    }
    const TempDir folder_;
};

TEST_F(CatalogFiles, LoadWithoutTranslations) {
    write_sound_lists();
    const auto loaded = PlaceCatalog::load(folder_.path(), folder_.path("locale"));
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded.value().country("quux"), "QQ");
    EXPECT_EQ(loaded.value().canonical_state("DE", "bayern"), "DE-BY");
}

TEST_F(CatalogFiles, TranslationsOfTheCountrysLanguageCount) {
    write_sound_lists();
    write("locale/de/LC_MESSAGES/iso_3166-2.mo", make_mo({{"Bayern", "Weißblaues Land"}}));
    write("locale/fr/LC_MESSAGES/iso_3166-2.mo", make_mo({{"Bayern", "Bavière"}}));
    const auto loaded = PlaceCatalog::load(folder_.path(), folder_.path("locale"));
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded.value().canonical_state("DE", "weissblaues land"), "DE-BY");
    EXPECT_EQ(loaded.value().canonical_state("DE", "Bavière"), "~baviere") << "French is not spoken there";
}

TEST_F(CatalogFiles, ErrorsNameFileAndPackage) {
    EXPECT_NE(error_of_load().find("iso_3166-1.json"), std::string::npos) << error_of_load();
    EXPECT_NE(error_of_load().find("package iso-codes"), std::string::npos) << error_of_load();
    write_sound_lists();
    EXPECT_EQ(error_of_load(), "");
    write("iso_3166-2.json", R"({"3166-2":[{"code":"DE-BY"}]})");
    EXPECT_NE(error_of_load().find("iso_3166-2.json: entry 1 lacks"), std::string::npos) << error_of_load();
    write("iso_3166-2.json", R"({"3166-1":[]})");
    EXPECT_NE(error_of_load().find("no list \"3166-2\""), std::string::npos) << error_of_load();
    write("iso_3166-2.json", R"({"3166-2":[]})");
    EXPECT_NE(error_of_load().find("empty"), std::string::npos) << error_of_load();
    write("iso_3166-2.json", "{");
    EXPECT_NE(error_of_load().find("iso_3166-2.json"), std::string::npos) << error_of_load();
    write_sound_lists();
    write("locale/de/LC_MESSAGES/iso_3166-2.mo", "broken");
    EXPECT_NE(error_of_load().find("locale/de/LC_MESSAGES/iso_3166-2.mo is no gettext catalogue"), std::string::npos)
        << error_of_load();
}

}  // namespace
}  // namespace bizrec::builder
