# conf/demo/nginx.conf and its included files start unchanged (except for port and paths), and do what their comments say.
#
# needs: curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use JSON::PP;
use Test::More;

my $server = Bizrec::Server->new;
my $folder = "$Bizrec::Server::repository/conf/demo";

my $text   = slurp("$folder/nginx.conf");
my $module = Bizrec::Server::module_file();
my $port   = $server->port;
$text =~ s/^load_module .*$/load_module "$module";/m          or die 'load_module';
$text =~ s/^daemon off;$//m                                   or die 'daemon';
$text =~ s/listen 127\.0\.0\.1:8080;/listen 127.0.0.1:$port;/ or die 'listen';
$text =~ s/error_log stderr warn;/error_log error.log warn;/  or die 'error_log';
$server->write('nginx.conf', $text);
Bizrec::Shipped::write_included($server);
# nginx's lowest rate, one a minute: even on a slow machine it allows no further guess during this test.
my $http = $server->read('bizrec/http.conf');
$http =~ s{(zone=bizrec_address_rate:\S+ +)rate=\d+r/s;}{$1rate=1r/m;} or die 'rate';
$server->write('bizrec/http.conf', $http);
$server->write('bizrec/keys.map',  slurp("$folder/bizrec/keys.map"));
build_index($server->prefix . '/index.mdb',
    { store_id => uuid(1), business_name => 'Example Bakery', website_url => 'https://example.com' });
$server->start;

my $path = '/api/v1/enrich_company';
my $key  = { Authorization => 'Bearer demo-key' };

is(post($server, $path, { website => 'example.com' }, $key)->{json}[0]{id}, uuid(1), 'the demo key gets its row');
is(post($server, $path, { website => 'example.com' }, { 'X-API-Key' => 'demo-key' })->{status}, 200, '... in the other header too');
my @codes = map { post($server, $path, { website => 'example.com' }, { Authorization => "Bearer canary-$_" })->{status} } 1 .. 30;
is($codes[0],                                                          401, 'another key does not');
is($codes[-1],                                                         429, '... and guessing ends');
is(post($server, $path, { website => 'example.com' }, $key)->{status}, 200, '... for the guesser alone');
for my $case (['GET', $path], ['POST', '/api/v2/enrich_company'], ['POST', '/api/v1/enrich_company/'], ['GET', '/']) {
    my $reply = request($server, $case->[0], $case->[1], headers => $key);
    is_deeply([$reply->{status}, $reply->{json}{code}], [404, 'not_found'], "@$case: 404 in JSON");
    my ($id) = $reply->{whole} =~ /"request_id":"([^"]+)"/;
    is_deeply(
        [@{ $reply->{headers} }{qw(x-request-id cache-control)}],
        [$id // 'none', 'private, no-store'],
        '... with its id, for no cache'
    );
}
my $reply = post($server, $path, 'x' x 70_000, $key);
is_deeply([$reply->{status}, $reply->{json}{code}], [413, 'body_too_large'], 'a large body: 413 in JSON');
is(request($server, 'GET', '/_e/500')->{status}, 404, 'the error pages have no address');

my $search = '/api/v1/search/only_ids';
is(post($server, $search, { query => 'bakery' },                     $key)->{json}[0]{id}, uuid(1), 'the demo key searches');
is(post($server, $search, '{"query":"bakery"' . ' ' x 900_000 . '}', $key)->{json}[0]{id},
    uuid(1), '... with a body of almost a mebibyte too');
$reply = post($server, $search, 'x' x 1_100_000, $key);
is_deeply([$reply->{status}, $reply->{json}{code}], [413, 'body_too_large'], '... but no larger');
is(request($server, 'GET', $search, headers => $key)->{status}, 404, '... by POST alone');
is(post($server, $search, { query => 'bakery' }, { Authorization => 'Bearer canary-31' })->{status},
    429, 'guessing has ended there as well');

$server->wait_until(sub { (() = $server->read('access.log') =~ /\n/g) >= 44 }, 'the log');
my @lines  = $server->lines('access.log');
my @parsed = map {
    eval { decode_json($_) }
} @lines;
is((grep { defined } @parsed), scalar @lines, 'every line of the log is JSON');
# Workers write their lines in any order.
my ($first) = grep { $_->{endpoint} eq 'enrich_company' && $_->{status} == 200 } @parsed;
is_deeply([@$first{qw(team key rows)}], ['demo', 'example.com', 1], 'the log names the team, the identity key and the rows');
# In any order: nginx logs the 413 when it has read the rest of the client's data.
is_deeply(
    [
        sort { $a->[0] <=> $b->[0] || $a->[2] <=> $b->[2] }
        map { [@$_{qw(status rows offloaded)}] } grep { $_->{endpoint} eq 'search_only_ids' } @parsed
    ],
    [[200, 1, 0], [200, 1, 1], [404, undef, undef], [413, undef, undef], [429, undef, undef]],
    '... and of searches where they were done'
);
unlike($server->read($_), qr/demo-key|canary-/, "no API key in $_") for qw(access.log error.log);

Bizrec::Server::finish_all();
done_testing();
