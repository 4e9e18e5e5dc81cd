#include "lmdb_builder/pull/pull_options.hpp"

#include <cstdlib>
#include <sstream>

#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

template <class Number>
void read_setting(const char* name, const char* option, Number least, Number most, Number& to) {
    const std::string value = setting(name);
    if (value.empty()) {
        return;
    }
    Number number{};
    if (!read_whole_number(std::string_view(value), number) || number < least || number > most) {
        throw BuildFailure(std::string(name) + " (" + option + "): expected a whole number from " +
                           std::to_string(least) + " to " + std::to_string(most) + "; got \"" + value + "\"");
    }
    to = number;
}

}  // namespace

PullOptions pull_options_of_environment() {
    PullOptions options;
    options.source = setting("BIZREC_SOURCE");
    const std::string root = setting("BIZREC_ROOT");
    options.root = root.empty() ? options.root : root;
    options.trust_path = setting("BIZREC_TRUST");
    options.password_file = setting("BIZREC_PASSWORD_FILE");
    options.certificate = setting("BIZREC_CERTIFICATE");
    options.certificate_key = setting("BIZREC_CERTIFICATE_KEY");
    options.authorities = setting("BIZREC_CA");
    std::istringstream words(setting("BIZREC_RSYNC"));
    for (std::string word; words >> word;) {
        options.rsync_options.push_back(word);
    }
    read_setting<std::size_t>("BIZREC_KEEP", "--keep", 2, max_kept_generations, options.keep);
    read_setting<unsigned>("BIZREC_STALL", "--stall", 1, max_stall_seconds, options.stall_seconds);
    return options;
}

}  // namespace bizrec::builder
