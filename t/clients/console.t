# The console and /openapi.json of conf/nginx/snippets/bizrec-www.conf: types, headers, no content of other servers. In addition
# each state of the page in a headless Chromium (t/browser/console.cjs), if Chromium and the tools of .ci/openapi-tools are
# installed.
#
# needs: npm chromium
# lane: gate

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Credits;
use Bizrec::Http  qw(request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use JSON::PP;
use Test::More;

my $repository = $Bizrec::Server::repository;
my $tools      = "$repository/build/openapi/node_modules";

my $server = Bizrec::Server->new;
my $www    = Bizrec::Shipped::write_www($server);
$server->configure(
    http => "
    map \$http_authorization \$team {
        default '';
        'Bearer key-rich' rich;
        'Bearer key-poor' poor;
        'Bearer key-slow' slow;
        'Bearer key-down' down;
    }
    map \$team \$slow { slow 1; default ''; }
    limit_req_zone \$slow zone=slow:1m rate=1r/m;
    limit_req_status 429;
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access \$team;
        bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=test sync=50ms;
        bizrec_price 1;
        bizrec_search_explain on;
        location = /api/v1/enrich_company { if (\$team = down) { rewrite ^ /down last; } limit_req zone=slow; bizrec_enrich_company; }
        location = /api/v1/search { bizrec_search; }
        location = /api/v1/search/only_ids { bizrec_search_only_ids; }
        location = /down { bizrec_index none.mdb missing=503; bizrec_enrich_company; }
        $www
    }",
);
my $ledger = Bizrec::Credits->new($server);
$ledger->grant(@$_) for ['rich', '100000', 'a'], ['poor', '2', 'b'], ['slow', '100', 'c'], ['down', '100', 'd'];
build_index(
    $server->prefix . '/index.mdb',
    (
        map { {
            store_id      => uuid($_),
            business_name => "Shop $_",
            website_url   => 'https://example.com',
            country       => 'US',
            city          => 'Seattle',
            latitude      => 47.6 + $_ / 100,
            longitude     => -122.3 - $_ / 50,
            phone         => "206-555-010$_",
            google_rating => 4.5
        } } 1 .. 6
    ),
    (map { { store_id => uuid($_), business_name => $_ < 15 ? 'Maple Grove' : 'Maple Grave', country => 'US' } } 10 .. 18),
    {
        store_id      => uuid(9),
        business_name => '<b>Bold</b><script>alert(1)</script>',
        website_url   => 'https://markup.example',
        country       => 'US'
    }
);
$server->start;

sub get { my ($path) = @_; return request($server, 'GET', $path) }

# --- files and headers

my $document = get('/openapi.json');
is_deeply([$document->{status}, $document->{headers}{'content-type'}], [200, 'application/json'], '/openapi.json, without a key');
my $paths = decode_json($document->{content})->{paths};
is_deeply(
    [sort keys %$paths],
    [sort(slurp("$repository/docs/openapi.yaml") =~ /^  (\/api\S+):$/mg)],
    '... has the addresses of docs/openapi.yaml'
);

