#include "lmdb_builder/commands/pull_settings.hpp"

#include <cstdlib>
#include <sstream>

#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Reads a setting of the environment. `parse`: turns its text into a Result.
template <class Number, class Parse>
void read_setting(const char* name, const char* option, Number& to, Parse parse) {
    const std::string value = setting(name);
    if (value.empty()) {
        return;
    }
    const auto number = parse(value);
    if (!number) {
        throw BuildFailure(std::string(name) + " (" + option + "): " + number.error().message);
    }
    to = static_cast<Number>(number.value());
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
    options.changes = setting("BIZREC_CHANGES") == "1";
    std::istringstream words(setting("BIZREC_RSYNC"));
    for (std::string word; words >> word;) {
        options.rsync_options.push_back(word);
    }
    read_setting("BIZREC_KEEP", "--keep", options.keep,
                 [](const std::string& text) { return read_whole_number(text, 2, max_kept_generations); });
    const auto read_yes = [](const std::string& text) {
        return text == "yes" || text == "no" ? Result<bool>(text == "yes") : Error{expected_got("yes or no", text)};
    };
    read_setting("BIZREC_PURGE", "--purge", options.purge, read_yes);
    read_setting("BIZREC_STALL", "--stall", options.stall_seconds,
                 [](const std::string& text) { return read_whole_number(text, 1, max_stall_seconds); });
    read_setting("BIZREC_RESERVE", "--reserve", options.reserve,
                 [](const std::string& text) { return read_size(text, 0, max_reserve); });
    return options;
}

}  // namespace bizrec::builder
