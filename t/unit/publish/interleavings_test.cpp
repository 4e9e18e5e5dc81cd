#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/history.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/publish/roll_back.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/publish/step_gate.hpp"
#include "t/unit/support/temp_dir.hpp"

/// Publishers, a builder, a rollback and a pull run in every order of their steps. After each step a server must be
/// able to read the folder. BIZREC_INTERLEAVINGS=N: the maximum number of orders for one case (300, depth first).
namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

std::string in_memory() {
    return ::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir();
}

std::size_t max_count() {
    const char* const asked = std::getenv("BIZREC_INTERLEAVINGS");
    return asked == nullptr ? 300 : std::strtoull(asked, nullptr, 10);
}

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    std::string bytes(in ? static_cast<std::size_t>(in.tellg()) : 0, '\0');
    in.seekg(0);
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

void quiet(const char*, std::uint64_t, std::uint64_t) {}

/// Three indexes, a key pair, and a folder in which index 0 is published. They are made once.
class Masters {
public:
    Masters() : dir_(in_memory()) {
        make_key();
        for (int i = 0; i < 3; ++i) {
            const std::string input = dir_.path("in.jsonl");
            write_file(input, "{\"store_id\":\"00000000-0000-4000-8000-00000000000" + std::to_string(i) +
                                  "\",\"business_name\":\"Store " + std::to_string(i) + "\"}\n");
            BuildOptions options;
            options.inputs = {input};
            options.output = index(i);
            options.threads = 1;
            const auto built = build_index(options);
            EXPECT_TRUE(built) << (built ? "" : built.error().message);
            generations_.push_back(built.value().generation);
            bytes_[generations_.back()] = bytes_of(index(i));
        }
        PublishOptions options;
        options.index = index(0);
        options.folder = published();
        options.key_path = private_key();
        const auto first = publish_index(options, quiet);
        EXPECT_TRUE(first) << (first ? "" : first.error().message);
    }
    /// A folder with generation 0, signed.
    std::string published() const { return dir_.path("published"); }
    std::string index(int i) const { return dir_.path(std::to_string(i) + ".mdb"); }
    const std::string& generation(int i) const { return generations_[static_cast<std::size_t>(i)]; }
    /// The bytes of a generation; null if it does not exist.
    const std::string* bytes(const std::string& generation) const {
        const auto at = bytes_.find(generation);
        return at == bytes_.end() ? nullptr : &at->second;
    }
    std::string private_key() const { return dir_.path("private.pem"); }
    std::string public_key() const { return dir_.path("public.pem"); }

private:
    void make_key() const {
        EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
        std::FILE* file = std::fopen(private_key().c_str(), "w");
        PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
        std::fclose(file);
        file = std::fopen(public_key().c_str(), "w");
        PEM_write_PUBKEY(file, key);
        std::fclose(file);
        EVP_PKEY_free(key);
    }

    TempDir dir_;
    std::vector<std::string> generations_;
    std::map<std::string, std::string> bytes_;
};

const Masters& masters() {
    static const Masters made;
    return made;
}

/// Checks, after each step, what a server relies on.
class FolderChecker {
public:
    explicit FolderChecker(std::string folder)
        : folder_(std::move(folder)), keys_(store::TrustedKeys::load(masters().public_key()).value()) {}

    /// The first problem; empty if there is none.
    std::string problem() {
        std::string found = problem_of_current();
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const std::string generation = store::generation_named_by(entry.path());
            if (found.empty() && !generation.empty()) {
                found = problem_of(generation);
            }
        }
        return found.empty() ? problem_of_history() : found;
    }

    std::string current() const {
        std::error_code none;
        return store::generation_named_by(fs::read_symlink(folder_ + "/current", none).string());
    }

private:
    std::string problem_of_current() {
        const std::string now = current();
        if (now.empty()) {
            return "current names nothing";
        }
        // A process may resolve the link before this step and open the file after it. So the file that was current
        // before must still exist, too.
        for (const std::string& generation : {now, before_.empty() ? now : before_}) {
            if (!fs::is_regular_file(folder_ + "/" + generation + ".mdb")) {
                return generation + " is served, and gone";
            }
        }
        before_ = now;
        return {};
    }

    std::string problem_of(const std::string& generation) {
        const std::string path = folder_ + "/" + generation + ".mdb";
        const std::string* const expected = masters().bytes(generation);
        struct stat status {};
        const bool there = ::stat(path.c_str(), &status) == 0;
        const auto file = std::to_string(status.st_ino) + '/' + std::to_string(status.st_mtim.tv_nsec);
        if (expected == nullptr || !there || (right_.count(file) == 0 && bytes_of(path) != *expected)) {
            return path + " is not what its name says";
        }
        right_.insert(file);
        const std::string manifest_files =
            bytes_of(path.substr(0, path.size() - 4) + ".json") + bytes_of(path.substr(0, path.size() - 4) + ".sig");
        if (right_.count(generation + manifest_files) != 0) {
            return {};
        }
        const auto manifest = store::read_trusted_manifest(path, keys_);
        if (!manifest) {
            return manifest.error().message;
        }
        right_.insert(generation + manifest_files);
        return {};
    }

    std::string problem_of_history() const {
        const std::string text = bytes_of(folder_ + "/history");
        const Generations history = parse_history(text);
        const bool has_before = before_.empty() || std::find(history.begin(), history.end(), before_) != history.end();
        return history_text(history) == text && has_before ? std::string() : "the history is " + text;
    }

    std::string folder_, before_;
    store::TrustedKeys keys_;
    std::set<std::string> right_;
};

