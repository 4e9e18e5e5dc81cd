#include "lmdb_builder/pull/pull_index.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/deltas/publish_changes.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "lmdb_builder/pull/source.hpp"
#include "lmdb_builder/suppression/forget_copies.hpp"
#include "lmdb_builder/suppression/take_list.hpp"

namespace bizrec::builder {
namespace {

std::optional<store::TrustedKeys> keys_of(const std::string& path) {
    if (path.empty()) {
        return std::nullopt;
    }
    if (::access(path.c_str(), R_OK) != 0) {
        throw BuildFailure("cannot read BIZREC_TRUST, \"" + path + "\"");
    }
    return must(store::TrustedKeys::load(path));
}

/// The scheme of an address SCHEME://…; "" if the source is a folder or USER@HOST:.
std::string scheme_of(const std::string& source) {
    const std::string scheme = source.substr(0, std::min(source.find("://"), source.size()));
    const bool is_one = scheme.size() < source.size() && !scheme.empty() &&
                        std::all_of(scheme.begin(), scheme.end(),
                                    [](char c) { return is_alnum(c) || c == '+' || c == '-' || c == '.'; });
    return is_one ? scheme : std::string();
}

/// rsync would take ftp://host/folder for a folder of the host "ftp", and ask that host by ssh.
std::string problem_of_source(const std::string& source) {
    static constexpr std::string_view schemes[] = {"https", "http", "rsync"};
    if (source.empty()) {
        return "no source: say where the builder publishes with BIZREC_SOURCE, or as an argument, such as "
               "https://builder.internal/bizrec or rsync://edge-1@builder/bizrec";
    }
    const std::string scheme = scheme_of(source);
    const bool is_known =
        scheme.empty() || std::find(std::begin(schemes), std::end(schemes), scheme) != std::end(schemes);
    return is_known ? std::string()
                    : "BIZREC_SOURCE (SOURCE): expected https://HOST/FOLDER, http://HOST/FOLDER, "
                      "rsync://USER@HOST/MODULE, USER@HOST:, or a folder of this machine; got \"" +
                          source + "\"";
}

class Pull {
public:
    Pull(const PullOptions& options, const StageReport& report)
        : options_(options),
          keys_(keys_of(options.trust_path)),
          incoming_(options.root),
          published_(options.root + "/published", true),
          edge_{options_, incoming_, published_, keys_ ? &*keys_ : nullptr, report} {}

    PullOutcome run() {
        if (!incoming_.lock()) {
            outcome_.kind = PullOutcome::Kind::busy;
            return std::move(outcome_);
        }
        source_ = is_http_source(options_.source) ? http_source(edge_) : rsync_source(edge_);
        generation_ = source_->newest();
        apply_suppressions();
        if (is_served()) {
            incoming_.clear_others(generation_);
            incoming_.clear(generation_);  // left by an earlier pull that was killed after its publish
            write_changes();  // before a purge that may fail; an earlier pull may have been killed before it wrote them
            purge();
            return std::move(outcome_);
        }
        incoming_.set_circumstances(circumstances());
        if (const auto reason = incoming_.refusal(generation_)) {
            throw BuildFailure("generation " + generation_ + " was refused: " + *reason + "; delete " +
                               incoming_.file(generation_ + ".refused") + " to try again before an hour is over");
        }
        if (const auto message = incoming_.waiting(generation_)) {
            throw BuildFailure(*message);
        }
        incoming_.clear_others(generation_);
        while (!is_published()) {
        }
        write_changes();
        purge();
        incoming_.clear(generation_);
        outcome_.kind = PullOutcome::Kind::published;
        outcome_.generation = generation_;
        return std::move(outcome_);
    }

private:
    /// A line with the trusted keys, this program, and the packed file. If one of them differs from the line of a
    /// refusal, the pull tries the generation again at once.
    std::string circumstances() const {
        return "keys " + std::to_string(keys_ ? keys_->fingerprint() : 0) + ", program " + program_digest() +
               ", packed file " + source_->signed_packed_file();
    }

    /// Puts the publisher's list of suppressions in force. Runs before a generation is fetched, and also if there is no
    /// new generation.
    void apply_suppressions() {
        const std::string list = source_->suppressions();
        if (list.empty()) {
            return;
        }
        TakeOptions take;
        take.file = incoming_.file(list);
        take.folder = published_.path();
        take.trust_path = options_.trust_path;
        take.wait = true;
        must(take_list(take));
        remove_file(take.file);
    }

    /// Writes the files of changes if PullOptions::changes asks for them. Failures are warnings, because the index
    /// serves without these files.
    void write_changes() {
        if (!options_.changes) {
            return;
        }
        if (const auto written = publish_changes(published_.path(), generation_); !written) {
            outcome_.warnings.push_back("no changes: " + written.error().message);
        } else {
            for (const std::string& warning : written.value().warnings) {
                outcome_.warnings.push_back(warning);
            }
        }
    }

