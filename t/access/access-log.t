# The access log of conf/nginx/bizrec/http.conf: its contents, and that no text of a client can forge, break or disfigure a
# line.
#
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data h2_open h2_read headers);
use Bizrec::Http   qw(connect_to post raw request);
use Bizrec::Index  qw(uuid);
use Bizrec::Shipped;
use Bizrec::Tls qw(can_tls);
use Digest::SHA qw(sha256_hex);
use Encode      qw(decode FB_CROAK);
use IO::Socket::INET;
use JSON::PP;
use Test::More;

my $path   = '/api/v1/enrich_company';
my $server = Bizrec::Shipped->new(
    free      => 1,
    tls       => can_tls() ? 1 : 0,
    keys      => { 'key-a' => 'alpha', 'key-broke' => 'gamma' },
    exhausted => ['gamma'],
    records   => [
        map { {
            store_id           => uuid($_),
            business_name      => 'x',
            website_url        => 'https://example.com',
            social_media_links => ['https://www.facebook.com/example']
        } } 1 .. 3
    ],
);
$server->start;

# --- the contents of a line

my $logged = 0;
sub last_line { return decode_json(($server->log_lines(++$logged))[-1]) }

my $id    = substr sha256_hex('key-a'), 0, 12;
my $key   = { 'X-API-Key' => 'key-a', 'User-Agent' => 'agent', 'X-Forwarded-For' => '10.0.0.1' };
my $reply = post($server, $path, '{"website":"https://www.example.com/x","social_media_link":"facebook.com/example","limit":2}', $key);
my $line  = last_line();
my @names = qw(
    bytes charged_at client credits endpoint engine_us error generation key key_id method offloaded request_id rows seconds status team
    time total x_request_id
);
is_deeply([sort keys %$line], \@names, 'the fields');
is_deeply(
    [@$line{qw(client team key_id method endpoint status error rows total key bytes)}],
    ['127.0.0.1', 'alpha', $id, 'POST', 'enrich_company', 200, '', 2, 3, 'example.com,facebook:example', length $reply->{content}],
    'an answer'
);
like($line->{time},                         qr/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d\z/, '... its time');
like($line->{request_id},                   qr/\A[0-9a-f]{32}\z/,                                '... its number');
like($line->{generation},                   qr/\A[0-9a-f]{16}\z/,                                '... its index');
like("$line->{seconds} $line->{engine_us}", qr/\A\d+(\.\d+)? \d+\z/,                             '... how long it took');

for my $case (
    ['no rows', sub { post($server, $path, '{"website":"nobody.example.org"}', $key) }, [qw(alpha POST enrich_company 200), '', 0, 0]],
    ['a field error', sub { post($server, $path, '{}', $key) }, [qw(alpha POST enrich_company 422 invalid_field), 0, 0]],
    [
        'no credit',
        sub { post($server, $path, '{}', { 'X-API-Key' => 'key-broke' }) },
        [qw(gamma POST enrich_company 402 credit_limit_reached), undef, undef]
    ],
    [
        'an unknown key',
        sub { post($server, $path, '{}', { 'X-API-Key' => 'nobody' }) },
        ['', qw(POST enrich_company 401 invalid_api_key), undef, undef]
    ],
    ['a wrong method', sub { request($server, 'GET', $path, headers => $key) }, [qw(alpha GET enrich_company 404 not_found), undef, undef]],
    ['another address', sub { request($server, 'GET', '/secret?api_key=s3cret') }, ['', 'GET', '', 404, '', undef, undef]],
    ['a large body',    sub { post($server, $path, 'x' x 70_000, $key) }, [qw(alpha POST enrich_company 413 body_too_large), undef, undef]],
    ['another address, POST', sub { post($server, '/elsewhere', '{}') },                ['', 'POST', '', 404, '', undef, undef]],
    ['no request',            sub { raw($server, "nonsense\r\n\r\n", seconds => 0.1) }, ['', '', '', 400, '', undef, undef]],
    ['HTTP/0.9',              sub { raw($server, "GET /\r\n", seconds => 0.1) },        ['', 'GET', '', 404, '', undef, undef]],
    )
{
    my ($name, $ask, $fields) = @$case;
    $ask->();
    is_deeply([@{ last_line() }{qw(team method endpoint status error rows total)}], $fields, $name);
}
post($server, $path, qq({"website":"https://www.facebook.com/\xd0\xb4\xd0\xbe\xd0\xbc%22"}), $key);
like(last_line()->{key}, qr/\A[!-~]*\z/, 'a profile in another script is visible ASCII');

# --- ten thousand hostile requests, each on a separate connection

my $seed = 49;
note("seed $seed");
sub any { $seed = ($seed * 1_103_515_245 + 12_345) % 2_147_483_648; return $_[int($seed / 65_536) % @_] }

