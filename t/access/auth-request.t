# The configuration with a key service in docs/run.md, unchanged except for paths and addresses; with a service that answers,
# fails, hangs, is dead, and comes back.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use Digest::SHA qw(sha256_hex);
use Test::More;
use Time::HiRes qw(time);

my $text      = Bizrec::Shipped::slurp("$Bizrec::Server::repository/docs/run.md");
my ($example) = $text =~ /\n## Keys in a service of yours.*?\n```nginx\n(.*?)\n```/s or die 'no example in docs/run.md';
my %digest    = map { $_ => sha256_hex($_) } qw(good nobody banned broke strange);

# The service is a separate nginx, which the test can stop.
my $service = Bizrec::Server->new;

sub service_says {
    my ($decisions) = @_;
    return $service->configure(
        http => qq(
    map_hash_bucket_size 128;
    log_format asked '\$http_x_key_sha256|\$http_x_api_key\$http_authorization|\$request_method|\$content_length';
    map \$http_x_key_sha256 \$decision { $decisions }
    server {
        listen %%LISTEN%%;
        access_log access.log asked;
        location = /decision {
            add_header X-Team team-of-\$decision always;
            add_header Cache-Control no-store always;
            add_header X-Accel-Redirect /_denied always;
            if (\$decision = 204) { return 204; }
            if (\$decision = 403) { return 403; }
            if (\$decision = 418) { return 418; }
            if (\$decision = 500) { return 500; }
            if (\$decision = 402) { add_header X-Reason 402 always; return 403; }
            return 401;
        }
    })
    );
}
my $decisions = "default 401; $digest{good} 204; $digest{banned} 403; $digest{broke} 402; $digest{strange} 418;";
service_says($decisions)->start;

