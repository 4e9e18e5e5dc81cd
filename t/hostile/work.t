# Expensive bodies within all limits: the event loop gives each up when its steps are spent, a thread answers with the same
# bytes, and a request that spends all its steps gets the same refusal wherever it began. Work is counted, never timed.
#
# lane: gate sanitize

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $branches = $ENV{BIZREC_INSTRUMENTED} ? 500 : 3000;
my $server   = Bizrec::Server->new;
my $steps    = 'bizrec_search_max_work: a number of steps from 1000000 such as "12000000" was expected, "%s" came';
for my $case (
    ['no number', 'bizrec_search_max_work;',                                         qr/invalid number of arguments/],
    ['twice',     'bizrec_search_max_work 1000000; bizrec_search_max_work 2000000;', qr/"bizrec_search_max_work" directive is duplicate/],
    map { my $value = $_; [$value, "bizrec_search_max_work $value;", qr/\Q@{[sprintf $steps, $value]}\E/] } qw(0 -1 999999 1e9 off)
    )
{
    $server->refuses(@$case);
}

build_index(
    $server->prefix . '/index.mdb',
    map { {
        store_id      => uuid($_),
        business_name => "Golden Coffee $_",
        website_url   => "https://chain.example/$_",
        country       => 'US',
        state         => 'CO',
        city          => 'City ' . int($_ / 40),
        latitude      => 30 + ($_ % 100) / 10,
        longitude     => -110 + $_ / 1000,
    } } 1 .. $branches
);

my $endpoints = join '', map {
    my ($name, $directives) = @$_;
    "location = /$name/e { $directives bizrec_enrich_company; }\n"
        . "location = /$name/s { $directives bizrec_search_only_ids max_limit=10000; }\n"
} (
    ['usual',  ''],
    ['thread', 'bizrec_search_inline_work 0;'],
    ['loop',   'bizrec_search_thread_pool off;'],
    ['few',    'bizrec_search_max_work 1000000;'],
    ['none',   'bizrec_search_max_work 1000000; bizrec_search_inline_work 0;'],
    ['alone',  'bizrec_search_max_work 1000000; bizrec_search_thread_pool off;'],
);
$server->configure(
    http => qq(
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        bizrec_access off;
        bizrec_search_deadline 0;
        add_header X-Loop-Steps \$bizrec_loop_steps always;
        add_header X-Steps \$bizrec_steps always;
        add_header X-Offloaded \$bizrec_offloaded always;
        $endpoints
    })
);
$server->allow_log(qr{\[emerg\]});
$server->start;

my $json = JSON::PP->new->canonical->utf8;

sub search_of {
    return ['s', $json->encode({@_})];
}

sub enrichment_at {
    return ['e', $json->encode({ website => 'chain.example', estimate_total => JSON::PP::true, location => [@_] })];
}
my @circles = map { { lat => 30 + $_ / 10, long => -110 + $_ / 20, geo_radius => 500_000 } } 1 .. 60;
my %body    = (
    'a character that becomes eighteen, in a query' => search_of(query            => "\x{FDFA}" x 500),
    '... in keywords'                               => search_of(include_keywords => [("\x{FDFA}" x 200) x 6]),
    '... in states'                                 => enrichment_at(map { { state => "\x{FDFA}" x 200 } } 1 .. 6),
    'Han'                           => search_of(query => join('', map { chr(0x4E00 + $_) } 1 .. 500), store_name => "\x{5C71}" x 500),
    'Hangul'                        => search_of(query => join('', map { chr(0xAC00 + $_ * 7) } 1 .. 500)),
    'excluded domains with umlauts' => search_of(exclude_root_domains => [map { "m\x{FC}ller$_.de" } 1 .. 200]),
    'excluded domains in ASCII'     => search_of(exclude_root_domains => [map { "shop$_.com" } 1 .. 250]),
    'pages of ids'                  => search_of(limit                => 10000),
    'misspelt words'                => search_of(query                => 'goldn cofee ' x 40),
    'sixty circles over a chain'    => enrichment_at(@circles),
);

my $at_once = 50_000;
my $a_text  = 16 * (1500 + 30 * 500);    # steps are taken before the text is folded
for my $name (sort keys %body) {
    my ($endpoint, $body) = @{ $body{$name} };
    my $usual   = post($server, "/usual/$endpoint", $body);
    my $headers = $usual->{headers};
    is($usual->{status}, 200, "$name: answered") or diag($usual->{content});
SKIP: {
        skip 'the index is smaller', 1 if $ENV{BIZREC_INSTRUMENTED};
        is($headers->{'x-offloaded'}, 1, "$name: by a thread");
    }
    cmp_ok($headers->{'x-loop-steps'}, '<=', $at_once + $a_text, "$name: the event loop gives up");
    for my $other (qw(thread loop)) {
        my $reply = post($server, "/$other/$endpoint", $body);
        is($reply->{content},            $usual->{content},     "$name: the same bytes of /$other");
        is($reply->{headers}{'x-steps'}, $headers->{'x-steps'}, "$name: ... by the same steps");
    }
}

# --- more work than a request may take

for my $request (enrichment_at(map { { state => "\x{FDFA}" x 200 } } 1 .. 40), search_of(include_keywords => [("\x{FDFA}" x 200) x 40])) {
    my ($endpoint, $body) = @$request;
    my $few      = post($server, "/few/$endpoint",   $body);
    my $answered = post($server, "/usual/$endpoint", $body);
    is($answered->{status}, 200, "$endpoint: long texts are answered");
    cmp_ok($answered->{headers}{'x-steps'}, '>', 1_000_000, '... by more steps than a server may be told to take at most');
    is("$few->{status} $few->{json}{code}", '422 too_much_work', '... where they are refused');
    is(
        $few->{json}{error},
        'the request is more work than this server does for one; most of it is long texts in other scripts: '
            . 'send shorter texts, or fewer',
        '... with what to do'
    );
    for my $other (qw(none alone)) {
        my $reply = post($server, "/$other/$endpoint", $body);
        is("$reply->{status} $reply->{json}{error}", "$few->{status} $few->{json}{error}", "... and in the same words by /$other");
    }
}

# --- a header of twelve thousand preferences: the first 64 count

for my $case ([62, 1], [64, 0]) {
    my ($others, $is_read) = @$case;
    my $reply = post($server, '/usual/s', '{"query":"coffee","nothing":1}', { Prefer => 'a,' x $others . 'handling=strict' });
    is($reply->{status}, $is_read ? 422 : 200, "a preference after $others others");
}

Bizrec::Server::finish_all();
done_testing();
