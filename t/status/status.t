# bizrec_status: each form, by address and by Accept; the figures match the requests; they survive a reload and a killed worker;
# `nginx -t` warns of an unprotected location.
#
# lane: gate sanitize debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(program_version slurp);
use Bizrec::Http    qw(post raw request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $endpoints = 'bizrec_index %%PREFIX%%/index.mdb;
        location = /e { bizrec_enrich_company; }
        location = /s { bizrec_search_only_ids; }';
my $http = "server { listen %%LISTEN%%; bizrec_access off; $endpoints
        location /status { bizrec_status; allow 127.0.0.1; deny all; }
        location = /ready { bizrec_status; allow 127.0.0.1; deny all; }
        location /closed { bizrec_status; deny all; }
        location ~ ^/re/ { bizrec_status; allow all; } }";
my $server = Bizrec::Server->new(main => "worker_processes 2;\n", http => $http);
my $path   = $server->prefix . '/index.mdb';
build_index($path,
    map { { store_id => uuid($_), business_name => "Number $_", website_url => 'https://example.com', country_code => 'US' } } 1 .. 3);
my ($generation) = unpack 'H16', substr $server->read('index.mdb'), -4096 + 32, 8;
$server->write('last-build.json',
          qq({"built_at":"2026-11-27T02:14:05Z","read":9,"kept":5,"rejected":{"invalid_json":3,"missing_id":1},"generation":"$generation",)
        . '"seconds":1.5,"peak_memory_bytes":1024}');
$server->start;

sub status {
    my ($form, $accept) = @_;
    return request($server, 'GET', "/status$form", headers => { $accept ? (Accept => $accept) : () });
}
sub tree { return decode_json(status('/json')->{content}) }

sub header {
    my ($reply, $name) = @_;
    return $reply->{headers}{$name} // '';
}

# A worker that has not begun yet, as in a slow (sanitized) nginx, is missing in all figures.
$server->wait_until(sub { status('/ready')->{content} =~ /^2 of 2/m }, 'both workers');

# ---- forms

for my $case (
    ['',         undef,                          'application/json',                                           qr/^\{"state":/],
    ['/',        undef,                          'application/json',                                           qr/^\{"state":/],
    ['/json',    'text/html',                    'application/json',                                           qr/^\{"state":/],
    ['',         'application/json',             'application/json',                                           qr/^\{"state":/],
    ['/metrics', undef,                          'text/plain; version=0.0.4; charset=utf-8',                   qr/^# HELP bizrec_ready /],
    ['',         'text/plain;version=0.0.4',     'text/plain; version=0.0.4; charset=utf-8',                   qr/^# HELP bizrec_ready /],
    ['/metrics', 'application/openmetrics-text', 'application/openmetrics-text; version=1.0.0; charset=utf-8', qr/\n# EOF\n\z/],
    ['/html',    undef,                          'text/html; charset=utf-8',                                   qr/^<!DOCTYPE html>/],
    ['',         'text/html,*/*;q=0.8',          'text/html; charset=utf-8',                                   qr/^<!DOCTYPE html>/],
    ['/live',    undef,                          'text/plain',                                                 qr/^live\n\z/],
    ['/ready',   'application/json',             'text/plain', qr/^ready\n2 of 2 workers are ready\n\z/],
    )
{
    my ($form, $accept, $type, $body) = @$case;
    my $name  = "/status$form" . ($accept ? " as $accept" : '');
    my $reply = status($form, $accept);
    is($reply->{status},               200,   "$name: 200");
    is(header($reply, 'content-type'), $type, '... its type');
    like($reply->{content}, $body, '... its body');
    is(header($reply, 'cache-control'), 'no-store', '... is not kept');
    is(header($reply, 'x-request-id'),  '',         '... no header of an endpoint');
}
# The previous night, and the programs that read the index.
{
    my $json = JSON::PP->new->decode(request($server, 'GET', '/status/json')->{content});
    is_deeply(
        $json->{index}{$path}{build},
        { built_at => '2026-11-27T02:14:05Z', read => 9, kept => 5, rejected => 4, seconds => 1.5, peak_memory_bytes => 1024 },
        'last-build.json in the folder of the index'
    );
    like(request($server, 'GET', '/status/metrics')->{content}, qr/^bizrec_build_records_rejected\{index="[^"]+"\} 4$/m, '... as metrics');
    like($json->{versions}{libraries}{$_},                      qr/\A\d+\.\d+/, "the version of $_") for qw(lmdb openssl simdjson xxhash);
}

my $head = request($server, 'HEAD', '/status/json');
is($head->{status} . ($head->{content} // ''), 200, 'HEAD: no body');
cmp_ok(header($head, 'content-length'), '>', 100, '... its length');
is(request($server, 'POST', '/status', content => '{}')->{status}, 405, 'POST: 405');
is(status($_)->{status}, 404, "/status$_: 404") for '/reday', '/json/x', 'json2';
is(request($server, 'GET', '/ready')->{content},       "ready\n2 of 2 workers are ready\n", 'a location that has its form in its name');
is(request($server, 'GET', '/closed/ready')->{status}, 403,                                 'deny all: 403');
is(request($server, 'GET', '/re/x/live')->{content},   "live\n",                            'by a regular expression: the last segment');

# ---- figures

my $tree = tree();
is($tree->{state}, 'ok', 'all is well');
is_deeply($tree->{reasons}, [], '... for no reason');
my $index = $tree->{index}{$path};
is($index->{records},    3,                                                                             'records of the index');
is($index->{generation}, header(post($server, '/e', { website => 'none.example' }), 'x-index-version'), '... its generation');
is($index->{bytes},      -s $path,                                                                      '... its size');
is_deeply([sort keys %{ $tree->{workers} }], [sort $server->workers], 'workers by their processes');
is($_->{index}{$path}{generation}, $index->{generation}, '... serve the same') for values %{ $tree->{workers} };
cmp_ok($tree->{zones}{bizrec_status}{used}, '>', 100_000, 'zones');
is($tree->{versions}{module}, program_version(), 'versions');
is_deeply([sort keys %{ $tree->{endpoint} }], [qw(enrich_company search_only_ids)], 'endpoints of the configuration');

post($server, '/e', { website => 'example.com' }) for 1 .. 4;
post($server, '/e', $_) for '{', '{"website":1}';
request($server, 'GET', '/e');
my $search = post($server, '/s', { query => 'number 2' });
post($server, '/s', { query => 'numbr 3' });
is($search->{headers}{'x-query-reading'}, 'all_words', 'a search');

# A request is counted after its answer has been sent, and its rows, time and reading after the request.
sub counted {
    my ($requests) = @_;
    $server->wait_until(
        sub {
            my $sum = 0;
            $sum += $_ for map { values %{ $_->{requests} } } values %{ ($tree = tree())->{endpoint} };
            my $e = $tree->{endpoint}{enrich_company};
            return $sum == $requests && $e->{rows} == 12 && $e->{latency}{count} == 7 && $tree->{readings}{all_words} == 1;
        },
        "$requests requests, and their rows, times and readings"
    );
    return $tree->{endpoint};
}
my $e = counted(10)->{enrich_company};
is_deeply($e->{requests}, { 200 => 5, 400 => 1, 404 => 1, 422 => 1 }, 'requests by their statuses');
is($e->{rows},                     12, 'rows');
is($e->{latency}{count},           7,  'times of those that the engine has seen');
is($e->{latency}{buckets}{'+Inf'}, 7,  '... the last bucket has all');
cmp_ok($e->{latency}{sum_s}, '>', 0, '... their sum');
is($tree->{readings}{all_words}, 1, 'readings by name');

my ($metrics) = map { $_->{content} } status('/metrics');
like($metrics, qr/^bizrec_requests_total\{endpoint="enrich_company",status="2xx"\} 5$/m, 'metrics: requests by class');
like($metrics, qr/^bizrec_requests_total\{endpoint="enrich_company",status="4xx"\} 3$/m, '...');
like($metrics, qr/^bizrec_rows_total\{endpoint="enrich_company"\} 12$/m,                 '... rows');
like($metrics, qr/^bizrec_index_records\{index="\Q$path\E"\} 3$/m,                       '... records');
unlike($metrics, qr/127\.0\.0\.1|example\.com/, '... no address, no key');

# ---- the metrics, parsed strictly

sub strictly {
    my ($text, $is_open) = @_;
    my (%type, %seen, @wrong, $family);
    $is_open and ($text =~ s/\n# EOF\n\z/\n/ or push @wrong, 'no # EOF');
    for my $line (split /\n/, $text) {
        if ($line =~ /^# HELP (\w+) \S/)                         { push @wrong, "twice: $line" if $seen{$1}++;   $family = $1;   next }
        if ($line =~ /^# TYPE (\w+) (gauge|counter|histogram)$/) { push @wrong, $line          if $1 ne $family; $type{$1} = $2; next }
        if ($line =~ /^# UNIT (\w+) (\w+)$/) { push @wrong, $line if !$is_open || $1 ne $family || $1 !~ /_\Q$2\E$/; next }
        my ($name, $labels, $value) = $line =~ /^(bizrec_\w+)(?:\{((?:\w+="(?:[^"\\]|\\[\\"n])*",?)+)\})? (\S+)$/
            or push(@wrong, $line), next;
        push @wrong, "no number: $line" if $value !~ /^\d+(?:\.\d+)?(?:e-?\d+)?$/;
        push @wrong, "twice: $line"     if $seen{ "$name " . ($labels // '') }++;
        my $base = $name;
        $base =~ s/_(?:bucket|sum|count)$// if $type{$family} eq 'histogram';
        $base =~ s/_total$//                if $is_open && $type{$family} eq 'counter';
        push @wrong, "of no family: $line" if $base ne $family;
    }
    return \@wrong;
}
is_deeply(strictly($metrics,                                                      0), [], 'metrics: each line is right');
is_deeply(strictly(status('/metrics', 'application/openmetrics-text')->{content}, 1), [], '... as OpenMetrics, too');

# ---- a page for people

my $page = status('/html')->{content};
like($page, qr{<p class="state ok">ok</p>},           'page: the state');
like($page, qr{<th[^>]*>requests 422</th><td>1 <svg}, '... a number, drawn');
unlike($page, qr/<script|https?:|src=/, '... nothing from outside');
like(status('/html')->{headers}{'content-security-policy'}, qr/default-src 'none'/, '... and a policy forbids it');

# ---- figures that survive reloads and workers

$server->kill_workers;
is(counted(10)->{enrich_company}{rows}, 12, 'killed workers: the counters stay');
$server->wait_until(sub { join(' ', sort keys %{ tree()->{workers} }) eq join ' ', sort $server->workers }, 'the new workers alone');
$server->reload;
is(counted(10)->{enrich_company}{rows}, 12, 'a reload: the counters stay');
$server->wait_until(sub { tree()->{state} eq 'ok' }, 'all is well again');
my ($other) = grep { !$tree->{workers}{$_}{ending} } $server->workers;
ok($other, 'workers of the new configuration');

# ---- the shipped snippet, if the site asks for keys

my $snippet = slurp('conf/nginx/snippets/bizrec-status.conf');
$server->configure(http => "server { listen %%LISTEN%%; bizrec_access \$http_x_team; $endpoints\n$snippet }");
is(($server->check)[1] =~ /warn/ ? 'a warning' : '', '', 'the shipped snippet: nginx -t has nothing to say');
$server->reload;
is(request($server, 'GET', '/bizrec/status/live')->{content},   "live\n", '... and it answers without a key');
is(post($server, '/e', { website => 'example.com' })->{status}, 401,      '... unlike the endpoints');

# ---- nginx -t

sub warnings_of {
    my ($directives) = @_;
    $server->configure(
        http => "server { listen %%LISTEN%%; $endpoints bizrec_access off;\nlocation /open {\n bizrec_status;\n$directives } }");
    my ($exit, $text) = $server->check;
    is($exit, 0, "nginx -t with '$directives'");
    return scalar(() = $text =~ /"bizrec_status" in location "\/open" is open to all who reach it: .* in \S+nginx\.conf:\d+$/mg);
}
is(warnings_of(''),                   1, '... warns of a location that nothing guards');
is(warnings_of('auth_basic off;'),    1, '... warns');
is(warnings_of('bizrec_access off;'), 1, '... warns');
is(warnings_of($_),                   0, '... is content')
    for 'deny all;', 'allow 127.0.0.1; deny all;', 'allow ::1;', 'auth_basic people; auth_basic_user_file users;', 'auth_request /auth;',
    'bizrec_access $http_x_team;', 'satisfy any; allow unix:;';
$server->refuses('twice', 'location /s { bizrec_status; bizrec_status; }', '"bizrec_status" directive is duplicate');
$server->refuses(
    'with another handler',
    'location /s { bizrec_status; empty_gif; }',
    '"bizrec_status" in location "/s": a directive below it'
);

$server->allow_log(qr/exited on signal 9|\[emerg\]/);
Bizrec::Server::finish_all();
done_testing();