my $policy = join '; ', "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", 'img-src data:',
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'";
my %types = (html => 'text/html', css => 'text/css', js => 'text/javascript');
my $page  = get('/console/');
like($page->{headers}{'content-type'}, qr{^text/html; charset=utf-8$}, '/console/ is a page');
is(get('/console')->{headers}{location}, '/console/', '/console redirects to it without a host name, so that any proxy works');
for my $file (map { s{.*/}{}r } glob "'$repository'/conf/www/console/*") {
    my $reply = get("/console/$file");
    my ($type) = $file =~ /(\w+)$/;
    is_deeply([$reply->{status}, $reply->{headers}{'content-type'}], [200, "$types{$type}; charset=utf-8"], $file);
    is($reply->{headers}{'content-security-policy'}, $policy, '... its policy');
    is_deeply(
        [@{ $reply->{headers} }{qw(x-content-type-options referrer-policy cache-control)}],
        [qw(nosniff no-referrer no-cache)],
        '... and its other headers'
    );
    my $text = slurp("$repository/conf/www/console/$file");
    unlike($text, qr{https?://(?!www\.w3\.org/2000/svg|\w+\.example\.com|www\.instagram\.com/example)}, '... nothing from elsewhere');
    unlike(
        $text,
        qr/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\(|new Function|localStorage|sessionStorage|document\.cookie/,
        '... no markup from data, and nothing kept'
    ) if $type eq 'js';
    unlike($text, qr/ style=| on\w+=|<style|<script(?! type="module" src=)/, '... no style or script in it') if $type eq 'html';
}
is(get('/console/missing.js')->{status}, 404, 'what is not there');

# --- in a browser

my ($chromium) = grep { -x } map {
    my $folder = $_;
    map { "$folder/$_" } qw(chromium chromium-browser google-chrome)
} split /:/, $ENV{PATH};
SKIP: {
    skip 'no Chromium here: apt-get install chromium', 1 unless $chromium;
    skip 'no node here, or no .ci/openapi-tools',      1 unless -d "$tools/puppeteer-core" && system('command -v node >/dev/null') == 0;
    skip 'a browser tells nothing of the module under a tool', 1 if $ENV{BIZREC_INSTRUMENTED};
    local $ENV{NODE_PATH} = $tools;
    my $screenshots = $ENV{BIZREC_SCREENSHOTS} || $server->prefix . '/screenshots';
    open my $out, '-|', 'node', "$repository/t/browser/console.cjs", $chromium, 'http://127.0.0.1:' . $server->port, $screenshots
        or die "node: $!\n";
    my $said = eval {
        decode_json(do { local $/; <$out> });
    };
    close $out;
    skip "Chromium does not start here: $said->{cannot}", 1 if $said && $said->{cannot};
    is($?, 0, 'the browser has walked to its end') or last;
    my ($wrong, $of) = @$said{qw(wrong states)};
    is_deeply(
        $wrong,
        { violations => [], errors => [], elsewhere => [] },
        'no violation of the policy, no error, no request elsewhere, no key in an address'
    );
    is_deeply([grep { $of->{$_}{kept} } sort keys %$of],         [], 'nothing is kept, and the address stays as it is');
    is_deeply([grep { $of->{$_}{overflow} > 0 } sort keys %$of], [], 'no state is wider than the window');

    like($of->{first}{status}, qr/key stays in this page's memory/, 'first: it says what becomes of the key');
    is($of->{first}{focus}, 'text',     '... and waits for the website');
    is($of->{first}{key},   'demo-key', "... with the demo's key, on this machine alone");
    is_deeply(
        [@{ $of->{empty} }{qw(status rows facts)}],
        ['Type a website first, or click on an example.', [], {}],
        'no empty field is sent'
    );
    is($of->{example}{text}, 'starbucks.com', 'an example is a click away');
    like($of->{example}{status}, qr/^No record matches/, '... and asks');
    is(
        $of->{narrowed}{narrowed},
        'Only records in US: the place names no country. Put another one into Country.',
        'a narrowed country is told at the top'
    );
    is($of->{search}{narrowed},                 '', '... and none that was named');
    is(scalar @{ $of->{enrichment_all}{rows} }, 6,  'more rows of a website');
    like($of->{enrichment_all}{status}, qr/^6 rows; /, '... which are all');
    ok(!$of->{enrichment_all}{moreShown}, '... and no more');
    is(scalar @{ $of->{enrichment}{rows} }, 4, 'enrichment, by Enter: four rows');
    is_deeply(
        [@{ $of->{enrichment} }{qw(points mapShown moreShown)}],
        [4, JSON::PP::true, JSON::PP::true],
        '... on the map, and there is more'
    );
    like($of->{enrichment}{status}, qr/^4 of 6 rows; [\d.]+ ms, of which the engine [\d.]+ ms, 4 credits\.$/, '... time and price');
    is($of->{enrichment}{facts}{'Credits charged'}, '4', '... and the headers');
    like(
        $of->{enrichment}{lines},
        qr{^curl -s 'http://.*/api/v1/enrich_company'.*Bearer \$KEY.*"website":"https://www\.example\.com/stores"}s,
        '... and the line for a shell, without the key'
    );
    like($of->{record}{record}, qr/"business_name": "Shop \d"/, 'record: the arrow and Enter open the second row');
    is($of->{record}{focus}, '2', '... which keeps the focus');
    is_deeply(
        [$of->{nothing}{status} =~ /^No record matches/ ? 1 : 0, $of->{nothing}{mapShown}],
        [1,                                                      JSON::PP::false],
        'nothing: it says so'
    );
    is($of->{search}{facts}{'How the words were read'}, 'all_words',    'search: how the words were read');
    is($of->{search}{moreShown},                        JSON::PP::true, '... and there is more');
    like($of->{explained}{explanation}, qr/\S.*\n.*\d/, 'explained: a click on a point opens its row, with the parts of the score');
    is(scalar @{ $of->{second_page}{rows} }, 6, 'second page: all six rows');
    is_deeply(
        [@{ $of->{second_page} }{qw(focus moreShown)}],
        ['5', JSON::PP::false],
        '... the first new one has the focus, and that was all'
    );
    like($of->{ids}{rows}[0][1],                       qr/\A00000000-0000-4000-8000-/, 'ids: a table of ids');
    like($of->{ids}{facts}{'How the words were read'}, qr/^decoded; *searched="shop"/, '... the words that were meant');
    like($of->{meant}{meant},  qr/^Did you mean\s+maple grave\s*\?$/,                  'meant: other words that are nearly as likely');
    like($of->{meant}{status}, qr/^4 of 5 rows/,                                       '... with the rows of the likelier ones');
    is($of->{instead}{text},       'maple grave', '... a click asks for them');
    is($of->{instead}{rows}[0][1], 'Maple Grave', '... and shows their rows');
    is($of->{$_}{meant},           '',            "$_: no other words") for qw(first instead ids search nothing);
    like($of->{markup}{problem}, qr/^422: A field is not as it must be.*<img src=x onerror=alert\(1\)>/s, 'markup in the request is text');
    is($of->{script_in_record}{rows}[0][1], '<b>Bold</b><script>alert(1)</script>', 'markup in a record is text');
    like($of->{script_opened}{record}, qr/<script>alert\(1\)/,                                         '... also in the whole record');
    like($of->{price}{status},         qr/^4 of 6 rows would cost 4 credits\. Nothing was charged\.$/, 'price');
    is_deeply($of->{price}{rows}, [], '... without a row');
    like($of->{ $_->[0] }{problem}, $_->[1], "$_->[0]: in words")
        for (
        ['e401',    qr/^401: The key is not accepted\n.*Invalid API Key.*Request id: \w+/s],
        ['e402',    qr/^402: The balance does not cover this\n.*Needed: 4 credits; left: 2\n/s],
        ['e422',    qr/^422: .*\nlimit: maximum limit is 50.*Field: limit\n/s],
        ['e429',    qr/^429: Too many requests\n.*Try again in \d+ s/s],
        ['e503',    qr/^503: The server cannot answer now\n.*Try again in \d+ s.*Request id/s],
        ['offline', qr/^No answer\n+The server was not reached/],
        );
    is_deeply($of->{e429}{rows}, [], '... and no row of before is left');
    my $origin = 'http://127.0.0.1:' . $server->port;
    my @words  = (
        "curl -s '$origin/api/v1/search'",
        '-H "Authorization: Bearer $KEY"',
        q(-H 'Prefer: handling=strict'),
        q(-d '{"query":"it'\\''s \\"coffee\\"","location":{"city":"Oakland"},"limit":4}')
    );
    is($of->{curl}{lines}, join(" \\\n     ", @words), 'curl: quoted for a shell');
    like($of->{python}{lines}, qr/api\.search\(query="it's \\"coffee\\"", location=\{"city": "Oakland"\}, limit=4\):/, 'Python');
    like($of->{typescript}{lines},
        qr/await api\.search\(\{"query":"it's \\"coffee\\"","location":\{"city":"Oakland"\},"limit":4\}\)/, 'TypeScript');
    is(scalar @{ $of->{phone}{rows} }, 4, 'phone: the rows are there');
    isnt($of->{dark}{back}, $of->{first}{back}, 'dark: another background');
}

$server->stop;
done_testing();
