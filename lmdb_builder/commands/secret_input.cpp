#include "lmdb_builder/commands/secret_input.hpp"

#include <termios.h>
#include <unistd.h>

#include <cstdio>

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

}  // namespace

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

}  // namespace bizrec::builder
