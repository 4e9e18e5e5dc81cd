#include "lmdb_builder/commands/open_index.hpp"

#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {

std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check) {
    auto opened = store::Generation::open(path, check);
    if (!opened) {
        fail(opened.error().message);
        return nullptr;
    }
    return std::move(opened).value();
}

}  // namespace bizrec::builder
