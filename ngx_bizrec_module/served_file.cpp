#include "served_file.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bizrec/store/open_index.hpp"

namespace bizrec::ngx {
namespace {

constexpr char variable[] = "BIZREC_SERVED";
constexpr std::uint32_t note_version = 1;

std::int64_t written_ns(int fd) noexcept {
    struct stat s {};
    return ::fstat(fd, &s) == 0 ? std::int64_t{s.st_mtim.tv_sec} * 1'000'000'000 + s.st_mtim.tv_nsec : -1;
}

template <std::size_t size>
bool copy_text(const std::string& text, char (&to)[size]) noexcept {
    if (text.size() >= size) {
        return false;
    }
    std::memcpy(to, text.c_str(), text.size() + 1);
    return true;
}

std::string by_descriptor(int fd) {
    return "/proc/self/fd/" + std::to_string(fd);
}

bool is_socket(int fd) noexcept {
    struct stat s {};
    return ::fstat(fd, &s) == 0 && S_ISSOCK(s.st_mode);
}

/// Removes a pair such as "12,13;" from the beginning of `pairs`; false if there is no such pair.
bool read_pair(std::string_view& pairs, int& send, int& receive) noexcept {
    const char* const end = pairs.data() + pairs.size();
    const auto first = std::from_chars(pairs.data(), end, send);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') {
        return false;
    }
    const auto second = std::from_chars(first.ptr + 1, end, receive);
    if (second.ec != std::errc() || second.ptr == end || *second.ptr != ';') {
        return false;
    }
    pairs.remove_prefix(static_cast<std::size_t>(second.ptr + 1 - pairs.data()));
    return true;
}

}  // namespace

/// The message of a ServedFile. Different versions of this program exchange it, so its layout must not change.
struct ServedFile::Note {
    std::uint32_t version, bytes;
    store::FileIdentity identity;
    std::int64_t written_ns;
    store::Sha256 seal, file_sha256;
    std::uint64_t trusted_by;
    char configured[PATH_MAX];
    char path[PATH_MAX];
};

std::shared_ptr<ServedFile> ServedFile::make() {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) != 0) {
        return nullptr;
    }
    return std::shared_ptr<ServedFile>(new ServedFile(pair[0], pair[1]));
}

std::shared_ptr<ServedFile> ServedFile::inherited(const std::string& configured) {
    const char* const value = std::getenv(variable);
    std::string_view pairs = value == nullptr ? "" : value;
    int send = -1;
    int receive = -1;
    while (read_pair(pairs, send, receive)) {
        if (!is_socket(send) || !is_socket(receive)) {
            continue;
        }
        std::shared_ptr<ServedFile> found(new ServedFile(send, receive));
        Note note{};
        if (found->peek(note, nullptr) && configured == note.configured) {
            return found;
        }
        (void)found->send_.release();  // leaves the sockets open: they belong to another path
        (void)found->receive_.release();
    }
    return nullptr;
}

bool ServedFile::peek(Note& note, store::FileDescriptor* fd) const noexcept {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    iovec bytes{&note, sizeof note};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = fd == nullptr ? nullptr : control;
    message.msg_controllen = fd == nullptr ? 0 : sizeof control;
    const ssize_t size = ::recvmsg(receive_.get(), &message, MSG_PEEK | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size != static_cast<ssize_t>(sizeof note) || note.version != note_version || note.bytes != sizeof note) {
        return false;
    }
    if (fd == nullptr) {
        return true;
    }
    const cmsghdr* part = CMSG_FIRSTHDR(&message);
    if (part == nullptr || part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) {
        return false;
    }
    int number = -1;
    std::memcpy(&number, CMSG_DATA(part), sizeof number);
    *fd = store::FileDescriptor(number);
    return true;
}

void ServedFile::replace(HashResults& results, const std::string& configured, const HeldFile& held, int fd) noexcept {
    Note note{};
    if (fd < 0 || (peek(note, nullptr) && note.seal == held.file.seal.sha256 && note.trusted_by == held.trusted_by &&
                   note.written_ns == written_ns(fd) && note.identity.inode == held.file.identity.inode &&
                   configured == note.configured)) {
        return;
    }
    note = Note{};
    note.version = note_version;
    note.bytes = sizeof note;
    note.identity = held.file.identity;
    note.written_ns = written_ns(fd);
    note.seal = held.file.seal.sha256;
    note.file_sha256 = held.file_sha256;
    note.trusted_by = held.trusted_by;
    if (!copy_text(configured, note.configured) || !copy_text(held.file.path, note.path)) {
        return;
    }
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof fd)]{};
    iovec bytes{&note, sizeof note};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(part), &fd, sizeof fd);
    results.alone([&] {
        // Sends the new note before it drops the old one, so that a process that looks meanwhile finds one of the two.
        Note first{};
        while (::sendmsg(send_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && drop()) {
        }
        while (peek(first, nullptr) && std::memcmp(&first, &note, sizeof note) != 0 && drop()) {
        }
    });
}

bool ServedFile::drop() const noexcept {
    char byte = 0;
    return ::recv(receive_.get(), &byte, sizeof byte, MSG_DONTWAIT) >= 0;
}

std::optional<HeldFile> ServedFile::get() const {
    Note note{};
    HeldFile held;
    if (!peek(note, &held.fd)) {
        return std::nullopt;
    }
    auto now = store::identify_descriptor(note.path, held.fd.get());
    if (!now || now.value().device != note.identity.device || now.value().inode != note.identity.inode ||
        now.value().size != note.identity.size || written_ns(held.fd.get()) != note.written_ns) {
        return std::nullopt;
    }
    held.file.path = note.path;
    held.file.identity = now.value();
    const auto index = store::OpenIndex::open(path_of(held));
    if (!index || index.value().seal.sha256 != note.seal) {
        return std::nullopt;
    }
    held.file.seal = index.value().seal;
    held.file_sha256 = note.file_sha256;
    held.trusted_by = note.trusted_by;
    return held;
}

bool ServedFile::has_any() const noexcept {
    Note note{};
    return peek(note, nullptr);
}

std::string ServedFile::numbers() const {
    return std::to_string(send_.get()) + "," + std::to_string(receive_.get()) + ";";
}

/// Adds BIZREC_SERVED to the variables of the directive `env`, because nginx gives a new program only these.
bool ServedFile::pass_on(ngx_cycle_t* cycle, const std::string& numbers) {
    auto* core = reinterpret_cast<ngx_core_conf_t*>(ngx_get_conf(cycle->conf_ctx, ngx_core_module));
    const std::string text = std::string(variable) + "=" + numbers;
    auto* bytes = static_cast<u_char*>(ngx_pnalloc(cycle->pool, text.size() + 1));
    auto* entry = bytes == nullptr ? nullptr : static_cast<ngx_str_t*>(ngx_array_push(&core->env));
    if (entry == nullptr) {
        return false;
    }
    std::memcpy(bytes, text.c_str(), text.size() + 1);
    *entry = {sizeof variable - 1, bytes};
    return true;
}

void ServedFile::keep() const noexcept {
    for (const int fd : {send_.get(), receive_.get()}) {
        (void)::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
}

std::string path_of(const HeldFile& held) {
    const auto named = store::identify_file(held.file.path);
    return named && named.value() == held.file.identity ? held.file.path : by_descriptor(held.fd.get());
}

}  // namespace bizrec::ngx
