# docs/openapi.yaml: two linters find no fault, and a client compiles with its generated types. It names the fields and the
# codes of the server. Its examples are the server's answers on the sample of `make run`. t/openapi/check-answers.cjs checks
# later whether the answers of all other tests match it.
#
# needs: npm
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp spew);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(build_sample);
use Bizrec::Shipped;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;

my $repository = $Bizrec::Server::repository;
my $tools      = "$repository/build/openapi";
my $file       = "$repository/docs/openapi.yaml";
my $folder     = tempdir('bizrec-openapi-XXXXXX', TMPDIR => 1, CLEANUP => 1);
plan skip_all => 'needs node and tools of npm: .ci/openapi-tools installs them'
    if !-e "$tools/installed"
    || slurp("$tools/installed") ne slurp("$repository/t/openapi/package-lock.json")
    || !`node --version 2>/dev/null`;
$ENV{NODE_PATH} = "$tools/node_modules";

# Exit code and all output.
sub node {
    my ($script, @arguments) = @_;
    return Bizrec::Server::_run(undef, 'node', $script, @arguments);
}
sub script { return "$repository/t/openapi/$_[0]" }
sub tool   { return "$tools/node_modules/$_[0]" }

sub passes {
    my ($name, @command) = @_;
    my ($exit, $text)    = node(@command);
    is($exit, 0, $name) or diag $text;
    return $text;
}

# ---- linters

is(passes("redocly's recommended rules", script('lint.cjs'), $file), '', '... without a warning');
like(
    passes(
        "spectral's recommended rules",
        tool('@stoplight/spectral-cli/dist/index.js'),
        'lint', '--fail-severity', 'hint', '-r', script('spectral.yaml'), $file
    ),
    qr/No results/,
    '... without a warning'
);

# ---- a client with generated types

# Exit code and output of the compiler for a client of this document.
sub compile {
    my ($name, $yaml) = @_;
    mkdir "$folder/$name";
    passes("$name: types", tool('openapi-typescript/bin/cli.js'), spew("$folder/$name/api.yaml", $yaml), '-o', "$folder/$name/api.ts");
    copy(script('client.ts'), "$folder/$name/client.ts") or die "client.ts: $!\n";
    return node(tool('typescript/bin/tsc'), '--strict', '--noEmit', '--target', 'es2022', "$folder/$name/client.ts");
}

my $yaml = slurp($file);
my ($exit, $text) = compile('document', $yaml);
is($exit, 0, 'the client compiles: optional fields are optional') or diag $text;
my $spoilt = $yaml =~ s/^( +)maximum: 50\n/$&$1default: 50\n/mr;
isnt($spoilt, $yaml, 'a default in the document');
($exit, $text) = compile('default', $spoilt);
isnt($exit, 0, '... makes the field one that every client must give');
like($text, qr/"limit"/, '... which the compiler says');

# ---- fields and codes

