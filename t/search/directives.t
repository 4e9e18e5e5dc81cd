# The search directives: wrong ones fail `nginx -t` with a message that names file and line, right ones have their effect.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post raw);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $server = Bizrec::Server->new;
my $limit  = qr/bizrec_search_only_ids: "max_limit=N" with N from 1 to 10000, or a variable, was expected, "%s" came/;

sub limit_refused {
    my ($value) = @_;
    return ["max_limit $value", "location /s { bizrec_search_only_ids $value; }", qr/@{[sprintf $limit, quotemeta $value]}/];
}

my $duplicate    = qr/"%s" directive is duplicate/;
my $no_arguments = qr/invalid number of arguments in "%s"/;
my $no_steps     = 'bizrec_search_inline_work: a number of steps such as "50000" was expected, "%s" came';

# The message about a directive.
sub about { my ($message, $directive) = @_; return qr/@{[sprintf $message, $directive]}/ }

my ($only_ids, $work, $pool) = qw(bizrec_search_only_ids bizrec_search_inline_work bizrec_search_thread_pool);
for my $case (
    ['no index',           "location /s { $only_ids; }", qr/"$only_ids" in location "\/s" has no index: "bizrec_index PATH;" is missing/],
    ['outside a location', "$only_ids;",                 qr/"$only_ids" directive is not allowed here/],
    ['twice',              "location /s { $only_ids; $only_ids; }",              about($duplicate,    $only_ids)],
    ['two endpoints',      "location /s { bizrec_enrich_company; $only_ids; }",  about($duplicate,    $only_ids)],
    ['two arguments',      "location /s { $only_ids max_limit=1 max_limit=2; }", about($no_arguments, $only_ids)],
    limit_refused('max_limit=0'),
    limit_refused('max_limit=10001'),
    limit_refused('max_limit='),
    limit_refused('max_limit=-1'),
    limit_refused('max_limit=1k'),
    limit_refused('max_limit=99999999999999999999'),
    limit_refused('limit=10'),
    limit_refused('limit=$arg_n'),
    limit_refused('10'),
    ['a bad variable',        "location /s { $only_ids max_limit=\$; }", qr/invalid variable name/],
    ['work without a number', "$work;",                    about($no_arguments, $work)],
    ['work of a word',        "$work all;",                about($no_steps,     'all')],
    ['negative work',         "$work -1;",                 about($no_steps,     '-1')],
    ['work twice',            "$work 0; $work 1;",         about($duplicate,    $work)],
    ['no pool',               "$pool;",                    about($no_arguments, $pool)],
    ['empty pool',            qq($pool "";),               qr/"$pool" directive needs the name of a thread_pool, or off/],
    ['pool twice',            "$pool default; $pool off;", about($duplicate, $pool)],
    ['off twice',             "$pool off; $pool off;",     about($duplicate, $pool)],
    ['unknown pool',          "$pool elsewhere;",          qr/unknown thread pool "elsewhere"/],
    )
{
    $server->refuses(@$case);
}

# --- their effect

build_index($server->prefix . '/index.mdb', map { { store_id => uuid($_), business_name => "Bakery $_" } } 1 .. 3);
$server->configure(
    main => "worker_processes 1;\nthread_pool late threads=1;\n",
    http => 'add_header X-Offloaded $bizrec_offloaded always; add_header X-Endpoint $bizrec_endpoint always;
    bizrec_index %%PREFIX%%/index.mdb; bizrec_search_inline_work 0; bizrec_search_deadline 0;
    server {
        listen %%LISTEN%%;
        location = /default { bizrec_search_only_ids; }
        location = /inherited { bizrec_search_only_ids max_limit=10; if ($arg_x) { set $y 1; } }
        location = /by_plan { bizrec_search_only_ids max_limit=$arg_max; if ($arg_x) { set $y 1; } }
        location = /by_parts { bizrec_search_only_ids max_limit=${arg_max}0; }
        location = /rewritten { rewrite ^ /by_plan last; }
        location = /missing { error_page 418 = @by_plan; return 418; }
        location @by_plan { bizrec_search_only_ids max_limit=$arg_max; }
        location = /enough { bizrec_search_inline_work 1000000000; bizrec_search_only_ids max_limit=10000; }
        location = /named { bizrec_search_thread_pool late; bizrec_search_only_ids max_limit=1; }
        location /off {
            bizrec_search_thread_pool off;
            location = /off/below { bizrec_search_only_ids; }
            location = /off/again { bizrec_search_thread_pool default; bizrec_search_only_ids; }
        }
        location = /small { client_max_body_size 50; bizrec_search_only_ids; }
        location = /large { client_max_body_size 10m; bizrec_search_only_ids; }
    }'
);
$server->start;