class InterleavingsTest : public ::testing::Test {
protected:
    /// A scene: a folder with generation 0, and generation 1 at INDEX.
    struct Scene {
        Scene() : dir(in_memory()), folder(dir.path("published")), index(dir.path("INDEX")) {
            fs::copy(masters().published(), folder, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
            fs::copy_file(masters().index(1), index);
            fs::permissions(index, fs::perms(0644));
        }
        PublishOptions publishing(const std::string& what) const {
            PublishOptions options;
            options.index = what;
            options.folder = folder;
            options.key_path = masters().private_key();
            options.wait = true;
            return options;
        }
        TempDir dir;
        std::string folder, index;
    };

    /// Adds a publish. At its end, a generation that it reports as current must be current.
    static void add_publisher(Interleaving& model, const char* name, const PublishOptions& options,
                              FolderChecker& checker, std::vector<std::string>& ends) {
        auto result = std::make_shared<Result<PublishSummary>>(Error{"not run"});
        model.add(
            name, [=] { *result = publish_index(options, quiet); },
            [=, &checker, &ends] {
                ends.push_back(*result ? result->value().manifest.generation : result->error().message);
                if (*result) {
                    EXPECT_EQ(checker.current(), result->value().manifest.generation) << name << " said so";
                }
            });
    }

    /// Puts new files at INDEX one after the other, by rename, as `build --force` does.
    static void add_builder(Interleaving& model, const Scene& scene, const std::vector<int>& generations) {
        for (const int generation : generations) {
            fs::copy_file(masters().index(generation), scene.dir.path("built" + std::to_string(generation)));
        }
        const std::string built = scene.dir.path("built");
        const std::string index = scene.index;
        model.add("build", [=] {
            for (const int generation : generations) {
                ::rename((built + std::to_string(generation)).c_str(), index.c_str());
            }
        });
    }

    static void add_rollback(Interleaving& model, const Scene& scene, FolderChecker& checker) {
        auto result = std::make_shared<Result<RollbackSummary>>(Error{"not run"});
        RollbackOptions back;
        back.folder = scene.folder;
        back.trust_path = masters().public_key();
        back.wait = true;
        model.add(
            "back", [=] { *result = roll_back(back, quiet); },
            [=, &checker] {
                if (*result) {
                    EXPECT_EQ(checker.current(), result->value().manifest.generation);
                } else {
                    EXPECT_NE(result->error().message.find("knows of no generation before"), std::string::npos)
                        << result->error().message;
                }
            });
    }

    /// Adds the steps of bizrec-pull: it reads the link, copies the files of that name, and publishes on an edge that
    /// trusts the key.
    static void add_pull(Interleaving& model, const Scene& scene) {
        const std::string folder = scene.folder;
        const std::string incoming = scene.dir.path("incoming");
        const std::string edge = scene.dir.path("edge");
        model.add("pull", [=] {
            Interleaving::gate("look");
            const std::string name = fs::read_symlink(folder + "/current").stem();
            fs::create_directory(incoming);
            for (const char* suffix : {".mdb", ".json", ".sig"}) {
                Interleaving::gate("fetch");
                std::error_code removed;
                if (!fs::copy_file(folder + "/" + name + suffix, incoming + "/" + name + suffix, removed)) {
                    return;  // rsync fails: the next pull finds a newer generation
                }
            }
            PublishOptions pulled;
            pulled.index = incoming + "/" + name + ".mdb";
            pulled.folder = edge;
            pulled.trust_path = masters().public_key();
            pulled.move = true;
            const auto published = publish_index(pulled, quiet);
            EXPECT_TRUE(published) << (published ? "" : published.error().message);
            FolderChecker at_edge(edge);
            EXPECT_EQ(at_edge.problem(), "");
            EXPECT_EQ(at_edge.current(), name);
        });
    }

