// Searches for the worst request body: it occupies the event loop, or a thread, for the longest time. `make
// attack-work`.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "bench/attack/bodies.hpp"
#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/enrich_batch.hpp"
#include "bizrec/api/search_answer.hpp"

namespace {

using namespace bizrec;

// The defaults of bizrec_search_inline_work and bizrec_search_max_work.
constexpr std::uint64_t inline_steps = 50'000, max_steps = 12'000'000;
constexpr std::size_t kept = 32;  // worst bodies kept; new ones are variations of them
// `warm_up`: bodies run before the first measurement. `again`: measurements of a bad body.
constexpr int warm_up = 150, again = 5;

constexpr std::array<const char*, work_kinds> kinds = {"parse",  "idna",    "fold",     "cut",    "look_up",
                                                       "places", "circles", "postings", "decode", "rows"};

/// CPU time of this thread. Time that other programs take does not count.
double now_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

struct Measured {
    /// CPU times of start() and of the longest call of run(). `loop` and `thread` are the steps of these two calls.
    double loop_ns = 0, thread_ns = 0;
    Budget loop, thread;
    int status = 0;
};

class Attack {
public:
    explicit Attack(const store::Generation& generation) : generation_(generation) {}

    /// `on_loop`: measures only the part on the event loop, not the part on a thread.
    Measured measure(const bench::Body& body, bool on_loop) {
        const std::string json = body.json();
        api::EndpointRequest request{&generation_, json};
        request.inline_steps = inline_steps;
        request.max_steps = max_steps;
        request.max_limit = 10000;
        request.rows = body.target >= bench::Target::full ? api::SearchRows::full : api::SearchRows::ids;
        request.explains = body.target == bench::Target::explained;
        api::Endpoint& endpoint = body.target == bench::Target::enrich  ? static_cast<api::Endpoint&>(enrich_)
                                  : body.target == bench::Target::batch ? static_cast<api::Endpoint&>(batch_)
                                                                        : search_;
        Measured measured;
        double begin = now_ns();
        bool is_left = endpoint.start(request);
        measured.loop_ns = now_ns() - begin;
        measured.loop = endpoint.budget();
        api::BodyStore memory;
        while (is_left && !on_loop) {
            begin = now_ns();
            is_left = endpoint.run(Cancellation(), memory);
            const double ns = now_ns() - begin;
            if (ns > measured.thread_ns) {
                measured.thread_ns = ns;
                measured.thread = endpoint.budget();
            }
        }
        measured.status = endpoint.answer().status;
        return measured;
    }

    /// The minimum of several measurements, because other work on the machine can only add time.
    Measured best_of(const bench::Body& body, bool on_loop) {
        Measured best = measure(body, on_loop);
        for (int i = 1; i < again; ++i) {
            const Measured next = measure(body, on_loop);
            best.loop_ns = std::min(best.loop_ns, next.loop_ns);
            best.thread_ns = std::min(best.thread_ns, next.thread_ns);
        }
        return best;
    }

private:
    const store::Generation& generation_;
    api::EnrichEndpoint enrich_;
    api::EnrichBatchEndpoint batch_;
    api::SearchEndpoint search_;
};

struct Found {
    bench::Body body;
    Measured measured;
};

void print(const char* where, double ns, const Budget& budget, const Found& found) {
    std::printf("%-6s %9.1f us  %9llu steps  %5.2f ns a step  status %d ", where, ns / 1000,
                static_cast<unsigned long long>(budget.used()),
                ns / static_cast<double>(std::max<std::uint64_t>(budget.used(), 1)), found.measured.status);
    for (std::size_t kind = 0; kind < work_kinds; ++kind) {
        if (const std::uint64_t used = budget.used(static_cast<WorkKind>(kind))) {
            std::printf(" %s %llu", kinds[kind], static_cast<unsigned long long>(used));
        }
    }
    std::printf("\n       %d %.160s\n", static_cast<int>(found.body.target), found.body.json().c_str());
}

/// Collects, for each kind of work, the maximum nanoseconds per step. Counts only bodies that took more than 2,000
/// steps, with more than nine tenths of them for one kind.
class ByKind {
public:
    void add(double ns, const Budget& budget) {
        const auto kind = static_cast<std::size_t>(budget.max_kind());
        if (budget.used() > 2000 && budget.used(budget.max_kind()) * 10 > budget.used() * 9) {
            max_[kind] = std::max(max_[kind], ns / static_cast<double>(budget.used()));
            ++count_[kind];
        }
    }
    void print() const {
        for (std::size_t kind = 0; kind < work_kinds; ++kind) {
            if (count_[kind] != 0) {
                std::printf("%-9s at most %6.2f ns a step, of %u bodies\n", kinds[kind], max_[kind], count_[kind]);
            }
        }
    }

private:
    std::array<double, work_kinds> max_{};
    std::array<unsigned, work_kinds> count_{};
};

void evolve(Attack& attack, bench::Bodies& bodies, int count, bool on_loop) {
    const auto cost = [on_loop](const Found& found) {
        return on_loop ? found.measured.loop_ns : found.measured.thread_ns;
    };
    std::vector<Found> worst;
    std::vector<double> all;
    ByKind by_kind;
    for (int i = 0; i < count; ++i) {
        const bool is_new = worst.size() < kept || i % 3 == 0;
        Found found;
        found.body = is_new ? bodies.any() : bodies.like(worst[static_cast<std::size_t>(i) % kept].body);
        found.measured = attack.measure(found.body, on_loop);
        if (worst.size() == kept && cost(found) > cost(worst.back())) {
            found.measured = attack.best_of(found.body, on_loop);
        }
        all.push_back(cost(found));
        by_kind.add(cost(found), on_loop ? found.measured.loop : found.measured.thread);
        worst.push_back(found);
        std::sort(worst.begin(), worst.end(), [&](const Found& a, const Found& b) { return cost(a) > cost(b); });
        worst.resize(std::min(worst.size(), kept));
    }
    std::sort(all.begin(), all.end());
    std::printf("%s: %d bodies, p99.9 %.1f us\n", on_loop ? "event loop" : "thread", count,
                all[all.size() - 1 - all.size() / 1000] / 1000);
    for (std::size_t i = 0; i < std::min<std::size_t>(worst.size(), 8); ++i) {
        worst[i].measured = attack.best_of(worst[i].body, on_loop);
        print(on_loop ? "loop" : "thread", cost(worst[i]), on_loop ? worst[i].measured.loop : worst[i].measured.thread,
              worst[i]);
    }
    by_kind.print();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s INDEX [BODIES [SEED]]\n", argv[0]);
        return 2;
    }
    const auto generation = store::Generation::open(argv[1], store::Generation::Check::hash);
    if (!generation) {
        std::fprintf(stderr, "%s\n", generation.error().message.c_str());
        return 1;
    }
    const int count = argc > 2 ? std::atoi(argv[2]) : 10000;
    bench::Bodies bodies(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    Attack attack(*generation.value());
    for (int i = 0; i < warm_up; ++i) {  // maps the pages, as in a running server
        attack.measure(bodies.any(), false);
    }
    evolve(attack, bodies, count, true);
    evolve(attack, bodies, std::max(count / 10, 64), false);
    return 0;
}
