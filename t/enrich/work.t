# Expensive enrichments: a thread of a pool gives the same answer as the event loop, and no answer exceeds its limit.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to parse post read_reply);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep);

my $slow     = $ENV{BIZREC_INSTRUMENTED};
my $branches = $slow ? 1000 : 6000;
local $SIG{PIPE} = 'IGNORE';

my $server = Bizrec::Server->new;

# --- wrong directives

my $expected = '%s: a size from 4k to 1024m such as "32m" was expected, "%s" came';
for my $case (
    ['limit without a size', 'bizrec_answer_limit;',                              qr/invalid number of arguments in "bizrec_answer_limit"/],
    ['limit twice',          'bizrec_answer_limit 1m; bizrec_answer_limit 2m;',   qr/"bizrec_answer_limit" directive is duplicate/],
    ['buffer twice',         'bizrec_answer_buffer 1m; bizrec_answer_buffer 2m;', qr/"bizrec_answer_buffer" directive is duplicate/],
    map {
        my $directive = $_;
        map { ["$directive $_", "$directive $_;", qr/\Q@{[sprintf $expected, $directive, $_]}\E/] }
            qw(0 off -1 4095 1025m 2g 99999999999999999999m 1.5m)
    } qw(bizrec_answer_limit bizrec_answer_buffer),
    )
{
    $server->refuses(@$case);
}

# --- the effect of the directives

build_index(
    $server->prefix . '/index.mdb',
    (
        map { {
            store_id             => uuid($_),
            business_name        => "Branch $_",
            website_url          => "https://chain.example/$_",
            country              => 'US',
            state                => 'CO',
            city                 => 'City ' . int($_ / 40),
            latitude             => 30 + ($_ % 100) / 10,
            longitude            => -110 + $_ / 1000,
            google_reviews_count => $_ % 97
        } } 1 .. $branches
    ),
    (
        map { {
            store_id      => uuid($branches + $_),
            business_name => "Large $_",
            website_url   => 'https://large.example/',
            description   => 'x' x 12_000
        } } 1 .. 50
    )
);
$server->configure(
    main => "worker_processes 1;\nthread_pool one threads=1 max_queue=1;\nthread_pool two threads=2 max_queue=1000;\n",
    http => "add_header X-Offloaded \$bizrec_offloaded always; client_body_buffer_size 64k;
    log_format answers '\$uri \$status \"\$bizrec_rows\" \"\$bizrec_total_count\" \"\$bizrec_error\"';
    access_log access-answers.log answers;
    bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool two; bizrec_answer_limit 400k;
    bizrec_search_deadline 0;  # forty requests wait for each other here
    server {
        listen %%LISTEN%%;
        location = /default { bizrec_enrich_company; }
        location = /inline { bizrec_enrich_company; bizrec_search_thread_pool off; }
        location = /pool { bizrec_enrich_company; bizrec_search_inline_work 0; }
        location = /wide { bizrec_enrich_company; bizrec_search_inline_work 1000000000000; }
        location = /narrow { bizrec_enrich_company; bizrec_search_inline_work 0; bizrec_search_thread_pool one; }
        location = /moved { rewrite ^ /pool; }
        location = /small { bizrec_enrich_company; bizrec_answer_limit 300001; if (\$arg_x) { set \$y 1; } }
        location = /large { bizrec_enrich_company; bizrec_answer_limit 32m; }
        location = /search { bizrec_search_only_ids max_limit=10000; bizrec_answer_limit 4k; }
    }"
);
$server->allow_log(qr{\[emerg\]|thread pool "one" queue overflow});
$server->start;

my $json = JSON::PP->new->canonical->utf8;

# An enrichment of a chain in `count` circles, with `pad` blanks after the JSON.
sub circles {
    my ($count, $pad) = @_;
    my @circles = map { { lat => 30 + $_ / 10, long => -110 + $_ / 20, geo_radius => 500_000 } } 1 .. $count;
    return $json->encode({ website => 'chain.example', location => \@circles, estimate_total => JSON::PP::true }) . ' ' x $pad;
}
my $circles = circles(100, 0);
cmp_ok(length $circles, '>', 4096, 'a hundred circles are a body above 4 KiB');
my $fewer = circles(60, 0);
cmp_ok(length $fewer, '<', 4096, 'sixty are not');
my $usual = '{"website":"chain.example"}';
my $city  = '{"website":"chain.example","location":{"city":"City 3","state":"CO"}}';
my $pad   = $usual . ' ' x 4096;
my $codes = $json->encode({ website => 'chain.example', location => [map { { zip_code => [map { "$_" } 10 .. 50] } } 1 .. 18] });
my $large = '{"website":"large.example"}';

