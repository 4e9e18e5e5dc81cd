# Keys with restrictions, in the shipped configuration: the endpoints of a key, and its last day.
#
# needs: openssl curl
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http qw(post request);
use Bizrec::Server;
use Bizrec::Shipped;
use Bizrec::Tls  qw(can_tls curl transports);
use Bizrec::Wait qw(comes_true);
use JSON::PP;
use POSIX qw(strftime);
use Test::More;
use Time::HiRes qw(time);

my $enrich = '/api/v1/enrich_company';
my $search = '/api/v1/search/only_ids';
my $good   = '{"website":"example.com"}';

sub status_of { my ($server, $path, $key, $body) = @_; return post($server, $path, $body || $good, { 'X-API-Key' => $key })->{status} }

# --- the endpoints of a key

my %endpoints = (
    'key-enrich' => 'enrich_company',
    'key-search' => 'search_only_ids',
    'key-two'    => 'search_only_ids,enrich_company',
    'key-spaces' => '"enrich_company, search_only_ids"',
    'key-all'    => 'all',
    'key-typo'   => 'enrich_compny',
    'key-part'   => 'enrich',
    'key-end'    => 'company',
    'key-longer' => 'xenrich_company',
    'key-none'   => '""',
    'key-star'   => '*',
    'key-zero'   => 0,
    'key-case'   => 'Enrich_Company',
    'key-banned' => 'all',
);
my %may = ('key-free' => 'es', 'key-enrich' => 'e', 'key-search' => 's', map { ($_ => 'es') } qw(key-two key-spaces key-all));

