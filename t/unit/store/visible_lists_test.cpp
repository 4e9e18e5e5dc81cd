#include "bizrec/store/visible_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

/// The worker's event loop and its threads ask one suppression at a time, and a new list may come meanwhile. Run under
/// ThreadSanitizer, too: `.ci/sanitize BUILD_DIR thread-units`.
namespace bizrec::store::test {
namespace {

using Docids = std::vector<std::uint32_t>;
using Shared = std::shared_ptr<const Generation>;

constexpr std::uint32_t documents = 500;
constexpr unsigned readers = 4;

class VisibleListsOfThreads : public ::testing::Test {
protected:
    VisibleListsOfThreads() {
        const std::string path = folder_.path() + "/index";
        index_.write(path);
        generation_ = Generation::open(path, Generation::Check::seal).value();
        for (std::size_t i = 0; i < 400; ++i) {
            lists_.push_back(random_docids(i % 4 == 0 ? 1 + random_() % 4 : 1 + random_() % 200));
        }
    }

    /// Hides a third of the documents.
    Shared suppressed(std::uint64_t number) {
        auto list = std::make_shared<SuppressionList>();
        list->number = number;
        for (const Document& document : index_.documents) {
            if (random_() % 3 == 0) {
                list->entries.push_back({document.id, "", ""});
            }
        }
        std::sort(list->entries.begin(), list->entries.end());
        return Generation::suppress(generation_, list);
    }

    Docids random_docids(std::size_t count) {
        Docids docids;
        for (std::size_t i = 0; i < count; ++i) {
            docids.push_back(static_cast<std::uint32_t>(random_() % documents));
        }
        std::sort(docids.begin(), docids.end());
        docids.erase(std::unique(docids.begin(), docids.end()), docids.end());
        return docids;
    }

    static const VisibleList* visible(const Generation& generation, const Docids& docids) {
        return generation.suppression()->visible_lists().find(generation, docids.data(),
                                                              static_cast<std::uint32_t>(docids.size()));
    }

    /// Whether the answer is the one of a scan.
    static bool is_right(const Generation& generation, const Docids& docids, const VisibleList* answer) {
        Docids expected;
        std::copy_if(docids.begin(), docids.end(), std::back_inserter(expected),
                     [&](std::uint32_t docid) { return !generation.suppression()->hides_from_enrichment(docid); });
        if (answer == nullptr || answer->docids != expected) {
            return answer == nullptr && expected == docids;
        }
        if (expected.size() <= format::best_documents) {
            return answer->best.empty();
        }
        Docids best = answer->best;
        const bool descends = std::is_sorted(best.begin(), best.end(), [&](std::uint32_t a, std::uint32_t b) {
            return generation.quality[a] != generation.quality[b] ? generation.quality[a] > generation.quality[b]
                                                                  : a < b;
        });
        std::sort(best.begin(), best.end());
        return descends && best == expected;
    }

    std::mt19937 random_{37};  // NOLINT(*-msc51-cpp): the same lists each time
    const TempDir folder_;
    const SmallIndex index_ = make_small_index(documents);
    Shared generation_;
    std::vector<Docids> lists_;
};

TEST_F(VisibleListsOfThreads, EachListIsMadeOnce) {
    const Shared generation = suppressed(1);
    std::vector<std::vector<const VisibleList*>> answers(readers, std::vector<const VisibleList*>(lists_.size()));
    std::atomic<unsigned> ready{0};
    std::vector<std::thread> threads;
    for (unsigned reader = 0; reader < readers; ++reader) {
        threads.emplace_back([&, reader] {
            ++ready;
            while (ready != readers) {
                std::this_thread::yield();
            }
            for (std::size_t i = 0; i < lists_.size(); ++i) {  // half of the threads begin at the end
                const std::size_t at = reader % 2 == 0 ? i : lists_.size() - 1 - i;
                answers[reader][at] = visible(*generation, lists_[at]);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        EXPECT_TRUE(is_right(*generation, lists_[i], answers[0][i])) << "list " << i;
        for (const auto& of_reader : answers) {
            EXPECT_EQ(of_reader[i], answers[0][i]) << "list " << i;
        }
    }
}

/// Each reader keeps the generation that it took, as a request does.
TEST_F(VisibleListsOfThreads, AReaderNeverSeesTheListThatReplacesItsOwn) {
    std::mutex lock;
    Shared serving = suppressed(1);
    const auto take = [&] {
        const std::lock_guard<std::mutex> guard(lock);
        return serving;
    };
    std::atomic<bool> ended{false};
    std::atomic<unsigned> wrong{0}, requests{0};
    std::vector<std::thread> threads;
    for (unsigned reader = 0; reader < readers; ++reader) {
        threads.emplace_back([&, reader] {
            std::mt19937 random(reader);  // NOLINT(*-msc51-cpp)
            while (!ended) {
                const Shared mine = take();
                for (unsigned i = 0; i < 20; ++i) {
                    const Docids& docids = lists_[random() % lists_.size()];
                    wrong += is_right(*mine, docids, visible(*mine, docids)) ? 0U : 1U;
                }
                ++requests;
            }
        });
    }
    for (std::uint64_t number = 2; number < 60; ++number) {
        Shared next = suppressed(number);
        const unsigned before = requests;
        {
            const std::lock_guard<std::mutex> guard(lock);
            serving.swap(next);
        }
        next.reset();
        while (requests < before + readers) {  // some have the new list
            std::this_thread::yield();
        }
    }
    ended = true;
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace bizrec::store::test
