#include "bizrec/store/open_index.hpp"

#include "bizrec/store/manifest.hpp"
#include "bizrec/store/seal_reader.hpp"

namespace bizrec::store {

Result<OpenIndex> OpenIndex::open(const std::string& path) {
    auto file = open_index_file(path);
    if (!file) {
        return file.error();
    }
    const auto seal = read_seal_of(path, file.value());
    if (!seal) {
        return seal.error();
    }
    if (const auto named = check_generation_name(path, seal.value()); !named) {
        return named.error();
    }
    return OpenIndex{path, std::move(file).value(), seal.value()};
}

Status check_generation_name(const std::string& path, const Seal& seal) {
    const std::string named = generation_named_by(path);
    if (!named.empty() && named != seal.generation()) {
        return file_error(path, "holds generation " + seal.generation() + ", and its name says " + named +
                                    "; copy that generation again, or give this file another name");
    }
    return ok();
}

}  // namespace bizrec::store
