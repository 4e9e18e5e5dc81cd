#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "lmdb_builder/pull/byte_sink.hpp"

namespace bizrec::builder {

struct HttpSettings {
    std::string url;              ///< of the folder, http:// or https://
    std::string credentials;      ///< "user:password"; "" none
    std::string certificate;      ///< client's, in PEM; "" none
    std::string certificate_key;  ///< its private key, if it is in a file of its own
    std::string authorities;      ///< certificates of authorities in PEM; "" the system's
    unsigned stall_seconds = 300;
};

/// What a download asks for.
struct HttpRange {
    std::string name;          ///< of a file in the folder
    std::uint64_t offset = 0;  ///< bytes that are here already
    std::uint64_t size = 0;    ///< of the whole file: an answer that tells of another, or brings more, is refused
    std::string etag;          ///< the bytes that are here are of this file; "" unknown
};

/// Files of a folder on a web server, by libcurl. Proxies are those of the environment (https_proxy, no_proxy).
/// Redirects lead to https or, from http, to the same host; credentials and certificates go to the host of `url` alone.
/// Throws SourceFailure, NotGiven or WrongBytes, whose messages begin with the address.
class HttpClient {
public:
    /// BuildFailure where `url` is none, or a password would cross the network in the clear.
    explicit HttpClient(HttpSettings settings);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// A whole file of at most `limit` bytes, past all caches.
    std::string small_file(const std::string& name, std::size_t limit);

    /// From `offset` to the file's end; from its beginning where the server gives no ranges, or has another file.
    void download(const HttpRange& range, ByteSink& sink);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder
