# The configuration with a key service that docs/operations.md shows, as it stands there but for paths and addresses.

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http qw(post request);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use Digest::SHA qw(sha256_hex);
use Test::More;

my $text = Bizrec::Shipped::slurp("$Bizrec::Server::repository/docs/operations.md");
my ($example) = $text =~ /\n## The other way.*?\n```nginx\n(.*?)\n```/s or die 'no example in docs/operations.md';
my $service = Bizrec::Server::free_port();
my %to = ('listen 8080' => 'listen %%LISTEN%%', '/etc/nginx/bizrec' => "$Bizrec::Server::repository/conf", '/srv/bizrec' => '%%PREFIX%%', '/var/cache/nginx/bizrec' => 'cache', '127.0.0.1:9000' => "127.0.0.1:$service");
for my $from (keys %to) { $example =~ s/\Q$from\E/$to{$from}/g or die "the example has no $from" }

my %digest = map { $_ => sha256_hex($_) } qw(good banned broke strange);
my $server = Bizrec::Server->new(
    http => qq(
    map_hash_bucket_size 128;
    $example
    log_format asked '\$http_x_key_sha256|\$http_x_api_key\$http_authorization|\$request_method|\$content_length';
    log_format team '\$team|\$status|\$bizrec_error';
    access_log team.log team;
    map \$http_x_key_sha256 \$verdict { default 401; $digest{good} 204; $digest{banned} 403; $digest{broke} 402; $digest{strange} 418; }
    server {
        listen 127.0.0.1:$service;
        access_log access.log asked;
        location = /verdict {
            add_header X-Team team-of-\$verdict always;
            if (\$verdict = 204) { return 204; }
            if (\$verdict = 403) { return 403; }
            if (\$verdict = 418) { return 418; }
            if (\$verdict = 402) { add_header X-Reason 402 always; return 403; }
            return 401;
        }
    }),
);
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->start;

my $path = '/api/v1/enrich_company';
my $good = '{"website":"example.com"}';

for my $case (
    ['a key that the service knows', 'POST', { 'X-API-Key' => 'good' },            200, undef],
    ['... in the other header',      'POST', { Authorization => 'bearer good' },   200, undef],
    ['no key',                       'POST', {},                                   401, '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}'],
    ['an unknown key',               'POST', { 'X-API-Key' => 'nobody' },          401, '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}'],
    ['two keys',                     'POST', { 'X-API-Key' => 'good', Authorization => 'Bearer broke' }, 401, '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}'],
    ['not allowed',                  'POST', { 'X-API-Key' => 'banned' },          403, '{"error":"Forbidden","detail":"Forbidden","code":"forbidden"}'],
    ['no credit',                    'POST', { 'X-API-Key' => 'broke' },           402, '{"error":"Credit limit reached","detail":"Credit limit reached","code":"credit_limit_reached"}'],
    ['an answer that means nothing', 'POST', { 'X-API-Key' => 'strange' },         500, '{"error":"Internal Server Error","detail":"Internal Server Error","code":"internal"}'],
    ['a wrong method',               'PUT',  { 'X-API-Key' => 'good' },            404, '{"error":"Not Found","detail":"Not Found","code":"not_found"}'],
) {
    my ($name, $method, $headers, $status, $body) = @$case;
    for my $round (1, 2) {    # the second from the cache
        my $reply = request($server, $method, $path, headers => $headers, content => $good);
        is($reply->{status}, $status, "$name: $status");
        defined $body ? is($reply->{content}, $body, "$name: the body") : is($reply->{json}[0]{id}, uuid(1), "$name: the row");
        is($reply->{headers}{'content-type'}, 'application/json', "$name: its type");
        is($reply->{headers}{'www-authenticate'}, $status == 401 ? 'Bearer' : undef, "$name: WWW-Authenticate");
    }
}
my $large = post($server, $path, 'x' x 70_000, { 'X-API-Key' => 'good' });
is_deeply([$large->{status}, $large->{json}{code}], [413, 'body_too_large'], 'a large body: 413 in JSON, in spite of error_page in the location');
is(request($server, 'GET', $_)->{status}, 404, "$_ has no address") for qw(/_auth /_denied);

$server->wait_until(sub { (() = $server->read('team.log') =~ /\n/g) >= 21 }, 'the log');
like($server->read('team.log'), qr/\Ateam-of-204\|200\|-\n/, 'the team that the service named is in the log');
my @asked = split /\n/, $server->read('access.log');
my %times;
$times{ (split /\|/)[0] }++ for @asked;
is($times{ $digest{$_} }, 1, "the service was asked once about $_") for qw(good banned broke);
is_deeply([grep { !/\A(?:[0-9a-f]{64}|-)\|--\|GET\|-\z/ } @asked], [], '... by the digest, without key and body');

Bizrec::Server::finish_all();
done_testing();
