# More than 500 requests with odd, ambiguous or hostile framing, each with another request hidden in or after its body, and an
# honest one after it. An independent reader of HTTP/1.1 (below: slow, obvious, RFC 9112) computes the expected answers. Every
# real request gets one answer, the right one. A request that is only part of a body gets none.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(connect_to split_replies);
use Bizrec::Index qw(uuid);
use Bizrec::Shipped;
use Bizrec::Wait qw(patience);
use IO::Select;
use JSON::PP;
use Test::More;

my $server = Bizrec::Shipped->new(
    free    => 1,
    records => [
        map { { store_id => uuid($_->[0]), business_name => 'x', website_url => "https://$_->[1]" } } [1, 'front.com'],
        [2, 'hidden.com'],
        [3, 'after.com']
    ],
);
$server->start;

my $seed = 20_260_301;
note("seed $seed");
sub pick { $seed = ($seed * 1_103_515_245 + 12_345) % 2_147_483_648; return $_[int($seed / 65_536) % @_] }

my $path  = '/api/v1/enrich_company';
my $front = '{"website":"front.com"}';

sub simple {
    my ($site, $more) = @_;
    my $b = qq({"website":"$site"});
    return "POST $path HTTP/1.1\r\nHost: x\r\nX-API-Key: demo-key\r\n" . ($more // '') . 'Content-Length: ' . length($b) . "\r\n\r\n$b";
}

my $hidden = simple('hidden.com');
my $after  = simple('after.com', "Connection: close\r\n");

# --- the reader

# How the head of one request frames its body: ('length', n), ('chunked'), or the status with which the server must refuse the
# request.
sub framing {
    my ($version, @lines) = @_;
    my (@length, @coding, $hosts);
    for (@lines) {
        return 400 unless /\A[!#\$%&'*+.^_`|~0-9A-Za-z-]+:/ && !/[\0\r]/;
        my ($name, $value) = /\A([^:]+): *(.*?) *\z/s;
        push @length, $value if lc $name eq 'content-length';
        push @coding, $value if lc $name eq 'transfer-encoding';
    }
    return 400 if @length > 1 || @coding > 1 || (@length && ($length[0] !~ /\A[0-9]+\z/ || $length[0] =~ /[1-9]\d{18,}/));
    return $version eq '1.0' ? 400 : lc $coding[0] ne 'chunked' ? 501 : @length ? 400 : 'chunked' if @coding;
    return 413 if @length && $length[0] > 1_048_576;    # the largest of all locations; t/enrich/bodies.t tests the endpoint's own
    return ('length', $length[0] // 0);
}

# Reads a chunked body from the wire: (1, body), or (0) if it is broken.
sub dechunk {
    my ($wire) = @_;
    my $body = '';
    while ($$wire =~ s/\A([0-9a-fA-F]{1,8})(?:[ \t;][^\r\n]*)?\r?\n//) {
        my $size = hex $1;
        if ($size == 0) {
            return $$wire =~ s/\A(?:[^\r\n]+\r?\n)*\r?\n// ? (1, $body) : 0;
        }
        $body .= substr $$wire, 0, $size, '';
        $$wire =~ s/\A\r?\n// or return 0;
    }
    return 0;
}

# The expected answers to these bytes, in order.
sub answers {
    my ($wire) = @_;
    my @answers;
    while ($wire =~ s/\A(.*?\n)\r?\n//s) {
        my ($first,  @lines) = split /\r?\n/, $1;
        my ($method, $address, $version) = $first =~ m{\A([A-Z]+) (/\S*) HTTP/(1\.[01])\z} or return (@answers, '400 bad_request');
        my ($kind,   $length) = framing($version, @lines);
        return (@answers, $kind . ($kind == 501 ? ' internal' : $kind == 413 ? ' body_too_large' : ' bad_request')) if $kind =~ /\d/;
        my ($good, $body) = $kind eq 'chunked' ? dechunk(\$wire) : (1, substr $wire, 0, $length, '');
        return (@answers, '400 bad_request') unless $good;
        my ($site) = $body =~ /\A\s*\{"website":"(\w+)\.com"\}\s*\z/;
        push @answers,
              $address ne $path                             ? '404 not_found'
            : !grep({ $_ eq 'X-API-Key: demo-key' } @lines) ? '401 invalid_api_key'
            : $method ne 'POST'                             ? '404 not_found'
            : $site                                         ? "200 $site"
            :                                                 '400 invalid_json';
        last if grep { /\AConnection: close\z/i } @lines or $version eq '1.0' && !grep { /\AConnection: keep-alive\z/i } @lines;
    }
    return @answers;
}

# --- the writer

my $n          = length $front;
my @lengths    = ('Content-Length: %d', 'content-length: %d', 'CONTENT-LENGTH:%d', 'Content-Length:    %d   ', 'Content-Length: 000%d');
my @no_lengths = (
    '', '-%d', '+%d', '%d, %d', '%d;', '0x%x', '%d.0', '1e1', '%d %d', "\t%d", "%d\t", "\x0b%d", "\xef\xbc\x95", '%d_0',
    '99999999999999999999', 'two', '"%d"', '1048577', '4294967319'
);
my @codings = (
    'chunked',     'Chunked',  'CHUNKED',         '  chunked  ',      '',              'gzip',
    'identity',    'xchunked', 'chunkedx',        'chunked, chunked', 'gzip, chunked', 'chunked, gzip',
    ',chunked',    'chunked,', "\tchunked",       "chunked\t",        "\x0bchunked",   '"chunked"',
    'chunked;q=1', 'chunke',   "chun\xc2\xadked", 'c hunked'
);
my @framings = (    # header lines; %d: the length of the body
    (map { [$_] } @lengths),
    (map { ["Content-Length: $_"] } @no_lengths),
    (map { ["Transfer-Encoding: $_"] } @codings),
    ['Content-Length: %d',          'Content-Length: %d'],
    ['Content-Length: %d',          'Content-Length: 0'],
    ['Content-Length: 0',           'content-length: %d'],
    ['Transfer-Encoding: chunked',  'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked',  'Transfer-Encoding: identity'],
    ['Transfer-Encoding: identity', 'Transfer-Encoding: chunked'],
    ['Content-Length: %d',          'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked',  'Content-Length: %d'],
    ['Transfer-Encoding: chunked',  'Content-Length: 0'],
    ['Content-Length: %d',          'Transfer-Encoding: x'],
    ['Content-Length : %d'],
    [' Content-Length: %d'],
    ["X: y\n Content-Length: %d"],
    ["Content-Length\t: %d"],
    ['Transfer-Encoding : chunked'],
    ["Transfer-Encoding:\r\n chunked"],
    ["X: a\rTransfer-Encoding: chunked"],
    ["X: a\0Content-Length: %d"],
    [': %d',               'Content-Length: %d'],
    ['Content-Length: %d', "X: y\nTransfer-Encoding: chunked"],
    ["Content-Length: %d\nX: y"],
    ['X-Content-Length: 3',         'Content-Length: %d'],
    ['Transfer-Encodings: chunked', 'Content-Length: %d'],
);
my @chunkings = (    # for a body in $_
    sub { sprintf "%x\r\n%s\r\n0\r\n\r\n", length, $_ },
    sub {
        join '', (map { sprintf "%X\r\n%s\r\n", length, $_ } unpack '(a3)*', $_), "0\r\n\r\n";
    },
    sub { sprintf "%08x\r\n%s\r\n00000000\r\n\r\n",                               length, $_ },
    sub { sprintf "%x;name=\"va;lue\"\r\n%s\r\n0;end\r\n\r\n",                    length, $_ },
    sub { sprintf "%x \r\n%s\r\n0\r\n\r\n",                                       length, $_ },
    sub { sprintf "%x\r\n%s\r\n0\r\nX-Trailer: a\r\nContent-Length: 100\r\n\r\n", length, $_ },
    sub { sprintf "%x\n%s\n0\n\n",                                                length, $_ },
);
my @broken = (
    sub { sprintf "0x%x\r\n%s\r\n0\r\n\r\n", length, $_ },
    sub { sprintf "-%x\r\n%s\r\n0\r\n\r\n",  length, $_ },
    sub { sprintf "+%x\r\n%s\r\n0\r\n\r\n",  length, $_ },
    sub { sprintf " %x\r\n%s\r\n0\r\n\r\n",  length, $_ },
    sub { sprintf "%xg\r\n%s\r\n0\r\n\r\n",  length, $_ },
    sub { sprintf "%x\r\n%s0\r\n\r\n",       length, $_ },
    sub { sprintf "%x\r\n%sX\r\n0\r\n\r\n",  length, $_ },
    sub { "\r\n0\r\n\r\n" },
    sub { ";\r\n0\r\n\r\n" },
    sub { "ffffffffffffffffff\r\n$_" },
    sub { sprintf "%x\r\n%s\r\nz\r\n\r\n",   length, $_ },
    sub { sprintf "%x\r\r\n%s\r\n0\r\n\r\n", length, $_ },
);
my @fronts = (
    ['POST', $path,        'X-API-Key: demo-key'],
    ['POST', $path,        'X-API-Key: nobody'],
    ['PUT',  $path,        'X-API-Key: demo-key'],
    ['POST', '/elsewhere', 'X-API-Key: demo-key']
);
my @bodies = ($front, "$front$hidden", (' ' x 5000) . $front, $hidden, '');

my @wires;

# The beginning, with `$wire` after its head.
sub add {
    my ($kind, $version, $headers, $wire) = @_;
    my ($method, $address, $key) = @$kind;
    my @lines = ('Host: x', $key, @$headers, ("Connection: keep-alive") x ($version eq '1.0'));
    push @wires, join("\r\n", "$method $address HTTP/$version", @lines) . "\r\n\r\n$wire";
    return;
}

for my $framing (@framings) {
    for my $kind (@fronts) {
        for my $body (@bodies[0, 1], pick(@bodies[2 .. 4])) {
            my @headers = map  { s/%([dx])/sprintf "%$1", length $body/ger } @$framing;
            my $chunked = grep { /chunked/i } @headers;
            local $_ = $body;
            my $wire = $chunked && !grep({ /^content-length/i } @headers) ? pick(@chunkings)->() : $body;
            add($kind, pick('1.1', '1.1', '1.1', '1.0'), \@headers, "$wire$after");
        }
    }
}
for my $body (@bodies[0 .. 3]) {
    local $_ = $body;
    add($fronts[0], '1.1', ['Transfer-Encoding: chunked'], $_->() . $after) for map {
        my $c = $_;
        sub { local $_ = $body; $c->() }
    } @chunkings, @broken;
}
for my $length (0, 1, $n - 1, $n, $n + 1, $n + 20) {    # a length that differs from the intended one
    add($_, '1.1', ["Content-Length: $length"], "$front$hidden$after") for @fronts;
}

# --- the requests

# Reads until the server closes. If the server waits for more (a refused body), it reads a moment longer than the expected
# answers: a surplus answer that comes later is in the log, whose lines are counted below.
sub ask {
    my ($wire, $answers) = @_;
    my $socket = connect_to($server);
    syswrite $socket, $wire;
    my $text   = '';
    my $select = IO::Select->new($socket);
    while ($select->can_read(split_replies($text) < $answers ? patience() : 0.1)) {
        sysread($socket, $text, 65_536, length $text) or last;
    }
    return split_replies($text);
}

cmp_ok(scalar @wires, '>=', 500, scalar(@wires) . ' requests');
my ($total, $wrong, %kinds) = (0, 0);
for my $wire (@wires) {
    my @expected = answers($wire);
    my @replies  = ask($wire, scalar @expected);
    my @got      = map {
        my $r = $_;
        my ($id) = $r->{content} =~ /0{11}([123])","content"/;
        "$r->{status} " . ($id ? (qw(front hidden after))[$id - 1] : ($r->{json} || {})->{code} // '?')
    } @replies;
    $total += @got;
    $kinds{$_}++ for @got;
    next if "@got" eq "@expected";
    next if $wrong++ >= 5;
    fail('the right answers');
    diag("got       @got\nexpected  @expected\nof        " . JSON::PP->new->allow_nonref->encode(substr $wire, 0, 600));
}
is($wrong, 0, 'every request got its own answer, and nothing else got any');
note(join ', ', map { "$_: $kinds{$_}" } sort keys %kinds);
ok($kinds{$_}, "... $_ among them")
    for '200 front', '200 hidden', '200 after', '400 bad_request', '400 invalid_json', '401 invalid_api_key', '404 not_found',
    '413 body_too_large', '501 internal';
is(scalar(my @lines = $server->log_lines($total)), $total, 'one line of the log for each answer');

Bizrec::Server::finish_all();
done_testing();
