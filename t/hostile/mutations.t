# 20,000 randomly corrupted requests: each gets an answer in JSON, never an error of the server; no worker dies.
# BIZREC_MUTATIONS sets another number of them, BIZREC_SEED another start of the random numbers (it is printed).
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Answers qw(record_answer);
use Bizrec::Http    qw(connect_to parse raw);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Mutate  qw(mutate mutate_json pick);
use Bizrec::Server;
use Bizrec::Wait qw(patience);
use IO::Select;
use JSON::PP;
use Test::More;

my $count = $ENV{BIZREC_MUTATIONS} || 20_000;
my $seed  = $ENV{BIZREC_SEED}      || 41;
srand $seed;
diag("$count mutations, seed $seed") if $ENV{BIZREC_MUTATIONS} || $ENV{BIZREC_SEED};
local $SIG{PIPE} = 'IGNORE';

my $server = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => "client_header_timeout 600s; client_body_timeout 600s; keepalive_requests 1000; bizrec_search_deadline 0;
    server {
        listen %%LISTEN%%;
        bizrec_index %%PREFIX%%/index.mdb;
        include '$Bizrec::Server::repository/conf/nginx/snippets/bizrec-errors.conf';
        location = /api/v1/enrich_company { bizrec_enrich_company; }
        location = /api/v1/search/only_ids { bizrec_search_only_ids; bizrec_search_inline_work 0; }
        location / { return 404; } }",
);
build_index(
    $server->prefix . '/index.mdb',
    (
        map { {
            store_id           => uuid($_),
            business_name      => "Chain Bakery $_",
            website_url        => "https://chain.example.com/$_",
            city               => 'Oakland',
            state              => 'CA',
            zip_code           => '94607',
            country            => 'US',
            latitude           => 37.8 + $_ / 100,
            longitude          => -122.3,
            social_media_links => ['https://facebook.com/chain']
        } } 1 .. 30
    ),
    (
        map { {
            store_id            => uuid(100 + $_),
            business_name       => "P\x{e3}o \x{6a2a}\x{6d5c} $_",
            business_categories => ['bakery'],
            website_url         => "https://www.example-$_.co.uk/",
            city                => "S\x{e3}o Paulo",
            country             => 'BR'
        } } 1 .. 9
    ),
);
$server->start;
my @workers = $server->workers;

my @bodies = (
    '{"website":"https://www.example.com/a?b=1","limit":2}',
    '{"website":"chain.example.com","limit":1,"estimate_total":true}',
    '{"website":"chain.example.com","location":{"country":"US","state":"CA","city":"Oakland","zip_code":["94607","94608"]},"limit":3}',
    '{"website":"example-3.co.uk","location":[{"country":"Brazil"},{"country":"br","city":"S\u00e3o Paulo"}]}',
    '{"social_media_link":"https://www.facebook.com/chain","location":{"lat":37.8,"long":-122.3,"geo_radius":1000},"limit":4}',
    '{"social_media_link":"@chain","website":"chain.example.com","limit":null,"more":{"x":[1,2.5e3,false,"\ud83d\ude00"]},"y":""}',
    '{"website":"http://m\u00fcnchen.de:8080/%7Ea/../b#c","limit":50}',
    '{"website":"https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F","limit":"5"}',
);
my @searches = (
    '{"query":"chain bakery 94607","limit":3,"estimate_total":true}',
    '{"query":"bakery","cursor":[100,"00000000-0000-4000-8000-000000000007"],"limit":7}',
    '{"query":"\u6a2a\u6d5c","store_name":"p\u00e3o","tags":["bakery","bar"],'
        . '"include_keywords":["oakland"],"exclude_keywords":["chain 3"]}',
    '{"location":[{"country":"US","lat":37.8,"long":-122.3,"geo_radius":1000},{"country":"BR"}],'
        . '"has_website":true,"min_locations":0,"max_locations":5}',
    '{"query":"bakry","exclude_root_domains":["https://www.example-3.co.uk/x"],'
        . '"ownership_type":["CHAIN","family"],"min_overall_rating":1.5}',
    '{"open_date_after":"2020-01-01","info_updated_before":1700000000,"min_price_tier":1,'
        . '"max_total_reviews":100,"has_contact_info":false,"more":[{}]}',
);
my %bodies_of = ('/api/v1/enrich_company' => \@bodies, '/api/v1/search/only_ids' => \@searches);
my @paths     = sort keys %bodies_of;
my @heads     = (
    "POST /api/v1/enrich_company HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer some-key\r\n"
        . "Prefer: handling=strict\r\nConnection: close\r\nContent-Length: ",
    "POST /api/v1/enrich_company?a=b HTTP/1.1\r\nHost: x\r\nX-API-Key: k\r\nAccept: */*\r\n"
        . "Expect: 100-continue\r\nConnection: close\r\nContent-Length: ",
    "POST /api/v1/enrich_company HTTP/1.0\r\nAccept-Encoding: gzip\r\nContent-Length: ",
    "POST http://localhost/api/v1/enrich_company HTTP/1.1\r\nHost: localhost\r\n"
        . "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n{\"web\r\n",
);

my $json = JSON::PP->new->utf8->allow_nonref;
my (%seen, @wrong);

sub wrong { my ($why, $request, $text) = @_; push @wrong, [$why, $request, $text]; return }

