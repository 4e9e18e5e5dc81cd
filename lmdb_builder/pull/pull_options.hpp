#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

inline constexpr unsigned max_stall_seconds = 86400;
inline constexpr std::uint64_t max_reserve = std::uint64_t{1} << 50;

struct PullOptions {
    std::string source;  ///< rsync://…, USER@HOST:…, a folder of this machine, or http(s)://…
    std::string root = "/var/lib/bizrec";
    std::string trust_path;     ///< public keys in PEM; empty: accepts unsigned files; HTTP sources require keys
    std::string password_file;  ///< rsync's password, or user:password of the web server; empty: none
    std::string certificate;    ///< for https: of the client, in PEM; empty: none
    std::string certificate_key;
    std::string authorities;                   ///< for https: authorities in PEM; empty: the authorities of the system
    std::vector<std::string> rsync_options{};  ///< more options of rsync
    std::size_t keep = 3;
    bool purge = false;  ///< remove generations that hold what the list of suppressions names
    std::string
        tables;  ///< folder of the publisher's tables for deltas, see use_tables(); empty: the tables of the system
    std::uint64_t memory_bytes = default_memory_bytes;  ///< for applying deltas, as in BuildOptions
    unsigned stall_seconds = 300;
    std::uint64_t reserve = std::uint64_t{256} << 20;  ///< bytes of the disk to leave free
    bool changes = false;                              ///< write files of changes from the older generations
    bool allow_older = false;  ///< accept a current.json with a lower number than an earlier one
};

}  // namespace bizrec::builder
