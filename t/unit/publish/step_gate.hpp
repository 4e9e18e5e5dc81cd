#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// Runs commands concurrently, one system call at a time, in an order that the test chooses. It models a machine on
/// which publishers, builders and pulls meet. The commands are the real code, each in its own thread. System calls
/// whose effects others can see (renames, links, removals, locks, opening files) stop at a gate, which step_gate.cpp
/// puts in front of libc's functions.
namespace bizrec::builder {

class Interleaving {
public:
    /// `ended` is called after `body` has returned, before any other actor continues.
    void add(std::string name, std::function<void()> body, std::function<void()> ended = {});

    /// Lets one actor at a time continue from gate to gate, until all have ended. `choose` gets the number of actors
    /// that can continue and returns the index of one; `after_each` is called between turns. False: a deadlock.
    bool run(const std::function<std::size_t(std::size_t)>& choose, const std::function<void()>& after_each);

    /// The actors' turns and calls so far, for messages.
    const std::string& story() const noexcept { return story_; }

    /// Called in an actor's thread: waits for its turn. `what` names the next call.
    static void gate(const char* what);
    /// Called before an actor takes a lock that it then holds until it ends. The caller gets no turn while another
    /// actor holds the lock.
    static void gate_lock();
    static bool is_actor() noexcept;

    ~Interleaving();

private:
    enum class State { waiting, locking, running, ended };
    struct Actor {
        std::string name;
        std::function<void()> body, ended;
        std::thread thread;
        State state = State::running;  // on the way to its first gate
        const char* next = "";
        bool holds = false;  ///< whether it holds the lock
    };
    void pause(Actor& actor, State state, const char* what);
    void start(Actor& actor);
    void take_turn(Actor& actor);
    std::vector<Actor*> able() const;

    std::vector<std::unique_ptr<Actor>> actors_;
    std::mutex mutex_;
    std::condition_variable turn_;
    std::string story_;

    static thread_local Interleaving* current_;
    static thread_local Actor* self_;
};

/// All orders of turns, each once, depth first.
class Orders {
public:
    /// The choice among `options` for the current run.
    std::size_t choose(std::size_t options);
    /// Moves to the next order. False: there is none.
    bool next();

private:
    struct Choice {
        std::size_t taken, options;
    };
    std::vector<Choice> choices_;
    std::size_t at_ = 0;
};

}  // namespace bizrec::builder
