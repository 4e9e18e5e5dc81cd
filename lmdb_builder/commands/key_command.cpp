#include "lmdb_builder/commands/commands.hpp"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/base64url.hpp"
#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {
namespace {

/// Turns the terminal's echo off during its life. Does nothing if standard input is not a terminal.
class SilentTerminal {
public:
    explicit SilentTerminal(const char* prompt) {
        if (tcgetattr(STDIN_FILENO, &before_) != 0) {
            return;
        }
        std::fputs(prompt, stderr);
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        silenced_ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
    }
    ~SilentTerminal() {
        if (silenced_) {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
            std::fputc('\n', stderr);
        }
    }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;

    bool silenced() const noexcept { return silenced_; }

private:
    termios before_{};
    bool silenced_ = false;
};

/// Reads one line of standard input, without its line end. If standard input is a terminal: shows `prompt` and turns
/// the echo off. nullopt if the input ends or fails before its first byte. Returns at most `limit` + 1 bytes, so a size
/// above `limit` means that the line is too long. Sets `more` if more input follows the line; not checked on a
/// terminal.
std::optional<std::string> read_secret_line(const char* prompt, std::size_t limit, bool& more) {
    const SilentTerminal terminal(prompt);
    std::string line;
    line.reserve(limit + 1);  // growing would leave copies of the secret in freed memory
    more = false;
    int c = std::fgetc(stdin);
    if (c == EOF) {
        return std::nullopt;
    }
    for (; c != EOF && c != '\n' && line.size() <= limit; c = std::fgetc(stdin)) {
        line.push_back(static_cast<char>(c));
    }
    if (c == '\n' && !terminal.silenced()) {
        more = std::fgetc(stdin) != EOF;
    }
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    return line;
}

constexpr const char* key_examples = R"(
Examples:
  lmdb_builder key --team acme
  lmdb_builder key --team acme --digest < key.txt
  printf %s "$KEY" | lmdb_builder key --team acme --digest >> keys.map

Without --digest: makes a key of 256 random bits and prints two lines, the key, which nobody can
show again, and its line for keys.map, the file of digests and teams that nginx reads. With
--digest: reads an existing key from standard input (a terminal shows nothing of it) and prints
that line only. Such a key must be long enough for 128 random bits: 39 characters where it is all
decimal digits, 32 where it is all hexadecimal digits, 28 letters of one case, 25 letters of one
case and digits, else 22. In all of these but the last, - _ . and : do not count. Whoever guesses a
key is its team, and whoever steals keys.map can try a billion guesses a second. Reload nginx after
each change of keys.map.

Exit status: 0 printed, 1 no usable key on standard input, or no random bytes, 2 wrong usage.)";

/// Bytes. A key of this length fits into one of nginx's large header buffers, which have 8 KiB by default.
constexpr std::size_t max_key_bytes = 4096;

/// The fewest characters that can hold 128 random bits. Their number depends on the size of the key's alphabet: 10, 16,
/// 26, 36 or 64 characters. Only the length is checked, because randomness cannot be.
struct ShortestKey {
    std::string_view alphabet;    ///< the key has only these characters and `separators`
    std::string_view separators;  ///< between groups of characters; not random, so they do not count
    const char* kind;
    std::size_t characters;
};
constexpr ShortestKey shortest_keys[] = {
    {"0123456789", "-_.:", "decimal digits", 39},
    {"0123456789abcdefABCDEF", "-_.:", "hexadecimal digits", 32},
    {"abcdefghijklmnopqrstuvwxyz", "-_.:", "letters of one case", 28},
    {"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-_.:", "letters of one case", 28},
    {"0123456789abcdefghijklmnopqrstuvwxyz", "-_.:", "letters of one case and digits", 25},
    {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-_.:", "letters of one case and digits", 25},
    {{}, {}, "mixed characters", 22},
};

/// Scanners for leaked secrets find keys by this prefix. It also shows people that a key is not a digest.
constexpr std::string_view key_prefix = "bizrec_";

struct KeyArguments {
    std::string team;
    bool digest = false;
};

/// A text that is wiped from memory in its destructor, so that a core file does not contain it.
class Secret {
public:
    explicit Secret(std::string text) : text_(std::move(text)) {}
    ~Secret() { OPENSSL_cleanse(text_.data(), text_.size()); }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;

    const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
};

/// The problem of a team's name; "" if nginx's `map` reads the name as one plain word.
std::string problem_of_team_name(const std::string& name) {
    const auto allowed = [](char c) { return is_alnum(c) || c == '.' || c == '_' || c == '-'; };
    const bool is_plain = !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), allowed);
    return is_plain ? "" : expected_got("1 to 64 of the characters A-Z a-z 0-9 . _ -", name);
}

