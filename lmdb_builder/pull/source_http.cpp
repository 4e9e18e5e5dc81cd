#include "lmdb_builder/pull/source.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "bizrec/store/small_file.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/packed_file.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "lmdb_builder/pull/http_client.hpp"
#include "lmdb_builder/pull/index_sinks.hpp"
#include "lmdb_builder/pull/ways.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_credentials = 1024;
constexpr unsigned max_tries = 5;        ///< interruptions in a row without any progress
constexpr unsigned max_delta_tries = 2;  ///< in one pull
/// An index is built in several sorted runs, the document store and the file itself: 7 times its size was measured
/// (`make -f bench/Makefile bench-delta`).
constexpr std::uint64_t disk_of_apply = 8;

std::string credentials_of(const std::string& path) {
    if (path.empty()) {
        return {};
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && (status.st_mode & 07) != 0) {
        throw BuildFailure("the password file \"" + path + "\" can be read by others: chmod 600");
    }
    auto read = store::read_small_file(path, max_credentials, "it has a line user:password");
    if (!read) {
        throw BuildFailure("BIZREC_PASSWORD_FILE: " + read.error().message +
                           "; if the web server asks for no password, name no file");
    }
    std::string text = std::move(read).value();
    text.erase(text.find_last_not_of("\r\n") + 1);
    if (text.find(':') == std::string::npos || text.find('\n') != std::string::npos) {
        throw BuildFailure("the password file \"" + path + "\" has no line user:password, which a web server needs");
    }
    return text;
}

/// curl's own messages about these files do not name the setting.
void refuse_unreadable(const char* setting, const std::string& path) {
    if (!path.empty() && ::access(path.c_str(), R_OK) != 0) {
        fail_with_errno(std::string("read ") + setting + ", \"" + path + '"');
    }
}

HttpSettings settings_of(const PullOptions& options) {
    refuse_unreadable("BIZREC_CERTIFICATE", options.certificate);
    refuse_unreadable("BIZREC_CERTIFICATE_KEY", options.certificate_key);
    refuse_unreadable("BIZREC_CA", options.authorities);
    HttpSettings settings;
    settings.url = options.source;
    settings.credentials = credentials_of(options.password_file);
    settings.certificate = options.certificate;
    settings.certificate_key = options.certificate_key;
    settings.authorities = options.authorities;
    settings.stall_seconds = options.stall_seconds;
    return settings;
}

/// Passes the bytes of a download on, and reports its progress.
class ReportingSink : public ByteSink {
public:
    ReportingSink(ByteSink& to, std::uint64_t total, const StageReport& report)
        : to_(to), total_(total), report_(report) {}
    void begin(std::uint64_t offset, const std::string& etag) override {
        done_ = offset;
        to_.begin(offset, etag);
    }
    void write(std::string_view bytes) override {
        to_.write(bytes);
        done_ += bytes.size();
        report_("fetching", done_, total_);
    }

private:
    ByteSink& to_;
    const std::uint64_t total_;
    const StageReport& report_;
    std::uint64_t done_ = 0;
};

class HttpSource : public Source {
public:
    explicit HttpSource(const Edge& edge) : edge_(edge), client_(settings_of(edge.options)) {}

    std::string newest() override {
        const std::string bytes = current_file();
        const std::string name = edge_.options.source + "/" + current_file_name + ": ";
        auto file = trusted_current_file(bytes, *edge_.keys);
        if (!file) {
            throw WrongBytes(Error{name + file.error().message, file.error().is_of_other_version});
        }
        const std::uint64_t seen = edge_.incoming.sequence();
        if (file.value().sequence < seen && !edge_.options.allow_older) {
            throw SourceFailure(name + "has the sequence number " + std::to_string(file.value().sequence) +
                                ", and this edge has seen " + std::to_string(seen) +
                                ": a cache is stale, or somebody replays an old file; if the publisher went back on "
                                "purpose: lmdb_builder pull --allow-older");
        }
        file_ = std::move(file).value();
        if (file_.sequence != seen) {
            edge_.incoming.keep_sequence(file_.sequence);
        }
        return file_.generation;
    }

    std::string signed_packed_file() const override {
        return file_.packed ? store::hex(file_.packed->sha256) : std::string();
    }

    std::string suppressions() override {
        if (!file_.suppression || file_.suppression->number == store::suppression_number_in(edge_.published.path())) {
            return {};
        }
        const std::string& name = file_.suppression->file;
        edge_.incoming.write(name, client_.small_file(name, store::suppression_limit));
        return name;
    }

