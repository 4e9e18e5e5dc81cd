# Rates and concurrency of the shipped configuration: guesses are limited by address, teams by team, and no client by the
# requests of others.
#
# needs: openssl curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data frame h2_open h2_read headers);
use Bizrec::Http   qw(connect_to parse post raw read_reply split_replies without_id);
use Bizrec::Index  qw(uuid);
use Bizrec::Shipped;
use Bizrec::Tls  qw(can_tls);
use Bizrec::Wait qw(patience);
use IO::Select;
use IO::Socket::INET;
use JSON::PP;
use Test::More;
use Time::HiRes qw(sleep time);

my $path     = '/api/v1/enrich_company';
my $good     = '{"website":"example.com"}';
my $too_many = '{"error":"Too many requests","detail":"Too many requests","code":"too_many_requests"}';
my %keys     = ('key-a1' => 'greedy', 'key-a2' => 'greedy', 'key-b' => 'victim');

sub request {
    my ($key, $more) = @_;
    return "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: $key\r\n" . ($more || '') . 'Content-Length: ' . length($good) . "\r\n\r\n$good";
}

sub count { my %n; $n{ $_->{status} }++ for @_; return \%n }

sub over_limit {
    my ($name, @replies) = @_;
    my @wrong =
        grep { $_->{content} ne $too_many || $_->{headers}{'retry-after'} ne '1' || $_->{headers}{'content-type'} ne 'application/json' }
        @replies;
    is(scalar @wrong, 0, "$name: every 429 has its JSON body and Retry-After") or diag(explain($wrong[0]));
    return;
}

# --- the limits in the shipped configuration: 2 guesses a second with a burst of 10, and 400 requests a second of a team with a
# burst of 400

my $server = Bizrec::Shipped->new(keys => \%keys, edit => sub { s/(client_\w+_timeout) 5s/$1 600s/g });
$server->start;

my $begin   = time;
my $guesses = join('', map { request("guess-$_") } 1 .. 999) . request('guess-1000', "Connection: close\r\n");
my @replies = split_replies(raw($server, $guesses, seconds => patience()));
my $seconds = time - $begin;
my $n       = count(@replies);
is(scalar @replies, 1000, 'a thousand guesses: each is answered');
is_deeply([map { $_->{status} } @replies[0 .. 10]], [(401) x 11], 'the first of them with 401');
cmp_ok($n->{401}, '<=', 12 + 2 * $seconds, '... and no more than the rate allows');
is($n->{401} + $n->{429}, 1000, '... all others with 429');
over_limit('guesses', grep { $_->{status} == 429 } @replies);
is(post($server, $path, 'x' x 70_000, { 'X-API-Key' => 'guess' })->{status}, 413, 'a body that is too large is refused before that');
my $team = post($server, $path, $good, { 'X-API-Key' => 'key-b' });
is($team->{status}, 200, 'a team at the same address goes on');

my $elsewhere = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->port, LocalAddr => '127.0.0.2', Timeout => patience());
SKIP: {
    skip 'no second address', 1 unless $elsewhere;
    syswrite $elsewhere, request('guess', "Connection: close\r\n");
    is(parse(read_reply($elsewhere))->{status}, 401, 'another address has its own measure');
}

# One team exceeds its rate with two keys, while another team sends requests too.
$begin = time;
my $flood = connect_to($server);
syswrite $flood, join('', map { request($_ % 2 ? 'key-a1' : 'key-a2') } 1 .. 999) . request('key-a1', "Connection: close\r\n");
my @victim = map { post($server, $path, $good, { 'X-API-Key' => 'key-b' })->{status} } 1 .. 50;
@replies = split_replies(read_reply($flood, patience()));
close $flood;
$seconds = time - $begin;
$n       = count(@replies);
is(scalar @replies, 1000, 'a thousand requests of one team: each is answered');
cmp_ok($n->{200}, '>=', 401,                  'as many as the burst allows with 200');
cmp_ok($n->{200}, '<=', 403 + 400 * $seconds, '... and no more than the rate allows, by both keys together');
is($n->{200} + ($n->{429} || 0), 1000, '... all others with 429');
over_limit('a team', grep { $_->{status} == 429 } @replies);
is_deeply(\@victim, [(200) x 50], 'the other team notices nothing');

my %logged;
for my $line (map { decode_json($_) } $server->log_lines($elsewhere ? 2053 : 2052)) {
    $logged{"$line->{team} $line->{status}"}++;
    $logged{'429 without its error'}++
        if $line->{status} == 429 && ($line->{error} ne 'too_many_requests' || $line->{endpoint} ne 'enrich_company');
}
is($logged{'429 without its error'}, undef,          'each 429 is in the log with endpoint and error');
is($logged{'greedy 429'} || 0,       $n->{429} || 0, '... under its team');
unlike($server->error_log, qr{limiting}, 'a flood does not fill the error log');

sub guesses {
    return count(map { post($server, $path, $good, { 'X-API-Key' => "guess-$_" }) } 1 .. $_[0]);
}

# The rate allows two requests a minute. If the server forgot its count, it would allow more.
$server->write('bizrec/http.conf', $server->read('bizrec/http.conf') =~ s/zone=bizrec_address_rate:10m +rate=\K2r\/s/2r\/m/r);
$server->reload;
$begin = time;
guesses(20);
$server->reload;
my $let_through = guesses(11)->{401} || 0;
my $allowed     = 1 + (time - $begin) / 30;
cmp_ok($let_through, '<=', $allowed, 'a reload does not forget');
cmp_ok($allowed,     '<',  11,       '... which shows, because a forgotten count would let 11 through');
$server->finish;

