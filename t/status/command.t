# lmdb_builder status: the state of a server in a terminal, and as an exit status.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(binary run spew);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_index damage_index uuid);
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_access off; bizrec_index %%PREFIX%%/index.mdb missing=503; bizrec_index_interval 50ms;
        location = /e { bizrec_enrich_company; }
        location /status { bizrec_status; allow 127.0.0.1; deny all; }
        location /closed { bizrec_status; deny all; } }'
);
my $path = $server->prefix . '/index.mdb';
my $host = 'http://127.0.0.1:' . $server->port;
my $url  = "$host/status";

sub record {
    my ($n) = @_;
    return { store_id => uuid($n), business_name => "Number $n", website_url => 'https://example.com' };
}

$server->start;
my $run = run('status', $url);
is($run->{code}, 1, 'no index: status 1');
like($run->{out}, qr/^not_ready: 0 of 1 workers are ready\n  index \Q$path\E: this worker serves no generation/, '... in words');

build_index($path, record(1));
$server->wait_until(sub { ($run = run('status', $url))->{code} == 0 }, 'the index');
post($server, '/e', { website => 'example.com' }) for 1 .. 3;
$server->wait_until(sub { ($run = run('status', $url))->{out} =~ /^enrich_company +3 /m }, 'the requests');
is($run->{code}, 0, 'a good day: status 0');
like($run->{out}, qr/^ok: 1 of 1 workers are ready$/m,                           '... the state');
like($run->{out}, qr/^\Q$path\E +[0-9a-f]{16} +1 /m,                             '... the index');
like($run->{out}, qr/^enrich_company +3 +- +3 +0 +0 +3 +\S+ ms +\S+ ms +0 +0$/m, '... the endpoint');
is(run('status', '--quiet', $url)->{out}, '', '... and nothing with --quiet');
like(run('status', '--json', "$url/json")->{out}, qr/^\{"state":"ok",/, '... or the JSON as it came');

my $file   = spew($server->prefix . '/status.json', request($server, 'GET', '/status/json')->{content});
my $binary = binary();
like(qx("$binary" status - < "$file"), qr/^ok: /, 'from standard input');

my $pid   = open(my $watched, '-|', $binary, 'status', '--watch', 1, $url) or die "fork: $!\n";
my $lines = '';
while (my $line = <$watched>) {
    $lines .= $line;
    last if $lines =~ /^enrich_company +3 +0\.0 /m;
}
kill 'TERM', $pid;
close $watched;
like($lines, qr/^ok: .*^ok: /ms, '--watch: again and again, with requests a second');

damage_index($path);
$server->wait_until(sub { ($run = run('status', $url))->{code} == 2 }, 'the refusal');
like($run->{out}, qr/^degraded: .*\n  index \Q$path\E: generation \S+ is refused: is damaged/, 'a refused generation: status 2');

for my $case (
    ["$host/closed",        qr{^lmdb_builder: \Q$host\E/closed: the answer is 403 Forbidden$}m],
    ["$host/e",             qr/the answer is 404/],
    ["$url/live",           qr/is no JSON object/],
    ['http://127.0.0.1:1/', qr/cannot connect: Connection refused/],
    ['https://a/',          qr/curl -s URL/],
    ['nowhere',             qr/was expected/],
    )
{
    my ($where, $message) = @$case;
    $run = run('status', $where);
    is($run->{code}, 1, "$where: status 1");
    like($run->{err}, $message, '... says why');
    is($run->{out}, '', '... nothing else');
}
is(run('status')->{code}, 2, 'no URL: wrong usage');

Bizrec::Server::finish_all();
done_testing();
