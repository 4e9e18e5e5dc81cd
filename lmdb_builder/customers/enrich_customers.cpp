#include "lmdb_builder/customers/enrich_customers.hpp"

#include <chrono>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/customers/customer_lines.hpp"
#include "lmdb_builder/customers/customer_table.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

void read_table(CustomerRun& run, const CustomerProgress& progress) {
    try {
        if (run.options->format == TableFormat::csv) {
            CustomerTable(run).run(progress);
        } else {
            CustomerLines(run).run(progress);
        }
    } catch (const BuildFailure&) {
        run.write_out();  // standard output gets the rows before the failure
        throw;
    }
}

}  // namespace

TableFormat table_format_of(const std::string& path) {
    std::string_view name = path;
    for (const std::string_view packed : {".gz", ".zst"}) {
        if (ends_with(name, packed)) {
            name.remove_suffix(packed.size());
        }
    }
    for (const std::string_view ending : {".jsonl", ".ndjson", ".json"}) {
        if (ends_with(name, ending)) {
            return TableFormat::json_lines;
        }
    }
    return TableFormat::csv;
}

Result<CustomerSummary> enrich_customers(const store::Generation& generation, const CustomerOptions& options,
                                         const CustomerProgress& progress, const UnreadableRow& unreadable) {
    const auto started = std::chrono::steady_clock::now();
    try {
        refuse_output_conflicts({options.input, generation.path()}, {options.output});
        CustomerRun run(generation, options, unreadable);
        read_table(run, progress);
        run.finish();
        run.summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        return std::move(run.summary);
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

}  // namespace bizrec::builder
