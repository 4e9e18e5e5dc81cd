#include "bizrec/identity/platform.hpp"

#include <array>

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

namespace {

constexpr std::string_view any = "any";

constexpr std::array<PlatformTraits, platform_count> table = {{
#define BIZREC_PLATFORM(id, name, octets, letter_case, dots, rest, locale, bare) \
    {name,                                                                       \
     octets,                                                                     \
     PlatformTraits::Case::letter_case,                                          \
     PlatformTraits::Dots::dots,                                                 \
     PlatformTraits::Rest::rest,                                                 \
     PlatformTraits::Locale::locale,                                             \
     bare},
#include "bizrec/identity/data/platforms.inc"
#undef BIZREC_PLATFORM
}};

struct Alias {
    std::string_view name;  // lower-case letters and digits only
    Platform platform;
};

constexpr std::array<Alias, 26> aliases = {{
    {"fb", Platform::facebook},
    {"facebookpage", Platform::facebook},
    {"meta", Platform::facebook},
    {"messenger", Platform::facebook},
    {"ig", Platform::instagram},
    {"insta", Platform::instagram},
    {"x", Platform::twitter},
    {"twitterx", Platform::twitter},
    {"xtwitter", Platform::twitter},
    {"xcom", Platform::twitter},
    {"yt", Platform::youtube},
    {"youtubechannel", Platform::youtube},
    {"li", Platform::linkedin},
    {"linkedincompany", Platform::linkedin},
    {"pin", Platform::pinterest},
    {"thread", Platform::threads},
    {"snap", Platform::snapchat},
    {"bsky", Platform::bluesky},
    {"tg", Platform::telegram},
    {"wa", Platform::whatsapp},
    {"vkontakte", Platform::vk},
    {"odnoklassniki", Platform::ok},
    {"sinaweibo", Platform::weibo},
    {"rednote", Platform::xiaohongshu},
    {"googleplus", Platform::google_plus},
    {"tripadvisorcom", Platform::tripadvisor},
}};

}  // namespace

const PlatformTraits& traits(Platform platform) noexcept {
    return table[static_cast<std::size_t>(platform)];
}

Platform platform_named(std::string_view name) noexcept {
    std::array<char, 32> plain{};
    std::size_t length = 0;
    for (char c : name) {
        if (!is_alnum(c))
            continue;
        if (length == plain.size())
            return Platform::no_platform;
        plain[length++] = lower(c);
    }
    const std::string_view wanted(plain.data(), length);
    for (std::size_t i = 0; i < platform_count; ++i) {
        // "google_sites" is known as "googlesites" too.
        std::size_t at = 0;
        bool same = true;
        for (char c : table[i].name) {
            if (c == '_')
                continue;
            same = same && at < wanted.size() && wanted[at] == c;
            ++at;
        }
        if (same && at == wanted.size())
            return static_cast<Platform>(i);
    }
    for (const Alias& alias : aliases)
        if (alias.name == wanted)
            return alias.platform;
    return Platform::no_platform;
}

}  // namespace bizrec::identity
