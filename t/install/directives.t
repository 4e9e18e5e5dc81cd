# Wrong configurations fail `nginx -t` with a message that names the directive, the reason, the file and the line.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Credits;
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new;
my $conf   = $server->prefix . '/nginx.conf';

my @cases = (
    [
        'no index',
        'location /e { bizrec_enrich_company; }',
        qr/"bizrec_enrich_company" in location "\/e" has no index: "bizrec_index PATH;" is missing/
    ],
    ['index without a path', 'bizrec_index;',    qr/invalid number of arguments in "bizrec_index" directive/],
    ['empty path',           'bizrec_index "";', qr/"bizrec_index" directive needs the path of an index file/],
    [
        'variable in the path',
        'bizrec_index $host.mdb;',
        qr/"bizrec_index" directive takes no variables: the file is checked before the first request/
    ],
    [
        'unknown missing=',
        'bizrec_index a.mdb missing=404;',
        qr/bizrec_index: "missing=fail" or "missing=503" was expected, "missing=404" came/
    ],
    ['index twice', 'bizrec_index a.mdb missing=503; bizrec_index b.mdb missing=503;', qr/"bizrec_index" directive is duplicate/],
    [
        'interval of nothing',
        'bizrec_index_interval 0;',
        qr/bizrec_index_interval: a time above 0 such as "1s" or "500ms", or "off" was expected, "0" came/
    ],
    [
        'unknown interval',
        'bizrec_index_interval soon;',
        qr/bizrec_index_interval: a time above 0 such as "1s" or "500ms", or "off" was expected, "soon" came/
    ],
    ['interval twice', 'bizrec_index_interval 1s; bizrec_index_interval off;', qr/"bizrec_index_interval" directive is duplicate/],
    ['memory twice',   'bizrec_index_memory off; bizrec_index_memory lock;',   qr/"bizrec_index_memory" directive is duplicate/],
    ['check twice',    'bizrec_index_check full; bizrec_index_check verdict;', qr/"bizrec_index_check" directive is duplicate/],
    ['unknown check',  'bizrec_index_check none;', qr/bizrec_index_check: "verdict" or "full" was expected, "none" came/],
    [
        'two checks of one index',
        'bizrec_index a.mdb missing=503; location /a { bizrec_enrich_company; }'
            . ' location /b { bizrec_index_check full; bizrec_search_only_ids; }',
        qr{"bizrec_search_only_ids" in location "/b": another location uses the index ".*a\.mdb" with another "bizrec_index_check"}
    ],
    [
        'two intervals for one index',
        'bizrec_index a.mdb missing=503; location /a { bizrec_enrich_company; }'
            . ' location /b { bizrec_index_interval 5s; bizrec_enrich_company; }',
        qr{"bizrec_enrich_company" in location "/b": another location uses the index ".*a\.mdb" with another "bizrec_index_interval",}
            . ' which must be the same for both'
    ],
    [
        'two ways with memory for one index',
        'bizrec_index a.mdb missing=503; location /a { bizrec_enrich_company; }'
            . ' location /b { bizrec_index_memory lock; bizrec_search_only_ids; }',
        qr{"bizrec_search_only_ids" in location "/b": another location uses the index ".*a\.mdb" with another "bizrec_index_memory"}
    ],
    [
        'endpoint twice',
        'bizrec_index a.mdb missing=503; location /e { bizrec_enrich_company; bizrec_enrich_company; }',
        qr/"bizrec_enrich_company" directive is duplicate/
    ],
    [
        'endpoint with an argument',
        'location /e { bizrec_enrich_company on; }',
        qr/invalid number of arguments in "bizrec_enrich_company" directive/
    ],
    ['endpoint outside a location', 'bizrec_enrich_company;', qr/"bizrec_enrich_company" directive is not allowed here/],
    ['credits twice',               'bizrec_credits a.ledger; bizrec_credits off;', qr/"bizrec_credits" directive is duplicate/],
    [
        'a variable in the ledger',
        'bizrec_credits $host;',
        qr/"bizrec_credits" directive needs the path of a ledger, without variables, or off/
    ],
    [
        'a ledger that is not there',
        'bizrec_credits none.ledger;',
        qr{bizrec_credits: .*/none\.ledger: does not exist; make a ledger with lmdb_builder credits create}
    ],
    ['a file that is no ledger', 'bizrec_credits nginx.conf;', qr{bizrec_credits: .*/nginx\.conf: is damaged, or no ledger}],
    [
        'a wrong edge',
        'bizrec_credits a.ledger "edge=a b";',
        qr/bizrec_credits: a name of 1 to 64 of the characters A-Z a-z 0-9 \. _ - was expected, "edge=a b" came/
    ],
    [
        'sync of nothing',
        'bizrec_credits a.ledger sync=0;',
        qr/bizrec_credits: a time above 0 such as "sync=1s" or "unwritten=10m" was expected, "sync=0" came/
    ],
    ['a long sync', 'bizrec_credits a.ledger sync=31s;', qr/bizrec_credits: "sync=" of 30s at most was expected, "sync=31s" came/],
    [
        'unknown teams',
        'bizrec_credits a.ledger unknown=maybe;',
        qr/bizrec_credits: "unknown=refuse" or "unknown=free" was expected, "unknown=maybe" came/
    ],
    [
        'unknown credit option',
        'bizrec_credits a.ledger edges=x;',
        qr/bizrec_credits: "edge=NAME", "sync=TIME", "unknown=refuse\|free" or "unwritten=TIME" was expected, "edges=x" came/
    ],
    [
        'one ledger in two ways',
        'bizrec_credits a.ledger; location /a { bizrec_credits a.ledger sync=2s; }',
        qr{bizrec_credits: ".*/a\.ledger" is used elsewhere with another "edge", "sync" or "unwritten", which must be the same for all}
    ],
    ['price twice', 'bizrec_price 1; bizrec_price 0;', qr/"bizrec_price" directive is duplicate/],
    (
        map { [
            "a price of $_",
            "bizrec_price $_;",
            qr/bizrec_price: credits of a row, from 0 to 1000000 with at most three decimals, such as "1" or "0\.1", were expected, /
                . qr/"\Q$_\E" came/
        ] } qw(-1 0.0001 1000001 free 1e3)
    ),
    [
        'a balance without a ledger',
        'location /b { bizrec_access $host; bizrec_credits_balance; }',
        qr{"bizrec_credits_balance" in location "/b" has no ledger: "bizrec_credits LEDGER;" is missing}
    ],
    [
        'a balance of nobody',
        'bizrec_credits a.ledger; location /b { bizrec_credits_balance; }',
        qr{"bizrec_credits_balance" in location "/b" has a ledger and no team that pays: "bizrec_access \$bizrec_team;" is missing, or off}
    ],
    [
        'a price and nobody who pays',
        'bizrec_index a.mdb missing=503; bizrec_credits a.ledger;'
            . ' location /e { bizrec_access off; bizrec_price 1; bizrec_enrich_company; }',
        qr{"bizrec_enrich_company" in location "/e" has a ledger and no team that pays}
    ],
    ['access without a team', 'bizrec_access;', qr/invalid number of arguments in "bizrec_access" directive/],
    [
        'access of a team that is no variable',
        'bizrec_access team exhausted=$uri;',
        qr/bizrec_access: a TEAM with a variable such as "\$team", or "off" was expected, "team" came, /
            . 'which would be the team of every request'
    ],
    ['access twice', 'bizrec_access $host; bizrec_access off;', qr/"bizrec_access" directive is duplicate/],
    [
        'unknown access option',
        'bizrec_access $host banned=$uri;',
        qr/bizrec_access: "expires=VALUE", "forbidden=VALUE" or "exhausted=VALUE", each once, was expected, "banned=\$uri" came/
    ],
    [
        'access option twice',
        'bizrec_access $host exhausted=1 exhausted=0;',
        qr/bizrec_access: "expires=VALUE", "forbidden=VALUE" or "exhausted=VALUE", each once, was expected, "exhausted=0" came/
    ],
);

