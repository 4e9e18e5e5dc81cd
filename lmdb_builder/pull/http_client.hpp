#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// Receives the bytes of a download. An exception from it ends the download and reaches the download's caller.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Called before the first byte. `offset`: the byte of the file where the answer begins, either 0 or the requested
    /// offset. `etag`: the file's strong entity tag, "" if there is none.
    virtual void begin(std::uint64_t offset, const std::string& etag) = 0;
    virtual void write(std::string_view bytes) = 0;
};

struct HttpSettings {
    std::string url;              ///< of the folder, http:// or https://
    std::string credentials;      ///< "user:password"; "" none
    std::string certificate;      ///< of the client, in PEM; "": none
    std::string certificate_key;  ///< private key of `certificate`, if it is in another file
    std::string authorities;      ///< certificates of authorities in PEM; "": the certificates of the system
    unsigned stall_seconds = 300;
};

/// One download request.
struct HttpRange {
    std::string name;          ///< of a file in the folder
    std::uint64_t offset = 0;  ///< bytes that this host has already
    std::uint64_t size = 0;    ///< of the whole file; more bytes, or another size in Content-Range, are refused
    std::string etag;          ///< entity tag of the file that the first `offset` bytes are from; "" unknown
};

/// Downloads files of a folder on a web server with libcurl. Proxies come from the environment (https_proxy, no_proxy).
/// Redirects are followed to https only or, from http, to the same host. Credentials and certificates are sent only to
/// the scheme, host and port of `url`. Throws SourceFailure, NotGiven or WrongBytes, whose messages begin with the
/// address, and passes on what the sink throws.
class HttpClient {
public:
    /// Throws BuildFailure if `url` is malformed, if a password would be sent unencrypted, or if libcurl cannot be
    /// used.
    explicit HttpClient(HttpSettings settings);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// Fetches a whole file of at most `limit` bytes. Caches must ask the server for the newest one (Cache-Control:
    /// no-cache).
    std::string small_file(const std::string& name, std::size_t limit);

    /// Fetches from `offset` to the file's end. Fetches the whole file if the server does not support ranges, or if its
    /// file no longer has the entity tag `etag`.
    void download(const HttpRange& range, ByteSink& sink);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder
