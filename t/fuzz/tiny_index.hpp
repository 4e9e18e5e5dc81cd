#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::fuzz {

[[noreturn]] inline void give_up(const std::string& why) {
    std::fprintf(stderr, "tiny index: %s\n", why.c_str());
    std::exit(2);
}

/// An index of 70 made-up records in its own temporary folder. The destructor removes the folder.
class TinyIndexFile {
public:
    TinyIndexFile() {
        if (mkdtemp(folder_.data()) == nullptr) {
            give_up("cannot make " + folder_);
        }
        builder::BuildOptions options;
        options.inputs = {folder_ + "/records.jsonl"};
        options.output = path();
        options.suffix_list_path = folder_ + "/suffixes.dat";
        write_records(options.inputs[0]);
        std::ofstream(options.suffix_list_path) << "com\nde\nuk\nco.uk\njp\n*.kobe.jp\n!city.kobe.jp\n";
        if (const auto summary = builder::build_index(options); !summary) {
            give_up(summary.error().message);
        }
        unlink(options.inputs[0].c_str());
        unlink(options.suffix_list_path.c_str());
    }
    ~TinyIndexFile() {
        unlink(path().c_str());
        rmdir(folder_.c_str());
    }
    TinyIndexFile(const TinyIndexFile&) = delete;
    TinyIndexFile& operator=(const TinyIndexFile&) = delete;

    std::string path() const { return folder_ + "/tiny.bizrec"; }

private:
    static void write_records(const std::string& path) {
        std::ofstream file(path);
        for (int number = 0; number < 70; ++number) {
            char id[40];
            std::snprintf(id, sizeof id, "c0000000-0000-4000-8000-%012d", number);
            file << R"({"store_id":")" << id << R"(","business_name":"Tiny \"é\" )"
                 << (number % 4 == 0 ? "Books" : "Coffee") << R"(","business_categories":["Cafe )" << number % 3
                 << R"("],"num_stores":)" << number % 5 << R"(,"google_rating":)" << number % 6
                 << R"(,"place_id":"ChIJN1t_tDeuEmsRUsoyG83frY)" << number % 9
                 << R"(","root_domain":"tiny.com","city":"C)" << number % 7 << R"(","state":"CA","country":")"
                 << (number % 3 == 0 ? "US" : "FR") << R"(","zip_code":"9410)" << number % 10 << R"(","latitude":)"
                 << number % 60 << R"(,"longitude":)" << -number
                 << R"(,"social_media_links":["https://facebook.com/tiny)" << number % 5 << "\"]}\n";
        }
    }

    std::string folder_ = "/tmp/bizrec-fuzz-XXXXXX";
};

/// Opens the tiny index. Exits with a message if that fails. The file is removed afterwards; the mapping stays valid.
inline std::shared_ptr<const store::Generation> make_tiny_index() {
    const TinyIndexFile file;
    auto generation = store::Generation::open(file.path(), store::Generation::Check::hash);
    if (!generation) {
        give_up(generation.error().message);
    }
    return std::move(generation).value();
}

}  // namespace bizrec::fuzz
