#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/runs/run_file.hpp"
#include "lmdb_builder/runs/run_file_writer.hpp"

namespace bizrec::builder {

using RunEntries = std::vector<std::pair<std::string, std::string>>;  // keys and payloads

inline store::FileDescriptor memory_file(const std::string& bytes = {}) {
    store::FileDescriptor file(::memfd_create("run", MFD_CLOEXEC));
    if (file.get() < 0 || !store::write_at(file.get(), bytes.data(), bytes.size(), 0)) {
        throw std::runtime_error("memfd_create");
    }
    return file;
}

inline std::string bytes_of(const store::FileDescriptor& file) {
    std::string bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
    if (!store::read_at(file.get(), bytes.data(), bytes.size(), 0)) {
        throw std::runtime_error("read_at");
    }
    return bytes;
}

inline RunHeader a_run_header(Fraction shard = {}) {
    RunHeader header;
    header.shard = shard;
    header.rules = {"0.1", "1", "2", "3", "72.1/15", "abc", "def", "456", "1048576", "0123"};
    header.suffix_list_version = "2024-01-01 \"quoted\"";
    return header;
}

/// Returns the bytes of a run with these entries. Its end states a count of kept records that is `kept_more` too high.
inline std::string write_run(const RunEntries& entries, const RunHeader& header = a_run_header(),
                             std::uint64_t kept_more = 0) {
    RunFileWriter writer(memory_file(), "a run", header, "com\norg\n");
    for (const auto& [key, payload] : entries) {
        writer.add(key, payload);
    }
    return bytes_of(writer.finish({entries.size(), entries.size() + kept_more, 0, {{"invalid_json", 3}}}, false));
}

inline RunFile open_run(const std::string& bytes) {
    return RunFile(memory_file(bytes), "a run");
}

inline RunEntries drain(RecordCursor& cursor) {
    RunEntries entries;
    while (cursor.next()) {
        entries.emplace_back(std::string(cursor.key()), std::string(cursor.payload()));
    }
    return entries;
}

inline RunEntries read_run(const std::string& bytes) {
    const RunFile run = open_run(bytes);
    BlockUnpacker unpacker;
    RunCursor cursor(run, unpacker);
    return drain(cursor);
}

inline std::string random_key(std::mt19937_64& random, std::uint64_t ids) {
    std::string key(8, '\0');
    append_big_endian(key, std::uint64_t{random() % ids});
    append_big_endian(key, std::uint64_t{random() % 3});
    return key;
}

inline std::string random_payload(std::mt19937_64& random, std::size_t most) {
    std::string payload(random() % (most + 1), '\0');
    const unsigned alphabet = random() % 2 == 0 ? 3 : 256;
    for (char& c : payload) {
        c = static_cast<char>(random() % alphabet);
    }
    return payload;
}

/// The result of a plain sort: the entry that wins for each id, in order.
inline RunEntries winners_of(const RunEntries& entries) {
    std::map<std::string, std::pair<std::string, std::string>> best;  // by id
    for (const auto& entry : entries) {
        auto& winner = best[entry.first.substr(0, sizeof(format::Uuid))];
        winner = winner.first.empty() ? entry : std::max(winner, entry);
    }
    RunEntries winners;
    for (const auto& [id, entry] : best) {
        winners.push_back(entry);
    }
    return winners;
}

}  // namespace bizrec::builder
