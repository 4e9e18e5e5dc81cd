#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

/// Maps the control file of a preloaded library: a file of numbers through which a test steers the library. The
/// environment variable `variable` names the file. The mapping is shared. Null if the variable is not set or the file
/// cannot be mapped.
template <class Control>
Control* map_control_file(const char* variable) {
    const char* const path = getenv(variable);
    const int fd = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    void* const memory =
        fd < 0 ? MAP_FAILED : mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0) {
        close(fd);
    }
    return memory == MAP_FAILED ? nullptr : static_cast<Control*>(memory);
}