for my $case (@cases) {
    $server->refuses(@$case);
}

my @good = (
    ['main level',     'bizrec_index a.mdb missing=503; server { listen %%LISTEN%%; location /e { bizrec_enrich_company; } }'],
    ['server level',   'server { listen %%LISTEN%%; bizrec_index a.mdb missing=503; location /e { bizrec_enrich_company; } }'],
    ['location level', 'server { listen %%LISTEN%%; location /e { bizrec_enrich_company; bizrec_index a.mdb missing=503; } }'],
    ['nested', 'server { listen %%LISTEN%%; location /a/ { bizrec_index a.mdb missing=503; location /a/e { bizrec_enrich_company; } } }'],
    [
        'interval',
        'bizrec_index_interval 500ms; server { listen %%LISTEN%%; bizrec_index_interval off;'
            . ' bizrec_index a.mdb missing=503; location /e { bizrec_enrich_company; } }'
    ],
    [
        'two ways for two indexes',
        'server { listen %%LISTEN%%; location /a { bizrec_index a.mdb missing=503; bizrec_enrich_company; } location /b {'
            . ' bizrec_index b.mdb missing=503; bizrec_index_interval 5s; bizrec_index_memory prefault; bizrec_enrich_company; } }'
    ],
    ['access', 'bizrec_access $host forbidden=$arg_f exhausted=0; server { listen %%LISTEN%%; location /e { bizrec_access off; } }'],
    [
        'many servers',
        'bizrec_index a.mdb missing=503; server { listen %%LISTEN%%; location /e { bizrec_enrich_company; } }'
            . ' server { listen %%LISTEN%%; server_name x; location /e { bizrec_enrich_company; } }'
    ],
);
for my $case (@good) {
    my ($name, $http) = @$case;
    $server->configure(http => $http);
    my ($exit, $text) = $server->check;
    is($exit, 0, "$name: accepted") or diag($text);
}

