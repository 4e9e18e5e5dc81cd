#include "lmdb_builder/commands/request_body.hpp"

#include <cstdio>
#include <iostream>
#include <iterator>

#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

void print_header(const char* name, const std::string& value) {
    if (!value.empty()) {
        print_lines(stderr, std::string(name) + ": " + value + '\n');
    }
}

}  // namespace

std::string request_body(const std::string& argument, std::size_t limit) {
    if (argument != "-") {
        return argument;
    }
    std::string body;
    for (std::istreambuf_iterator<char> at(std::cin), end; at != end && body.size() <= limit; ++at) {
        body.push_back(*at);
    }
    return body;
}

int print_answer(const api::Answer& answer) {
    std::fprintf(stderr, "status: %d\n", answer.status);
    print_header("X-Ignored-Fields", answer.ignored_fields);
    print_header("X-Applied-Defaults", answer.applied_defaults);
    print_header("X-Identity-Note", answer.identity_note);
    print_json(stdout, answer.body);
    std::fputc('\n', stdout);
    return answer.status == 200 ? exit_code::done : exit_code::failed;
}

}  // namespace bizrec::builder
