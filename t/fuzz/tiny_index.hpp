#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/build/build_index.hpp"

namespace bizrec::fuzz {

/// An index of a few made-up records, for targets that need one. Built once, at the start; exits with a message where
/// it cannot be.
inline std::shared_ptr<const store::Generation> make_tiny_index() {
    const auto give_up = [](const std::string& why) {
        std::fprintf(stderr, "tiny index: %s\n", why.c_str());
        std::exit(2);
    };
    std::string folder = "/tmp/bizrec-fuzz-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) {
        give_up("cannot make " + folder);
    }
    builder::BuildOptions options;
    options.inputs = {folder + "/records.jsonl"};
    options.output = folder + "/tiny.bizrec";
    {
        std::ofstream file(options.inputs[0]);
        for (int number = 0; number < 70; ++number) {
            char id[40];
            std::snprintf(id, sizeof id, "c0000000-0000-4000-8000-%012d", number);
            file << R"({"store_id":")" << id << R"(","business_name":"Tiny \"é\"","root_domain":"tiny.com","city":"C)"
                 << number % 7 << R"(","state":"CA","country":")" << (number % 3 == 0 ? "US" : "FR")
                 << R"(","zip_code":"9410)" << number % 10 << R"(","latitude":)" << number % 60 << R"(,"longitude":)"
                 << -number << R"(,"social_media_links":["https://facebook.com/tiny)" << number % 5 << "\"]}\n";
        }
    }
    const auto summary = builder::build_index(options);
    auto generation = store::Generation::open(options.output, store::Generation::Check::hash);
    if (!summary || !generation) {
        give_up(summary ? generation.error().message : summary.error().message);
    }
    unlink(options.inputs[0].c_str());
    unlink(options.output.c_str());  // the map outlives the name
    rmdir(folder.c_str());
    return std::move(generation).value();
}

}  // namespace bizrec::fuzz
