// The bytes of a delta: what was written is read back, and damaged bytes are refused.
#include "lmdb_builder/deltas/delta_file.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <random>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/deltas/delta_writer.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/deltas/rebuild.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

struct Change {
    ChangeKind kind;
    format::Uuid id;
    std::string before, after;
};
using Changes = std::vector<Change>;

store::FileDescriptor memory_delta(const std::string& bytes = {}) {
    store::FileDescriptor file(::memfd_create("delta", MFD_CLOEXEC));
    EXPECT_TRUE(file.get() >= 0 && store::write_at(file.get(), bytes.data(), bytes.size(), 0));
    return file;
}

DeltaHeader a_header() {
    DeltaHeader header;
    header.base = {std::string(16, 'a'), std::string(64, 'a'), 7};
    header.target = {std::string(16, 'b'), std::string(64, 'b'), 9};
    header.as_of = "2026-11-22";
    header.infer_places = false;
    header.tables.rules.program = "0.1 \"quoted\"";
    header.cities = "c0ffee";
    return header;
}

std::string write_delta(const Changes& changes, const std::string& rules = {}, const std::string& city_names = {}) {
    DeltaWriter writer(::testing::TempDir(), rules, city_names);
    for (const Change& change : changes) {
        writer.add({change.kind, change.id, change.before, change.after});
    }
    const store::FileDescriptor file = memory_delta();
    DeltaHeader header = a_header();
    std::string bytes(writer.finish(file.get(), "a delta", header, nullptr), '\0');
    EXPECT_TRUE(store::read_at(file.get(), bytes.data(), bytes.size(), 0));
    return bytes;
}

DeltaFile open_delta(const std::string& bytes) {
    return {memory_delta(bytes), "delta"};
}

template <class Cursor>
std::vector<DeltaChange> drained(Cursor&& cursor) {
    std::vector<DeltaChange> changes;
    for (DeltaChange change; cursor.next(change);) {
        changes.push_back(change);
    }
    return changes;
}

/// The problem with a delta of these bytes; "" if there is none.
std::string problem_of(const std::string& bytes) {
    try {
        const DeltaFile delta = open_delta(bytes);
        drained(DeltaCursor(delta));
        return "";
    } catch (const BuildFailure& failure) {
        return failure.what();
    }
}

format::Uuid uuid_of(std::uint64_t number) {
    format::Uuid id{};
    for (std::size_t i = 0; i < 8; ++i) {
        id[15 - i] = static_cast<unsigned char>(number >> (8 * i));
    }
    return id;
}

Changes random_changes(std::mt19937_64& random, std::size_t count) {
    Changes changes;
    std::uint64_t id = 0;
    for (std::size_t i = 0; i < count; ++i) {
        id += 1 + random() % 9;
        Change change{static_cast<ChangeKind>(random() % 3), uuid_of(id), {}, {}};
        const std::string open = random() % 4 == 0 ? "{" : R"({"id":")" + format::uuid_text(change.id) + R"(",)";
        const auto json = [&](std::uint64_t number) {
            return open + R"("n":)" + std::to_string(number) + R"(,"t":")" + std::string(random() % 2000, 'x') + "\"}";
        };
        change.before = change.kind == ChangeKind::added ? "" : json(0);
        change.after = change.kind == ChangeKind::removed ? "" : json(1 + random() % 9);
        changes.push_back(change);
    }
    return changes;
}

TEST(DeltaFile, WhatWasWrittenIsRead) {
    std::mt19937_64 random(37);
    for (const std::size_t count : {0U, 1U, 50U, 2000U}) {
        const Changes changes = random_changes(random, count);
        const DeltaFile delta = open_delta(write_delta(changes, "[suffixes]\ncom\n", "names"));
        EXPECT_EQ(delta.header().removed + delta.header().added + delta.header().changed, count);
        EXPECT_EQ(write_delta_header(read_delta_header(write_delta_header(delta.header()))),
                  write_delta_header(delta.header()));
        EXPECT_EQ(delta.header().tables.rules.program, "0.1 \"quoted\"");
        DeltaCursor cursor(delta);
        EXPECT_EQ(cursor.rules(), "[suffixes]\ncom\n");
        EXPECT_EQ(cursor.city_names(), "names");
        const std::vector<DeltaChange> read = drained(cursor);
        ASSERT_EQ(read.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(read[i].kind, changes[i].kind);
            EXPECT_EQ(read[i].id, changes[i].id);
            EXPECT_EQ(read[i].json, changes[i].after);
            EXPECT_EQ(read[i].pointers, changes[i].kind == ChangeKind::changed
                                            ? changed_pointers(changes[i].before, changes[i].after)
                                            : std::vector<std::string>());
        }
    }
}

TEST(DeltaFile, CutOffOrChangedAnywhereItIsRefused) {
    std::mt19937_64 random(38);
    const std::string whole = write_delta(random_changes(random, 30));
    ASSERT_EQ(problem_of(whole), "");
    for (std::size_t size = 1; size < whole.size(); ++size) {
        EXPECT_NE(problem_of(whole.substr(0, size)), "") << size;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << (at % 8)));
        const std::size_t tail = whole.size() - sizeof(delta::Tail);
        if (at < tail || at >= tail + sizeof(delta::Tail::signature)) {
            EXPECT_EQ(problem_of(bytes).substr(0, 8), "\"delta\" ") << at;
        }
    }
    EXPECT_NE(problem_of(whole + "x"), "");
    EXPECT_NE(problem_of(std::string(4096, 'x')).find("is no delta"), std::string::npos);
}

