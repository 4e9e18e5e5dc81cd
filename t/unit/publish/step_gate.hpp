#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// Runs commands side by side, one system call at a time, in an order that the test chooses: the model of a machine on
/// which publishers, builders and pulls meet. The commands are the real code, each on a thread of its own; its calls
/// that others can see (renames, links, removals, locks, the opening of files) stop at a gate, which step_gate.cpp puts
/// before libc's.
namespace bizrec::builder {

class Interleaving {
public:
    /// `ended` is called once `body` has returned, before anybody else goes on.
    void add(std::string name, std::function<void()> body, std::function<void()> ended = {});

    /// Lets one actor go on at a time, from gate to gate, until all have ended. `choose` gets the number of actors that
    /// could go on and says which; `after_each` is called between turns. False: all wait for each other.
    bool run(const std::function<std::size_t(std::size_t)>& choose, const std::function<void()>& after_each);

    /// Who went when, and to which call: for messages.
    const std::string& story() const noexcept { return story_; }

    /// Called on an actor's thread: waits for its turn. `what` is about to be done.
    static void gate(const char* what);
    /// Before a lock that an actor, once it has it, holds until it ends: no turn while another one does.
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
        bool holds = false;  ///< the lock
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

/// Every order of turns once, depth first: the choices of a run, and those of the next.
class Orders {
public:
    /// The choice among `options` in the run under way.
    std::size_t choose(std::size_t options);
    /// False: there is no other order.
    bool next();

private:
    struct Choice {
        std::size_t taken, options;
    };
    std::vector<Choice> choices_;
    std::size_t at_ = 0;
};

}  // namespace bizrec::builder
