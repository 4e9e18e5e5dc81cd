# Every malformed request gets its 400 or 422, with a message a person can act on (decisions.md 1).
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';
use utf8;

use Bizrec::Http  qw(post);
use Bizrec::Index qw(build_index uuid);
use Bizrec::Server;
use Encode qw(encode_utf8);
use Test::More;

my $server = Bizrec::Server->new(
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; location = /e { bizrec_enrich_company; } }');
build_index($server->prefix . '/index.mdb', { store_id => uuid(1), website_url => 'https://example.com' });
$server->start;

sub refused {
    my ($body, $status, $code, $field, $message) = @_;
    my $bytes = utf8::is_utf8($body) ? encode_utf8($body)         : $body;
    my $name  = length $body > 60    ? substr($body, 0, 60) . '…' : $body;
    $name =~ s/([^ -~])/sprintf '\\x{%x}', ord $1/ge;
    my $reply = post($server, '/e', $bytes);
    is($reply->{status}, $status, "$name: $status") or diag($reply->{content});
    my $json = $reply->{json} || {};
    is($json->{code},   $code,          "$name: $code");
    is($json->{detail}, $json->{error}, "$name: error and detail are the same");
    is($json->{field},  $field,         "$name: " . (defined $field ? "field $field" : 'about no field'));
    like($json->{error}, $message, "$name: message");
    is(scalar(keys %$json),               defined $field ? 4 : 3, "$name: nothing else");
    is($reply->{headers}{'content-type'}, 'application/json',     "$name: JSON");
    return;
}

# --- 400: not one readable JSON object

refused(@$_[0], 400, 'invalid_json', undef, @$_[1])
    for (
    ['',                                                    qr/empty/],
    [" \n\t ",                                              qr/white space/],
    ['nonsense',                                            qr/expected a JSON value.*byte 1/],
    ['{"website":"a.com"',                                  qr/end of the body/],
    ['{"website":"a.com"}{"website":"b.com"}',              qr/expected the end.*byte 20/],
    ['{"website":"a.com"} x',                               qr/expected the end/],
    ['{"website":"a.com",}',                                qr/field name/],
    ['{"website":"a.com" /* why */}',                       qr/comma/],
    ["{'website':'a.com'}",                                 qr/double quotes/],
    ['[]',                                                  qr/object/],
    ['null',                                                qr/object/],
    ['"a.com"',                                             qr/object/],
    ['7',                                                   qr/object/],
    ["\xEF\xBB\xBF" . '{"website":"a.com"}',                qr/byte order mark/],
    ["{\"website\":\"\xFF\"}",                              qr/UTF-8/],
    ["{\"website\":\"\xC0\xAF\"}",                          qr/UTF-8/],
    ["{\"website\":\"\xED\xA0\x80\"}",                      qr/UTF-8/],
    ['{"website":"\ud800"}',                                qr/surrogate/],
    ["{\"website\":\"a\nb\"}",                              qr/control character/],
    ['{"website":"\x"}',                                    qr/escape/],
    ['{"website":"a.com","limit":01}',                      qr/number/],
    ['{"website":"a.com","limit":NaN}',                     qr/JSON value/],
    ['{"website":"a.com","limit":1e999}',                   qr/double/],
    ['{"website":"a.com","x":' . '[' x 16 . ']' x 16 . '}', qr/deeper than 16/],
    ['[' x 1025,                                            qr/deeper than 16/],
    ['[' x 60000,                                           qr/deeper than 16/],
    );

# --- 422: a field that is missing, of the wrong type, out of bounds, or given twice

sub field { my ($body, $field, $message) = @_; return refused($body, 422, 'invalid_field', $field, $message) }

my $w = '"website":"a.com"';
field('{}',                                                  'website',           qr/website.*social_media_link/);
field('{"website":"","social_media_link":null}',             'website',           qr/required/);
field('{"website":7}',                                       'website',           qr/^website: expected a string, got the number 7$/);
field('{"website":["a.com"]}',                               'website',           qr/expected a string, got an array/);
field('{"website":"a.com\u0000.evil"}',                      'website',           qr/NUL/);
field('{"website":"' . 'a' x 2049 . '"}',                    'website',           qr/2048 bytes, got 2049/);
field('{"website":"localhost"}',                             'website',           qr/\S/);
field('{"website":"http://192.168.1.1/"}',                   'website',           qr/\S/);
field('{"website":"javascript:alert(1)"}',                   'website',           qr/\S/);
field('{"social_media_link":"@bluebottle"}',                 'social_media_link', qr/URL/);
field('{"social_media_link":true}',                          'social_media_link', qr/expected a string, got true/);
field('{"website":"a.com","social_media_link":"localhost"}', 'social_media_link', qr/\S/);
field('{"website":"a.com","website":"b.com"}',               'website',           qr/twice/);
field('{"website":"a.com","\u0077ebsite":"b.com"}',          'website',           qr/twice/);

