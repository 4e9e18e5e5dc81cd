#include "lmdb_builder/terminal/print.hpp"

#include <unistd.h>

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

void write(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace

void print_lines(std::FILE* stream, std::string_view text) {
    write(stream, text::visible_lines(text));
}

void print_summary(std::FILE* stream, bool json, bool quiet, std::string_view object, std::string_view text) {
    if (json || !quiet) {
        print_lines(stream, json ? object : text);
    }
}

void print_json(std::FILE* stream, std::string_view json) {
    // print_lines() does not damage JSON: outside of strings, valid JSON contains no control characters except white
    // space.
    ::isatty(::fileno(stream)) == 1 ? print_lines(stream, json) : write(stream, json);
}

}  // namespace bizrec::builder
