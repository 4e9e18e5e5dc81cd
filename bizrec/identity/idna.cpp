#include "bizrec/identity/idna.hpp"

#include <unicode/ucasemap.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <cstdint>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr std::uint32_t idna_options =
    UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE;

// Errors that we ignore: hyphens are not checked, and the caller checks lengths and empty labels for ASCII and Unicode
// names alike.
constexpr std::uint32_t ignored_errors = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN |
                                         UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                         UIDNA_ERROR_DOMAIN_NAME_TOO_LONG;

// A host has at most 253 octets. Much longer UTF-8 is refused before ICU sees it, because ICU's punycode takes
// quadratic time.
constexpr std::size_t max_name_bytes = 1024;

const UIDNA* idna() {
    static const UIDNA* const instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        return uidna_openUTS46(idna_options, &status);
    }();
    return instance;
}

const UCaseMap* case_map() {
    static const UCaseMap* const instance = [] {
        UErrorCode status = U_ZERO_ERROR;
        return ucasemap_open("", U_FOLD_CASE_DEFAULT, &status);
    }();
    return instance;
}

}  // namespace

bool domain_to_ascii(std::string_view utf8, std::string& out) {
    if (utf8.empty() || utf8.size() > max_name_bytes || idna() == nullptr)
        return false;
    char buffer[2 * max_name_bytes];
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length = uidna_nameToASCII_UTF8(idna(), utf8.data(), static_cast<std::int32_t>(utf8.size()),
                                                       buffer, sizeof buffer, &info, &status);
    if (U_FAILURE(status) || (info.errors & ~ignored_errors) != 0)
        return false;
    out.assign(buffer, static_cast<std::size_t>(length));
    for (char c : out)
        if (!is_ascii(c))
            return false;  // ICU leaves a label unchanged if it is too long for punycode
    return true;
}

void fold_case(std::string& text) {
    std::string folded(text.size() * 3 + 8, '\0');
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length =
        ucasemap_utf8FoldCase(case_map(), folded.data(), static_cast<std::int32_t>(folded.size()), text.data(),
                              static_cast<std::int32_t>(text.size()), &status);
    if (U_FAILURE(status) || static_cast<std::size_t>(length) > folded.size())
        return;
    folded.resize(static_cast<std::size_t>(length));
    text.swap(folded);
}

void compose(std::string& text) {
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2* const nfc = unorm2_getNFCInstance(&status);
    std::u16string wide(text.size(), u'\0');  // UTF-16 never has more units than UTF-8 has bytes
    std::int32_t length = 0;
    u_strFromUTF8(wide.data(), static_cast<std::int32_t>(wide.size()), &length, text.data(),
                  static_cast<std::int32_t>(text.size()), &status);
    if (U_FAILURE(status) || unorm2_isNormalized(nfc, wide.data(), length, &status) != 0)
        return;
    std::u16string composed(static_cast<std::size_t>(length) * 3, u'\0');  // NFC can make a text three times as long
    length = unorm2_normalize(nfc, wide.data(), length, composed.data(), static_cast<std::int32_t>(composed.size()),
                              &status);
    std::string narrow(composed.size() * 3, '\0');
    std::int32_t bytes = 0;
    u_strToUTF8(narrow.data(), static_cast<std::int32_t>(narrow.size()), &bytes, composed.data(), length, &status);
    if (U_FAILURE(status))
        return;
    narrow.resize(static_cast<std::size_t>(bytes));
    text.swap(narrow);
}

}  // namespace bizrec::identity
