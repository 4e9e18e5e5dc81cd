# Plans of the shipped configuration: rates, bursts, concurrency and the largest limit of three plans, by key and by team; and
# the steps of docs/run.md that give a team a plan, and a key its endpoint and its last day.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Http    qw(connect_to parse post raw read_reply split_replies);
use Bizrec::Server;
use Bizrec::Shipped;
use Bizrec::Wait qw(patience);
use Digest::SHA  qw(sha256_hex);
use IO::Select;
use Test::More;
use Time::HiRes qw(time);

my $enrich = '/api/v1/enrich_company';
my $search = '/api/v1/search/only_ids';
my $good   = '{"website":"example.com"}';

sub ask {
    my ($key, $more) = @_;
    return "POST $enrich HTTP/1.1\r\nHost: x\r\nX-API-Key: $key\r\n" . ($more || '') . 'Content-Length: ' . length($good) . "\r\n\r\n$good";
}
sub status_of { my ($server, $path, $key, $body) = @_; return post($server, $path, $body || $good, { 'X-API-Key' => $key })->{status} }
sub count { my %n; $n{ $_->{status} }++ for @_; return \%n }

# Sends `number` requests of one key at once. Returns the number of each status.
sub flood {
    my ($server, $number, $key) = @_;
    my @replies = split_replies(raw(
        $server,
        ask($key) x ($number - 1) . ask($key, "Connection: close\r\n"),
        until => sub { $_[0] =~ /[\]}]\z/ && (() = $_[0] =~ m{HTTP/1\.1 }g) >= $number }
    ));
    return count(@replies);
}

# [plan, teams with it, rate and burst of a key, requests in flight of a key and of a team, largest limit]
my @plans = (
    ['free',  'little',  5,    10,   4,   8,   100],
    ['pro',   'middle',  200,  200,  64,  128, 1000],
    ['scale', 'large',   2000, 2000, 256, 512, 10_000],
    ['free',  'mistake', 5,    10,   4,   8,   100],      # a plan that does not exist
    ['pro',   'nowhere', 200,  200,  64,  128, 1000],     # a team without a line in plans.map
);
my %keys = map {
    my $team = $_->[1];
    map { ("$team-$_" => $team) } 1 .. 3
} @plans;
my %plan = (little => 'free', middle => 'pro', large => 'scale', mistake => 'sclae');

# --- rates and bursts in the shipped configuration: a key has half of its team's limits

my $server = Bizrec::Shipped->new(
    keys  => \%keys,
    plans => \%plan,
    edit  => sub { s/(client_\w+_timeout) 5s/$1 600s/g; s/^(?=    server \{)/    keepalive_requests 100000;\n/m }
);
$server->start;

for my $plan (@plans) {
    my ($name, $team, $rate, $burst, undef, undef, $limit) = @$plan;
    my $begin   = time;
    my $n       = flood($server, $burst * 2 + 50, "$team-1");
    my $seconds = time - $begin;
    cmp_ok($n->{200}, '>=', $burst + 1,                    "$team ($name): a key has a burst of $burst");
    cmp_ok($n->{200}, '<=', $burst + 2 + $rate * $seconds, "... and $rate requests a second");
    is($n->{200} + ($n->{429} || 0), $burst * 2 + 50, '... all others get 429');
    is_deeply(flood($server, 9, "$team-2"), { 200 => 9 }, '... and the other key of the team goes on');
    my $all = flood($server, $burst * 2 + 50, "$team-3");
    $seconds = time - $begin;
    cmp_ok(($all->{200} || 0) + $n->{200} + 9, '<=', 2 * $burst + 2 + 2 * $rate * $seconds, '... as far as the rate of the team goes');
}
$server->finish;

# --- counting, which is free of charge, has a separate rate

$server = Bizrec::Shipped->new(
    keys  => \%keys,
    plans => \%plan,
    edit  => sub { s/(zone=bizrec_(?:team|key)_rate\w*.*?(?:rate|burst))=\d+/$1=100000/g }
);
$server->start;

sub counts {
    my ($team, $prefer, $number) = @_;
    return count(map { post($server, $enrich, $good, { 'X-API-Key' => "$team-1", Prefer => $prefer }) } 1 .. $number);
}
for my $case (['little', 10, 6], ['middle', 60, 60], ['mistake', 10, 6], ['nowhere', 60, 60]) {
    my ($team, $burst, $a_minute) = @$case;
    my $begin = time;
    my $n     = counts($team, $team eq 'middle' ? 'handling=strict, Return = "minimal"' : 'return=minimal', $burst + 20);
    my $most  = $burst + 2 + $a_minute * (time - $begin) / 60;
    cmp_ok($n->{200}, '>=', $burst + 1, "$team: a burst of $burst counts");
    cmp_ok($n->{200}, '<=', $most,      "... and $a_minute a minute");
    is_deeply(counts($team, 'handling=strict', 20), { 200 => 20 }, '... and requests for rows go on');
}
is_deeply(counts('large', 'return=minimal', 300), { 200 => 300 }, 'large counts more');

# If a request has several headers of one name, a variable of nginx 1.22 has the first.
$server->finish;
$server->start;
my $none  = '00000000-0000-0000-0000-000000000000';
my $rows  = '{"website":"example.com","limit":1,"estimate_total":true';
my %count = (
    'in a second header Prefer' => [$enrich, $good,                                            ['handling=strict', 'return=minimal']],
    'by a cursor'               => [$enrich, qq($rows,"cursor":[0,"$none"]}),                  'handling=lenient'],
    'by a cursor of a search'   => [$search, qq({"estimate_total":true,"cursor":[0,"$none"]}), 'handling=lenient'],
    'in a batch'                => ["$enrich/batch", qq({"items":[$rows},$rows,"cursor":[0,"$none"]}]}), 'handling=lenient'],
);
for my $how (sort keys %count) {
    my ($path, $body, $prefer) = @{ $count{$how} };
    my $begin = time;
    my $n     = count(map { post($server, $path, $body, { 'X-API-Key' => 'little-1', Prefer => $prefer }) } 1 .. 14);
    cmp_ok($n->{200} || 0, '<=', ($how eq 'by a cursor' ? 11 : 0) + 1 + (time - $begin) / 10, "counting $how has the rate of counting");
    ok($n->{429}, '... and 429 beyond it');
}
my $with_total = post($server, $enrich, "$rows}", { 'X-API-Key' => 'little-1' });
is($with_total->{status}, 200, 'a page with its total does not count');
my $past = post($server, $enrich, '{"website":"example.com","cursor":[0,"' . $none . '"]}', { 'X-API-Key' => 'little-1' });
is($past->{status}, 200, 'the end of a walk without a total does not count');
$server->finish;

