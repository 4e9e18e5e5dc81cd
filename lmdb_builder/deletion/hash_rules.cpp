#include "lmdb_builder/deletion/hash_rules.hpp"

#include <cerrno>

#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {

NormalisingRules load_hash_rules(const std::string& rule_folder) {
    const std::string path = rule_folder + "/deletion_hashes.txt";
    std::string text;
    if (rule_folder.empty() || !read_whole_file(path, text)) {
        if (!rule_folder.empty() && errno != ENOENT) {
            fail_with_errno("read the rules \"" + path + "\"");
        }
        return NormalisingRules::built_in();
    }
    auto rules = NormalisingRules::read({path, text});
    if (!rules) {
        throw BuildFailure("the rules: " + rules.error().message);
    }
    return std::move(rules).value();
}

}  // namespace bizrec::builder