# --- concurrency: bodies that never arrive

$server = Bizrec::Shipped->new(
    keys => \%keys,
    tls  => can_tls() ? 1 : 0,
    edit => sub { s/(zone=bizrec_address_rate burst=)10 /${1}1000 /; s/(client_\w+_timeout) 5s/$1 600s/g }
);
$server->start;

sub statuses {
    my @s = map { $_ =~ m{^HTTP/1\.1 (\d+)} ? $1 : 'none' } @_;
    my %n;
    $n{$_}++ for @s;
    return \%n;
}

# Reads until the server has answered or closed the connection. Returns the reply.
sub first_answer {
    my ($socket) = @_;
    my ($text, $select) = ('', IO::Select->new($socket));
    while ($select->can_read(patience())) {
        sysread $socket, $text, 65536, length $text or last;
        last if $text =~ /\r\n\r\n[\[{].*[\]}]\z/s;
    }
    return $text;
}

# Connections, each with a request that waits for the end of its body.
sub unfinished {
    return map { my $s = connect_to($server); syswrite $s, substr request('key-a1', "Connection: close\r\n"), 0, -5; $s } 1 .. $_[0];
}

# Sends 80 requests without their bodies. Returns how many of them get an answer.
my @slow    = unfinished(80);
my $waiting = IO::Select->new(@slow);
my @texts;
while (@texts < 16 && (my @ready = $waiting->can_read(patience()))) {
    push @texts, map { first_answer($_) } @ready;
    $waiting->remove(@ready);
}
@victim = map { post($server, $path, $good, { 'X-API-Key' => 'key-b' })->{status} } 1 .. 10;
is_deeply(\@victim,         [(200) x 10],  '80 unfinished requests of one team: the other team notices nothing');
is_deeply(statuses(@texts), { 429 => 16 }, '16 of them are refused');
over_limit('concurrency', map { parse($_) } @texts);
my @held = $waiting->handles;
syswrite $_, substr $good, -5 for @held;
is_deeply(statuses(map { first_answer($_) } @held), { 200 => 64 }, '... and 64 are held');
close $_ for @slow;
$server->wait_for_no_clients;    # nginx counts a request until its connection is done

my $api = $server->read('snippets/bizrec-api.conf');
$server->write('snippets/bizrec-api.conf', $api =~ s/client_body_timeout \K600s/1s/r);
$server->reload;
@slow = unfinished(64);
is_deeply(statuses(map { first_answer($_) } @slow), { none => 64 }, '64 of them are held until the timeout');
is(post($server, $path, $good, { 'X-API-Key' => 'key-a1' })->{status}, 200, 'afterwards the team is served again');
$server->write('snippets/bizrec-api.conf', $api);
$server->reload;

# Without a key HTTP/1.1 refuses before the body; HTTP/2 waits for it (t/access/keys.t), within the limit of the address.
SKIP: {
    skip 'needs openssl and a curl with HTTP/2', 5 unless can_tls();
    my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->h2_port) or die;
    syswrite $socket, h2_open() . join '', map { headers(2 * $_ + 1, $path, 1, ['content-length', 25]) } 0 .. 19;
    my $text    = '';
    my $streams = h2_read(
        $socket,
        \$text,
        sub {
            4 <= grep { $_->{status} } values %{ $_[0] };
        }
    );
    is_deeply(count(grep { $_->{status} } values %$streams), { 429 => 4 }, 'HTTP/2 without a key: 4 are refused at once');
    syswrite $socket, join '', map { data(2 * $_ + 1, $good) } 0 .. 19;
    $streams = h2_read(
        $socket,
        \$text,
        sub {
            20 == grep { $_->{ended} } values %{ $_[0] };
        }
    );
    my %by;
    $by{ $streams->{$_}{status} }++ for grep { $_ } keys %$streams;
    is_deeply(\%by, { 401 => 16, 429 => 4 }, '... and 16 have waited for their bodies');
    is_deeply([grep { $streams->{$_}{status} == 401 && defined $streams->{$_}{reset} } grep { $_ } keys %$streams],
        [], 'a 401 resets no stream');
    # The client leaves while its refusal waits: before its body, in the middle of the body, or by a reset of the stream.
    for my $round (1 .. 60) {
        my $leaver = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->h2_port) or die;
        syswrite $leaver,
              h2_open()
            . headers(1, $path, 1, ['content-length', 25])
            . ('', data(1, substr($good, 0, 9), 1), frame(3, 0, 1, pack 'N', 8))[$round % 3];
        sleep 0.01 if $round % 2;    # leave at a different moment; any moment will do
        close $leaver;
    }
    is(post($server, $path, $good, { 'X-API-Key' => 'key-b' })->{status}, 200, 'after 60 who left while their refusal waited');
    $server->stop('QUIT');           # a request that was never released would be an alert in the log now
    is(
        without_id($streams->{1}{body}),
        '{"error":"Invalid API Key","detail":"Invalid API Key","code":"invalid_api_key"}',
        '... and has its body'
    );
}

Bizrec::Server::finish_all();
done_testing();
