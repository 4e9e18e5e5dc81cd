#include "lmdb_builder/suppression/drop_file.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include "lmdb_builder/suppression/deletion_report.hpp"
#include "lmdb_builder/suppression/zip_archive.hpp"

namespace bizrec::builder {
namespace {

const std::string anna = "KA18MT/ph6IHYjzT9zwETySDQyvSh87YuoSBpOQtkhE=";

class TextSource : public ByteSource {
public:
    explicit TextSource(std::string_view text) : rest_(text) {}
    Result<std::size_t> read(char* out, std::size_t capacity) override {
        const std::size_t size = rest_.copy(out, std::min<std::size_t>(capacity, 7));
        rest_.remove_prefix(size);
        return size;
    }

private:
    std::string_view rest_;
};

/// "ID type" of each row, or what is wrong.
std::string rows_of(const std::string& name, const std::string& text) {
    const auto parsed = parse_drop_name(name);
    if (!parsed) {
        return parsed.error().message;
    }
    TextSource source(text);
    const auto file = read_drop_file(parsed.value(), source);
    if (!file) {
        return file.error().message;
    }
    std::string rows;
    for (const DropRow& row : file.value().rows) {
        rows += (rows.empty() ? "" : "; ") + row.entry.id + " " + std::string(name_of(row.type));
    }
    return rows;
}

TEST(DropFile, NamesSayDayAndType) {
    for (const auto& [name, type] :
         std::vector<std::pair<const char*, const char*>>{{"20260801_123_Email.csv", "Email"},
                                                          {"20260801_123_NDZ_2.csv", "NDZ"},
                                                          {"20260801_ACME_DATA_phone_part_1.CSV", "Phone"},
                                                          {"a/b/20260801_1_MAID.csv", "MAID"},
                                                          {"20260801_1_CTVID.csv", "CTVID"},
                                                          {"20260801_1_NameVIN.csv", "NameVIN"}}) {
        const auto parsed = parse_drop_name(name);
        ASSERT_TRUE(parsed) << name;
        EXPECT_EQ(parsed.value().date, "20260801");
        ASSERT_TRUE(parsed.value().type) << name;
        EXPECT_EQ(name_of(*parsed.value().type), type) << name;
    }
    const auto removed = parse_drop_name("20260801_123_Removed.csv");
    ASSERT_TRUE(removed);
    EXPECT_FALSE(removed.value().type);
    for (const char* const name :
         {"", "Email.csv", "20260801_Email.csv", "20261301_1_Email.csv", "20260800_1_Email.csv", "2026080_1_Email.csv",
          "20260801_1_Emails.csv", "20260801_1_Email.txt", "20260801_1_Email", "20260801__Email.csv",
          "20260801_1\n_Email.csv"}) {
        EXPECT_FALSE(parse_drop_name(name)) << name;
    }
}

TEST(DropFile, ADayThatIsNotInTheCalendarIsRefused) {
    for (const char* const day : {"20260231", "20261301", "20260800", "20250229", "20260931", "20260001"}) {
        const auto parsed = parse_drop_name(std::string(day) + "_1_Email.csv");
        ASSERT_FALSE(parsed) << day;
        EXPECT_EQ(parsed.error().message,
                  "YYYYMMDD: expected a day of the calendar, such as 20260228; got \"" + std::string(day) + "\"");
    }
    EXPECT_TRUE(parse_drop_name("20240229_1_Email.csv")) << "a leap year";
}

// Bug: a file of 2099 was imported, and made every later download "older".
TEST(DropFile, ADayAfterTomorrowIsRefused) {
    constexpr std::int64_t noon = 1'764'331'200;  // 2025-11-28T12:00:00Z
    const auto checked = [](const std::string& day) {
        return check_drop_day(parse_drop_name(day + "_1_Email.csv").value(), noon);
    };
    for (const char* const day : {"20250101", "20251128", "20251129"}) {
        EXPECT_TRUE(checked(day)) << day;
    }
    for (const char* const day : {"20251130", "20260101", "99991231"}) {
        const Status refused = checked(day);
        ASSERT_FALSE(refused) << day;
        EXPECT_EQ(refused.error().message,
                  "YYYYMMDD: expected a day up to 20251129, one after that of this machine's clock; got \"" +
                      std::string(day) + "\"");
    }
}

TEST(DropFile, ANameWithTwoTypesIsRefused) {
    for (const auto& [name, words] : std::vector<std::pair<const char*, const char*>>{
             {"20260801_Acme_Email_Phone.csv", "\"Email\" and \"Phone\" could both be the TYPE"},
             {"20260801_Acme_Phone_2_ndz.csv", "\"Phone\" and \"ndz\" could both be the TYPE"},
             {"20260801_1_Removed_Email.csv", "\"Removed\" and \"Email\" could both be the TYPE"}}) {
        const auto parsed = parse_drop_name(name);
        ASSERT_FALSE(parsed) << name;
        EXPECT_EQ(parsed.error().message.find(words), 0U) << parsed.error().message;
        EXPECT_NE(parsed.error().message.find("rename the file"), std::string::npos);
    }
    const auto parsed = parse_drop_name("20260801_Email_Phone.csv");
    ASSERT_TRUE(parsed) << "the second word is always the broker's";
    EXPECT_EQ(parsed.value().type, HashType::phone);
}

TEST(DropFile, RowsAreChecked) {
    const std::string email = "20260801_1_Email.csv";
    EXPECT_EQ(rows_of(email, "ID,Hash\r\n1," + anna + "\r\n2," + anna + "\r\n"), "1 Email; 2 Email");
    EXPECT_EQ(rows_of(email, "\xEF\xBB\xBFid,hash\n\"1\",\"" + anna + "\""), "1 Email");
    EXPECT_EQ(rows_of(email, "ID,Hash\n"), "") << "nobody today";
    EXPECT_EQ(rows_of("20260801_1_Removed.csv", "ID,Hash,ListType\n1," + anna + ",NDZ\n"), "1 NDZ");
    for (const auto& [text, problem] : std::vector<std::pair<std::string, const char*>>{
             {"", "1: is empty"},
             {"ID,Hash,ListType\n", "1: expected the header ID,Hash"},
             {"1," + anna + "\n", "1: expected the header ID,Hash"},
             {"ID,Hash\n1\n", "2: expected ID,Hash, found 1 cells"},
             {"ID,Hash\n1," + anna + "\n," + anna + "\n", "3: ID: expected 1 to 100 visible characters"},
             {"ID,Hash\n1," + anna + "\n\n2,anna@domain.com\n",
              "4: Hash: expected a SHA-256 in Base64, 44 characters, found 15 bytes"},
             {"ID,Hash\n1," + std::string(5000, 'A') + "\n", "2: is longer than 4096 bytes"}}) {
        EXPECT_EQ(rows_of(email, text).substr(0, std::strlen(problem)), problem);
    }
    EXPECT_EQ(rows_of("20260801_1_Removed.csv", "ID,Hash,ListType\n1," + anna + ",Car\n"),
              "2: ListType: expected Email, Phone, NDZ, NameVIN, MAID or CTVID");
}

void put(std::string& to, std::uint64_t number, std::size_t bytes) {
    to.append(reinterpret_cast<const char*>(&number), bytes);
}

struct Packed {
    std::string name, text;
    unsigned method = 8;
    std::uint64_t claims = 0;  // the archive says that the text has this many more bytes
};

std::string deflated_text(const std::string& text) {
    std::string out(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zip_of(const std::vector<Packed>& files) {
    std::string archive, directory;
    for (const Packed& file : files) {
        const std::string bytes = file.method == 8 ? deflated_text(file.text) : file.text;
        std::string common;
        put(common, file.method, 2);
        put(common, 0, 4);
        put(common, crc32_z(0, reinterpret_cast<const Bytef*>(file.text.data()), file.text.size()), 4);
        put(common, bytes.size(), 4);
        put(common, file.text.size() + file.claims, 4);
        put(common, file.name.size(), 2);
        put(common, 0, 2);
        put(directory, 0x02014b50, 4);
        put(directory, 20, 4);
        put(directory, 0, 2);
        directory += common;
        directory.append(10, '\0');
        put(directory, archive.size(), 4);
        directory += file.name;
        put(archive, 0x04034b50, 4);
        put(archive, 20, 2);
        put(archive, 0, 2);
        archive += common + file.name + bytes;
    }
    const std::size_t begin = archive.size();
    archive += directory;
    put(archive, 0x06054b50, 4);
    put(archive, 0, 4);
    put(archive, files.size(), 2);
    put(archive, files.size(), 2);
    put(archive, directory.size(), 4);
    put(archive, begin, 4);
    put(archive, 0, 2);
    return archive;
}

/// The texts of all members, or what is wrong.
std::string texts_of(const std::string& bytes) {
    const auto archive = ZipArchive::read(bytes);
    if (!archive) {
        return archive.error().message;
    }
    std::string texts;
    for (const ZipMember& member : archive.value().members()) {
        auto source = archive.value().open(member);
        if (!source) {
            return source.error().message;
        }
        char piece[5];
        for (;;) {
            const auto got = source.value()->read(piece, sizeof piece);
            if (!got) {
                return got.error().message;
            }
            if (got.value() == 0) {
                break;
            }
            texts.append(piece, got.value());
        }
        texts += "|";
    }
    return texts;
}

TEST(ZipArchive, GivesWhatWasPacked) {
    const std::string text(1000, 'x');
    EXPECT_EQ(texts_of(zip_of({{"a", "hello"}, {"b", "you", 0}, {"c", ""}, {"d/", "", 0}, {"e", text}})),
              "hello|you||" + text + "|");
    EXPECT_EQ(texts_of(zip_of({})), "");
    EXPECT_EQ(texts_of(zip_of({{"a", "x", 12}})).find("has files that are packed by method 12"), 0U);
    EXPECT_EQ(texts_of("PK no"), "is no zip archive, or is cut off");
    EXPECT_EQ(texts_of(zip_of(std::vector<Packed>(1001, {"a", ""}))), "has 1001 files; expected at most 1000");
}

TEST(ZipArchive, UnpacksNoMoreThanItSays) {
    const std::string good = zip_of({{"a", std::string(1000, 'x')}});
    std::string small = good;
    const std::size_t directory = good.find("PK\x01\x02");
    small[directory + 24] = 7;  // the unpacked size of the member
    small[directory + 25] = 0;
    EXPECT_EQ(texts_of(small).find("is damaged: it has not the size"), 0U) << texts_of(small);
    EXPECT_EQ(texts_of(zip_of({{"a", "hello", 8, 3}})), "is damaged, or cut off");
    EXPECT_EQ(texts_of(zip_of({{"a", "hello", 0, 3}})), "is damaged, or cut off");
    std::string locked = good;
    locked[directory + 8] = 1;  // the flag of encryption
    EXPECT_EQ(texts_of(locked), "has files under a password: unpack it, and give the files");
    std::string other_sum = good;
    other_sum[directory + 16] = static_cast<char>(other_sum[directory + 16] ^ 1);
    EXPECT_EQ(texts_of(other_sum).find("is damaged: it has not the size and the checksum"), 0U) << texts_of(other_sum);
    std::vector<Packed> bomb(40, {"a", "x", 8, std::uint64_t{1} << 27});
    EXPECT_EQ(texts_of(zip_of(bomb)), "has more than 4 GiB unpacked");
}

TEST(ZipArchive, DamageIsAnError) {
    const std::string text = "some text that is long enough to be packed, packed, packed";
    const std::string good = zip_of({{"a", text}, {"b", text, 0}});
    ASSERT_EQ(texts_of(good), text + "|" + text + "|");
    for (std::size_t at = 0; at < good.size(); ++at) {
        EXPECT_NE(texts_of(good.substr(0, at)), texts_of(good)) << at;
        for (const int bit : {1, 64}) {
            std::string other = good;
            other[at] = static_cast<char>(other[at] ^ bit);
            texts_of(other);  // must not read outside the archive
        }
    }
}

TEST(DeletionReport, SaysTheMostOfAnId) {
    DeletionStore store;
    const auto add = [&store](HashType type, unsigned char hash, const char* id, DeletionStatus status) {
        DeletionEntry entry;
        entry.hash[0] = hash;
        entry.id = id;
        entry.status = status;
        store.entries_of(type).push_back(entry);
    };
    add(HashType::email, 1, "a", DeletionStatus::not_found);
    add(HashType::email, 2, "a", DeletionStatus::deleted);
    add(HashType::email, 3, "b", DeletionStatus::exempt);
    add(HashType::email, 4, "d", DeletionStatus::untried);
    add(HashType::phone, 1, "b", DeletionStatus::opted_out);
    add(HashType::phone, 2, "c", DeletionStatus::not_found);
    add(HashType::phone, 3, "d", DeletionStatus::deleted);
    const DeletionReport report = deletion_report(store, nullptr);
    EXPECT_EQ(report.csv, "Id,Status\na,3\nb,4\nc,5\n");
    EXPECT_EQ(report.ids, 3U);
    EXPECT_EQ(report.untried, 1U);
    const HashType email = HashType::email;
    EXPECT_EQ(deletion_report(store, &email).csv, "Id,Status\na,3\nb,2\n");
    EXPECT_EQ(deletion_report(DeletionStore{}, nullptr).csv, "Id,Status\n");
}

}  // namespace
}  // namespace bizrec::builder
