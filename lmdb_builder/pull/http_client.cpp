#include "lmdb_builder/pull/http_client.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <vector>

#include <curl/curl.h>

#include "bizrec/base/version.hpp"
#include "lmdb_builder/pull/content_range.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"

namespace bizrec::builder {
namespace {

constexpr int max_redirects = 5;
constexpr long connect_seconds = 30;
constexpr long slowest_bytes = 64;  // per second on average over the stall time; a slower transfer counts as stalled

struct FreeList {
    void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};
using Headers = std::unique_ptr<curl_slist, FreeList>;

struct FreeUrl {
    void operator()(CURLU* url) const noexcept { curl_url_cleanup(url); }
};

std::string part_of(const std::string& url, CURLUPart part) {
    const std::unique_ptr<CURLU, FreeUrl> parsed(curl_url());
    char* text = nullptr;
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
        curl_url_get(parsed.get(), part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) {
        return {};
    }
    std::string value = text;
    curl_free(text);
    return value;
}

bool same_host(const std::string& a, const std::string& b) {
    return part_of(a, CURLUPART_HOST) == part_of(b, CURLUPART_HOST);
}

bool same_server(const std::string& a, const std::string& b) {
    return same_host(a, b) && part_of(a, CURLUPART_SCHEME) == part_of(b, CURLUPART_SCHEME) &&
           part_of(a, CURLUPART_PORT) == part_of(b, CURLUPART_PORT);
}

bool is_strong_tag(const std::string& etag) {
    return etag.size() >= 2 && etag.size() <= 200 && etag.front() == '"' && etag.back() == '"' &&
           std::all_of(etag.begin(), etag.end(), [](char c) { return c > ' ' && c < 127; });
}

/// State of one answer for curl's callbacks. They are called from C, so exceptions are stored in `thrown`.
struct Answer {
    CURL* curl;
    const HttpRange& range;
    ByteSink& sink;
    std::uint64_t offset = 0, came = 0;
    std::string etag{}, content_range{};
    bool begun = false;
    std::exception_ptr thrown{};

    long status() const {
        long code = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
        return code;
    }

    void begin() {
        begun = true;
        offset = status() == 206 ? checked_offset() : 0;
        curl_off_t length = -1;
        curl_easy_getinfo(curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
        if (length >= 0 && static_cast<std::uint64_t>(length) > range.size - offset) {
            throw WrongBytes("the server would send " + std::to_string(length) + " bytes, at most " +
                             std::to_string(range.size - offset) + " were expected");
        }
        sink.begin(offset, is_strong_tag(etag) ? etag : std::string());
    }

    std::uint64_t checked_offset() const {
        const auto told = parse_content_range(content_range);
        if (!told || told->first != range.offset || (told->size != 0 && told->size != range.size)) {
            throw WrongBytes("the server answers with the range \"" + content_range + "\", from byte " +
                             std::to_string(range.offset) + " of " + std::to_string(range.size) + " were asked for");
        }
        return told->first;
    }

    void take(std::string_view bytes) {
        if (status() != 200 && status() != 206) {
            return;  // the text of an error page
        }
        if (!begun) {
            begin();
        }
        if (bytes.size() > range.size - offset - came) {
            throw WrongBytes("the server sends more than the " + std::to_string(range.size) +
                             " bytes that were expected");
        }
        came += bytes.size();
        sink.write(bytes);
    }
};

std::size_t on_body(char* data, std::size_t, std::size_t size, void* context) {
    auto& answer = *static_cast<Answer*>(context);
    try {
        answer.take({data, size});
        return size;
    } catch (...) {
        answer.thrown = std::current_exception();
        return size == 0 ? 1 : 0;
    }
}

std::size_t on_header(char* data, std::size_t, std::size_t size, void* context) {
    auto& answer = *static_cast<Answer*>(context);
    const std::string_view line(data, size);
    if (line.substr(0, 5) == "HTTP/") {
        answer.etag.clear();
        answer.content_range.clear();
    }
    const auto value_of = [&](std::string_view name, std::string& value) {
        std::string found = header_value(line, name);
        if (!found.empty()) {
            value = std::move(found);
        }
    };
    value_of("etag", answer.etag);
    value_of("content-range", answer.content_range);
    return size;
}

class SmallText : public ByteSink {
public:
    void begin(std::uint64_t, const std::string&) override { text.clear(); }
    void write(std::string_view bytes) override { text.append(bytes); }
    std::string text;
};

}  // namespace

struct HttpClient::State {
    struct Free {
        void operator()(CURL* curl) const noexcept { curl_easy_cleanup(curl); }
    };

    HttpSettings settings;
    std::unique_ptr<CURL, Free> easy;
    char problem[CURL_ERROR_SIZE] = {};

