#include "lmdb_builder/publish/current_file_writer.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <ctime>

#include "bizrec/store/small_file.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/packed_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// The sequence number for a new current.json: the number in `standing` plus one, or the clock in seconds if that is
/// greater. The clock matters if the standing file is missing or old: edges still accept the new number after the
/// publisher's folder was removed and made again, or restored from a backup.
std::uint64_t next_sequence(const std::optional<UncheckedCurrentFile>& standing) {
    const std::uint64_t after = standing ? standing->file.sequence + 1 : 1;
    const std::time_t now = std::time(nullptr);
    return std::min(std::max(after, now > 0 ? static_cast<std::uint64_t>(now) : 1), max_sequence);
}

std::uint64_t size_of(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size)
                                                                          : 0;
}

}  // namespace

std::optional<UncheckedCurrentFile> standing_current_file(const PublishedFolder& folder) {
    const auto bytes = store::read_small_file(folder.current_file(), current_file_limit, "");
    auto parsed = bytes ? parse_current_file(bytes.value()) : Result<UncheckedCurrentFile>(bytes.error());
    return parsed ? std::optional<UncheckedCurrentFile>(std::move(parsed).value()) : std::nullopt;
}

std::optional<PackedFile> packed_file_of(const PublishedFolder& folder, const std::string& generation,
                                         const std::optional<UncheckedCurrentFile>& standing) {
    const std::string path = folder.packed(generation);
    const std::uint64_t size = size_of(path);
    if (size == 0) {
        return std::nullopt;
    }
    if (standing && standing->file.generation == generation && standing->file.packed &&
        standing->file.packed->size == size) {
        return standing->file.packed;
    }
    return packed_file_at(path);
}

std::vector<DeltaNotice> deltas_of(const PublishedFolder& folder, const Generations& going) {
    std::vector<DeltaNotice> deltas;
    Generations generations = folder.generations();
    const auto goes = [&going](const std::string& generation) {
        return std::find(going.begin(), going.end(), generation) != going.end();
    };
    generations.erase(std::remove_if(generations.begin(), generations.end(), goes), generations.end());
    for (const std::string& from : generations) {
        for (const std::string& to : generations) {
            const std::string path = folder.delta(from, to);
            if (from == to || size_of(path) == 0) {
                continue;
            }
            if (const auto file = packed_file_at(path)) {
                deltas.push_back({path.substr(folder.path().size() + 1), from, to, file->size, file->sha256});
            }
        }
    }
    return deltas;
}

std::optional<SuppressionNotice> suppression_of(const PublishedFolder& folder) {
    const std::uint64_t number = store::suppression_number_in(folder.path());
    return number == 0 ? std::nullopt
                       : std::optional<SuppressionNotice>({store::suppression_file_name(number), number});
}

void write_current_file(const PublishedFolder& folder, const StagingFolder& staging, const std::string& generation,
                        const SigningKey& key, const Generations& going) {
    const auto standing = standing_current_file(folder);
    const PublishedIndex published = folder.open(generation);
    CurrentFile file;
    file.generation = generation;
    file.size = published.manifest.size;
    file.seal = published.index.seal.sha256;
    file.packed = packed_file_of(folder, generation, standing);
    file.deltas = deltas_of(folder, going);
    file.suppression = suppression_of(folder);
    if (standing) {
        file.sequence = standing->file.sequence;
        const std::string same = current_file_text(file);
        if (same == standing->text && must(key.sign(same)) == standing->signature) {
            return;
        }
    }
    file.sequence = next_sequence(standing);
    const std::string text = current_file_text(file);
    write_durable(staging.current_file(), signed_current_file(text, must(key.sign(text))));
    rename_file(staging.current_file(), folder.current_file());
    sync_folder_of_files(folder.path());
}

std::string stale_current_file(const PublishedFolder& folder, const std::string& generation,
                               const std::string& advice) {
    const auto standing = standing_current_file(folder);
    return standing && standing->file.generation != generation
               ? folder.current_file() + ": names " + standing->file.generation +
                     ", and edges that pull over HTTP go to that one; " + advice
               : std::string();
}

}  // namespace bizrec::builder
