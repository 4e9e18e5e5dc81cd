# Headers of the answer: ignored fields, applied defaults, the reason why an input names no business; and `Prefer:
# handling=strict`.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(parse post raw);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Test::More;

my $server = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }');
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com', country => 'US' });
$server->start;

my $plain = post($server, '/e', { website => 'example.com' });
is($plain->{headers}{$_}, undef, "a plain request: no $_") for qw(x-ignored-fields x-applied-defaults x-identity-note preference-applied);

my $reply = post($server, '/e', '{"website":"example.com","frobnicate":1,"location":{"lon":2,"zipcode":"1"}}');
is($reply->{status},                        200,                                          'unknown fields are ignored');
is($reply->{headers}{'x-ignored-fields'},   'frobnicate, location.lon, location.zipcode', '... and named');
is($reply->{headers}{'x-applied-defaults'}, 'location[0].country=US',                     'a default that narrows the request is named');

$reply = post($server, '/e', '{"website":"example.com","location":[{"country":"US"},{"lat":1,"long":2}]}');
is($reply->{headers}{'x-applied-defaults'}, 'location[1].country=US, location[1].geo_radius=50000', 'defaults of the second place');

$reply = post($server, '/e', '{"website":"example.com",' . join(',', map { "\"f$_\":0" } 1 .. 30) . '}');
is($reply->{headers}{'x-ignored-fields'}, join(', ', map { "f$_" } 1 .. 10), 'ten names at most');

$reply = post($server, '/e', '{"website":"example.com","a\r\nX-Evil: 1":1,"\u00e9\u0000":2}');
is($reply->{status},            200,   'a name with a line break');
is($reply->{headers}{'x-evil'}, undef, '... injects no header');
unlike($reply->{headers}{'x-ignored-fields'}, qr/[^\x20-\x7e]/, '... and leaves printable text');

$reply = post($server, '/e', { website => 'https://bit.ly/3abcdef' });
is($reply->{content}, '[]', 'a short link names no business');
like($reply->{headers}{'x-identity-note'}, qr/^website: \S/, '... and the note says why');

# --- Prefer

my $unknown = '{"website":"example.com","lon":1}';
for my $case (
    ['handling=strict',                          1],
    ['Handling=Strict',                          1],
    ['handling = strict',                        1],
    ['handling="strict"',                        1],
    ['handling=strict; why="a, b; c"',           1],
    ['respond-async, wait=100, handling=strict', 1],
    ['foo="x, handling=strict"',                 0],
    ['foo="\", handling=strict',                 0],
    ['foo="\"", handling=strict',                1],
    ['handling=lenient',                         0],
    ['handling=lenient, handling=strict',        0],
    ['handling=strict, handling=lenient',        1],
    ['handling',                                 0],
    ['handling=',                                0],
    ['strict',                                   0],
    ['xhandling=strict',                         0],
    [',, ,handling=strict,',                     1],
    ['',                                         0],
    )
{
    my ($prefer, $strict) = @$case;
    $reply = post($server, '/e', $unknown, { Prefer => $prefer });
    is($reply->{status},                        $strict ? 422 : 200, "Prefer: $prefer: " . ($strict ? 'strict' : 'not strict'));
    is($reply->{headers}{'preference-applied'}, $strict ? 'handling=strict' : undef, "Prefer: $prefer: the echo");
}
$reply = post($server, '/e', $unknown, { Prefer => 'handling=strict' });
is($reply->{json}{field}, 'lon', 'strict: the 422 names the field');
$reply = post($server, '/e', { website => 'example.com' }, { Prefer => 'handling=strict' });
is($reply->{status},                        200,               'strict: a clean request is fine');
is($reply->{headers}{'preference-applied'}, 'handling=strict', '... with the echo');

sub with_headers {
    my (@lines) = @_;
    my @head = ('POST /e HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Length: ' . length $unknown, @lines);
    return parse(raw($server, join("\r\n", @head) . "\r\n\r\n$unknown"))->{status};
}
is(with_headers('Prefer: wait=1',           'prefer: handling=strict'),     422, 'several Prefer headers');
is(with_headers('Prefer: handling=lenient', 'Prefer: handling=strict'),     200, 'the first of several counts');
is(with_headers('Prefer: handling=strict',  'Content-Type: text/nonsense'), 422, 'the Content-Type does not matter');

Bizrec::Server::finish_all();
done_testing();