    std::string bring(const std::string& generation) override {
        bring_manifest(generation);
        bring_report(generation);
        if (is_received(generation)) {
            return edge_.incoming.index(generation);
        }
        std::string problem;
        for (const Way& way : usable_ways()) {
            try {
                way_ = name_of(way.kind);
                return brought_by(way);
            } catch (const NotGiven& failure) {
                problem += (problem.empty() ? "" : "; ") + std::string(failure.what());
            } catch (const WrongBytes& failure) {
                problem += (problem.empty() ? "" : "; ") + std::string(failure.what());
                edge_.incoming.note_wrong_way(generation, way_);
            } catch (const BuildFailure& failure) {
                if (way.kind != Way::Kind::deltas) {
                    throw;
                }
                // A delta that cannot be fetched or applied must not keep the edge from the packed file.
                problem += (problem.empty() ? "" : "; ") + std::string(failure.what());
            }
        }
        if (usable_ways().empty()) {
            throw WrongBytes(problem.empty() ? "no way to generation " + generation + " brings what was signed"
                                             : problem);
        }
        throw SourceFailure(problem);
    }

    bool has_other_way(const std::string& generation) override {
        if (!way_.empty()) {
            edge_.incoming.note_wrong_way(generation, way_);
        }
        way_.clear();
        return !usable_ways().empty();
    }

private:
    std::string current_file() {
        try {
            return client_.small_file(current_file_name, current_file_limit);
        } catch (const NotGiven& failure) {
            throw NotGiven(std::string(failure.what()) +
                           "; BIZREC_SOURCE is the folder in which `publish --key` has written " + current_file_name +
                           ", and the server must let this edge in (BIZREC_CERTIFICATE, BIZREC_PASSWORD_FILE)");
        }
    }

    std::vector<Way> usable_ways() const {
        std::vector<Way> ways = ways_to(file_, edge_.published.generations());
        const auto is_wrong = [this](const Way& way) {
            return edge_.incoming.is_wrong_way(file_.generation, name_of(way.kind));
        };
        ways.erase(std::remove_if(ways.begin(), ways.end(), is_wrong), ways.end());
        return ways;
    }