TEST(DeltaFile, OverwrittenAfterItWasOpenedItIsRefused) {
    const auto delta_of = [](const char* json) {
        return write_delta({{ChangeKind::added, uuid_of(1), "", json}, {ChangeKind::removed, uuid_of(2), "{}", ""}});
    };
    const std::string whole = delta_of(R"({"n":1})"), other = delta_of(R"({"n":2})");
    ASSERT_EQ(whole.size(), other.size());
    store::FileDescriptor file = memory_delta(whole);
    const store::FileDescriptor writer(::dup(file.get()));
    const DeltaFile delta(std::move(file), "delta");
    EXPECT_EQ(drained(DeltaCursor(delta)).size(), 2U);
    ASSERT_TRUE(store::write_at(writer.get(), other.data(), other.size(), 0));
    EXPECT_THROW(drained(DeltaCursor(delta)), BuildFailure);
}

/// The delta `whole` with `from` replaced by `to` in its JSON header. Its size and digest are correct.
std::string with_header(const std::string& whole, const std::string& from, const std::string& to) {
    delta::Head head;
    std::memcpy(&head, whole.data(), sizeof head);
    std::string json = whole.substr(sizeof head, head.header_bytes);
    const std::size_t at = json.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    json.replace(at, from.size(), to);
    const std::size_t body = sizeof head + head.header_bytes;
    head.header_bytes = static_cast<std::uint32_t>(json.size());
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    bytes += json + whole.substr(body, whole.size() - sizeof(delta::Tail) - body);
    delta::Tail tail;
    tail.file_bytes = bytes.size() + sizeof tail;
    EXPECT_TRUE(store::sha256(bytes.data(), bytes.size(), tail.sha256));
    return bytes + std::string(reinterpret_cast<const char*>(&tail), sizeof tail);
}

TEST(DeltaFile, AHeaderThatLiesIsRefused) {
    Changes changes;
    for (std::uint64_t i = 1; i <= 6; ++i) {
        changes.push_back({static_cast<ChangeKind>(i % 3), uuid_of(i), R"({"a":1})", R"({"a":2})"});
    }
    const std::string whole = write_delta(changes);
    ASSERT_EQ(problem_of(with_header(whole, "\"removed\":2", "\"removed\":2")), "");
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{"\"removed\":2", "\"removed\":1"},
                                                          {"\"removed\":2", "\"removed\":3"},
                                                          {"\"added\":2", "\"added\":18446744073709551615"},
                                                          {"\"body_bytes\":", "\"body_bytes\":1"},
                                                          {"\"body_bytes\":", "\"body_bytes\":-"},
                                                          {"\"changed\"", "\"changes\""},
                                                          {"\"as_of\":\"2026-11-22\"", "\"as_of\":\"today\""},
                                                          {"aaaa\"", "aaag\""},
                                                          {"bbbb\",\"sha256\"", "bbbc\",\"sha256\""},
                                                          {"\"manifest\":\"\"", "\"manifest\":\"{}\""},
                                                          {"\"signature\":\"\"", "\"signature\":\"x\""},
                                                          {"\"infer_places\":false", "\"infer_places\":0"},
                                                          {"\"tables\":{", "\"tables\":{\"x\":1},\"t\":{"}}) {
        EXPECT_EQ(problem_of(with_header(whole, from, to)).substr(0, 8), "\"delta\" ") << from << " -> " << to;
    }
}

TEST(DeltaFile, IdsThatDoNotAscendAreRefused) {
    const Changes changes = {{ChangeKind::removed, uuid_of(2), "{}", ""}, {ChangeKind::removed, uuid_of(1), "{}", ""}};
    EXPECT_NE(problem_of(write_delta(changes)).find("damaged"), std::string::npos);
    EXPECT_NE(problem_of(write_delta({changes[0], changes[0]})), "");
}

TEST(DeltaChain, OfEachRecordTheLastCounts) {
    const auto added = [](std::uint64_t id, const char* json) {
        return Change{ChangeKind::added, uuid_of(id), "", json};
    };
    const auto removed = [](std::uint64_t id) { return Change{ChangeKind::removed, uuid_of(id), "{}", ""}; };
    const DeltaFile first = open_delta(write_delta({added(1, "{}"), added(3, R"({"a":1})"), removed(5), removed(8)}));
    const DeltaFile second = open_delta(write_delta({removed(3), added(4, "{}"), added(5, R"({"a":2})")}));
    const std::vector<DeltaChange> changes = drained(DeltaChain({&first, &second}));
    ASSERT_EQ(changes.size(), 5U);
    const std::vector<std::uint64_t> ids = {1, 3, 4, 5, 8};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(changes[i].id, uuid_of(ids[i]));
    }
    EXPECT_EQ(changes[1].kind, ChangeKind::removed);
    EXPECT_EQ(changes[3].json, R"({"a":2})");
    EXPECT_EQ(changes[4].kind, ChangeKind::removed);
}

}  // namespace
}  // namespace bizrec::builder