for my $case (
    ['/default',       1, 1000],
    ['/inherited',     1, 10],
    ['/inherited?x=1', 1, 10],
    ['/enough',        0, 10_000],
    ['/named',         1, 1],
    ['/off/below',     0, 1000],
    ['/off/again',     1, 1000]
    )
{
    my ($path, $offloaded, $most) = @$case;
    my $reply = post($server, $path, { query => 'bakery', limit => $most });
    is(scalar @{ $reply->{json} || [] }, $most < 3 ? $most : 3, "$path: rows");
    is_deeply(
        [@{ $reply->{headers} }{qw(x-offloaded x-endpoint)}],
        [$offloaded, 'search_only_ids'],
        "$path: " . ($offloaded ? 'in the pool' : 'inline')
    );
    $reply = post($server, $path, { query => 'bakery', limit => $most + 1 });
    is_deeply([$reply->{status}, $reply->{json}{field}], [422, 'limit'], "$path: the greatest limit is $most");
    like($reply->{json}{error}, qr/maximum limit is $most\b/, '... and the message names it');
}

# max_limit=$variable: the limit is the value in the current request, also after a rewrite and in an error page.
for my $case (
    ['1',          1], ['7', 7],
    ['0007',       7],
    ['10000',      10_000],
    ['10001',      10_000, 'bounded'],
    ['4294967297', 10_000, 'bounded'],
    ['9' x 40,     10_000, 'bounded'],
    (map { [$_, 1000, 'the default'] } '', '0', '00', '-1', '+5', '1k', '5.0', '%205', '5%20', 'none', '0x10'),
    )
{
    my ($value, $most, $why) = @$case;
    for my $path ('/by_plan', '/rewritten', '/missing') {
        my $reply = post($server, "$path?max=$value", { query => 'bakery', limit => $most + 1 });
        like(
            $reply->{json}{error},
            qr/maximum limit is $most, got the number @{[$most + 1]}\z/,
            "$path: max_limit of '$value' is $most" . ($why ? ": $why" : '')
        );
    }
    is(post($server, "/by_plan?max=$value", { query => 'bakery', limit => $most })->{status}, 200, '... which is allowed');
}
like(post($server, $_, { query => 'bakery', limit => 10_000 })->{json}{error}, qr/maximum limit is 1000,/, "$_: no value is the default")
    for '/by_plan', '/rewritten';
like(
    post($server, '/by_plan?x=1&max=5', { query => 'bakery', limit => 6 })->{json}{error},
    qr/maximum limit is 5,/,
    'a block inside inherits the variable'
);
like(post($server, '/by_parts?max=2', { query => 'bakery', limit => 21 })->{json}{error}, qr/maximum limit is 20,/, 'text and a variable');
is(scalar @{ post($server, '/by_plan?max=2', { query => 'bakery' })->{json} }, 2, 'a request without a limit gets no more than that');

sub body_of { my ($size) = @_; my $head = '{"query":"bakery","pad":"'; return $head . 'x' x ($size - length($head) - 2) . '"}' }
is(post($server, '/small', body_of(50))->{status},      200,              'a lower client_max_body_size holds');
is(post($server, '/small', body_of(51))->{json}{code},  'body_too_large', '... for every byte');
is(post($server, $_,       body_of(1 << 20))->{status}, 200,              "$_: a mebibyte is taken") for '/default', '/large';
my $reply = post($server, '/large', body_of((1 << 20) + 1));
is_deeply([$reply->{status}, $reply->{json}{code}], [413, 'body_too_large'], 'a higher client_max_body_size does not');
like($reply->{json}{error}, qr/1 MiB/, '... and the limit is named');

# Without an endpoint with a pool nginx starts no threads.
$server->configure(
    http => 'bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool off;
    server { listen %%LISTEN%%; location = /e { bizrec_enrich_company; } }'
);
$server->reload;
is(scalar(() = glob "/proc/$_/task/*"), 1, 'no pool, no threads') for $server->workers;

$server->allow_log(qr/\[emerg\]/);
Bizrec::Server::finish_all();
done_testing();