    void set_connection(const std::string& url) {
        CURL* const curl = easy.get();
        curl_easy_reset(curl);  // keeps open connections
        problem[0] = '\0';
        curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, problem);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, (std::string("lmdb_builder/") + program_version).c_str());
        const long stall = std::max<long>(1, settings.stall_seconds);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, std::min(connect_seconds, stall));
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, slowest_bytes);
        curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, stall);
        if (!settings.authorities.empty()) {
            curl_easy_setopt(curl, CURLOPT_CAINFO, settings.authorities.c_str());
        }
        if (!same_server(url, settings.url)) {
            return;
        }
        if (!settings.credentials.empty()) {
            curl_easy_setopt(curl, CURLOPT_USERPWD, settings.credentials.c_str());
        }
        if (!settings.certificate.empty()) {
            curl_easy_setopt(curl, CURLOPT_SSLCERT, settings.certificate.c_str());
            const std::string& key = settings.certificate_key;
            curl_easy_setopt(curl, CURLOPT_SSLKEY, (key.empty() ? settings.certificate : key).c_str());
        }
    }

    std::string redirect(const std::string& from) {
        const char* to = nullptr;
        curl_easy_getinfo(easy.get(), CURLINFO_REDIRECT_URL, &to);
        std::string url = to == nullptr ? "" : to;
        const std::string scheme = part_of(url, CURLUPART_SCHEME);
        if (scheme == "https" ||
            (scheme == "http" && part_of(from, CURLUPART_SCHEME) == "http" && same_host(url, from))) {
            return url;
        }
        throw NotGiven(from + ": redirects to \"" + url + "\", which is neither https nor the same host over http");
    }

    /// Sends one request. Returns the address of a redirect, or "" if the answer was final.
    std::string ask(const std::string& url, const HttpRange& range, ByteSink& sink, bool small) {
        set_connection(url);
        CURL* const curl = easy.get();
        Answer answer{curl, range, sink};
        std::vector<std::string> lines{"Accept: */*"};
        if (small) {
            lines.emplace_back("Cache-Control: no-cache");
            curl_easy_setopt(curl, CURLOPT_TIMEOUT, static_cast<long>(connect_seconds + settings.stall_seconds));
        }
        if (range.offset > 0) {
            lines.push_back("Range: bytes=" + std::to_string(range.offset) + "-");
            if (!range.etag.empty()) {
                lines.push_back("If-Range: " + range.etag);
            }
        }
        Headers headers;
        for (const std::string& line : lines) {
            headers.reset(curl_slist_append(headers.release(), line.c_str()));
        }
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers.get());
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &on_body);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
        curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &on_header);
        curl_easy_setopt(curl, CURLOPT_HEADERDATA, &answer);
        return outcome(url, curl_easy_perform(curl), answer);
    }

    std::string outcome(const std::string& url, CURLcode code, const Answer& answer) {
        if (answer.thrown) {
            try {
                std::rethrow_exception(answer.thrown);
            } catch (const WrongBytes& wrong) {
                throw WrongBytes(url + ": " + wrong.what());
            }
        }
        const long status = answer.status();
        if (code != CURLE_OK) {
            const std::string reason = problem[0] == '\0' ? curl_easy_strerror(code) : problem;
            throw SourceFailure(url + ": " + reason +
                                (answer.came > 0 ? "; got " + std::to_string(answer.came) + " bytes" : ""));
        }
        if (status >= 300 && status < 400) {
            return redirect(url);
        }
        if (status != 200 && status != 206) {
            throw NotGiven(url + ": the server answers with status " + std::to_string(status));
        }
        return {};
    }

    void follow(const HttpRange& range, ByteSink& sink, bool small) {
        std::string url = settings.url + "/" + range.name;
        for (int redirects = 0; redirects <= max_redirects; ++redirects) {
            std::string next = ask(url, range, sink, small);
            if (next.empty()) {
                return;
            }
            url = std::move(next);
        }
        throw NotGiven(settings.url + "/" + range.name + ": redirects more than " + std::to_string(max_redirects) +
                       " times");
    }
};

HttpClient::HttpClient(HttpSettings settings) : state_(std::make_unique<State>()) {
    while (!settings.url.empty() && settings.url.back() == '/') {
        settings.url.pop_back();
    }
    const std::string scheme = part_of(settings.url, CURLUPART_SCHEME);
    if ((scheme != "http" && scheme != "https") || !part_of(settings.url, CURLUPART_QUERY).empty() ||
        !part_of(settings.url, CURLUPART_USER).empty()) {
        throw BuildFailure(
            "the source is no address of a folder: https://HOST/FOLDER, without a name, password or query");
    }
    if (!settings.credentials.empty() && scheme != "https") {
        throw BuildFailure(settings.url + ": a password would cross the network in the clear: use https://");
    }
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    state_->easy.reset(ready == CURLE_OK ? curl_easy_init() : nullptr);
    if (!state_->easy) {
        throw BuildFailure("libcurl cannot be used: no memory");
    }
    state_->settings = std::move(settings);
}

HttpClient::~HttpClient() = default;

std::string HttpClient::small_file(const std::string& name, std::size_t limit) {
    SmallText sink;
    HttpRange range;
    range.name = name;
    range.size = limit;
    state_->follow(range, sink, true);
    return std::move(sink.text);
}

void HttpClient::download(const HttpRange& range, ByteSink& sink) {
    state_->follow(range, sink, false);
}

}  // namespace bizrec::builder