# An edge with the configuration in docs/, except for longer timeouts, so that it waits for a slow service.
sub edge {
    my ($seconds, $stale) = @_;
    my $text = $example;
    my %to   = (
        'listen 8080'                            => 'listen %%LISTEN%%',
        '/etc/nginx/snippets/bizrec-errors.conf' => qq("$Bizrec::Server::repository/conf/nginx/snippets/bizrec-errors.conf"),
        '/srv/bizrec'                            => '%%PREFIX%%',
        '/var/cache/nginx/bizrec'                => 'cache',
        '127.0.0.1:9000'                         => '127.0.0.1:' . $service->port,
        '127.0.0.1:8081'                         => '127.0.0.1:' . Bizrec::Server::free_port(),
        'max-age=10'                             => "max-age=$seconds",
        '=3600'                                  => "=$stale",
        'rate=100r/s'                            => 'rate=10000r/s',
        'rate=50r/s'                             => 'rate=10000r/s',
    );
    for my $from (sort keys %to) { $text =~ s/\Q$from\E/$to{$from}/g or die "the example has no $from" }
    $text =~ s/proxy_\w+_timeout \K\d+s/60s/g or die 'the example has no time limit';
    my $edge = Bizrec::Server->new(
        http => "map_hash_bucket_size 128;
    $text
    log_format team '\$team|\$status|\$bizrec_error';
    access_log team.log team;
    access_log access.log team;"
    );
    build_index($edge->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
    return $edge->start;
}
my $server = edge(3600, 3600);    # no decision expires before the test has ended

my $path = '/api/v1/enrich_company';
my $good = '{"website":"example.com"}';

my %body = (
    401 => '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}',
    402 => '{"error":"Credit limit reached","detail":"Credit limit reached","code":"credit_limit_reached"}',
    403 => '{"error":"Forbidden","detail":"Forbidden","code":"forbidden"}',
    404 => '{"error":"Not Found","detail":"Not Found","code":"not_found"}',
    500 => '{"error":"Internal Server Error","detail":"Internal Server Error","code":"internal"}',
);
for my $case (
    ['a key that the service knows', 'POST', { 'X-API-Key' => 'good' },          200, undef],
    ['... in the other header',      'POST', { Authorization => 'bearer good' }, 200, undef],
    ['no key',                       'POST', {},                                 401, $body{401}],
    ['an unknown key',               'POST', { 'X-API-Key' => 'nobody' },                                401, $body{401}],
    ['two keys',                     'POST', { 'X-API-Key' => 'good', Authorization => 'Bearer broke' }, 401, $body{401}],
    ['not allowed',                  'POST', { 'X-API-Key' => 'banned' },                                403, $body{403}],
    ['no credit',                    'POST', { 'X-API-Key' => 'broke' },                                 402, $body{402}],
    ['an answer that means nothing', 'POST', { 'X-API-Key' => 'strange' },                               500, $body{500}],
    ['a wrong method',               'PUT',  { 'X-API-Key' => 'good' },                                  404, $body{404}],
    )
{
    my ($name, $method, $headers, $status, $body) = @$case;
    for my $round (1, 2) {    # the second from the cache
        my $reply = request($server, $method, $path, headers => $headers, content => $good);
        is($reply->{status}, $status, "$name: $status");
        defined $body ? is($reply->{content}, $body, "$name: the body") : is($reply->{json}[0]{id}, uuid(1), "$name: the row");
        is($reply->{headers}{'content-type'},     'application/json',                "$name: its type");
        is($reply->{headers}{'www-authenticate'}, $status == 401 ? 'Bearer' : undef, "$name: WWW-Authenticate");
    }
}
my $large = post($server, $path, 'x' x 70_000, { 'X-API-Key' => 'good' });
is("$large->{status} $large->{json}{code}", '413 body_too_large', 'a large body: 413 in JSON, in spite of error_page in the location');
is(request($server, 'GET', $_)->{status},   404,                  "$_ has no address") for qw(/_auth /_denied);

$server->wait_until(sub { (() = $server->read('team.log') =~ /\n/g) >= 21 }, 'the log');
like($server->read('team.log'), qr/\Ateam-of-204\|200\|-\n/, 'the team that the service named is in the log');
my @asked = $service->lines('access.log');
my %times;
$times{ (split /\|/)[0] }++ for @asked;
is($times{ $digest{$_} }, 1, "the service was asked once about $_") for qw(good banned broke);
is_deeply([grep { !/\A(?:[0-9a-f]{64}|-)\|--\|GET\|-\z/ } @asked], [], '... by the digest, without key and body');

# --- a failing service

my $unavailable = '{"error":"Service Unavailable","detail":"Service Unavailable","code":"internal"}';
my $number      = 0;

sub ask { my ($edge, $key) = @_; return post($edge, $path, $good, { 'X-API-Key' => $key }) }

# The statuses that keys of each kind get: keys that the service has judged before, and a new key at each call.
sub keys_get {
    my ($edge, $what, $strangers) = @_;
    my @now = map { my $reply = ask($edge, $_); $reply->{status} } qw(good nobody banned broke);
    is_deeply(\@now, [200, 401, 403, 402], "$what: its earlier decisions still count");
    my $stranger = ask($edge, 'stranger-' . $number++);
    is($stranger->{status}, $strangers, "$what: a key without an earlier decision: $strangers");
    return if $strangers != 503;
    is($stranger->{content},                                    $unavailable,         "$what: ... in JSON");
    is("@{$stranger->{headers}}{qw(content-type retry-after)}", 'application/json 1', "$what: ... with Retry-After");
    return;
}

# Waits until the decisions about all judged keys are old, so that the edge asks about each key again. The answers of the
# failing service do not renew the decisions.
sub wait_for_old_decisions {
    my ($edge) = @_;
    my $times_asked = sub { my ($key) = @_; return scalar(() = $service->read('access.log') =~ /^$digest{$key}/mg) };
    for my $key (qw(good nobody banned broke)) {
        my $before = $times_asked->($key);
        $edge->wait_until(sub { ask($edge, $key); $times_asked->($key) > $before }, "a decision about $key to be old");
    }
    return;
}

my $edge = edge(1, 3600);
keys_get($edge, 'the service is well', 401);
service_says('default 500;')->reload;
wait_for_old_decisions($edge);
keys_get($edge, 'the service fails', 503);
my $patient = $edge->read('nginx.conf');
$edge->write('nginx.conf', $patient =~ s/proxy_\w+_timeout \K60s/1s/gr);
$edge->reload;
kill 'STOP', my @stopped = $service->workers;
keys_get($edge, 'the service hangs', 503);
kill 'CONT', @stopped;
$edge->write('nginx.conf', $patient);
$service->stop;
keys_get($edge, 'the service is dead', 503);
$edge->reload;
keys_get($edge, 'the service is dead, and nginx is reloaded', 503);
service_says("default 401; $digest{good} 403; $digest{banned} 204;")->start;
$edge->wait_until(sub { ask($edge, 'good')->{status} == 403 }, 'a key that was withdrawn');
is(ask($edge, 'banned')->{status}, 200, 'the service is back: what it says now counts');

# Decisions last for exactly the configured time.
service_says($decisions)->reload;
my $short = edge(1, 2);
my ($first, $without, $seconds);
for (1 .. 20) {    # if a slow machine takes longer to stop the service than a decision lasts, try again
    my $begin = time;
    $first = ask($short, 'good')->{status};
    $service->stop;
    $without = ask($short, 'good')->{status};
    $seconds = time - $begin;
    last if $without == 200 || $seconds < 1.9;
    $service->start;
}
is($first,   200, 'a short while: a good key');
is($without, 200, '... is good without the service') or diag "after $seconds seconds";
ok($short->wait_until(sub { ask($short, 'good')->{status} == 503 }, 'the end of a decision'), '... until its last decision is too old');
is(ask($short, 'good')->{content}, $unavailable, '... which is a 503 in JSON');

Bizrec::Server::finish_all();
done_testing();