field("{$w,\"limit\":51}",                   'limit',          qr/maximum limit is 50/);
field("{$w,\"limit\":2147483648}",           'limit',          qr/maximum limit is 50/);
field("{$w,\"limit\":9223372036854775808}",  'limit',          qr/maximum limit is 50/);
field("{$w,\"limit\":18446744073709551616}", 'limit',          qr/maximum limit is 50/);
field("{$w,\"limit\":1e300}",                'limit',          qr/maximum limit is 50/);
field("{$w,\"limit\":\"10\"}",               'limit',          qr/expected an integer, got a string "10"/);
field("{$w,\"limit\":true}",                 'limit',          qr/expected an integer, got true/);
field("{$w,\"limit\":1.5}",                  'limit',          qr/expected an integer, got the number 1.5/);
field("{$w,\"limit\":[5]}",                  'limit',          qr/expected an integer, got an array/);
field("{$w,\"estimate_total\":1}",           'estimate_total', qr/expected true or false, got the number 1/);
field("{$w,\"estimate_total\":\"true\"}",    'estimate_total', qr/expected true or false, got a string "true"/);

sub place { my ($location, $field, $message) = @_; return field("{$w,\"location\":$location}", $field, $message) }

place('"Paris"',                           'location',                qr/expected an object or an array of objects, got a string "Paris"/);
place('[{},7]',                            'location[1]',             qr/expected an object, got the number 7/);
place('[' . join(',', ('{}') x 101) . ']', 'location',                qr/at most 100 objects, got 101/);
place('{"country":"Atlantis"}',            'location[0].country',     qr/unknown country "Atlantis".*ISO 3166/);
place('{"country":7}',                     'location[0].country',     qr/expected a string/);
place('{"state":["CA"]}',                  'location[0].state',       qr/expected a string, got an array/);
place('{"city":"' . 'é' x 201 . '"}',      'location[0].city',        qr/200 characters, got 201/);
place('{"city":"a\u0000"}',                'location[0].city',        qr/NUL/);
place('{"zip_code":94607}',                'location[0].zip_code',    qr/array of strings/);
place('{"zip_code":["1",2]}',              'location[0].zip_code[1]', qr/expected a string, got the number 2/);
place('{"zip_code":[' . join(',', ('"1"') x 1001) . ']}', 'location[0].zip_code',   qr/at most 1000 postal codes, got 1001/);
place('{"lat":1}',                                        'location[0].long',       qr/required where lat is given/);
place('[{},{"long":1}]',                                  'location[1].lat',        qr/required where long is given/);
place('{"lat":91,"long":0}',                              'location[0].lat',        qr/-90 to 90, got the number 91/);
place('{"lat":0,"long":-180.5}',                          'location[0].long',       qr/-180 to 180, got the number -180.5/);
place('{"lat":"1","long":0}',                             'location[0].lat',        qr/expected a number, got a string "1"/);
place('{"geo_radius":5}',                                 'location[0].geo_radius', qr/lat and long/);
place('{"lat":1,"long":1,"geo_radius":0}',                'location[0].geo_radius', qr/1 to 500000 \(metres\), got the number 0/);
place('{"lat":1,"long":1,"geo_radius":-1}',               'location[0].geo_radius', qr/1 to 500000/);
place('{"lat":1,"long":1,"geo_radius":500001}',           'location[0].geo_radius', qr/1 to 500000/);
place('{"lat":1,"long":1,"geo_radius":1.5}',              'location[0].geo_radius', qr/expected an integer/);
place('{"lat":1,"lat":2,"long":1}',                       'location[0].lat',        qr/twice/);

# --- unusual requests that are right

for my $body (
    "{$w,\"limit\":50}",
    "{$w,\"x\":" . '[' x 15 . ']' x 15 . '}',
    "{$w,\"x\":18446744073709551615}",
    "{$w,\"location\":[" . join(',', ('{}') x 100) . ']}',
    "{$w,\"location\":{\"zip_code\":[" . join(',', ('"1"') x 1000) . ']}}',
    "{$w,\"location\":{\"lat\":-90,\"long\":180,\"geo_radius\":500000}}",
    "{$w,\"location\":{\"lat\":null,\"long\":null,\"geo_radius\":null,\"city\":\"\",\"state\":null}}",
    "  {$w}\r\n",
    '{"\u0077ebsite":"a.com"}',
    )
{
    my $reply = post($server, '/e', $body);
    is($reply->{status}, 200, substr($body, 0, 60) . ': fine') or diag($reply->{content});
}

Bizrec::Server::finish_all();
done_testing();