# Dates of the keys that end: [key, date, status, code]
my ($now, $day) = (time, 86_400);
sub date    { return strftime('%Y-%m-%d',           gmtime $now + $_[0]) }
sub instant { return strftime('%Y-%m-%dT%H:%M:%SZ', gmtime $_[0]) }
my $end        = int($now) + 4;
my @expired    = (401, 'expired_api_key', 'Expired API Key');
my @invalid    = (401, 'invalid_api_key', 'Invalid API Key');
my @unreadable = (
    qw(0 1 soon never 2026-13-01 2026-02-30 31.12.2999 2999-12-3 2999-12 2999-12-31T25:00:00Z 4102444800),
    '2999-12-31 ', ' 2999-12-31', '2999-12-31,2999-12-31', 'x' x 300
);
my @dates = (
    ['a day that is over',      date(-$day),                                             @expired],
    ['a year that is over',     '1999-12-31',                                            @expired],
    ['before the epoch',        '1960-01-01',                                            @expired],
    ['a moment ago',            instant($now - 2),                                       @expired],
    ['a moment ago, elsewhere', strftime('%Y-%m-%dT%H:%M:%S+02:00', gmtime $now + 7198), @expired],
    ['the day after tomorrow',  date(2 * $day),                                          200],
    ['in an hour',              instant($now + 3600),                                    200],
    ['in an hour, elsewhere',   strftime('%Y-%m-%dT%H:%M:%S-02:00', gmtime $now - 3600), 200],
    ['the last day of all',     '9999-12-31',                                            200],
    ['no date',                 '""',                                                    200],
    (map { ["\"$_\"", qq("$_"), @invalid] } @unreadable),
);
my %expires = ('key-today' => date(0), 'key-ends' => instant($end), map { ("key-date-$_" => $dates[$_][1]) } 0 .. $#dates);

my $server = Bizrec::Shipped->new(
    keys => {
        'key-free'   => 'alpha',
        'key-banned' => 'beta',
        map { ($_ => 'alpha') } grep { $_ ne 'key-banned' } keys %endpoints, keys %expires
    },
    endpoints => \%endpoints,
    expires   => \%expires,
    forbidden => ['beta'],
    free      => 1,
    tls       => can_tls() ? 1 : 0,
    server    => 'location = /to_search { rewrite ^ /api/v1/search/only_ids last; }
        location = /pass_on_to_search { auth_request /no; error_page 403 = @search; bizrec_enrich_company; }
        location = /pass_on_to_enrich { auth_request /no; error_page 403 = @enrich; bizrec_search_only_ids; }
        location = /no { internal; return 403; }
        location @search { bizrec_search_only_ids; }
        location @enrich { bizrec_enrich_company; }
        location = /page { try_files /nothing =404; }',
);
$server->start;

for my $key ('key-free', sort keys %endpoints) {
    my $may   = $may{$key} || '';
    my %is    = (e => $may =~ /e/ ? 200 : 403, s => $may =~ /s/ ? 200 : 403);
    my $reply = post($server, $enrich, $good, { 'X-API-Key' => $key });
    is($reply->{status},  $is{e},                                                          "$key: enrichment $is{e}");
    is($reply->{content}, '{"error":"Forbidden","detail":"Forbidden","code":"forbidden"}', '... in JSON') if $is{e} == 403;
    is(status_of($server, $search, $key, '{}'),              $is{s}, "... search $is{s}");
    is(status_of($server, '/to_search', $key, '{}'),         $is{s}, '... by a rewrite too');
    is(status_of($server, '/pass_on_to_search', $key, '{}'), $is{s}, '... passed on by the other endpoint, after its own yes or no');
    is(status_of($server, '/pass_on_to_enrich', $key),       $is{e}, '... and the other way round');
}
is(status_of($server, $enrich, 'key-nobody'), 401, 'a key that is not known is 401, not 403');

# --- keys that end

for my $i (0 .. $#dates) {
    my ($name, undef, $status, $code, $words) = @{ $dates[$i] };
    my $reply = post($server, $enrich, $good, { 'X-API-Key' => "key-date-$i" });
    is($reply->{status}, $status, substr "expires: $name: $status", 0, 60);
    next if $status == 200;
    is($reply->{content},                     qq({"error":"$words","detail":"$words","code":"$code"}), '... in these words');
    is($reply->{headers}{'www-authenticate'}, 'Bearer',                                                '... with WWW-Authenticate');
    is(status_of($server, $search, "key-date-$i", '{}'),                                        401,   '... for searches too');
    is(request($server, 'GET', '/page', headers => { 'X-API-Key' => "key-date-$i" })->{status}, 401,   '... and for what is no endpoint');
}
my $unreadable = grep { ($_->[3] || '') eq 'invalid_api_key' } @dates;
is(
    scalar(() = $server->error_log =~ /\[error\].*bizrec_access: a key is refused, because its expires= is ".{1,64}"; a date such as/g),
    3 * $unreadable,
    'each key whose date cannot be read is in the error log'
);
like(
    $server->error_log,
    qr/expires= is "soon"; a date such as "2024-05-31" or a time such as "2024-05-31T18:30:00Z" was expected/,
    '... with its date'
);
unlike($server->error_log, qr/key-date-/, '... and without the key');
# nginx writes a line after it has answered.
my $expected = 3 * grep { ($_->[3] || '') eq 'expired_api_key' } @dates;
my $logged   = 0;
comes_true(sub {
    $logged = grep { decode_json($_)->{error} eq 'expired_api_key' } $server->log_lines(1);
    $logged >= $expected;
});
is($logged, $expected, 'the access log distinguishes an expired key from a wrong one');
SKIP: {
    skip 'needs openssl and a curl with HTTP/2', 2 unless can_tls();
    my @http = transports($server);
    is(
        curl($server, $http[1], $enrich, '-d', $good, '-H', 'X-API-Key: key-date-0')->{content},
        '{"error":"Expired API Key","detail":"Expired API Key","code":"expired_api_key"}',
        'over HTTP/2, where the body comes first, too'
    );
    is(curl($server, $http[1], $enrich, '-d', $good, '-H', 'X-API-Key: key-search')->{status}, 403, '... and the endpoints of a key');
}

# Returns the status that a key gets now, and the allowed statuses. Until the key ends it is 200, and from a second later on
# 401, because nginx's clock may be late. If the key ends during the request, both are allowed.
sub asked_about_end {
    my ($key, $end) = @_;
    my $before = time;
    my $status = status_of($server, $enrich, $key);
    return ($status, time < $end ? 200 : $before >= $end + 1 ? 401 : $status);
}
my ($status, $must) = asked_about_end('key-today', $day * (1 + int $now / $day));
is($status, $must, 'a date is the last day of the key');
my $wrong = 0;
comes_true(sub {
    ($status, $must) = asked_about_end('key-ends', $end);
    $wrong++ if $status != $must;
    return $status == 401;
});
is($status, 401, 'a key ends without a reload');
is($wrong,  0,   '... at its time');
$server->finish;

Bizrec::Server::finish_all();
done_testing();
