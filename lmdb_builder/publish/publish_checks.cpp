#include "lmdb_builder/publish/publish_checks.hpp"

#include <cstdio>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/publish/coverage.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/record/suppression_screen.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

std::string shrink_message(const IndexToCheck& index, const PublishSummary& summary, double percent) {
    char share[32];
    std::snprintf(share, sizeof share, "%.1f %%", percent);
    return index.path + ": has " + counted(summary.manifest.documents, "document", "documents") +
           ", the current index " + summary.previous + " has " + with_separators(*summary.previous_documents) + ": " +
           share + " fewer is more than --max-shrink allows. Nothing is published; if it is right, add --force";
}

void compare_coverage(const PublishedFolder& folder, const IndexToCheck& index, double limit, PublishSummary& summary) {
    const auto current = read_report(folder.index(summary.previous));
    if (!current || current.value().generation != summary.previous) {
        summary.warnings.push_back("the current index " + summary.previous +
                                   " has no report: names, websites, coordinates and countries are not compared "
                                   "with it");
        return;
    }
    const std::string lost = lost_coverage(current.value().coverage, index.coverage, limit);
    if (!lost.empty()) {
        throw BuildFailure(index.path + ": " + lost + " (" + summary.previous +
                           "): that is less than --max-shrink allows. Nothing is published; if it is right, add "
                           "--force");
    }
}

}  // namespace

void compare_with_current(const PublishOptions& options, const PublishedFolder& folder, const IndexToCheck& index,
                          PublishSummary& summary) {
    if (summary.previous.empty() || summary.previous == summary.manifest.generation) {
        return;
    }
    try {
        summary.previous_documents = folder.open(summary.previous).manifest.documents;
    } catch (const BuildFailure& failure) {
        summary.warnings.push_back("nothing to compare the number of documents with: " + std::string(failure.what()));
        return;
    }
    if (options.force) {
        return;
    }
    const auto before = static_cast<double>(*summary.previous_documents);
    const double lost = before - static_cast<double>(summary.manifest.documents);
    const double limit = options.max_shrink.value_or(index.comes_with_manifest ? 100 : default_max_shrink);
    if (lost * 100 > before * limit) {
        throw BuildFailure(shrink_message(index, summary, lost * 100 / before));
    }
    if (limit < 100) {
        compare_coverage(folder, index, limit, summary);
    }
}

void refuse_suppressed(const PublishOptions& options, const PublishedFolder& folder, const IndexToCheck& index) {
    const SuppressionScreen screen = SuppressionScreen::load(folder.path());
    if (screen.number() == 0 || ((options.force || index.comes_with_manifest) && !options.purge)) {
        return;
    }
    const auto generation = must(store::Generation::open(index.examined, store::Generation::Check::seal));
    const std::uint64_t held = screen.held_by(*generation);
    if (held != 0) {
        throw BuildFailure(index.path + ": holds what " + counted(held, "entry", "entries") + " of list " +
                           std::to_string(screen.number()) + (held == 1 ? " suppresses" : " suppress") +
                           ". Nothing is published; build it with "
                           "--suppress \"" +
                           folder.path() + "\"" +
                           (options.purge ? ", or nothing can be purged" : ", or add --force: the list hides them"));
    }
}

}  // namespace bizrec::builder
