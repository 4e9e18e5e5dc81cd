# POST /api/v1/search and GET /api/v1/business_records/list/service_id over HTTP: rows, ways to call them, charges, refusals.
#
# lane: gate sanitize

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Http  qw(post request);
use Bizrec::Index qw(builder uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $json   = JSON::PP->new->utf8->canonical;
my $sample = "$Bizrec::Server::repository/t/data/sample/osm_brands.jsonl.gz";

my $server = Bizrec::Server->new(
    main => 'thread_pool t threads=2 max_queue=64;',
    http => 'server { listen %%LISTEN%%; client_body_buffer_size 1m; bizrec_search_deadline 0; bizrec_index %%PREFIX%%/index.mdb;
        location = /ids { bizrec_search_only_ids; }
        location = /full { bizrec_search; }
        location = /small { bizrec_search max_limit=7; bizrec_answer_limit 16k; }
        location = /threads { bizrec_search; bizrec_search_thread_pool t; bizrec_search_inline_work 0; }
        location = /records { bizrec_records; }
        location = /records-threads { bizrec_records; bizrec_search_thread_pool t; bizrec_search_inline_work 0; }
        location = /records-small { bizrec_records; bizrec_answer_limit 4k; }
    }'
);
my ($exit, $text) = $server->_run(builder(), 'build', '--quiet', '-o', $server->prefix . '/index.mdb', $sample);
is($exit, 0, 'the index is built') or BAIL_OUT($text);
chmod 0644, $server->prefix . '/index.mdb';
$server->start;

open my $lines, '-|', 'gzip', '-dc', $sample or die "$sample: $!\n";
my %brand = map { $_->{store_id} => $_ } map { $json->decode($_) } <$lines>;

sub get { my ($path, $headers) = @_; return request($server, 'GET', $path, headers => $headers) }
sub ask { my ($path, $body, $headers) = @_; return post($server, $path, ref $body ? $json->encode($body) : $body, $headers) }

# --- rows

for my $body (
    { query => 'pizza', limit => 20 },
    { query => 'burger king' },
    { tags  => ['fast food'], limit => 100 },
    { query => 'strabucks' },
    { query => 'coffee', limit => 5, cursor => [1_000_000, uuid(1)] }
    )
{
    my $name = $json->encode($body);
    my $ids  = ask('/ids', $body);
    for my $path ('/full', '/threads') {
        my $full = ask($path, $body);
        is($full->{status}, 200, "$path $name") or diag($full->{content});
        is_deeply(
            [map { [@$_{qw(id match_score cursor)}] } @{ $full->{json} }],
            [map { [@$_{qw(id match_score cursor)}] } @{ $ids->{json} }],
            'the rows of the id-only search'
        );
        is_deeply([map { $_->{content} } @{ $full->{json} }], [map { $brand{ $_->{id} } } @{ $ids->{json} }], 'with their records');
        is_deeply([grep { !@{ $_->{match_highlights} } } @{ $full->{json} }], [],                             'each with what matched');
        is($full->{headers}{'content-length'}, length $full->{content}, 'its length');
    }
}
my $total = ask('/full', { query => 'pizza', limit => 1, estimate_total => JSON::PP::true })->{json};
is(scalar @{ $total->{data} }, 1,                                                                                        'one row and');
is($total->{total_count},      ask('/ids', { query => 'pizza', estimate_total => JSON::PP::true })->{json}{total_count}, 'the same total');
is($json->encode(ask('/full', { query => 'strabucks', limit => 1 })->{json}[0]{match_highlights}),
    '["Starbucks"]', 'a highlight is as the record has it');
is(ask('/full', { query => 'xyzzyplugh' })->{content}, '[]', 'no row');

# --- limits

is(ask('/full', { limit => 1000 })->{status}, 200, 'a thousand rows');
like(ask('/full',  { limit => 1001 })->{content}, qr/maximum limit is 1000/, 'and no more');
like(ask('/small', { limit => 8 })->{content},    qr/maximum limit is 7/,    'max_limit');
my $large = $json->encode({ limit => 7, query => 'pizza' });
is(ask('/small', $large)->{status}, 200, 'what fits');
like(
    ask('/records-small', '[' . join(',', map { qq("$_") } (sort keys %brand)[0 .. 99]) . ']')->{content},
    qr/"id: the answer of 100 records would be larger than 4096 bytes \(4 KiB\).*ask for fewer ids.*"answer_too_large","field":"id"/,
    'records that are too many bytes'
);

# --- records

my @ids = map { $_->{id} } @{ ask('/ids', { query => 'pizza', limit => 30 })->{json} };
for my $path ('/records', '/records-threads') {
    my $reply = get("$path?id=" . join ',', @ids);
    is($reply->{status}, 200, $path) or diag($reply->{content});
    is_deeply($reply->{json},                                 { map { $_ => $brand{$_} } @ids }, 'an object from id to record');
    is_deeply([$reply->{content} =~ /"([0-9a-f-]{36})":\{/g], \@ids,                             'in the order asked');
    is($reply->{headers}{'x-unknown-ids'},                                         0,                 'none is unknown');
    is(ask($path, \@ids)->{content},                                               $reply->{content}, 'POST');
    is(request($server, 'GET', $path, content => $json->encode(\@ids))->{content}, $reply->{content}, 'GET with a body');
    is(get("$path?" . join '&', map { 'id=' . uc } @ids)->{content},               $reply->{content}, 'one by one, in capitals');
}
my $reply = get('/records?id=' . uuid(77) . ",$ids[0]&verbose=1");
is_deeply($reply->{json}, { $ids[0] => $brand{ $ids[0] } }, 'an unknown id is absent');
is($reply->{headers}{'x-unknown-ids'},        1,         'and counted');
is($reply->{headers}{'x-ignored-fields'},     'verbose', 'an unknown parameter is named');
is(get('/records?id=' . uuid(77))->{content}, '{}',      'none is there');

# --- refusals

like(get('/records')->{content},      qr/id: is required: one to 100 ids/,                                               'no id');
like(get('/records?id=1')->{content}, qr/id\[0\]: expected the id of a record such as \\"[0-9a-f-]{36}\\", got \\"1\\"/, 'no UUID');
like(get('/records?id=' . join ',', (uuid(1)) x 101)->{content}, qr/id: expected at most 100 ids, got 101/, 'too many');
like(ask('/records', [(uuid(1)) x 101])->{content},              qr/id: expected at most 100 ids, got 101/, '... in a body, too');
is(ask('/records', '["' . uuid(1) . '"')->{status}, 400, 'no JSON');
is(ask('/records', [uuid(1), 5])->{status},         422, 'no text');
is(ask('/records', ' ' x 20000)->{status},          413, 'a body above 16 KiB');
is(get('/records?ids=' . uuid(1) . '&id=' . uuid(1), { Prefer => 'handling=strict' })->{status}, 422, 'strict');
is(request($server, $_, '/records?id=' . uuid(1))->{status}, 404, "$_ of records")  for qw(PUT DELETE HEAD);
is(request($server, $_, '/full')->{status},                  404, "$_ of a search") for qw(GET PUT HEAD);

Bizrec::Server::finish_all();
done_testing;