my $mark   = 'FORGED';
my $forged = qq({"status":200,"team":"$mark"});
my @evil   = (
    "\r\n",                  "\n",               "\r",              "\0",
    '"',                     q("}),              qq("}\n$forged\n), qq(\r\n$forged\r\n),
    qq(","team":"$mark"),    '\\',               '\\"',             '\\u0022',
    '\\x22',                 "\xff",             "\xfe\xff",        "\xc0\xaf",
    "\xed\xa0\x80",          "\xf4\x90\x80\x80", "\xc3",            "\x80",
    "\xe2\x80\xae$mark",     "\xe2\x80\xa8",     "\xe2\x81\xa6",    "\xef\xbb\xbf",
    "\x1b[2J\x1b]0;$mark\a", "\x08\x08\x08",     "\x7f",            "\x85",
    "\xc2\x85",              "\t",               '%0d%0a' . $mark,  '%0A',
    '%22%7d',                '%00',              '%ff%fe',          '%e2%80%ae',
    '%5c%22',                '%25',              '%',               '%zz',
    '$request_uri',          '${team}',          '<script>',        "'; drop",
    '../' x 5,               "\xf0\x9f\x92\xa9", 'x' x 3000,        "\x01\x02\x03",
);

sub evil {
    return join '', map { any(@evil) } 1 .. any(1, 1, 1, 2, 3);
}

sub hostile {
    my $where = any(qw(path path query header name agent host key bearer method body website social version referer));
    my %at    = map { $_ => '' } qw(path query header name agent host key bearer method body website social version referer);
    $at{$where} = evil();
    my $json = $where eq 'body' ? $at{body} : JSON::PP->new->latin1->encode({ website => 'https://example.com/', limit => 1 });
    $json = qq({"website":"https://www.facebook.com/a$at{website}"})           if $where eq 'website';
    $json = qq({"social_media_link":"https://www.instagram.com/a$at{social}"}) if $where eq 'social';
    my $address = any(0 .. 3) ? $path : '/elsewhere';
    my @lines   = (
        "POST$at{method} $address$at{path}" . ($where eq 'query' ? "?a=$at{query}" : '') . " HTTP/1.1$at{version}",
        'Connection: close',
        "Host: x$at{host}",
        'Content-Length: ' . length $json
    );
    push @lines, 'X-API-Key: key-a' . $at{key} unless $where eq 'bearer';
    push @lines, "Authorization: Bearer key-a$at{bearer}" if $where eq 'bearer';
    push @lines, "User-Agent: a$at{agent}", "Referer: a$at{referer}", "X-A$at{name}: b$at{header}", "X-Request-Id: $at{header}",
        "X-Forwarded-For: $at{header}";
    return join("\r\n", @lines) . "\r\n\r\n$json";
}

my $sent = 0;
for (1 .. 200) {
    my @sockets = map { my $s = connect_to($server); syswrite $s, hostile(); $sent++; $s } 1 .. 50;
    for my $socket (@sockets) {
        sysread $socket, my $bytes, 65_536;    # the answer has begun: there will be one line
        close $socket;
    }
}
is($sent, 10_000, "$sent hostile requests");

# HTTP/2 carries bytes in header values that HTTP/1.1 cannot.
my $streams = 0;
if (can_tls()) {
    for my $round (1 .. 10) {
        my $socket = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->h2_port) or die;
        syswrite $socket, h2_open() . join '', map {
            $streams++;
            my $where = any(qw(path agent key));
            headers(
                2 * $_ + 1,
                $where eq 'path' ? $path . evil() : $path,
                1,
                ['user-agent', $where eq 'agent' ? evil() : 'a'],
                ['x-api-key',  'key-a' . ($where eq 'key' ? evil() : '')]
                )
                . data(2 * $_ + 1, '{"website":"example.com"}')
        } 0 .. 29;
        my $over = sub {    # each stream has ended in some way
            my ($replies) = @_;
            return 30 == grep { $replies->{$_} && ($replies->{$_}{ended} || defined $replies->{$_}{reset}) } map { 2 * $_ + 1 } 0 .. 29;
        };
        h2_read($socket, \my $text, $over);
    }
}

my @lines = $server->log_lines($logged + $sent + $streams);
is(scalar @lines, $logged + $sent + $streams, 'one line for each request, no more');
my ($bad, %statuses) = (0);
for my $text (@lines) {
    my $parsed = eval { JSON::PP->new->decode(decode('UTF-8', my $copy = $text, FB_CROAK)) };
    my $good   = $parsed && $text =~ /\A[\x20-\x7e]+\z/ && "@{[sort keys %$parsed]}" eq "@names" && $parsed->{status} =~ /\A\d+\z/;
    $statuses{ $parsed->{status} }++ if $good;
    my $key = $good ? delete $parsed->{key} : '';
    next        if $good && !grep { defined && /$mark|[\\"<]/ } values %$parsed and $parsed->{team} =~ /\A(?:alpha|gamma|)\z/;
    diag($text) if $bad++ < 5;
}
is($bad, 0, 'each is one JSON object in ASCII, with the fields of the format and nothing of what came');
note(join ', ', map { "$_: $statuses{$_}" } sort keys %statuses);
ok($statuses{$_}, "... $_ among them") for 200, 400, 401, 404, 422;

Bizrec::Server::finish_all();
done_testing();