int print_map_line(const Secret& key, const std::string& team) {
    store::Sha256 digest;
    if (!store::sha256(key.text().data(), key.text().size(), digest)) {
        return fail("OpenSSL offers no SHA-256");
    }
    std::printf("%s %s;\n", store::hex(digest).c_str(),
                team.empty() ? ("team-" + store::hex(digest, 6)).c_str() : team.c_str());
    return exit_code::done;
}

int make_key(const KeyArguments& arguments) {
    std::array<unsigned char, 32> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
        return fail("OpenSSL has no random bytes to make a key of");
    }
    const Secret key(std::string(key_prefix)
                         .append(encode_base64url({reinterpret_cast<const char*>(random.data()), random.size()})));
    OPENSSL_cleanse(random.data(), random.size());
    std::printf("%s\n", key.text().c_str());
    return print_map_line(key, arguments.team);
}

bool is_one_of(std::string_view characters, char c) {
    return characters.find(c) != characters.npos;
}

bool is_of_kind(std::string_view key, const ShortestKey& kind) {
    return std::all_of(key.begin(), key.end(),
                       [&kind](char c) { return is_one_of(kind.alphabet, c) || is_one_of(kind.separators, c); });
}

/// Says why the key is too short to be a secret; "" if it is long enough. `key`: not empty, because refusal_of() calls
/// problem_of() first.
std::string too_short(std::string_view key) {
    if (key.substr(0, key_prefix.size()) == key_prefix) {
        key.remove_prefix(key_prefix.size());  // the prefix is public
    }
    const ShortestKey& shortest = *std::find_if(std::begin(shortest_keys), std::prev(std::end(shortest_keys)),
                                                [key](const ShortestKey& kind) { return is_of_kind(key, kind); });
    const auto came = static_cast<std::size_t>(
        std::count_if(key.begin(), key.end(), [&shortest](char c) { return !is_one_of(shortest.separators, c); }));
    if (came >= shortest.characters) {
        return {};
    }
    return "the key on standard input is too short to be a secret: at least " + std::to_string(shortest.characters) +
           " characters (128 random bits) were expected of a key of " + shortest.kind + ", " + std::to_string(came) +
           " came; `lmdb_builder key` without --digest makes a good one";
}

/// Says why no client could send the key; "" if a client can. The message names positions, never the key's bytes.
std::string problem_of(const std::string& key) {
    if (key.empty()) {
        return "the key on standard input is empty";
    }
    if (key.size() > max_key_bytes) {
        return "the key on standard input is longer than " + std::to_string(max_key_bytes) + " bytes";
    }
    const auto bad = std::find_if(key.begin(), key.end(), [](char c) { return c < '!' || c > '~'; });
    if (bad != key.end()) {
        return "byte " + std::to_string(bad - key.begin() + 1) +
               " of the key on standard input is a space, a control character or not ASCII; a header carries visible "
               "ASCII only";
    }
    return {};
}

/// Says why the key cannot be used; "" if it can.
std::string refusal_of(const std::string& key, bool more) {
    std::string problem = problem_of(key);
    if (problem.empty() && more) {
        return "one key on one line was expected on standard input, more lines came";
    }
    return problem.empty() ? too_short(key) : problem;
}

int read_key(const KeyArguments& arguments) {
    bool more = false;
    std::optional<std::string> line = read_secret_line("API key (not shown): ", max_key_bytes, more);
    if (!line) {
        return fail("a key on standard input was expected, nothing came");
    }
    const Secret key(std::move(*line));
    const std::string problem = refusal_of(key.text(), more);
    if (!problem.empty()) {
        return fail(problem);
    }
    return print_map_line(key, arguments.team);
}

Options options_of(KeyArguments& to) {
    return {text_option("--team", "NAME", to.team, "Team of the key; default: team- and the key's id")
                .checked(problem_of_team_name),
            flag_option("--digest", to.digest, "Read a key from standard input instead of making one")};
}

}  // namespace

Command key_command() {
    return command_of<KeyArguments>("key", "Make an API key, or the map line of an existing one", key_examples,
                                    options_of,
                                    [](const KeyArguments& of) { return of.digest ? read_key(of) : make_key(of); });
}

}  // namespace bizrec::builder
