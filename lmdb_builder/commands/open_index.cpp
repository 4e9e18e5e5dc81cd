#include "lmdb_builder/commands/open_index.hpp"

#include <filesystem>

#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {

std::shared_ptr<const store::Generation> open_index(const std::string& path) {
    const auto whole = open_whole_index(path);
    if (whole == nullptr) {
        return nullptr;
    }
    const auto list = suppressions_beside(path);
    if (!list) {
        fail(list.error().message);
        return nullptr;
    }
    return store::Generation::suppress(whole, list.value());
}

Result<store::SharedSuppressions> suppressions_beside(const std::string& path) {
    auto found = store::find_suppressions(store::suppression_folder_of(path), nullptr, nullptr);
    if (!found) {
        return found.error();
    }
    if (!found.value().trouble.empty()) {
        warn(found.value().trouble + "; list " + std::to_string(found.value().list->number) + " is used");
    }
    return std::move(found.value().list);
}

std::shared_ptr<const store::Generation> open_whole_index(const std::string& path) {
    auto opened = store::Generation::open(path, store::Generation::Check::hash);
    if (!opened) {
        fail(opened.error().message);
        return nullptr;
    }
    return std::move(opened).value();
}

std::shared_ptr<const store::Generation> open_other_index(const std::shared_ptr<const store::Generation>& first,
                                                          const std::string& first_path, const std::string& path) {
    std::error_code ignored;
    return std::filesystem::equivalent(first_path, path, ignored) ? first : open_index(path);
}

std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id) {
    format::Uuid uuid;
    if (!format::read_uuid(id, uuid)) {
        fail("\"" + id + "\" is no id: a UUID has 32 hexadecimal digits in five groups");
        return std::nullopt;
    }
    const std::uint32_t docid = generation.find_id(uuid);
    if (docid == format::no_docid) {
        fail("the index holds no record with the id " + id);
        return std::nullopt;
    }
    return docid;
}

}  // namespace bizrec::builder
