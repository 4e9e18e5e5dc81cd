#include "t/unit/publish/step_gate.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace bizrec::builder {

thread_local Interleaving* Interleaving::current_ = nullptr;
thread_local Interleaving::Actor* Interleaving::self_ = nullptr;

void Interleaving::add(std::string name, std::function<void()> body, std::function<void()> ended) {
    actors_.push_back(std::make_unique<Actor>());
    Actor& actor = *actors_.back();
    actor.name = std::move(name);
    actor.body = std::move(body);
    actor.ended = std::move(ended);
}

void Interleaving::pause(Actor& actor, State state, const char* what) {
    std::unique_lock<std::mutex> lock(mutex_);
    actor.next = what;
    actor.state = state;
    turn_.notify_all();
    turn_.wait(lock, [&] { return actor.state == State::running; });
}

void Interleaving::gate(const char* what) {
    current_->pause(*self_, State::waiting, what);
}

void Interleaving::gate_lock() {
    current_->pause(*self_, State::locking, "lock");
    self_->holds = true;
}

bool Interleaving::is_actor() noexcept {
    return self_ != nullptr;
}

std::vector<Interleaving::Actor*> Interleaving::able() const {
    bool held = false;
    for (const auto& actor : actors_) {
        held = held || (actor->holds && actor->state != State::ended);
    }
    std::vector<Actor*> able;
    for (const auto& actor : actors_) {
        if (actor->state == State::waiting || (actor->state == State::locking && !held)) {
            able.push_back(actor.get());
        }
    }
    return able;
}

/// Runs an actor up to its first gate. Until then, the actor does nothing that other actors can see.
void Interleaving::start(Actor& actor) {
    Actor* const self = &actor;
    actor.thread = std::thread([this, self] {
        current_ = this;
        self_ = self;
        self->body();
        const std::lock_guard<std::mutex> lock(mutex_);
        self->state = State::ended;
        turn_.notify_all();
    });
    std::unique_lock<std::mutex> lock(mutex_);
    turn_.wait(lock, [self] { return self->state != State::running; });
}

void Interleaving::take_turn(Actor& actor) {
    story_ += actor.name + ":" + actor.next + " ";
    std::unique_lock<std::mutex> lock(mutex_);
    actor.state = State::running;
    turn_.notify_all();
    turn_.wait(lock, [&] { return actor.state != State::running; });
}

bool Interleaving::run(const std::function<std::size_t(std::size_t)>& choose, const std::function<void()>& after_each) {
    for (const auto& actor : actors_) {
        start(*actor);
        if (actor->state == State::ended && actor->ended) {
            actor->ended();
        }
    }
    for (auto ready = able(); !ready.empty(); ready = able()) {
        Actor& actor = *ready[choose(ready.size())];
        take_turn(actor);
        if (actor.state == State::ended && actor.ended) {
            actor.ended();
        }
        after_each();
    }
    for (const auto& actor : actors_) {
        if (actor->state != State::ended) {
            return false;
        }
    }
    return true;
}

Interleaving::~Interleaving() {
    for (const auto& actor : actors_) {
        if (actor->thread.joinable()) {
            actor->thread.join();
        }
    }
}

std::size_t Orders::choose(std::size_t options) {
    if (at_ == choices_.size()) {
        choices_.push_back({0, options});
    }
    return choices_[at_++].taken;
}

bool Orders::next() {
    at_ = 0;
    while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().options) {
        choices_.pop_back();
    }
    if (choices_.empty()) {
        return false;
    }
    ++choices_.back().taken;
    return true;
}

}  // namespace bizrec::builder

namespace {

using bizrec::builder::Interleaving;

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Whether other actors see changes of the path. A staging folder is private to its owner, and so are the folders of an
/// edge.
bool is_seen(const char* path) noexcept {
    for (const char* const private_place : {"/.publishing/", "/edge/", "/incoming/"}) {
        if (std::strstr(path, private_place) != nullptr) {
            return false;
        }
    }
    return true;
}

void gate(const char* what, const char* path) {
    if (Interleaving::is_actor() && is_seen(path)) {
        Interleaving::gate(what);
    }
}

}  // namespace

// Replaces libc's functions in this program. Threads that are not actors go straight to libc.
extern "C" {

__attribute__((visibility("default"))) int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    const char* const name = std::strrchr(path, '/');
    if (name != nullptr && std::strcmp(name, "/INDEX") == 0) {
        gate("open", path);
    }
    return real<int (*)(const char*, int, mode_t)>("open")(path, flags, mode);
}

__attribute__((visibility("default"))) int flock(int fd, int operation) noexcept {
    const auto lock = real<int (*)(int, int)>("flock");
    if (!Interleaving::is_actor() || (operation & LOCK_NB) != 0) {
        return lock(fd, operation);
    }
    Interleaving::gate_lock();
    return lock(fd, operation | LOCK_NB);
}

__attribute__((visibility("default"))) ssize_t copy_file_range(int in, off_t* from, int out, off_t* to, size_t size,
                                                               unsigned flags) {
    gate("copy", "");
    return real<ssize_t (*)(int, off_t*, int, off_t*, size_t, unsigned)>("copy_file_range")(in, from, out, to, size,
                                                                                            flags);
}

__attribute__((visibility("default"))) int linkat(int from_folder, const char* from, int to_folder, const char* to,
                                                  int flags) noexcept {
    gate("link", std::strstr(to, "/edge/") == nullptr ? "" : to);
    return real<int (*)(int, const char*, int, const char*, int)>("linkat")(from_folder, from, to_folder, to, flags);
}

__attribute__((visibility("default"))) int rename(const char* from, const char* to) noexcept {
    gate("rename", to);
    return real<int (*)(const char*, const char*)>("rename")(from, to);
}

__attribute__((visibility("default"))) int renameat2(int from_folder, const char* from, int to_folder, const char* to,
                                                     unsigned flags) noexcept {
    gate("rename", to);
    return real<int (*)(int, const char*, int, const char*, unsigned)>("renameat2")(from_folder, from, to_folder, to,
                                                                                    flags);
}

__attribute__((visibility("default"))) int unlink(const char* path) noexcept {
    gate("unlink", path);
    return real<int (*)(const char*)>("unlink")(path);
}

}  // extern "C"
