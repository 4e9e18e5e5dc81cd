# Plans of the shipped configuration: rates, bursts, concurrency and the largest limit of three plans, by key and by team; the
# endpoints of a key, and its end; and another site of the same nginx that is not affected.
#
# needs: openssl curl
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Http    qw(connect_to parse post raw read_reply request split_replies);
use Bizrec::Index   qw(uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use Bizrec::Tls  qw(can_tls curl transports);
use Bizrec::Wait qw(comes_true patience);
use Digest::SHA  qw(sha256_hex);
use IO::Select;
use JSON::PP;
use POSIX qw(strftime);
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

# --- rates and bursts, at the shipped figures: a key has half of its team's limits

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

$server = Bizrec::Shipped->new(
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

# The status that a key gets now, and the allowed ones: until its end 200, a second later 401 (nginx's clock counts
# milliseconds, and may be late), and either if the end comes during the request.
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

# --- another site in the same http block: the same bytes as without our files

my $other_port = Bizrec::Server::free_port();
my $other      = "
    map \$arg_x \$team { default none; a A; }
    map \$team \$plan { default basic; A best; }
    limit_req_zone \$arg_limited zone=team:1m rate=1r/m;
    limit_conn_zone \$arg_limited zone=connections:1m;
    log_format team '\$team';
    server {
        listen 127.0.0.1:$other_port;
        access_log other.log team;
        location / { return 200 '\$team \$plan'; }
        location = /static { try_files /nothing =404; }
        location = /limited { limit_req zone=team; limit_conn connections 10; empty_gif; }
        location = /_e/404 { return 200 'mine'; }
        location = /body { proxy_pass http://127.0.0.1:$other_port/; }
    }
";

sub seen_of {
    my ($of)  = @_;
    my $site  = bless { port => $other_port }, 'Bizrec::Server';
    my @wants = (
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /?x=a HTTP/1.1\r\nHost: x\r\nX-API-Key: little-1\r\n\r\n",
        "GET /static HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /_e/404 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET $enrich HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /limited?limited=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /limited?limited=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
        "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n",
        "GET / HTTP/3.7\r\n\r\n",
        "nonsense\r\n\r\n",
    );
    my $page  = sub { $_[0] =~ m{</html>\r\n\z} };    # of nginx, which waits for the rest of a refused body
    my @seen  = map { raw($site, s/Host: x\r\n/Host: x\r\nConnection: close\r\n/r, until => $page) =~ s/^Date: .*\r\n//mr } @wants;
    my $flood = "GET / HTTP/1.1\r\nHost: x\r\n\r\n" x 899 . "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    push @seen, count(split_replies(raw($site, $flood, seconds => patience())));
    $of->stop('QUIT');
    return [@seen, $of->read('other.log')];
}
my $alone = Bizrec::Server->new(http => $other);
$alone->write('nginx.conf', $alone->read('nginx.conf') =~ s/^load_module .*\n//mr);
$alone->start;
my $before = seen_of($alone);
my $with   = Bizrec::Shipped->new(keys => \%keys, plans => \%plan, edit => sub { s/(\n)(\}\s*)\z/$1$other$2/ if /^http \{/m });
$with->start;
is(status_of($with, $enrich, 'little-1'), 200, 'our site answers beside another one');
is_deeply(seen_of($with), $before, '... another one answers, limits and logs as without it');
like($before->[6], qr{\AHTTP/1\.1 503 }, '... and its limits have the status of nginx');
is_deeply($before->[11], { 200 => 900 }, '... and none of ours');

# nginx warns of a variables hash that it cannot build well, and each of our variables has a long name.
my $names = join '', map { "    map \$host \$another_site_has_this_variable_$_ { default $_; }\n" } 1 .. 200;
my $many  = Bizrec::Shipped->new(edit => sub { s/(\n)(\}\s*)\z/$1$names$2/ if /^http \{/m });
unlike(($many->check)[1], qr/\[warn\]/, 'no warning beside 200 variables of another site');

# If a map of the other site comes before ours, nginx's message says what to do, and the comment in http.conf explains it.
my $first = Bizrec::Shipped->new(edit => sub { s/(^http \{\n)/$1    map \$host \$theirs { default 1; }\n/m });
my ($exit, $text) = $first->check;
$first->allow_log(qr/map_hash/);
is($exit, 1, 'another map before ours is refused');
like($text, qr{"map_hash_bucket_size" directive is duplicate in .*bizrec/http\.conf:}, '... by a message that names the line');
$first->write('bizrec/http.conf', $first->read('bizrec/http.conf') =~ s/^map_hash_bucket_size 128;\n//mr);
like(
    ($first->check)[1],
    qr/could not build map_hash, you should increase map_hash_bucket_size: 64/,
    'without the line a digest is too long'
);
$first->write('nginx.conf', $first->read('nginx.conf') =~ s/(^http \{\n)/$1    map_hash_bucket_size 128;\n/mr);
($exit, $text) = $first->check;
is($exit, 0, 'nginx -t accepts it with the line at the top of http') or diag $text;

# --- names, and the contents of the http block

my $conf = "$Bizrec::Server::repository/conf/nginx";
my %text = map { ($_ => slurp($_) =~ s/^\s*#.*\n//mgr =~ s/[;{]\K\s+#.*$//mgr) } grep { -f && !/\.map$/ } glob("'$conf/*/*'");
my @foreign;
for my $file (sort keys %text) {
    push @foreign, map { "$file: $_" } grep { !/^bizrec/ } $text{$file} =~ /^\s*map\s+(?:"[^"]*"|\S+)\s+\$(\w+)/mg,
        $text{$file} =~ /zone=(\w+)/g, $text{$file} =~ /shared:(\w+)/g, $text{$file} =~ /\(\?<(\w+)>/g,
        $text{$file} =~ /^\s*limit_conn\s+(\w+)/mg,
        $text{$file} =~ /^\s*(?:upstream|thread_pool|log_format|perl_set|js_set|auth_request_set|set|geo|split_clients)\s+\$?(\w+)/mg;
}
is_deeply(\@foreign, [], 'every name that the shipped files define begins with bizrec');
my $http   = $text{"$conf/bizrec/http.conf"};
my %blocks = map { ($_ => 1) } ($http =~ s/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|'[^']*'//gr) =~ /^(\w+)/mg;
is_deeply(
    [sort keys %blocks],
    [qw(limit_conn_zone limit_req_zone log_format map map_hash_bucket_size)],
    'the http block gets maps, zones and a log format, and one size'
);
my $limits = $text{"$conf/snippets/bizrec-limits.conf"};
is_deeply(
    [sort $limits =~ /^limit_req zone=(\w+)/mg, $limits =~ /^limit_conn (\w+)/mg],
    [sort $http =~ /zone=(\w+)/g],
    'each zone is in force, once'
);

# --- a megabyte of rates: 8,000 keys of up to 48 bytes, as http.conf and docs/run.md say, and not 16,000

SKIP: {
    skip 'a state has another size on this machine', 1 if length pack('P', undef) != 8;
    for my $case ([4, 8000, 503], [48, 8000, 503], [48, 8200, 200], [49, 4000, 503], [49, 4100, 200])
    {    # bytes of a key, number of keys, and the status of a second request with the first key
        my ($size, $number, $status) = @$case;
        my $zone = Bizrec::Server->new(
            http => 'limit_req_zone $arg_k zone=z:1m rate=1r/m;
            server {
                listen %%LISTEN%%;
                keepalive_requests 100000;
                location / { limit_req zone=z; limit_req_log_level info; empty_gif; }
            }'
        );
        $zone->start;
        my @asked = map { sprintf "GET /?k=%0${size}d HTTP/1.1\r\nHost: x\r\n", $_ } 1 .. $number, 1;
        my $text  = raw($zone, join("\r\n", @asked) . "Connection: close\r\n\r\n", seconds => patience());
        my @got   = $text =~ m{HTTP/1\.1 (\d+)}g;
        is_deeply(
            [scalar @got, $got[-1]],
            [$number + 1, $status],
            "$number keys of $size bytes: the first of them is " . ($status == 503 ? 'still known' : 'forgotten')
        );
        $zone->finish;
    }
}

Bizrec::Server::finish_all();
done_testing();