# --- concurrency, and the largest limit

$server = Bizrec::Shipped->new(
    keys  => \%keys,
    plans => \%plan,
    edit  => sub { s/(client_\w+_timeout) 5s/$1 600s/g; s/rate=\d+/rate=1000000/g; s/burst=\d+/burst=1000000/g }
);
$server->start;

# nginx waits for the rest of a refused body before it closes the connection.
sub answer {
    my ($socket) = @_;
    return parse(read_reply($socket, undef, sub { $_[0] =~ /[\]}]\z/ }));
}

# Begins this number of requests, and waits for the answers to `refused` of them: the others stay in flight.
sub begin {
    my ($number, $refused, $key) = @_;
    my @sockets = map { my $s = connect_to($server); syswrite $s, substr ask($key, "Connection: close\r\n"), 0, -5; $s } 1 .. $number;
    my $select  = IO::Select->new(@sockets);
    my @answered;
    while (@answered < $refused && $select->count) {
        my @ready = $select->can_read(patience()) or last;
        push @answered, @ready;
        $select->remove($_) for @ready;
    }
    my @statuses = map { answer($_)->{status} } @answered;
    close $_ for @answered;
    return (\@statuses, [$select->handles]);
}

for my $plan (@plans) {
    my ($name, $team, undef, undef, $of_key, $of_team, $limit) = @$plan;
    my ($refused, $held) = begin($of_key + 2, 2, "$team-1");
    is_deeply($refused, [429, 429], "$team ($name): $of_key requests of a key in flight, 2 refused");
    is_deeply([sort map { $_->[1] } grep { $_->[1] ne $team && status_of($server, $enrich, "$_->[1]-1") != 200 } @plans],
        [], '... no other team notices');
    # No request with this key comes before, because nginx counts an answered request until it has freed it.
    my ($more, $also) = begin($of_key + 2, 2, "$team-2");
    is_deeply($more, [429, 429], '... nor another key of the team, which has as many');
    is(@$held + @$also,                        $of_team, "... $of_team are the team's");
    is(status_of($server, $enrich, "$team-3"), 429,      '... so a third key has none');
    syswrite $_, substr $good, -5 for @$held, @$also;
    is_deeply(count(map { answer($_) } @$held, @$also), { 200 => $of_team }, '... and all that were held are answered');
    close $_ for @$held, @$also;
    $server->wait_for_no_clients($server->port);    # nginx counts a request until its connection is done
    is(status_of($server, $search, "$team-1", qq({"limit":$limit})), 200, "$team ($name): a limit of $limit");
    my $reply = post($server, $search, { limit => $limit + 1 }, { 'X-API-Key' => "$team-1" });
    is_deeply(
        [@{ $reply->{json} }{qw(code error)}],
        ['invalid_field', "limit: maximum limit is $limit, got the number @{[$limit + 1]}"],
        '... and no more, which is said'
    );
}
$server->finish;

# --- the steps of docs/run.md: a team gets a plan, a key its last day and its endpoint

$server = Bizrec::Shipped->new(keys => { 'key-a' => 'acme', 'key-b' => 'acme' }, free => 1);
$server->start;
my ($page, $prefix, $key_id) = (slurp("$Bizrec::Server::repository/docs/run.md"), $server->prefix, substr sha256_hex('key-a'), 0, 12);
my @steps = $page =~ /^```sh\n(.*?)^```/msg;
is(scalar @steps, 3, 'docs/run.md has three of them');

sub follow {
    my ($step) = @_;
    my $here   = $step =~ s{/etc/nginx/}{$prefix/}gr =~ s/^id=.*$/id=$key_id/mr =~ s/2026-12-31/1999-12-31/r;
    my $said   = qx{set -e; PATH="$prefix/bin:\$PATH"; $here 2>&1};
    is("$? $said", '0 ', 'a step of docs/run.md');
    $server->reload;
    return map {
        my $key = $_;
        [map { status_of($server, $_, $key, $_ eq $search ? '{"limit":1001}' : $good) } $enrich, $search]
    } 'key-a', 'key-b';
}
mkdir "$prefix/bin";
$server->write('bin/nginx', "#!/bin/sh\n");
chmod 0755, "$prefix/bin/nginx";
is_deeply([follow((grep { /plans\.map/ } @steps)[0])], [[200, 200], [200, 200]], 'the plan: a larger limit, for all keys of the team');
is_deeply([follow((grep { /key_endpoints\.map/ } @steps)[0])], [[200, 403], [200, 200]], 'the endpoint of a key');
is_deeply([follow((grep { /key_expires\.map/ } @steps)[0])],   [[401, 401], [200, 200]], 'its last day');
$server->finish;

Bizrec::Server::finish_all();
done_testing();