# [body, whether a thread does the work by default, whether a thread does it even if the event loop has an unlimited budget]
for my $case (
    [$circles,                                1, 1],
    [$fewer,                                  1, 0],
    [$usual,                                  0, 0],
    [$city,                                   0, 0],
    [$pad,                                    1, 1],
    [$codes,                                  0, 0],
    [$large,                                  1, 0],
    ['{"website":"chain.example","limit":1}', 0, 0]
    )
{
    my ($body, $by_thread, $always) = @$case;
    my $name   = substr $body, 0, 60;
    my %expect = ('/default' => $by_thread, '/inline' => 0, '/pool' => 1, '/wide' => $always, '/large' => $by_thread);
    my $inline = post($server, '/large', $body);
    is($inline->{status}, 200, "$name: answered");
    for my $path (sort keys %expect) {
        next if $body eq $large && $path ne '/large';
        my $reply = post($server, $path, $body);
        is($reply->{content},                $inline->{content}, "$name: the same bytes of $path");
        is($reply->{headers}{'x-offloaded'}, $expect{$path},     "$name: $path on " . ($expect{$path} ? 'a thread' : 'the event loop'));
    }
    is(post($server, '/moved', $body)->{content}, $inline->{content}, "$name: after a redirect") if $body ne $large;
}
for my $body (
    '{', '', '{"website":5}', '{"website":"localhost"}',
    '{"website":"https://www.instagram.com/p/C1/"}',
    '{"website":"chain.example","y":1}'
    )
{
    my ($inline, $pool) = map { post($server, $_, $body) } '/inline', '/pool';
    is_deeply([@$pool{qw(status content)}], [@$inline{qw(status content)}], "$body: the same answer");
    is($pool->{headers}{$_}, $inline->{headers}{$_}, "$body: the same $_") for qw(x-ignored-fields x-identity-note content-type);
}

# --- many at once, clients that leave, a full queue, a reload

sub message {
    my ($path, $body) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($body) . "\r\n\r\n$body";
}

sub send_all {
    my (@messages) = @_;
    my @sockets = map { connect_to($server) } @messages;
    syswrite $sockets[$_], $messages[$_] for 0 .. $#messages;
    return @sockets;
}

sub answers {
    return map { my $text = read_reply($_, patience()); close $_; parse($text) } @_;
}
my $good    = post($server, '/inline', $circles)->{content};
my @replies = answers(send_all(map { message('/pool', $_ % 2 ? $circles : $usual) } 1 .. 40));
is((grep { $_->{status} == 200 } @replies),    40, 'forty at once: all answered');
is((grep { $_->{content} eq $good } @replies), 20, '... each with its own answer');

my ($worker) = $server->workers;
for (1 .. 50) {
    my ($socket) = send_all(message('/pool', $circles));
    sleep rand 0.005;    # a random moment; none needs to be a special one
    close $socket;
}
is(post($server, '/pool', $circles)->{content}, $good, 'after clients that left others are answered');
is_deeply([$server->workers], [$worker], '... by the same worker');

kill 'STOP', $worker;
my @waiting = send_all((message('/narrow', $circles)) x 30);
kill 'CONT', $worker;
@replies = answers(@waiting);
my @refused = grep { $_->{status} == 503 } @replies;
ok(@refused < 30 && !grep({ $_->{status} != 503 && ($_->{content} // '') ne $good } @replies),
    'a queue of one: ' . @refused . ' of 30 refused, the others whole');
is_deeply(
    [map { "$_->{json}{code} $_->{json}{error} $_->{headers}{'retry-after'}" } @refused],
    [('overloaded too many long requests are waiting 1') x @refused],
    '... in JSON'
);

@waiting = send_all((message('/pool', $circles)) x 20);
$server->wait_for_accept;
kill 'HUP', $server->master;
is((grep { ($_->{content} // '') eq $good } answers(@waiting)), 20, 'a reload: what is under way is answered');
$server->wait_for_end($worker);

# --- answers above their limit

my %limits = (
    '/default'   => '409600 bytes (400 KiB)',
    '/inline'    => '409600 bytes (400 KiB)',
    '/small'     => '300001 bytes',
    '/small?x=1' => '300001 bytes'
);
for my $path (sort keys %limits) {
    my $reply = post($server, $path, '{"website":"large.example","z":1}');
    is_deeply([$reply->{status}, @{ $reply->{json} }{qw(code field)}], [422, 'answer_too_large', 'limit'], "$path: too large");
    is(
        $reply->{json}{error},
        "limit: the answer of 50 rows would be larger than $limits{$path}, the greatest that this server sends; "
            . 'ask for fewer rows with a smaller limit',
        '... what to do'
    );
    is($reply->{headers}{'x-ignored-fields'},                                   'z', '... and the notes');
    is(post($server, $path, '{"website":"large.example","limit":1}')->{status}, 200, "$path: with a smaller limit");
}
cmp_ok(length post($server, '/large', $large)->{content}, '>', 600_000, 'a greater limit holds for its location');
is(post($server, '/search', '{"query":"branch","limit":5}')->{status},       200,                'few rows of a search');
is(post($server, '/search', '{"query":"branch","limit":500}')->{json}{code}, 'answer_too_large', 'many');

my @lines;
$server->wait_until(
    sub {
        @lines = $server->lines('access-answers.log');
        grep { m{^/search 422} } @lines;
    },
    'the log'
);
my @large = grep { /answer_too_large/ } @lines;
cmp_ok(scalar @large, '>=', 5, 'refusals are logged');
is_deeply([grep { !/ 422 "0" "0" "answer_too_large"$/ } @large], [], '... with no row');

Bizrec::Server::finish_all();
done_testing();
