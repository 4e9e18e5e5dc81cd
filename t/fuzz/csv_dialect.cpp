// Any bytes as the beginning of a table: the delimiter is one of four or unknown, and the sample is no larger than the
// text.
#include "lmdb_builder/import/csv_dialect.hpp"

#include <cstdint>
#include <string_view>

#include "t/fuzz/require.hpp"

using namespace bizrec::builder;
using bizrec::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const CsvSepLine sep = read_sep_line(text);
    require((sep.size == 0) == (sep.delimiter == unknown_delimiter) && sep.size <= size);
    require(sep.size == 0 || text.substr(0, sep.size).find(sep.delimiter) != std::string_view::npos);
    for (const bool is_end : {true, false}) {
        const char found = find_delimiter(text, is_end);
        require(found == unknown_delimiter || std::string_view(",;\t|").find(found) != std::string_view::npos);
        require(!delimiter_name(found == unknown_delimiter ? ',' : found).empty());
        const CsvSample sample = sample_of(text, is_end, found == unknown_delimiter ? ',' : found);
        std::size_t bytes = 0;
        for (const auto& row : sample) {
            require(!row.empty());
            for (const std::string& cell : row) {
                bytes += cell.size();
            }
        }
        require(bytes <= size);
        if (!sample.empty()) {
            const std::string problem = uncut_header({sample[0].begin(), sample[0].end()});
            require(problem.empty() || (sample[0].size() == 1 && problem.find("--delimiter") != std::string::npos));
        }
    }
    return 0;
}
