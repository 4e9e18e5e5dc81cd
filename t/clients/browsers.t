# conf/nginx/snippets/bizrec-cors.conf and bizrec-compression.conf, each included by one line in the shipped server: requests
# and answers of browsers.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http  qw(post request);
use Bizrec::Index qw(uuid);
use Bizrec::Shipped;
use IO::Uncompress::Gunzip qw(gunzip);
use Test::More;

my $server = Bizrec::Shipped->new(
    free    => 1,
    server  => 'include snippets/bizrec-cors.conf; include snippets/bizrec-compression.conf;',
    records => [map { { store_id => uuid($_), business_name => "Shop $_", website_url => 'https://example.com' } } 1 .. 50],
);
$server->start;

my $page   = 'https://console.example.com';
my %key    = ('X-API-Key' => 'demo-key');
my $enrich = '/api/v1/enrich_company';
my $body   = '{"website":"example.com","limit":1}';

sub cors {
    my ($reply) = @_;
    return { map { s/^access-control-//r => $reply->{headers}{$_} } grep { /^access-control-/ } keys %{ $reply->{headers} } };
}

# --- the preflight request

my $exposed = join ', ', qw(
    Preference-Applied Retry-After Server-Timing X-Applied-Defaults X-Credits-Charged X-Credits-Remaining X-Data-Date X-Identity-Note
    X-Ignored-Fields X-Index-Version X-Query-Also X-Query-Reading X-Request-Id X-Unknown-Ids X-Words-Ignored
);
my %asks = ('Access-Control-Request-Method' => 'POST', 'Access-Control-Request-Headers' => 'content-type,x-api-key');
for my $path ($enrich, '/api/v1/search/only_ids', '/api/v1/search', '/api/v1/business_records/list/service_id') {
    my $reply = request($server, 'OPTIONS', $path, headers => { Origin => $page, %asks });
    is($reply->{status},        204, "$path: asked without a key");
    is($reply->{content} // '', '',  '... nothing to read');
    is_deeply(
        cors($reply),
        {
            'allow-origin'   => $page,
            'allow-methods'  => 'GET, POST',
            'max-age'        => 7200,
            'expose-headers' => $exposed,
            'allow-headers'  => 'Authorization, Content-Type, Prefer, X-API-Key, X-Request-Id',
        },
        '... what it may'
    );
    is($reply->{headers}{vary}, 'Origin', '... from there');
}
for my $other (
    'https://console.example.com.evil.example', 'https://consoleXexample.com',
    'http://console.example.com',               'https://console.example.com:8443',
    'null'
    )
{
    my $reply = request($server, 'OPTIONS', $enrich, headers => { Origin => $other, %asks });
    isnt($reply->{status}, 204, "$other may not");
    is_deeply(cors($reply), {}, '... and gets no CORS header');
}
is(request($server, 'OPTIONS', $enrich, headers => { Origin => 'https://crm.example.com:8443', %asks })->{status},
    204, 'a page on another port');

# --- answers

my $reply = post($server, $enrich, $body, { %key, Origin => $page });
is_deeply([$reply->{status}, cors($reply)], [200, { 'allow-origin' => $page, 'expose-headers' => $exposed }], 'an answer');
is_deeply(cors(post($server, $enrich, $body, { %key, Origin => 'https://evil.example' })), {}, '... for another page');
is_deeply(cors(post($server, $enrich, $body, {%key})),                                     {}, '... for no page');
for my $case (
    ['a refusal',       $enrich, '{}',  422, %key],
    ['no key',          $enrich, $body, 401],
    ['no such address', '/api/v1/nothing', $body, 404, %key]
    )
{
    my ($name, $path, $sent, $status, %headers) = @$case;
    $reply = post($server, $path, $sent, { %headers, Origin => $page });
    is_deeply([$reply->{status}, cors($reply)->{'allow-origin'}], [$status, $page], "$name can be read by the page");
}

# --- a program, which sends no Origin

my $of_program = post($server, $enrich, $body, {%key});
is($of_program->{status}, 200, 'a request without Origin');
is_deeply(cors($of_program), {}, '... gets no CORS header');
unlike($server->read('error.log'), qr/uninitialized/, '... and no request writes a warning');

# --- bytes

my $all    = '{"website":"example.com"}';
my $plain  = post($server, $enrich, $all, {%key});
my $packed = post($server, $enrich, $all, { %key, 'Accept-Encoding' => 'gzip' });
is($plain->{headers}{'content-encoding'},  undef,  'not asked for');
is($packed->{headers}{'content-encoding'}, 'gzip', 'asked for');
gunzip(\$packed->{content}, \my $text);
is($text, $plain->{content}, 'the same answer');
cmp_ok(5 * length $packed->{content}, '<', length $plain->{content}, 'in less than a fifth of the bytes, for such records');
my @vary = ref $packed->{headers}{vary} ? @{ $packed->{headers}{vary} } : $packed->{headers}{vary};
is_deeply([sort @vary], ['Accept-Encoding', 'Origin'], 'Vary tells caches');
$packed = post($server, $enrich, $body, { %key, 'Accept-Encoding' => 'gzip' });
is($packed->{headers}{'content-encoding'}, undef, 'a small answer is sent as it is');

Bizrec::Server::finish_all();
done_testing();
