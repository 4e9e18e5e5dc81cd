#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "t/unit/identity/support.hpp"

namespace bizrec::identity::test {
namespace {

struct Case {
    const char* text;
    const char* key;  // kind and key, or "none"
};

void expect_all(const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        EXPECT_EQ(brief(website(each.text)), each.key) << each.text;
        EXPECT_EQ(brief(profile(each.text)), each.key) << "as a profile: " << each.text;
    }
}

Identity place(std::string_view id) {
    Identity identity;
    normaliser().place_id(id, identity);
    return identity;
}

TEST(profile, reads_facebook_in_all_its_shapes) {
    expect_all(
        {{"facebook.com/Joes.Diner", "social facebook:joesdiner"},
         {"https://ww.facebook.com/joesdiner/", "social facebook:joesdiner"},
         {"htwww.facebook.com/joesdiner", "social facebook:joesdiner"},
         {"https://business.facebook.com/joesdiner/?business_id=1", "social facebook:joesdiner"},
         {"fb.com/joesdiner", "social facebook:joesdiner"},
         {"https://www.facebook.com/@joesdiner", "social facebook:joesdiner"},
         {"https://www.facebook.com/joesdiner/posts/123", "social facebook:joesdiner"},
         {"https://www.facebook.com/profile.php?id=100012345678", "social facebook:id/100012345678"},
         {"https://www.facebook.com/home.php#!/profile.php?id=1000752813941", "social facebook:id/1000752813941"},
         {"https://m.me/123456789", "social facebook:id/123456789"},
         {"https://www.messenger.com/t/Joes.Diner", "social facebook:joesdiner"},
         {"https://www.facebook.com/@61550000000001", "social facebook:id/61550000000001"},
         {"https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Fjoes&tabs=timeline",
          "social facebook:joes"},
         {"https://fb.com/l/6lp1kJRRR", "none"},
         {"https://www.facebook.com/joes.diner&fref=ts", "social facebook:joesdiner"},
         {"https://www.facebook.com/Joes-Diner-123456789012/", "social facebook:id/123456789012"},
         {"https://www.facebook.com/%E5%96%AC-570929019762341", "social facebook:id/570929019762341"},
         {"https://www.facebook.com/pages/category/Bar/Joes-123456789/", "social facebook:id/123456789"},
         {"https://www.facebook.com/permalink.php?story_fbid=5&id=123456", "social facebook:id/123456"},
         {"https://www.facebook.com/groups/JoesFriends/", "social facebook:groups/joesfriends"},
         {"https://www.facebook.com/pages/Joes-Diner", "none"},
         {"https://www.facebook.com/watch/?v=1", "none"},
         {"https://www.facebook.com/share/p/189zjDdNch/", "none"},
         {"https://developers.facebook.com/docs", "domain facebook.com"},
         {"https://www.facebook.com", "domain facebook.com"}});
}

TEST(profile, ends_where_the_junk_behind_it_begins) {
    const std::string joes = "https://www.facebook.com/joes";
    for (const std::string& text :
         {"<a href=\"" + joes + "\">Facebook</a>", "<a href='" + joes + "'>Facebook</a>",
          "<a class=\"x\" href=\"" + joes + "?ref=1\" target=\"_blank\">Facebook</a>",
          "=HYPERLINK(\"" + joes + "\",\"FB\")", "<" + joes + "|FB>", joes + "|FB", joes + "<br>",
          joes + "<br/>Call us", joes + "&nbsp;", "&nbsp;" + joes, joes + " - FB", joes + " (FB)",
          "[\"" + joes + "\",\"https://x.com/a\"]", "[\"" + joes + "\", \"https://x.com/a\"]",
          std::string("facebook.com/joes and www.instagram.com/x"),
          std::string("facebook.com/joes and instagram.com/x")}) {
        EXPECT_EQ(brief(website(text)), "social facebook:joes") << text;
        EXPECT_EQ(brief(profile(text)), "social facebook:joes") << "as a profile: " << text;
    }
    EXPECT_EQ(brief(profile("https://www.youtube.com/@Joes Diner")), "none") << "a name, not @joes";
    EXPECT_EQ(brief(profile("https://www.facebook.com/pages/Joe's Diner/123456789012")),
              "social facebook:id/123456789012");
    EXPECT_EQ(brief(profile("https://maps.google.com/maps?cid=10281119596374313554\" target=\"_blank\"")),
              "place google_cid:10281119596374313554");
    EXPECT_EQ(website("https://joes.com/menu|Joe's").path, "/menu");
    EXPECT_EQ(website("https://joes.com/our menu/lunch").path, "/our%20menu/lunch");
}

TEST(profile, reads_the_other_networks) {
    expect_all(
        {{"instagram.com/Joes_Diner/?hl=en", "social instagram:joes_diner"},
         {"https://instagr.am/joes", "social instagram:joes"},
         {"https://www.instagram.com/joes/reel/x/", "social instagram:joes"},
         {"https://www.instagram.com/explore/tags/joes/", "none"},
         {"https://www.instagram.com/explore/locations/2843230/joes/", "social instagram:location/2843230"},
         {"https://mobile.twitter.com/Joes/status/1", "social twitter:joes"},
         {"twitter.com/#!/joes", "social twitter:joes"},
         {"https://twitter.com/@joes", "social twitter:joes"},
         {"https://twitter.com/intent/user?screen_name=Joes", "social twitter:joes"},
         {"https://www.instagram.com/stories/highlights/17900000000000000/", "none"},
         {"https://www.instagram.com/popular/joes/", "none"},
         {"https://pic.twitter.com/AbCdEf", "none"},
         {"https://on.soundcloud.com/AbCdEf", "none"},
         {"https://vimeo.com/123456789", "none"},
         {"https://player.vimeo.com/video/123456789", "none"},
         {"https://vimeo.com/user123456789", "social vimeo:user123456789"},
         {"https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/joes", "social soundcloud:joes"},
         {"https://open.spotify.com/intl-de/artist/4Z8W4fKeB5YxbusRsdQVPb",
          "social spotify:artist/4Z8W4fKeB5YxbusRsdQVPb"},
         {"https://open.spotify.com/embed/show/4Z8W4fKeB5YxbusRsdQVPb", "social spotify:show/4Z8W4fKeB5YxbusRsdQVPb"},
         {"https://www.xing.com/companies/Joes", "social xing:company/joes"},
         {"https://www.xing.com/pages/joes/about_us", "social xing:company/joes"},
         {"https://www.xing.com/jobs/oakland-joes-1", "none"},
         {"https://joes.bandcamp.com/album/x", "social bandcamp:joes"},
         {"https://bandcamp.com/discover", "domain bandcamp.com"},
         {"https://www.instagram.com/joes&hl=en", "social instagram:joes"},
         {"https://studio.youtube.com/channel/UCabc/videos", "social youtube:channel/UCabc"},
         {"https://twitter.com/search?q=joes", "none"},
         {"https://x.com", "domain x.com"},
         {"https://www.linkedin.com/company/123456/about/", "social linkedin:company/123456"},
         {"https://www.linkedin.com/company/ace-&-tate", "social linkedin:company/ace-&-tate"},
         {"https://www.linkedin.com/company/ace-&-tate&trk=x", "social linkedin:company/ace-&-tate"},
         {"https://linkedin.com/mwlite/company/joes", "social linkedin:company/joes"},
         {"https://fr.linkedin.com/school/%C3%89cole/",
          "social linkedin:school/\xC3\xA9"
          "cole"},
         {"https://www.linkedin.com/jobs/view/1", "none"},
         {"https://www.youtube.com/channel/UCi6V1m7yP1NXWpxVdNz_rIQ/videos",
          "social youtube:channel/UCi6V1m7yP1NXWpxVdNz_rIQ"},
         {"https://www.youtube.com/@JoesDiner", "social youtube:joesdiner"},
         {"https://www.youtube.com/c/JoesDiner", "social youtube:joesdiner"},
         {"https://www.youtube.com/user/JoesDiner", "social youtube:user/joesdiner"},
         {"https://music.youtube.com/channel/UCabc", "social youtube:channel/UCabc"},
         {"https://maps.apple.com/?q=joes", "none"},
         {"https://apps.apple.com/", "domain apple.com"},
         {"http://m.youtube.com/#/watch?v=XMj38RapJrM", "none"},
         {"https://www.tiktok.com/@Joes.Diner/video/1", "social tiktok:joes.diner"},
         {"https://vm.tiktok.com/ZM1/", "none"},
         {"https://www.pinterest.co.uk/joes/boards/", "social pinterest:joes"},
         {"https://abcd.pinterest.com/joes", "domain pinterest.com"},
         {"https://www.threads.com/@joes/post/x", "social threads:joes"},
         {"https://www.snapchat.com/add/Joes", "social snapchat:joes"},
         {"https://bsky.app/profile/joes.bsky.social", "social bluesky:joes.bsky.social"},
         {"https://t.me/s/Joes", "social telegram:joes"},
         {"https://t.me/joinchat/AAA", "none"},
         {"https://wa.me/15551234567", "social whatsapp:15551234567"},
         {"https://api.whatsapp.com/send?phone=%2B1%20555%20123%204567", "social whatsapp:15551234567"},
         {"https://page.line.me/puk4454p", "social line:puk4454p"},
         {"https://line.me/R/ti/p/%40puk4454p", "social line:puk4454p"},
         {"https://weibo.com/u/3887966172", "social weibo:3887966172"},
         {"https://m.weibo.cn/u/3887966172", "social weibo:3887966172"},
         {"https://m.vk.com/fix_price", "social vk:fix_price"},
         {"https://mastodon.social/@Joes", "social mastodon:joes@mastodon.social"},
         {"https://medium.com/@joes/x", "social medium:joes"},
         {"https://github.com/Joes/repo", "social github:joes"},
         {"https://github.com/pricing", "domain github.com"},
         {"https://www.tumblr.com/blog/Joes", "hosted joes.tumblr.com"},
         {"https://www.tumblr.com/blog/www", "none"},
         {"https://open.substack.com/pub/1111111111111111111111111111111111111111111111111111111111111111", "none"},
         {"https://jo.tumblr.com/post/1", "hosted jo.tumblr.com"},
         {"https://open.substack.com/pub/joes/p/x", "hosted joes.substack.com"},
         {"https://plus.google.com/102331603061342356664/about", "social google_plus:102331603061342356664"},
         {"https://plus.google.com/+JoesDiner", "social google_plus:joesdiner"}});
}

TEST(profile, reads_shops_and_bookings) {
    expect_all(
        {{"https://joescrafts.etsy.com", "social etsy:joescrafts"},
         {"https://www.etsy.com/uk/shop/JoesCrafts?ref=x", "social etsy:joescrafts"},
         {"https://www.etsy.com/listing/1/x", "none"},
         {"https://www.amazon.com/dp/B00ABCDEFG", "none"},
         {"https://www.amazon.com/gp/product/B00ABCDEFG", "none"},
         {"https://www.amazon.com/gp/help/customer/display.html?nodeId=1", "domain amazon.com"},
         {"https://www.amazon.de/-/en/dp/B00ABCDEFG", "none"},
         {"https://www.amazon.de/-/en/Joes-Mug/dp/B00ABCDEFG/ref=sr", "none"},
         {"https://www.amazon.com/hz/wishlist/ls/1", "none"},
         {"https://www.fresha.com/lp/en/tt/barbers", "none"},
         {"https://www.meetup.com/lp/joes", "none"},
         {"https://www.meetup.com/es-ES/joes", "social meetup:joes"},
         {"https://www.opentable.com/r/joes-oakland", "social opentable:joes-oakland"},
         {"https://www.opentable.co.uk/restref/client/?restref=277317&lang=en", "social opentable:id/277317"},
         {"https://www.doordash.com/en-US/store/joes-diner-oakland-1234567/", "social doordash:1234567"},
         {"https://www.ubereats.com/us/store/joes/AbC-_1x", "social ubereats:AbC-_1x"},
         {"https://www.grubhub.com/restaurant/joes-1-main-st/1234567", "social grubhub:1234567"},
         {"https://foursquare.com/v/joes/4c7ee2548e649521025012bd", "social foursquare:v/4c7ee2548e649521025012bd"},
         {"https://www.fresha.com/a/joes-oakland-x1", "social fresha:joes-oakland-x1"},
         {"https://www.vagaro.com/joesbarbers", "social vagaro:joesbarbers"},
         {"https://www.patreon.com/joes", "social patreon:joes"},
         {"https://www.eventbrite.com/o/joes-123456789", "social eventbrite:123456789"},
         {"https://www.eventbrite.de/e/party-1", "none"},
         {"https://www.yelp.de/biz/joes-oakland?osq=x", "social yelp:joes-oakland"},
         {"https://www.tripadvisor.com/Hotel_Review-g1-d99-Reviews-x.html", "social tripadvisor:d99"},
         {"https://www.tripadvisor.com/Tourism-g60713", "none"},
         {"https://beacons.ai/joes", "social beacons:joes"},
         {"https://g.page/r/CdEfG_-1/review", "social gpage:r/CdEfG_-1"}});
}

TEST(profile, pages_of_sellers_and_artists_at_amazon_are_never_amazon) {
    expect_all({{"https://www.amazon.com/stores/node/123456789", "social amazon:node/123456789"},
                {"https://www.amazon.com/stores/author/B000AP9A6K/about", "social amazon:author/B000AP9A6K"},
                {"https://www.amazon.com/stores/Joe-Baker/author/B000AP9A6K", "social amazon:author/B000AP9A6K"},
                {"https://www.amazon.com/Joe-Baker/e/B000AP9A6K", "social amazon:author/B000AP9A6K"},
                {"https://www.amazon.com/author/joebaker", "social amazon:author/joebaker"},
                {"https://www.amazon.com/handmade/JoesMugs", "social amazon:handmade/joesmugs"},
                {"https://www.amazon.com/live/broadcast/1", "none"},
                {"https://www.amazon.com/JoesBooks", "none"},
                {"https://smile.amazon.com/ch/12-3456789", "none"},
                {"https://music.amazon.com/artists/B000AP9A6K/joe", "none"},
                {"https://www.amazon.com/-/es/JoesBooks", "none"},
                {"https://www.amazon.com/-/es", "domain amazon.com"},
                {"https://www.amazon.com/fresh", "domain amazon.com"},
                {"https://aws.amazon.com/s3", "domain amazon.com"}});
}

TEST(profile, pages_of_others_on_the_host_of_a_company_are_not_its_own) {
    expect_all({{"https://www.walmart.com/seller/123", "none"},
                {"https://www.walmart.com/global/seller/123", "none"},
                {"https://www.walmart.com/store/2648", "domain walmart.com"},
                {"https://meetings.hubspot.com/joes", "none"},
                {"https://www.hubspot.com/joes", "domain hubspot.com"},
                {"https://www.godaddy.com/forsale/joes.com", "none"},
                {"https://www.canva.com/design/DAF/view", "none"},
                {"https://www.canva.com/about", "domain canva.com"},
                {"https://www.dropbox.com/s/abc/menu.pdf", "none"},
                {"https://cdn.shopify.com/s/files/1/0001/logo.png", "none"},
                {"https://www.shopify.com/pricing", "domain shopify.com"},
                {"https://stores.ebay.com/joes", "social ebay:str/joes"},
                {"https://www.ebay.com/str/joes", "social ebay:str/joes"},
                {"https://www.ebay.com/joes", "none"},
                {"https://www.ebay.com/help/home", "domain ebay.com"},
                {"https://story.snapchat.com/@joes", "social snapchat:joes"},
                {"https://web.telegram.org/k/#@joes", "none"},
                {"https://shop.tiktok.com/view/shop/123", "none"},
                {"https://business.google.com/n/123/profile", "none"},
                {"https://www.microsoft.com/en-us/store/apps/joes/9nblggh4", "none"},
                {"https://www.microsoft.com/en-us/about", "domain microsoft.com"},
                {"https://biz.yelp.com/home/AbC", "none"}});
}

TEST(profile, reads_pages_of_links_and_tip_jars) {
    expect_all({{"https://heylink.me/@Joes/", "social heylink:joes"},
                {"https://flow.page/joes", "social flow_page:joes"},
                {"https://tap.bio/@joes", "social tap_bio:joes"},
                {"https://linkr.bio/joes?utm_source=ig", "social linkr_bio:joes"},
                {"https://joes.komi.io", "social komi:joes"},
                {"https://joes.taplink.ws/p/menu", "social taplink:joes"},
                {"https://manylink.co/@joes", "social many_link:joes"},
                {"https://ko-fi.com/joes", "social ko_fi:joes"},
                {"https://paypal.me/Joes/25", "social paypal:joes"},
                {"https://www.paypal.com/paypalme/joes", "social paypal:joes"},
                {"https://www.paypal.com/donate/?hosted_button_id=X", "none"},
                {"https://www.paypal.com/us/business", "domain paypal.com"},
                {"https://heylink.me/pricing", "none"},
                {"https://heylink.me", "domain heylink.me"}});
}

TEST(profile, reads_maps_and_blogs_of_portals) {
    expect_all({{"https://yandex.ru/maps/org/joes/1234567890/reviews/", "social yandex:org/1234567890"},
                {"https://yandex.com/maps/?ll=37.6,55.7", "none"},
                {"https://yandex.ru/company", "domain yandex.ru"},
                {"https://2gis.ru/moscow/firm/70000001012345678", "social 2gis:70000001012345678"},
                {"https://blog.naver.com/Joes/2231", "social naver_blog:joes"},
                {"https://m.blog.naver.com/PostView.naver?blogId=joes&logNo=1", "social naver_blog:joes"},
                {"https://smartstore.naver.com/joes/products/1", "social naver_store:joes"},
                {"https://map.naver.com/p/entry/place/1234567", "social naver_place:1234567"},
                {"https://m.place.naver.com/restaurant/1234567/home", "social naver_place:1234567"},
                {"https://www.naver.com", "domain naver.com"},
                {"https://pf.kakao.com/_xhRxcd/chat", "social kakao:_xhRxcd"},
                {"https://place.map.kakao.com/1234567", "social kakao_place:1234567"},
                {"https://ameblo.jp/joes/entry-1.html", "social ameblo:joes"},
                {"https://www.openstreetmap.org/node/1", "none"},
                {"https://www.waze.com/en/live-map/directions?to=ll.1", "none"},
                {"https://www.bing.com/maps?ss=ypid.YN873x1", "none"}});
}

TEST(profile, joins_the_forms_of_one_map_place) {
    const std::string key = "place google_cid:10281119596374313554";
    for (const char* text :
         {"https://maps.google.com/maps?cid=10281119596374313554",
          "https://www.google.de/maps?cid=10281119596374313554",
          "https://www.google.com/maps/place/Google/@-33.8,151.2,17z/"
          "data=!3m1!4b1!4m5!3m4!1s0x6b12ae37b47fdb37:0x8eaddfcd1b32ca52!8m2!3d-33.8",
          "https://www.google.com/maps?ftid=0x6b12ae37b47fdb37:0x8eaddfcd1b32ca52",
          "https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3312.7!2d151.1!3d-33.8!3m3!1m2!"
          "1s0x6b12ae37b47fdb37%3A0x8eaddfcd1b32ca52!2sGoogle!5e0",
          "https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4",
          "https://www.google.com/maps/search/?api=1&query=x&query_place_id=ChIJN1t_tDeuEmsRUsoyG83frY4",
          "https://search.google.com/local/writereview?placeid=ChIJN1t_tDeuEmsRUsoyG83frY4",
          "https://www.google.com/search?q=x&ludocid=10281119596374313554"})
        EXPECT_EQ(brief(website(text)), key) << text;
    for (const char* id :
         {"ChIJN1t_tDeuEmsRUsoyG83frY4", "GOOGLE_MAP@ChIJN1t_tDeuEmsRUsoyG83frY4", "10281119596374313554",
          "0x6b12ae37b47fdb37:0x8eaddfcd1b32ca52", "https://maps.google.com/?cid=10281119596374313554"})
        EXPECT_EQ(brief(place(id)), key) << id;
    EXPECT_EQ(brief(place("EiQxMjMgTWFpbiBTdCwgT2FrbGFuZA")), "place google_place:EiQxMjMgTWFpbiBTdCwgT2FrbGFuZA");
    for (const char* id : {"", "0", "99999999999999999999999", "a b", "joes", "ChIJ!"})
        EXPECT_EQ(place(id).kind, Kind::reject) << id;
}

TEST(profile, decomposed_and_twice_encoded_letters_are_the_composed_ones) {
    const std::vector<std::array<const char*, 2>> cases = {
        {"https://www.linkedin.com/company/caf\u00E9", "https://www.linkedin.com/company/cafe\u0301"},
        {"https://www.linkedin.com/company/caf\u00E9", "https://www.linkedin.com/company/CAFE%CC%81"},
        {"https://www.linkedin.com/school/caf\u00E9", "https://www.linkedin.com/school/caf%25C3%25A9"},
        {"https://www.linkedin.com/in/caf\u00E9", "https://www.linkedin.com/in/cafe%25CC%2581"},
        {"https://www.youtube.com/@\u016B-hub", "https://www.youtube.com/@u%CC%84-hub"},
        {"https://www.youtube.com/@\u30AC\u30E9\u30B9", "https://www.youtube.com/@\u30AB\u3099\u30E9\u30B9"},
        {"https://www.youtube.com/@\u0439\u043E\u0434", "https://www.youtube.com/@\u0418\u0306\u043E\u0434"},
        {"https://www.yelp.com/biz/caf\u00E9", "https://www.yelp.com/biz/cafe%CC%81"},
    };
    for (const auto& [composed, other] : cases) {
        EXPECT_EQ(website(composed).kind, Kind::social) << composed;
        EXPECT_EQ(brief(website(other)), brief(website(composed))) << other;
    }
    EXPECT_EQ(brief(website("https://www.linkedin.com/company/100%25-cotton")), "social linkedin:company/100%-cotton");
    EXPECT_EQ(brief(website("https://www.linkedin.com/company/cafe")), "social linkedin:company/cafe");
}

TEST(profile, escaped_marks_part_an_address_as_plain_ones_do) {
    const std::vector<std::array<const char*, 2>> cases = {
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%2F"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%252f"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/%2Flanternroom"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%5C"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%2Fphotos%2F"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%3Ffref=ts"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%23photos"},
        {"https://www.facebook.com/lanternroom", "https://www.facebook.com/lanternroom%26ref=1"},
        {"https://www.facebook.com/lanternroom", "facebook.com%2Flanternroom"},
        {"https://www.facebook.com/profile.php?id=100001234567", "facebook.com%2Fprofile.php%3Fid=100001234567"},
        {"https://www.facebook.com/profile.php?id=100001234567", "facebook.com/profile.php%3Fid=100001234567"},
        {"https://www.linkedin.com/company/acme", "https://www.linkedin.com/company%2Facme"},
        {"https://www.linkedin.com/company/a/b", "https://www.linkedin.com/company/a%252Fb"},
        {"https://www.youtube.com/@joes/videos", "https://www.youtube.com/@joes%2Fvideos"},
        {"https://twitter.com/#!/joes", "https://twitter.com/%23%21/joes"},
        {"https://www.yelp.com/biz/joes-diner", "https://yelp.com/biz%2Fjoes-diner"},
        {"https://joes.com/menu", "joes.com%2Fmenu"},
    };
    for (const auto& [plain, escaped] : cases) {
        EXPECT_NE(website(plain).kind, Kind::none) << plain;
        EXPECT_EQ(brief(website(escaped)), brief(website(plain))) << escaped;
    }
    for (const char* const home : {"https://x.com/%2F", "https://x.com/%23", "https://x.com/%3Flang=de"})
        EXPECT_EQ(website(home).kind, Kind::none) << home << ": no profile, and not the platform's owner";
    EXPECT_EQ(website("https://www.facebook.com/sharer%2Fsharer.php").kind, Kind::none);
    EXPECT_EQ(website("joes.com%20menu").kind, Kind::reject);
    EXPECT_EQ(website("%2Fjoes").kind, Kind::reject);
}

TEST(profile, links_of_apps_are_the_profiles_that_they_open) {
    const std::vector<PageCase> cases = {
        {"fb://page/123456789012", "social facebook:id/123456789012"},
        {"fb://profile/123456789012", "social facebook:id/123456789012"},
        {"fb://facewebmodal/f?href=https://www.facebook.com/joes", "social facebook:joes"},
        {"instagram://user?username=joes", "social instagram:joes"},
        {"twitter://user?screen_name=joes", "social twitter:joes"},
        {"linkedin://company/joes", "social linkedin:company/joes"},
        {"pinterest://user/joes", "social pinterest:joes"},
        {"snapchat://add/joes", "social snapchat:joes"},
        {"tg://resolve?domain=joes", "social telegram:joes"},
        {"whatsapp://send?phone=15551234567", "social whatsapp:15551234567"},
        {"vk://vk.com/joes", "social vk:joes"},
        {"googlechrome://www.joes.com/menu", "domain joes.com"},
        {"intent://www.joes.com/menu#Intent;scheme=https;end", "domain joes.com"},
        {"about:reader?url=https%3A%2F%2Fjoes.com", "domain joes.com"},
        {"read://https_joes.com/?url=https%3A%2F%2Fjoes.com%2F", "domain joes.com"},
        // These name no account, or an action of the app.
        {"fb://page/joes", "reject"},
        {"fb://group/123", "reject"},
        {"instagram://media?id=123", "reject"},
        {"instagram://joes", "reject"},
        {"tg://resolve?url=https://joes.com", "reject"},
        {"twitter://post?message=https://joes.com", "reject"},
        {"intent://scan/#Intent;scheme=zxing;end", "reject"},
        {"about:blank", "reject"},
        {"ftp://joes.com/?url=https://joes.com", "reject"}};
    for (const PageCase& each : cases) {
        EXPECT_EQ(brief(profile(each.text)), each.expected) << each.text;
        EXPECT_EQ(brief(website(each.text)), each.expected) << each.text;
    }
}

TEST(profile, mirrors_of_a_network_show_its_profiles) {
    EXPECT_EQ(brief(profile("https://www.picuki.com/profile/joes")), "social instagram:joes");
    EXPECT_EQ(brief(profile("https://imginn.com/joes/")), "social instagram:joes");
    EXPECT_EQ(brief(profile("https://xcancel.com/joes")), "social twitter:joes");
}

}  // namespace
}  // namespace bizrec::identity::test