    bool is_received(const std::string& generation) const {
        struct stat status {};
        return ::lstat(edge_.incoming.index(generation).c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
               static_cast<std::uint64_t>(status.st_size) == file_.size;
    }

    void bring_manifest(const std::string& generation) {
        const std::string manifest = client_.small_file(generation + ".json", store::manifest_limit);
        const std::string signature = client_.small_file(generation + ".sig", store::signature_text_bytes);
        const std::string name = edge_.options.source + "/" + generation + ".json: ";
        if (const Status believed = edge_.keys->check(manifest, signature); !believed) {
            throw WrongBytes(name + "its signature " + believed.error().message);
        }
        const auto parsed = store::parse_manifest(manifest);
        if (!parsed || parsed.value().generation != generation || parsed.value().size != file_.size) {
            throw WrongBytes(name + (parsed ? "is not of the index that current.json names" : parsed.error().message));
        }
        edge_.incoming.write(generation + ".json", manifest);
        edge_.incoming.write(generation + ".sig", signature);
    }

    /// Fetches the report. It is unsigned and only for people, so the edge goes on without it if it is missing or
    /// invalid.
    void bring_report(const std::string& generation) {
        const std::string name = generation + std::string(report_suffix);
        if (edge_.published.holds(generation) || ::access(edge_.incoming.file(name).c_str(), F_OK) == 0) {
            return;
        }
        try {
            const std::string bytes = client_.small_file(name, report_limit);
            const auto report = parse_report(bytes);
            if (report && report.value().generation == generation) {
                edge_.incoming.write(name, bytes);
            }
        } catch (const SourceFailure&) {
        } catch (const WrongBytes&) {
        }
    }

    std::string brought_by(const Way& way) {
        switch (way.kind) {
            case Way::Kind::held:
                return edge_.published.index(file_.generation);
            case Way::Kind::deltas:
                apply(way);
                break;
            case Way::Kind::packed:
                unpack();
                break;
            case Way::Kind::plain:
                copy();
                break;
        }
        return edge_.incoming.index(file_.generation);
    }

    std::string name_of_index() const { return file_.generation + std::string(store::index_suffix); }
    std::string name_of_part() const { return file_.generation + "." + way_; }

    void need_room() const {
        edge_.incoming.need_room(file_.generation, name_of_part() + ".part", file_.size, edge_.options.reserve);
    }

    void unpack() {
        need_room();
        PartialFile file(edge_.incoming, name_of_part(), name_of_index(), file_.size, false);
        PackedSink sink(file, *file_.packed);
        fetch(file, sink, {file_.generation + packed_suffix, file.received(), file_.packed->size, file.etag()});
    }

    void copy() {
        need_room();
        PartialFile file(edge_.incoming, name_of_part(), name_of_index(), file_.size, true);
        PlainSink sink(file);
        fetch(file, sink, {name_of_index(), file.received(), file_.size, file.etag()});
    }

    template <class Sink>
    void fetch(PartialFile& file, Sink& sink, const HttpRange& range) {
        const std::string name = edge_.options.source + "/" + range.name + ": ";
        if (file.tries() >= max_tries) {
            file.remove();
            throw WrongBytes(name + "breaks off at byte " + std::to_string(range.offset) + " each time, " +
                             std::to_string(max_tries) + " times in a row");
        }
        try {
            if (range.offset < range.size) {
                ReportingSink reporting(sink, range.size, edge_.report);
                client_.download(range, reporting);
            }
            if (!sink.is_whole()) {
                throw SourceFailure(name + "the transfer ended early");
            }
        } catch (const NotGiven&) {
            file.remove();
            throw;
        } catch (const SourceFailure&) {
            file.broke_off();
            throw;
        } catch (const WrongBytes&) {
            file.remove();
            throw;
        } catch (const BuildFailure&) {
            keep_if_possible(file);
            throw;
        }
        file.finish();
    }

    /// Notes how far a download came, if that is possible. Never throws: it is called after a failure of this machine,
    /// such as a full disk, which may fail again.
    static void keep_if_possible(PartialFile& file) noexcept {
        try {
            file.keep();
        } catch (const BuildFailure&) {
        }
    }

    /// Fetches the deltas of a way and applies them.
    void apply(const Way& way) {
        if (!edge_.incoming.has_room(disk_of_apply * file_.size, edge_.options.reserve)) {
            throw BuildFailure("no room to apply a delta to generation " + file_.generation + ": it takes up to " +
                               size_text(disk_of_apply * file_.size));
        }
        std::vector<std::string> paths;
        for (const DeltaNotice& delta : way.deltas) {
            paths.push_back(brought_delta(delta));
        }
        apply_deltas_of_pull(edge_.published.index(way.base), paths, edge_.incoming.index(file_.generation),
                             edge_.options);
        for (const std::string& path : paths) {
            remove_file(path);
        }
    }

    /// The path of a delta, which an earlier pull may have fetched already.
    std::string brought_delta(const DeltaNotice& delta) {
        const std::string name = file_.generation + "." + delta.file;
        std::string path = edge_.incoming.file(name);
        const auto is_there = [&] {
            const auto there = packed_file_at(path);
            return there && *there == PackedFile{delta.size, delta.sha256};
        };
        if (is_there()) {
            return path;
        }
        for (unsigned tries = 1; !fetch_delta(delta, name, tries == max_delta_tries); ++tries) {
        }
        if (!is_there()) {
            remove_file(path);
            throw WrongBytes(edge_.options.source + "/" + delta.file + ": is not what the publisher signed");
        }
        return path;
    }

    /// Returns false if the transfer broke off and this is not the last try.
    bool fetch_delta(const DeltaNotice& delta, const std::string& name, bool is_last) {
        PartialFile file(edge_.incoming, name, name, delta.size, true);
        PlainSink sink(file);
        try {
            fetch(file, sink, {delta.file, file.received(), delta.size, file.etag()});
            return true;
        } catch (const NotGiven&) {
            throw;
        } catch (const SourceFailure&) {
            if (is_last) {
                throw;
            }
            return false;
        }
    }

    const Edge edge_;
    HttpClient client_;
    CurrentFile file_;
    std::string way_;
};

}  // namespace

bool is_http_source(const std::string& source) {
    return source.compare(0, 7, "http://") == 0 || source.compare(0, 8, "https://") == 0;
}

std::unique_ptr<Source> http_source(const Edge& edge) {
    if (edge.keys == nullptr) {
        throw BuildFailure(
            "a source on the web needs public keys: name the file of the publisher's with BIZREC_TRUST, "
            "or --trust");
    }
    return std::make_unique<HttpSource>(edge);
}

}  // namespace bizrec::builder