my $as_json = passes('as JSON', script('to-json.cjs'), $file);
is($as_json, slurp("$repository/conf/www/openapi.json"), 'conf/www/openapi.json says the same: make openapi-json');
my $document = decode_json($as_json);
my $schemas  = $document->{components}{schemas};
my %codes    = map { $_ => 1 } @{ $schemas->{ErrorCode}{enum} };
my %made;
for my $source (glob("'$repository/bizrec/api/*.cpp' '$repository/ngx_bizrec_module/*.cpp'"),
    "$repository/conf/nginx/snippets/bizrec-errors.conf")
{
    my $code = slurp($source);
    $made{$1} = $source while $code =~ /(?:\{\s*(?:\d{3}|code|NGX_\w+),\s*|\.code = |"code":)"([a-z_]+)"/g;
}
cmp_ok(scalar keys %made, '>=', 12, 'codes in the sources');
is_deeply([grep { !$codes{$_} } sort keys %made], [], '... are in the document, every one');

my $server = Bizrec::Shipped->new(free => 1);
SKIP: {
    skip 'no generate_stores: make build', 1 if !build_sample($server->prefix . '/index.mdb');
    $server->start;
    my $ask = sub { my ($path, $body, @more) = @_; return post($server, $path, $body, { 'X-API-Key' => 'demo-key', @more }) };

    for my $case (
        ['enrich_company',  '{"x":1}',              'EnrichRequest'],
        ['search/only_ids', '{"x":1}',              'SearchRequest'],
        ['search/only_ids', '{"location":{"x":1}}', 'Location']
        )
    {
        my ($endpoint, $body, $schema) = @$case;
        my ($fields) = $ask->("/api/v1/$endpoint", $body, Prefer => 'handling=strict')->{json}{error} =~ /expected one of (.*)/;
        is_deeply(
            [sort keys %{ $schemas->{$schema}{properties} }],
            [sort split /, /, $fields // ''],
            "$schema: the fields that the server knows"
        );
    }

    # ---- examples

    my @posts = grep { $document->{paths}{$_}{post} } sort keys %{ $document->{paths} };
    for my $path (@posts) {
        my $operation = $document->{paths}{$path}{post};
        my $requests  = $operation->{requestBody}{content}{'application/json'}{examples};
        my $answers   = $operation->{responses}{200}{content}{'application/json'}{examples};
        is_deeply([sort keys %$requests], [sort keys %$answers], "$path: an answer for each request");
        for my $name (sort keys %$requests) {
            my $reply = $ask->($path, $requests->{$name}{value});
            is($reply->{status}, 200, "$path: $name: 200");
            is_deeply($reply->{json}, $answers->{$name}{value}, "$path: $name: the answer") or diag $reply->{content};
            next if $name ne 'short_link';
            is(
                $reply->{headers}{'x-identity-note'},
                $operation->{responses}{200}{headers}{'X-Identity-Note'}{example},
                "$path: $name: the note"
            );
        }
    }
    my $of = $document->{components}{responses};
    for my $example (map { values %{ $_->{content}{'application/json'}{examples} } } values %$of) {
        ok(delete $example->{value}{request_id}, 'an error with its request id');    # Bizrec::Http removes it
    }
    for my $case (
        ['BadRequest',   'invalid_json',  '{"website":'],
        ['InvalidField', 'bound',         '{"website":"example.com","limit":51}'],
        ['InvalidField', 'type',          '{"website":"example.com","limit":"10"}'],
        ['InvalidField', 'missing',       '{}'],
        ['InvalidField', 'unknown_field', '{"website":"example.com","location":{"lat":37.8,"lon":-122.3}}', Prefer => 'handling=strict'],
        )
    {
        my ($response, $name, $body, @more) = @$case;
        is_deeply(
            $ask->('/api/v1/enrich_company', $body, @more)->{json},
            $of->{$response}{content}{'application/json'}{examples}{$name}{value},
            "$response: $name"
        );
    }
    for my $path (@posts) {
        my $none = post($server, $path, '{}');
        is_deeply($none->{json}, $of->{InvalidKey}{content}{'application/json'}{examples}{invalid_api_key}{value}, "$path: InvalidKey");
        my $get = request($server, $document->{paths}{$path}{get} ? 'PUT' : 'GET', $path, headers => { 'X-API-Key' => 'demo-key' });
        is_deeply($get->{json}, $of->{NotFound}{content}{'application/json'}{examples}{not_found}{value}, "$path: NotFound");
    }
    is(
        post($server, '/api/v1/search/only_ids', '{"query":"' . 'x' x 1_048_576 . '"}', { 'X-API-Key' => 'demo-key' })->{json}{error},
        $of->{BodyTooLarge}{content}{'application/json'}{examples}{search}{value}{error},
        'BodyTooLarge: search'
    );
}

Bizrec::Server::finish_all();
done_testing();