    /// Whether generation_ is current in the published folder, and its files can be read. Otherwise it is fetched
    /// again.
    bool is_served() const {
        try {
            if (published_.current() != generation_) {
                return false;
            }
            published_.open(generation_, edge_.keys);
            return true;
        } catch (const BuildFailure&) {
            return false;
        }
    }

    /// Removes the generations that hold suppressed records. Runs only if the list or the generations have changed,
    /// because it searches each entry in each index.
    void purge() {
        if (!options_.purge || store::suppression_number_in(published_.path()) == 0 ||
            incoming_.purged() == purge_state()) {
            return;
        }
        ForgetOptions forget;
        forget.folder = published_.path();
        forget.wait = true;
        forget.incoming = false;
        forget.command = "pull --purge";
        ForgetSummary summary = must(forget_copies(forget));
        for (const ForgetSummary::Removed& one : summary.generations) {
            outcome_.purged.push_back(one.generation);
        }
        for (std::string& sentence : summary.held) {
            outcome_.warnings.push_back(std::move(sentence));
        }
        incoming_.keep_purged(purge_state());
    }

    std::string purge_state() const {
        return std::to_string(store::suppression_number_in(published_.path())) + '\n' +
               history_text(published_.generations());
    }

    /// Publishes the fetched files. Returns false if they were wrong and another way to fetch them is left.
    bool is_published() {
        const std::string index = brought();
        PublishOptions publish;
        publish.index = index;
        publish.folder = published_.path();
        publish.trust_path = options_.trust_path;
        publish.keep = options_.keep;
        publish.move = true;
        publish.wait = true;
        auto published = publish_index(publish, edge_.report);
        if (published) {
            for (std::string& warning : published.value().warnings) {
                outcome_.warnings.push_back(std::move(warning));
            }
            return true;
        }
        const Error& error = published.error();
        if (error.is_of_other_version) {
            wait_for_upgrade(error.message);
        }
        if (!is_about_the_files(error.message)) {
            throw BuildFailure(error.message);  // this machine's fault: keep the fetched files
        }
        outcome_.warnings.push_back(error.message);
        if (source_->has_other_way(generation_)) {
            remove_file(incoming_.index(generation_));
            return false;
        }
        outcome_.warnings.pop_back();
        incoming_.refuse(generation_, error.message);
        throw BuildFailure(error.message);
    }

    std::string brought() {
        try {
            return source_->bring(generation_);
        } catch (const WrongBytes& failure) {
            incoming_.refuse(generation_, failure.what());
            throw;
        }
    }

    /// Notes that the generation waits for an upgrade of this edge, and throws. Its file is sound, but made for another
    /// version: it stays, and a pull after the upgrade publishes it.
    [[noreturn]] void wait_for_upgrade(const std::string& reason) {
        const std::string serving = published_.current();
        const std::string message = "generation " + generation_ + " waits in " + incoming_.path() +
                                    " for an upgrade of this edge's lmdb_builder and nginx module; " +
                                    (serving.empty() ? "nothing" : serving) + " serves meanwhile";
        incoming_.wait(generation_, message);
        throw BuildFailure(reason + "\n" + message);
    }

    /// Whether the fetched files are wrong: then the message of the failed publish begins with the path of one of the
    /// files. Every other failure (a full disk, a setting) is this machine's fault.
    bool is_about_the_files(const std::string& message) const {
        for (const char* const suffix : {".mdb: ", ".json: ", ".sig: "}) {
            for (const std::string& folder : {incoming_.path(), real_incoming(), published_.path()}) {
                const std::string begin = folder + "/" + generation_ + suffix;
                if (message.compare(0, begin.size(), begin) == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The path of the incoming folder without symbolic links, as messages show it.
    std::string real_incoming() const {
        const auto real = store::resolve_index(incoming_.path());
        return real ? real.value() : incoming_.path();
    }

    const PullOptions& options_;
    const std::optional<store::TrustedKeys> keys_;
    IncomingFolder incoming_;
    const PublishedFolder published_;
    const Edge edge_;
    std::unique_ptr<Source> source_;
    std::string generation_;
    PullOutcome outcome_;
};

}  // namespace

Result<PullOutcome> pull_index(const PullOptions& options, const StageReport& report) {
    try {
        if (std::string problem = problem_of_source(options.source); !problem.empty()) {
            return Error{std::move(problem)};
        }
        return Pull(options, report).run();
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

bool is_news_for_pull(const PullOptions& options, const std::string& message) noexcept {
    try {
        return IncomingFolder(options.root).is_news(message);
    } catch (const std::exception&) {
        return true;  // better reported twice than not at all
    }
}

}  // namespace bizrec::builder
