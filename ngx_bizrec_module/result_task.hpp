#pragma once

#include "bizrec/base/result.hpp"
#include "index_thread.hpp"

namespace bizrec::ngx {

/// A task that ends with a value, or with one sentence with the reason why there is none.
template <class T>
class ResultTask : public IndexTask {
public:
    /// The value, or the reason why there is none. Call it after finished().
    Result<T>& result() noexcept { return result_; }

protected:
    Result<T> result_{Error{""}};

private:
    void failed(const char* reason) final { result_ = Error{reason}; }
    void failed_without_memory() noexcept final { result_ = Error{"no memory"}; }  // too short to need an allocation
};

}  // namespace bizrec::ngx
