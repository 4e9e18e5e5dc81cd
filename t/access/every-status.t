# Every status of the specification, section 7, with its exact body, over HTTP/1.1, HTTP/2, and both over TLS.
#
# needs: openssl curl
# lane: gate debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Frames qw(data h2_open h2_replies headers);
use Bizrec::Http   qw(raw without_id);
use Bizrec::Index  qw(uuid);
use Bizrec::Shipped;
use Bizrec::Tls qw(can_tls curl raw_tls transports);
use IO::Socket::INET;
use JSON::PP;
use Test::More;

plan skip_all => 'needs openssl and a curl with HTTP/2' unless can_tls();

# A backend that accepts and never answers, and an address where no server listens.
my $silent = IO::Socket::INET->new(Listen => 16, LocalAddr => '127.0.0.1', LocalPort => 0) or die "listen: $!";
my $nobody = Bizrec::Server::free_port();
my $server = Bizrec::Shipped->new(
    keys      => { good => 'alpha', banned => 'beta', broke => 'gamma', slow => 'tortoise' },
    forbidden => ['beta'],
    exhausted => ['gamma'],
    free      => 1,
    tls       => 1,
    edit      => sub {
        s/(client_\w+_timeout) 5s/$1 600s/g;
        my $limit = 'map $bizrec_team $tortoise { tortoise 1; } limit_req_zone $tortoise zone=tortoise:1m rate=1r/m;';
        s/(?=^    server \{)/    $limit\n/m;
    },
    server => '
        location = /broken { bizrec_access off; auth_request /broken/answer; }
        location = /broken/answer { bizrec_access off; internal; return 418; }
        location = /dead { bizrec_access off; proxy_pass http://127.0.0.1:' . $nobody . '; }
        location = /silent { bizrec_access off; proxy_read_timeout 100ms; proxy_pass http://127.0.0.1:' . $silent->sockport . '; }
        location = /busy { bizrec_access off; return 503; }
        location = /without { bizrec_index none.mdb missing=503; bizrec_enrich_company; }
        location = /limited { limit_req zone=tortoise; limit_req_status 429; bizrec_enrich_company; }',
);
$server->start;

sub body {
    my ($text, $code, $field) = @_;
    return qq({"error":"$text","detail":"$text","code":"$code") . ($field ? qq(,"field":"$field"}) : '}');
}

my $path  = '/api/v1/enrich_company';
my $good  = '{"website":"example.com","limit":1}';
my $empty = '[]';
my $v     = '/api/v1/';
my @key   = ('-H', 'Authorization: Bearer good');

# [name, path, curl's options, status, body, further headers]
my @cases = (
    ['no rows', $path, [@key, '-d', '{"website":"nobody.example.org"}'], 200, $empty],
    [
        'no rows, envelope', $path, [@key, '-d', '{"website":"nobody.example.org","estimate_total":true}'], 200,
        '{"data":[],"total_count":0}'
    ],
    ['malformed JSON', $path, [@key, '-d', '['],              400, qr/\A\{"error":"([^"]+)","detail":"\1","code":"invalid_json"\}\z/],
    ['no body',        $path, [@key, '-X', 'POST', '-d', ''], 400, qr/\A\{"error":"([^"]+)","detail":"\1","code":"invalid_json"\}\z/],
    ['neither input',  $path, [@key, '-d', '{}'], 422, body('website or social_media_link is required', 'invalid_field', 'website')],
    [
        'limit above 50',
        $path, [@key, '-d', '{"website":"example.com","limit":51}'],
        422,   body('limit: maximum limit is 50, got the number 51', 'invalid_field', 'limit')
    ],
    [
        'half a coordinate',
        $path, [@key, '-d', '{"website":"example.com","location":[{},{"lat":1}]}'],
        422,   body('location[1].long: is required where lat is given', 'invalid_field', 'location[1].long')
    ],
    ['no key', $path, ['-d', $good], 401, body('Invalid API Key', 'invalid_api_key'), ['www-authenticate', 'Bearer']],
    [
        'unknown key', $path, ['-d', $good, '-H', 'X-API-Key: nobody'],
        401,
        body('Invalid API Key', 'invalid_api_key'),
        ['www-authenticate', 'Bearer']
    ],
    ['credit used up',      $path, ['-d', $good, '-H', 'X-API-Key: broke'],  402, body('Credit limit reached', 'credit_limit_reached')],
    ['not allowed',         $path, ['-d', $good, '-H', 'X-API-Key: banned'], 403, body('Forbidden', 'forbidden')],
    ['wrong address',       "${v}enrich",             [@key],                404, body('Not Found', 'not_found')],
    ['wrong address, POST', "${v}enrich",             [@key, '-X', 'POST'],  404, body('Not Found', 'not_found')],
    ['a slash too many',    "$path/",                 [@key],                404, body('Not Found', 'not_found')],
    ['another case',        "${v}Enrich_Company",     [@key],                404, body('Not Found', 'not_found')],
    ['wrong version',       '/api/v2/enrich_company', [@key],                404, body('Not Found', 'not_found')],
    ['no version',          '/api/enrich_company',    [@key],                404, body('Not Found', 'not_found')],
    (map { ["wrong method: $_", $path, [@key, '-X', $_], 404, body('Not Found', 'not_found')] } qw(GET PUT PATCH DELETE OPTIONS)),
    ['wrong method with a body', $path, [@key, '-X', 'PUT', '-d', $good], 404, body('Not Found', 'not_found')],
    ['TRACE', $path, [@key, '-X', 'TRACE'], 404, body('Not Found', 'not_found')],
    [
        'too frequent', '/limited', ['-X', 'POST', '-H', 'X-API-Key: slow'],
        429,
        body('Too many requests', 'too_many_requests'),
        ['retry-after', '1']
    ],
    ['internal error', '/broken', [], 500, body('Internal Server Error', 'internal')],
    ['no backend',     '/dead',   [], 502, body('Bad Gateway',           'internal')],
    [
        'no index', '/without', [@key, '-d', $good],
        503,
        body('the index is not available at the moment; please retry shortly', 'index_unavailable'),
        ['retry-after', '1']
    ],
    ['busy',                 '/busy',            [], 503, body('Service Unavailable',          'internal'), ['retry-after', '1']],
    ['silent backend',       '/silent',          [], 504, body('Gateway Timeout',              'internal')],
    ['long address',         '/' . 'a' x 20_000, [], 414, body('the request line is too long', 'bad_request')],
    ['an error page itself', '/_e/401',          [], 404, body('Not Found',                    'not_found')],
);

my @transports = transports($server);
for my $transport (@transports) {
    my $version = $transport->[0] =~ m{HTTP/2} ? '2' : '1.1';
    my $reply   = curl($server, $transport, $path, @key, '-d', $good);
    is("$reply->{version} $reply->{status} " . ($reply->{json}[0]{id} // ''), "$version 200 " . uuid(1), "$transport->[0]: a row");
    my ($row) = $reply->{content} =~ /\A\[(.*)\]\z/s;
    is(
        curl($server, $transport, $path, @key, '-d', '{"website":"example.com","estimate_total":true}')->{content},
        qq({"data":[$row],"total_count":1}),
        "$transport->[0]: in the envelope"
    );
    for my $case (@cases) {
        my ($name, $address, $options, $status, $body, $header) = @$case;
        next if $version eq '2' && $status == 414;    # HTTP/2 has the address in a header: see t/access/refused-by-nginx.t
        $name = "$transport->[0]: $name";
        # The rate allows one request a minute. If this request is the allowed one, the next one is refused.
        curl($server, $transport, $address, @$options) if $address eq '/limited';
        $reply = curl($server, $transport, $address, @$options);
        # The minute has ended between the two: this one was allowed.
        $reply = curl($server, $transport, $address, @$options) if $address eq '/limited' && $reply->{status} == 200;
        is($reply->{status}, $status, "$name: $status") or diag($reply->{text});
        ref $body ? like($reply->{content}, $body, "$name: its body") : is($reply->{content}, $body, "$name: its body");
        is($reply->{version},                   $version,               "$name: HTTP/$version");
        is($reply->{headers}{'content-type'},   'application/json',     "$name: its type");
        is($reply->{headers}{'content-length'}, length $reply->{whole}, "$name: its length");
        is($reply->{headers}{ $header->[0] },   $header->[1],           "$name: $header->[0]") if $header;
        is($reply->{headers}{$_}, undef, "$name: no $_") for grep { !$header || $_ ne $header->[0] } qw(retry-after www-authenticate allow);
    }
    $reply = curl($server, $transport, $path, @key, '-I');
    is("$reply->{status} " . ($reply->{content} // ''), '404 ',             "$transport->[0]: HEAD is a 404 without a body");
    is($reply->{headers}{'content-type'},               'application/json', "$transport->[0]: HEAD: its type");
}

# 413 for an announced length, for a body without a length, and with Expect: 100-continue. These requests are raw bytes,
# because some versions of curl lose an early answer.
my $too_large = body('the request body is too large: this endpoint takes up to 65536 bytes (64 KiB)', 'body_too_large');
my $pad       = 'x' x 65_537;
my $head      = "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: good\r\n";
my @h2_key    = ['x-api-key', 'good'];
my $pieces    = join '', map { data(1, substr($pad, $_ * 8192, 8192), 1) } 0 .. 8;
for my $case (
    ['a length', "${head}Content-Length: 65537\r\n\r\n", headers(1, $path, 1, @h2_key, ['content-length', 65_537])],
    [
        'a length, and the body',
        "${head}Content-Length: 65537\r\n\r\n$pad",
        headers(1, $path, 1, @h2_key, ['content-length', 65_537]) . $pieces
    ],
    ['no length', "${head}Transfer-Encoding: chunked\r\n\r\n10001\r\n$pad\r\n0\r\n\r\n", headers(1, $path, 1, @h2_key) . $pieces],
    [
        'Expect',
        "${head}Expect: 100-continue\r\nContent-Length: 65537\r\n\r\n",
        headers(1, $path, 1, @h2_key, ['expect', '100-continue'], ['content-length', 65_537])
    ],
    [
        'a length beyond counting',
        "${head}Content-Length: 9223372036854775807\r\n\r\n",
        headers(1, $path, 1, @h2_key, ['content-length', '9223372036854775807'])
    ],
    )
{
    my ($name, $one, $two) = @$case;
    for my $text (['HTTP/1.1', raw($server, $one, seconds => 0.2)], ['HTTP/1.1 over TLS', raw_tls($server, $one, seconds => 0.2)]) {
        $text->[1] = without_id($text->[1]);
        is(() = $text->[1] =~ m{HTTP/1\.1 }g, 1, "$text->[0]: too large by $name: one answer");
        like(
            $text->[1],
            qr{\AHTTP/1\.1 413 .*\r\nContent-Type: application/json\r\n.*\r\n\r\n\Q$too_large\E\z}s,
            "$text->[0]: too large by $name: 413"
        );
    }
    my $port = $server->port;
    local $server->{port} = $server->h2_port;
    my @until = (until => sub { (h2_replies($_[0])->{1} || {})->{ended} });
    for my $text (['HTTP/2', raw($server, h2_open() . $two, @until)],
        ['HTTP/2 over TLS', raw_tls($server, h2_open() . $two, protocol => 'h2', @until)])
    {
        my $reply = h2_replies($text->[1])->{1};
        $reply->{body} = without_id($reply->{body});
        is_deeply([@$reply{qw(status body heads ended)}], [413, $too_large, 1, 1], "$text->[0]: too large by $name: 413");
    }
}

Bizrec::Server::finish_all();
done_testing();
