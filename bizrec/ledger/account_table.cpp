#include "bizrec/ledger/account_table.hpp"

#include <fcntl.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "bizrec/base/hex.hpp"
#include "bizrec/base/xxh.hpp"

namespace bizrec::ledger {
namespace {

constexpr char magic[8] = {'b', 'z', 'a', 'c', 'c', 'o', 'u', 'n'};
constexpr std::size_t min_capacity = std::size_t{1} << 15;

/// Returns the name of the table's shared memory. All users can list such names, so it contains only a hash of the
/// secret `table_id`.
std::string shm_name(const AccountTable::Name& name) {
    std::string text = "/bizrec-credits-" + name.ledger_id;
    if (name.table_id != 0) {
        unsigned char hash[SHA256_DIGEST_LENGTH];
        SHA256(reinterpret_cast<const unsigned char*>(&name.table_id), sizeof name.table_id, hash);
        text += '.';
        for (std::size_t i = 0; i < 16; ++i) {
            append_hex(text, hash[i]);
        }
    }
    return text;
}

/// Whether a user other than root and this process's user has a file at `path` that is not the ledger's last table.
bool is_squatted(const std::string& path, std::uint64_t last_table_id) noexcept {
    struct stat s {};
    if (::lstat(path.c_str(), &s) != 0 || s.st_uid == 0 || s.st_uid == ::geteuid()) {
        return false;
    }
    TableHeader h;
    const store::FileDescriptor foreign(
        S_ISREG(s.st_mode) ? ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1);
    return last_table_id == 0 || foreign.get() < 0 ||
           !store::read_at(foreign.get(), static_cast<void*>(&h), sizeof h, 0) || h.table_id != last_table_id;
}

std::size_t round_up(std::size_t bytes) noexcept {
    constexpr std::size_t page = 4096;
    return (bytes + page - 1) / page * page;
}

struct Offsets {
    std::size_t buckets, workers, accounts, end;
};

Offsets offsets_of(std::uint32_t bucket_bits, std::uint32_t capacity) noexcept {
    Offsets at{};
    at.buckets = round_up(sizeof(TableHeader));
    at.workers = at.buckets + round_up((std::size_t{1} << bucket_bits) * sizeof(std::uint32_t));
    at.accounts = at.workers + round_up(max_workers * sizeof(WorkerSlots));
    at.end = at.accounts + round_up(capacity * sizeof(Account));
    return at;
}

}  // namespace

AccountTable::~AccountTable() {
    if (base_ != nullptr) {
        ::munmap(base_, bytes_);
    }
}

void AccountTable::remove(const Name& name) noexcept {
    ::shm_unlink(shm_name(name).c_str());
}

Result<AccountTable::Name> AccountTable::name_for(const std::string& ledger_id, std::uint64_t last_table_id) {
    const Name last{ledger_id, last_table_id};
    struct stat s {};
    if (last_table_id != 0 && ::lstat(("/dev/shm" + shm_name(last)).c_str(), &s) == 0) {
        return last;
    }
    Name name{ledger_id};
    const std::string path = "/dev/shm" + shm_name(name);
    while (is_squatted(path, last_table_id) && name.table_id == 0) {
        if (RAND_bytes(reinterpret_cast<unsigned char*>(&name.table_id), sizeof name.table_id) != 1) {
            return store::file_error(path, "OpenSSL has no random bytes for another name");
        }
    }
    return name;
}

Status AccountTable::map(std::size_t bytes) {
    void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
    if (at == MAP_FAILED) {
        return store::system_error("/dev/shm" + name_, "cannot be mapped", errno);
    }
    base_ = static_cast<char*>(at);
    bytes_ = bytes;
    return ok();
}

void AccountTable::place(std::uint32_t bucket_bits, std::uint32_t capacity) noexcept {
    const Offsets at = offsets_of(bucket_bits, capacity);
    header_ = reinterpret_cast<TableHeader*>(base_);
    buckets_ = reinterpret_cast<std::atomic<std::uint32_t>*>(base_ + at.buckets);
    workers_ = reinterpret_cast<WorkerSlots*>(base_ + at.workers);
    accounts_ = reinterpret_cast<Account*>(base_ + at.accounts);
}

bool AccountTable::reserve(const void* from, std::size_t bytes) const noexcept {
    const auto offset = static_cast<off_t>(static_cast<const char*>(from) - base_);
    int error = EINTR;
    while (error == EINTR) {
        error = ::posix_fallocate(file_.get(), offset, static_cast<off_t>(bytes));
    }
    errno = error;
    return error == 0;
}

/// Reserves memory for WorkerSlots::owner of all workers, because each process reads it. In a sparse file of shared
/// memory, even a read allocates memory.
bool AccountTable::reserve_owners() const noexcept {
    for (std::size_t i = 0; i < max_workers; ++i) {
        if (!reserve(&worker(i).owner, sizeof(ProcessIdentity))) {
            return false;
        }
    }
    return true;
}

Status AccountTable::create(const Name& name, std::size_t accounts, const Fill& fill) {
    std::uint32_t bits = 16;
    const std::size_t wanted = std::max(min_capacity, accounts * 3);
    while ((std::size_t{1} << (bits - 1)) < wanted) {
        ++bits;
    }
    const auto capacity = static_cast<std::uint32_t>(std::size_t{1} << (bits - 1));
    const Offsets at = offsets_of(bits, capacity);
    if (::ftruncate(file_.get(), static_cast<off_t>(at.end)) != 0) {
        return store::system_error("/dev/shm" + name_, "cannot be set to its size", errno);
    }
    if (auto status = map(at.end); !status) {
        return status;
    }
    place(bits, capacity);
    if (!reserve(base_, at.workers) || !reserve_owners()) {
        return store::system_error("/dev/shm" + name_, "needs shared memory that the system does not have", errno);
    }
    TableHeader& h = header();
    h.table_id = name.table_id;
    if (h.table_id == 0 && RAND_bytes(reinterpret_cast<unsigned char*>(&h.table_id), sizeof h.table_id) != 1) {
        return store::file_error("/dev/shm" + name_, "OpenSSL has no random bytes for its name");
    }
    h.layout = layout_version;
    h.bucket_bits = bits;
    h.capacity = capacity;
    std::copy_n(name.ledger_id.begin(), std::min(name.ledger_id.size(), sizeof h.ledger_id), h.ledger_id);
    if (auto status = fill(*this); !status) {
        return status;
    }
    std::memcpy(h.magic, magic, sizeof magic);
    return ok();
}

Status AccountTable::attach(std::string_view ledger_id) {
    const std::string path = "/dev/shm" + name_;
    TableHeader h;
    if (!store::read_at(file_.get(), static_cast<void*>(&h), sizeof h, 0)) {
        return store::file_error(path, "is not a table of accounts: remove it, with no server running");
    }
    if (h.layout != layout_version) {
        return store::version_error(path, "is of another version of the module: end its server, then remove this file");
    }
    struct stat s {};
    const bool right = std::string_view(h.ledger_id, sizeof h.ledger_id) == ledger_id && h.bucket_bits >= 16 &&
                       h.bucket_bits < 31 && h.capacity <= std::size_t{1} << (h.bucket_bits - 1) &&
                       ::fstat(file_.get(), &s) == 0 &&
                       static_cast<std::size_t>(s.st_size) == offsets_of(h.bucket_bits, h.capacity).end;
    if (!right) {
        return store::file_error(path, "is not this ledger's table of accounts: remove it, with no server running");
    }
    if (auto status = map(static_cast<std::size_t>(s.st_size)); !status) {
        return status;
    }
    place(h.bucket_bits, h.capacity);
    return ok();
}

/// Opens or creates the file with the table's name, and locks it. open_once() unlocks it.
Status AccountTable::open_file() {
    const std::string path = "/dev/shm" + name_;
    const Error foreign =
        store::file_error(path, "belongs to another user, or is open to others: it is not this server's");
    file_ = store::FileDescriptor(::shm_open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (file_.get() < 0 && errno == EACCES) {
        return foreign;  // if fs.protected_regular is set, not even root may open another user's file
    }
    struct stat s {};
    if (file_.get() < 0 || ::fstat(file_.get(), &s) != 0) {
        return store::system_error(path, "the shared memory of the accounts cannot be opened", errno);
    }
    if (s.st_uid != ::geteuid() || (s.st_mode & 077) != 0) {
        return foreign;
    }
    while (::flock(file_.get(), LOCK_EX) != 0) {
        if (errno != EINTR) {
            return store::system_error(path, "cannot be locked", errno);
        }
    }
    return ok();
}

Result<std::optional<AccountTable::Made>> AccountTable::open_once(const Name& name, std::size_t accounts,
                                                                  const Fill& fill) {
    std::unique_ptr<AccountTable> table(new AccountTable);
    table->name_ = shm_name(name);
    const std::string path = "/dev/shm" + table->name_;
    if (auto status = table->open_file(); !status) {
        return status.error();
    }
    struct stat s {};
    if (::fstat(table->file_.get(), &s) != 0) {
        return store::system_error(path, "cannot be opened", errno);
    }
    if (s.st_nlink == 0) {
        return std::optional<Made>();
    }
    char begin[sizeof magic] = {};
    const bool whole =
        store::read_at(table->file_.get(), begin, sizeof begin, 0) && std::memcmp(begin, magic, sizeof magic) == 0;
    if (!whole && s.st_size != 0 && ::ftruncate(table->file_.get(), 0) != 0) {  // its creator was killed
        return store::system_error(path, "cannot be emptied", errno);
    }
    auto status = whole ? table->attach(name.ledger_id) : table->create(name, accounts, fill);
    if (!status && !whole) {
        remove(name);
    }
    ::flock(table->file_.get(), LOCK_UN);
    return status ? Result<std::optional<Made>>(Made{std::move(table), !whole}) : status.error();
}

Result<AccountTable::Made> AccountTable::open(const Name& name, std::size_t accounts, const Fill& fill) {
    for (;;) {
        auto made = open_once(name, accounts, fill);
        if (!made) {
            return made.error();
        }
        if (made.value()) {
            return std::move(*made.value());
        }
    }
}

std::size_t AccountTable::bucket_of(std::string_view team) const noexcept {
    return static_cast<std::size_t>(XXH3_64bits(team.data(), team.size()) >> (64 - header().bucket_bits));
}

Account* AccountTable::find(std::string_view team) const noexcept {
    const std::size_t mask = (std::size_t{1} << header().bucket_bits) - 1;
    for (std::size_t at = bucket_of(team);; at = (at + 1) & mask) {
        const std::uint32_t number = buckets_[at].load(std::memory_order_acquire);
        if (number == 0) {
            return nullptr;
        }
        Account& account = accounts_[number - 1];
        if (team_of(account) == team) {
            return &account;
        }
    }
}

Result<Account*> AccountTable::obtain(std::string_view team) {
    if (Account* known = find(team)) {
        return known;
    }
    TableHeader& h = header();
    const std::uint32_t number = h.accounts.load(std::memory_order_relaxed);
    if (number == h.capacity) {
        return store::file_error("/dev/shm" + name_, "is full: it has " + std::to_string(number) +
                                                         " accounts; stop the server and start it for a larger one");
    }
    Account& account = accounts_[number];
    if (!reserve(&account, sizeof account)) {
        return store::system_error("/dev/shm" + name_, "has no room for another account", errno);
    }
    account.team_bytes = static_cast<std::uint32_t>(std::min(team.size(), max_team_bytes));
    std::copy_n(team.begin(), account.team_bytes, account.team);
    // Stores the number of accounts first, then the bucket: if the process is killed in between, the account exists but
    // is not found.
    h.accounts.store(number + 1, std::memory_order_release);
    const std::size_t mask = (std::size_t{1} << h.bucket_bits) - 1;
    std::size_t at = bucket_of(team);
    while (buckets_[at].load(std::memory_order_relaxed) != 0) {
        at = (at + 1) & mask;
    }
    buckets_[at].store(number + 1, std::memory_order_release);
    return &account;
}

WorkerSlots* AccountTable::claim_worker() const noexcept {
    const ProcessIdentity self = this_process();
    for (std::size_t i = 0; i < max_workers && self != 0; ++i) {
        ProcessIdentity nobody = 0;
        if (worker(i).owner.load(std::memory_order_relaxed) == 0 && reserve(&worker(i), sizeof(WorkerSlots)) &&
            worker(i).owner.compare_exchange_strong(nobody, self)) {
            return &worker(i);
        }
    }
    return nullptr;
}

}  // namespace bizrec::ledger
