#include "lmdb_builder/build/suffix_source.hpp"

#include <fstream>
#include <iterator>
#include <string_view>

#include "bizrec/identity/extra_suffixes.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {
namespace {

std::string read_whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.good() && !file.eof()) {
        const std::string hint =
            path == packaged_suffix_list ? " (install the package publicsuffix, or name a list with --psl)" : "";
        fail_with_errno("read the public suffix list \"" + path + "\"" + hint);
    }
    return text;
}

std::string sha256_hex(std::string_view text) {
    store::Sha256 digest{};
    if (!store::sha256(text.data(), text.size(), digest)) {
        throw BuildFailure("OpenSSL refuses to compute SHA-256");
    }
    return store::hex(digest);
}

std::string version_of(std::string_view text) {
    constexpr std::string_view mark = "// VERSION: ";
    const std::size_t start = text.find(mark);
    if (start == std::string_view::npos) {
        return "sha256:" + sha256_hex(text);
    }
    const std::size_t begin = start + mark.size();
    return std::string(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
}

}  // namespace

SuffixSource load_suffixes(const std::string& path) {
    const std::string file = path.empty() ? packaged_suffix_list : path;
    const std::string text = read_whole(file);
    Result<identity::SuffixList> list = identity::SuffixList::compile(text, identity::extra_suffixes());
    if (!list) {
        throw BuildFailure("the public suffix list \"" + file + "\": " + list.error().message);
    }
    return {std::move(list).value(), version_of(text)};
}

}  // namespace bizrec::builder