    /// run_all() runs the actors that `prepare` adds, in all orders of their steps, but at most in max_count().
    /// `at_end` returns the problem at the end of an order; "" if there is none.
    using Prepare = std::function<void(Interleaving&, Scene&, FolderChecker&, std::vector<std::string>&)>;
    using AtEnd = std::function<std::string(const Scene&, const std::vector<std::string>&)>;
    static void run_all(const Prepare& prepare, const AtEnd& at_end) {
        Orders orders;
        std::size_t count = 0;
        bool more = true;
        for (; more && count < max_count() && !HasFailure(); ++count, more = orders.next()) {
            Scene scene;
            FolderChecker checker(scene.folder);
            std::vector<std::string> ends;
            std::string problem;
            Interleaving model;
            prepare(model, scene, checker, ends);
            const bool ended = model.run([&](std::size_t options) { return orders.choose(options); },
                                         [&] { problem = problem.empty() ? checker.problem() : problem; });
            problem = !ended ? "all wait for each other" : problem.empty() ? at_end(scene, ends) : problem;
            EXPECT_EQ(problem, "") << model.story();
        }
        ::testing::Test::RecordProperty("orders", static_cast<int>(count));
        std::printf("%zu orders%s\n", count, more ? ", and there are more: BIZREC_INTERLEAVINGS" : "");
    }
};

std::string all_well(const std::vector<std::string>& ends) {
    for (const std::string& end : ends) {
        if (!store::is_generation(end)) {
            return end;
        }
    }
    return {};
}

TEST_F(InterleavingsTest, TwoPublishersOfOneIndexAndABuildThatReplacesIt) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            add_publisher(model, "one", scene.publishing(scene.index), checker, ends);
            add_publisher(model, "two", scene.publishing(scene.index), checker, ends);
            add_builder(model, scene, {2, 0});
        },
        [](const Scene&, const std::vector<std::string>& ends) { return all_well(ends); });
}

TEST_F(InterleavingsTest, AnIndexThatIsMovedAndABuildThatReplacesIt) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            PublishOptions options = scene.publishing(scene.index);
            options.move = true;
            add_publisher(model, "move", options, checker, ends);
            add_builder(model, scene, {2});
        },
        [](const Scene& scene, const std::vector<std::string>& ends) {
            // The new index was published, or is where the build put it, or is in another file of the same folder.
            bool there = fs::exists(scene.folder + "/" + masters().generation(2) + ".mdb");
            for (const auto& entry : fs::directory_iterator(scene.dir.path())) {
                there = there || (entry.is_regular_file() &&
                                  bytes_of(entry.path()) == *masters().bytes(masters().generation(2)));
            }
            return there ? all_well(ends) : "what was built is lost";
        });
}

TEST_F(InterleavingsTest, AnIndexThatIsWrittenInPlace) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            add_publisher(model, "publish", scene.publishing(scene.index), checker, ends);
            const std::string path = scene.index;
            model.add("write", [path] {
                Interleaving::gate("truncate");
                const std::string& bytes = *masters().bytes(masters().generation(2));
                std::ofstream out(path, std::ios::binary | std::ios::trunc);
                for (const std::size_t half : {std::size_t{0}, bytes.size() / 2}) {
                    Interleaving::gate("write");
                    out.write(bytes.data() + half, static_cast<std::streamsize>(bytes.size() - bytes.size() / 2));
                    out.flush();
                }
            });
        },
        [](const Scene&, const std::vector<std::string>&) { return std::string(); });
}

TEST_F(InterleavingsTest, TwoPublishersThatRemoveAndARollback) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            for (const int i : {1, 2}) {
                PublishOptions options = scene.publishing(masters().index(i));
                options.keep = 2;
                add_publisher(model, i == 1 ? "one" : "two", options, checker, ends);
            }
            add_rollback(model, scene, checker);
        },
        [](const Scene&, const std::vector<std::string>& ends) { return all_well(ends); });
}

TEST_F(InterleavingsTest, APullWhileTheBuilderPublishesAndRemoves) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            PublishOptions options = scene.publishing(scene.index);
            options.keep = 2;
            add_publisher(model, "publish", options, checker, ends);
            add_pull(model, scene);
        },
        [](const Scene&, const std::vector<std::string>& ends) { return all_well(ends); });
}

TEST_F(InterleavingsTest, AllOfThemAtOnce) {
    run_all(
        [](Interleaving& model, Scene& scene, FolderChecker& checker, std::vector<std::string>& ends) {
            for (const char* const name : {"one", "two"}) {
                PublishOptions options = scene.publishing(scene.index);
                options.keep = 2;
                add_publisher(model, name, options, checker, ends);
            }
            add_pull(model, scene);
            add_rollback(model, scene, checker);
            add_builder(model, scene, {2});
        },
        [](const Scene&, const std::vector<std::string>& ends) { return all_well(ends); });
}

}  // namespace
}  // namespace bizrec::builder