sub is_json {
    my ($text) = @_;
    return defined eval { $json->decode($text); 1 }
}

# ---- changed bodies: the framing is right, so each gets one reply, and many are sent in one connection

sub reply_at {
    my ($socket, $buffer) = @_;
    my $select = IO::Select->new($socket);
    until (    $$buffer =~ /\r\n\r\n/
            && $$buffer =~ /\A(.*?\r\n\r\n)/s
            && length $$buffer >= length($1) + ($1 =~ /^Content-Length: (\d+)/mi ? $1 : 0))
    {
        $select->can_read(patience()) or return;
        sysread $socket, $$buffer, 65536, length $$buffer or return;
    }
    my ($head)   = $$buffer =~ /\A(.*?\r\n\r\n)/s;
    my ($length) = $head    =~ /^Content-Length: (\d+)/mi;
    my ($status) = $head    =~ m{\AHTTP/1\.1 (\d{3})};
    return { status => $status, body => substr substr($$buffer, 0, length($head) + ($length // 0), ''), length $head };
}

sub check_body {
    my ($body, $reply) = @_;
    return wrong('no reply', $body, '') if !$reply;
    $seen{ $reply->{status} }++;
    return wrong("status $reply->{status}", $body, $reply->{body}) if $reply->{status} !~ /^(?:200|400|413|422)$/;
    return wrong('no JSON',                 $body, $reply->{body}) if !is_json($reply->{body});
    return;
}

my ($bodies, $batch) = (int($count * 4 / 5), 50);
for (my $done = 0; $done < $bodies && @wrong < 5; $done += $batch) {
    my @batch = map {
        my $path = pick(@paths);
        my $some = $bodies_of{$path};
        [$path, $_ % 2 ? mutate(pick(@$some), pick(@$some)) : mutate_json(pick(@$some))]
    } 1 .. $batch;
    my $socket = connect_to($server);
    my $bytes  = join '',
        map { my ($path, $body) = @$_; "POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($body) . "\r\n\r\n$body" } @batch;
    my $sent = 0;
    while ($sent < length $bytes) {
        my $n = syswrite $socket, $bytes, length($bytes) - $sent, $sent or last;
        $sent += $n;
    }
    my $buffer = '';
    for my $request (@batch) {
        my $reply = reply_at($socket, \$buffer);
        check_body("@$request", $reply);
        record_answer(
            $server->port,
            { method => 'POST', path => $request->[0], content => $request->[1] },
            { %$reply, content => $reply->{body} }
        ) if $reply;
        last if !$reply || @wrong >= 5;
    }
}

# ---- changed heads, with wrong framing too: no reply or several replies may be right, but each must be whole

# 501 and 505 are nginx's right answers to an unknown Transfer-Encoding and HTTP version.
sub check_replies {
    my ($request, $text) = @_;
    $text =~ s{\AHTTP/1\.1 100 Continue\r\n\r\n}{};
    if ($text !~ m{\AHTTP/}) {
        $seen{ $text eq '' ? 'none' : 'HTTP/0.9' }++;
        return $text eq '' || is_json($text) ? () : wrong('no reply of HTTP', $request, $text);
    }
    while ($text ne '') {
        my ($head)   = $text =~ m{\A(HTTP/1\.1 \d{3} .*?\r\n\r\n)}s or return wrong('no head', $request, $text);
        my ($status) = $head =~ m{ (\d{3})};
        $seen{$status}++;
        return wrong("status $status", $request, $text) if $status !~ /^(?:200|4\d\d|501|505)$/;
        my ($length) = $head =~ /^Content-Length: (\d+)/mi;
        substr $text, 0, length $head, '';
        my $body = substr $text, 0, $length // 0, '';
        next                                                   if $body eq '' && $request =~ /\AHEAD /;
        return wrong('no whole JSON', $request, $head . $body) if !defined $length || length $body != $length || !is_json($body);
    }
    return;
}

for my $number (1 .. $count - $bodies) {
    last if @wrong >= 5;
    my $head = pick(@heads);
    my $body = pick(@bodies);
    my $request =
          $head =~ /chunked/
        ? $head . sprintf("%x\r\n%s\r\n0\r\n\r\n", length($body) - 5, substr $body, 5)
        : $head . length($body) . "\r\n\r\n$body";
    $request = mutate($request, pick(@heads));
    check_replies($request, raw($server, $request, half_close => 1));
}

is(scalar @wrong, 0, "$count mutated requests: every answer is right in form") or do {
    for my $case (@wrong) {
        my ($why, @texts) = @$case;
        diag("seed $seed, $why:", map { "\n  " . $json->encode(substr $_, 0, 2000) } @texts);
    }
};
cmp_ok($seen{$_} // 0, '>', $count / 400, "... with status $_ among them") for 200, 400, 422;
note(join ', ', map { "$_: $seen{$_}" } sort keys %seen);
is_deeply([$server->workers], \@workers, 'no worker has died');
is(parse(raw($server, "$heads[0]23\r\n\r\n{\"website\":\"x.example\"}"))->{status}, 200, '... and it serves on');
unlike($server->error_log, qr/exited on signal|exited with code [1-9]/, 'the log has no dead process');

Bizrec::Server::finish_all();
done_testing();