# Relative paths begin at the prefix, absolute ones stay unchanged.
for my $path ('sub/a.mdb', '/nonexistent/a.mdb') {
    $server->configure(http => "server { listen %%LISTEN%%; bizrec_index $path missing=503; }");
    my ($exit, $text) = $server->check;
    my $full  = $path =~ m{^/} ? $path : $server->prefix . "/$path";
    my $place = " in $conf:" . $server->line_of('bizrec_index');
    like($text, qr/\[warn\] .*bizrec_index "\Q$full\E": does not exist.*\Q$place\E$/m, "missing=503 warns of $path");
}

# nginx warns once of an endpoint without bizrec_access; a directive at any level, or `off`, ends the warning.
for my $case (
    ['no access',  '',                            '/e',     1],
    ['in a regex', '',                            '~ ^/e$', 1],
    ['off',        'bizrec_access off;',          '/e',     0],
    ['a rule',     'bizrec_access $http_x_team;', '/e',     0],
    )
{
    my ($name, $access, $location, $count) = @$case;
    for my $level (qw(http server location)) {
        my %at = (http => '', server => '', location => '', $level => $access);
        $server->configure(
            http => "$at{http} bizrec_index a.mdb missing=503; server { listen %%LISTEN%%; $at{server} location $location { $at{location}\n"
                . 'bizrec_enrich_company; if ($arg_a) { set $b 1; } limit_except POST { deny all; } } }');
        my ($exit, $text) = $server->check;
        is($exit, 0, "$name, $level: accepted");
        my $path  = $location =~ s/^~ //r;
        my @warns = grep { /asks for no key/ } split /^/, $text;
        is(scalar @warns, $count, "$name, $level: " . ($count ? 'one warning' : 'no warning')) or diag($text);
        next if !$count;
        my $warning = qq("bizrec_enrich_company" in location "$path" asks for no key: write "bizrec_access \$bizrec_team;")
            . ' with a map of keys to teams, or confirm with "bizrec_access off;" that it is open to all who reach it';
        my $place = "$conf:" . $server->line_of('bizrec_enrich_company');
        like($warns[0], qr/\[warn\] .*\Q$warning in $place\E$/, '... says what to write, and where');
    }
}

# A price without a ledger, and the other way round: rows are free, and nginx warns until this is confirmed.
my $credits = Bizrec::Credits->new($server);
for my $case (
    [
        'a price alone',
        'bizrec_price 1;',
        qr/has a price and no ledger, so its rows are free: write "bizrec_credits LEDGER;", or confirm with "bizrec_credits off;" in/
    ],
    ['a price, confirmed', 'bizrec_price 1; bizrec_credits off;', undef],
    [
        'a ledger alone',
        'bizrec_credits %%PREFIX%%/credits/ledger.mdb;',
        qr/has a ledger and no price, so its rows are free: write "bizrec_price 1;", or confirm with "bizrec_price 0;" in/
    ],
    ['a ledger, confirmed', 'bizrec_credits %%PREFIX%%/credits/ledger.mdb; bizrec_price 0;', undef],
    ['both',                'bizrec_credits %%PREFIX%%/credits/ledger.mdb; bizrec_price 1;', undef],
    ['none',                '',                                                              undef],
    )
{
    my ($name, $said, $warning) = @$case;
    my $location = "location /e { $said bizrec_enrich_company; if (\$arg_a) { set \$b 1; } }";
    $server->configure(http => "server { listen %%LISTEN%%; bizrec_index a.mdb missing=503; bizrec_access \$http_x_team; $location }");
    my ($exit, $text) = $server->check;
    is($exit, 0, "$name: accepted") or diag($text);
    my @warns = grep { /rows are free/ } split /^/, $text;
    is(scalar @warns, $warning ? 1 : 0, '... ' . ($warning ? 'with one warning' : 'without a warning'));
    like($warns[0], $warning, '... which says what to write') if $warning;
}
$server->configure(http => 'server { listen %%LISTEN%%; bizrec_index a.mdb missing=503; bizrec_access $http_x_team;'
        . ' bizrec_credits %%PREFIX%%/credits/ledger.mdb edge=other; location /e { bizrec_price 1; bizrec_enrich_company; } }');
like(($server->check)[1], qr/\[emerg\] .*ledger\.mdb: is the ledger of edge "test", not of "other"/, 'a ledger of another edge');

# A map may define the names of the shipped files, but not those of the module's own variables.
$server->configure(http => 'map $uri $bizrec_team { default x; } server { listen %%LISTEN%%; }');
is(($server->check)[0], 0, 'a map may define $bizrec_team');
$server->configure(http => 'map $uri $bizrec_rows { default x; } server { listen %%LISTEN%%; }');
like(($server->check)[1], qr/\[emerg\] .*the duplicate "bizrec_rows" variable/, '... and not $bizrec_rows');

# The error log has the messages of nginx -t too.
$server->allow_log(qr/\[emerg\]/);
Bizrec::Server::finish_all();
done_testing();
