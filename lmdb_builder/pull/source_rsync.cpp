#include "lmdb_builder/pull/source.hpp"

#include <unistd.h>

#include <climits>
#include <sstream>
#include <string>
#include <vector>

#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "lmdb_builder/pull/watched_command.hpp"

namespace bizrec::builder {
namespace {

/// The lines of a program as one line, because a message is one line.
std::string in_one_line(const std::string& said) {
    std::string line;
    std::istringstream lines(said);
    for (std::string next; std::getline(lines, next);) {
        next.erase(next.find_last_not_of(" \r") + 1);  // ssh ends its lines with CR LF
        line += (line.empty() || next.empty() ? "" : "; ") + next;
    }
    return line;
}

std::string with_sentence(const std::string& text, const std::string& sentence) {
    return text.empty() ? sentence : text + "; " + sentence;
}

/// The target of a link; "" if there is no link.
std::string target_of(const std::string& link) {
    char target[PATH_MAX];
    const ssize_t size = ::readlink(link.c_str(), target, sizeof target);
    return size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
}

class RsyncSource : public Source {
public:
    explicit RsyncSource(const Edge& edge) : edge_(edge), source_(edge.options.source) {
        const std::string& password = edge.options.password_file;
        if (!password.empty() && ::access(password.c_str(), R_OK) != 0) {
            throw BuildFailure("cannot read BIZREC_PASSWORD_FILE, \"" + password + "\"");
        }
        if (!source_.empty() && source_.back() == '/') {
            source_.pop_back();
        }
    }

    std::string newest() override {
        for (const char* const link : {"current", "suppressed"}) {
            remove_file(edge_.incoming.file(link));  // if the source has no such link, an old copy must not be read
        }
        fetch({"--recursive", "--links", "--max-size=4096", "--exclude=*/", "--include=/current",
               "--include=/suppressed", "--exclude=*", source_ + "/", edge_.incoming.path() + "/"});
        const std::string target = target_of(edge_.incoming.file("current"));
        if (target.empty()) {
            throw SourceFailure(source_ +
                                "/ has no link \"current\": publish an index there, or correct BIZREC_SOURCE");
        }
        std::string generation = target.size() == 20 ? store::generation_named_by(target) : std::string();
        if (generation.empty()) {
            throw SourceFailure("the builder's current is \"" + target + "\", no generation");
        }
        return generation;
    }

    std::string signed_packed_file() const override { return {}; }

    std::string suppressions() override {
        std::string list = target_of(edge_.incoming.file("suppressed"));
        const std::uint64_t number = store::suppression_number_of(list);
        if (list.empty() || (number != 0 && number == store::suppression_number_in(edge_.published.path()))) {
            return {};
        }
        if (number == 0) {
            throw SourceFailure("the builder's list of suppressions is \"" + list + "\", no list");
        }
        fetch({"--times", source_ + "/" + list, edge_.incoming.path() + "/"});
        return list;
    }

    std::string bring(const std::string& generation) override {
        if (!fetches_ && edge_.published.holds(generation)) {
            return edge_.published.index(generation);
        }
        fetches_ = true;
        fetch_files(generation, {"json", "sig", "report.json"}, {});  // small files first: the manifest has the size
        const auto bytes = store::read_manifest_bytes(edge_.incoming.index(generation));
        const auto manifest = bytes ? store::parse_manifest(bytes.value()) : Result<store::Manifest>(bytes.error());
        if (manifest) {  // otherwise the publish step reports it
            edge_.incoming.need_room(generation, generation + ".mdb", manifest.value().size, edge_.options.reserve);
        }
        fetch_files(generation, {"mdb", "json", "sig", "report.json"}, {"--partial", "--append-verify"});
        return edge_.incoming.index(generation);
    }

    /// Returns true if the refused index was in the published folder: then the next bring() fetches the generation
    /// instead.
    bool has_other_way(const std::string&) override {
        const bool has_held = !fetches_;
        fetches_ = true;
        return has_held;
    }

private:
    void fetch_files(const std::string& generation, const std::vector<const char*>& suffixes,
                     std::vector<std::string> words) const {
        words.insert(words.end(), {"--recursive", "--times", "--exclude=*/"});
        for (const char* const suffix : suffixes) {
            words.push_back("--include=/" + generation + "." + suffix);
        }
        words.insert(words.end(), {"--exclude=*", source_ + "/", edge_.incoming.path() + "/"});
        fetch(words);
    }

    void fetch(const std::vector<std::string>& what) const {
        std::vector<std::string> words{"rsync", "--timeout=60"};
        words.insert(words.end(), edge_.options.rsync_options.begin(), edge_.options.rsync_options.end());
        if (!edge_.options.password_file.empty()) {
            words.push_back("--password-file=" + edge_.options.password_file);
        }
        words.insert(words.end(), what.begin(), what.end());
        const CommandOutcome outcome = run_watched(
            words, [this] { return edge_.incoming.bytes(); }, edge_.options.stall_seconds);
        const std::string said = in_one_line(outcome.said);
        if (outcome.stalled) {
            throw SourceFailure(with_sentence(
                said, "nothing has come for " + std::to_string(edge_.options.stall_seconds) + " seconds: given up"));
        }
        if (outcome.status == no_such_program && said.empty()) {
            throw BuildFailure("there is no program rsync here: install the package rsync, or pull over https");
        }
        if (outcome.status != 0) {
            throw SourceFailure(said.empty() ? "rsync ended with status " + std::to_string(outcome.status) : said);
        }
    }

    const Edge edge_;
    std::string source_;
    bool fetches_ = false;
};

}  // namespace

std::unique_ptr<Source> rsync_source(const Edge& edge) {
    return std::make_unique<RsyncSource>(edge);
}

}  // namespace bizrec::builder
