# search and explain: the server's answer to a search without a server, and the parts of a record's score.
#
# lane: gate
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8);
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew uuid build_ok);

binary();
binmode $_, ":encoding(UTF-8)" for Test::More->builder->output, Test::More->builder->failure_output;

my $folder  = folder();
my $index   = "$folder/index";
my $json    = JSON::PP->new->canonical->utf8;
my @records = map { {
    store_id      => uuid($_),
    business_name => ($_ % 2 ? 'Alpha Coffee' : 'Beta Books'),
    city          => ($_ % 3 ? 'Oakland'      : 'Austin'),
    country       => 'US',
    place_id      => 'ChIJplace' . $_ . 'abcdefghijklmno',
    ($_ == 1 ? (google_reviews_count => 500, google_rating => 5) : ())
} } 1 .. 30;
build_ok('-o', $index, spew("$folder/in.jsonl", join '', map { $json->encode($_) . "\n" } @records));

sub search { my $r = run('search', $index, @_); return ($r, decode_json($r->{out})) }

subtest 'search' => sub {
    my ($result, $rows) = search('{"query":"coffee in Austin"}');
    is $result->{code}, 0,                                                                     'exit status 0 for a 200';
    is $result->{err},  qq(status: 200\nX-Query-Reading: in_place;searched="coffee austin"\n), 'status and reading on standard error';
    is_deeply [sort map { $_->{id} } @$rows], [map { uuid($_) } grep { $_ % 2 && !($_ % 3) } 1 .. 30], 'both words';
    is_deeply [sort keys %{ $rows->[0] }],    [qw(cursor id match_score place_id)],                    'fields of a row';
    like $rows->[0]{place_id}, qr/^ChIJplace\d+/, 'place id';
    is_deeply $rows->[0]{cursor}, [@{ $rows->[0] }{qw(match_score id)}], 'cursor';
    my $stdin = run({ stdin => '{"query":"coffee in Austin"}' }, 'search', $index, '-');
    is $stdin->{out}, $result->{out}, 'from standard input';
};

subtest 'pages' => sub {
    my ($result, $all) = search('{"store_name":"coffee","estimate_total":true}');
    is $all->{total_count}, 15, 'total';
    my ($cursor, @walked) = ('null');
    while (1) {
        my (undef, $page) = search(qq({"store_name":"coffee","limit":4,"cursor":$cursor}));
        push @walked, @$page;
        last if @$page < 4 || @walked > 15;
        $cursor = $json->encode($page->[-1]{cursor});
    }
    is_deeply [map { $_->{id} } @walked], [map { $_->{id} } @{ $all->{data} }], 'a walk gives all rows in their order';
};

subtest 'refusals' => sub {
    my ($refused, $error) = search('{"limit":1001}');
    is $refused->{code}, 1,               'exit status 1';
    is $refused->{err},  "status: 422\n", 'status';
    like $error->{error}, qr/maximum limit is 1000/, 'the greatest limit';
    ($refused) = search('--max-limit', 5, '{"limit":6}');
    like $refused->{out}, qr/maximum limit is 5,/, '... can be set';
    my ($ignored) = search('{"frob":1,"location":{}}');
    is $ignored->{err}, "status: 200\nX-Ignored-Fields: frob\nX-Applied-Defaults: location[0].country=US\n", 'headers';
    is run('search', '--strict', $index, '{"frob":1}')->{code}, 1,                                           'strict';
    my $large = run({ stdin => '{"query":"' . 'x' x 1_100_000 . '"}' }, 'search', $index, '-');
    is $large->{code}, 1,               'a body over the limit';
    is $large->{err},  "status: 413\n", 'is a 413';
    like $large->{out}, qr/1048576 bytes \(1 MiB\)/, 'the message names the limit';
};

subtest 'explain' => sub {
    my $best = run('explain', $index, '--body', '{"query":"coffee"}');
    is $best->{code}, 0,  'exit status';
    is $best->{err},  '', 'standard error is empty';
    my (undef, $rows) = search('{"query":"coffee","limit":1}');
    like $best->{out}, qr/\A\Q$rows->[0]{id}\E  docid \d+\n/, 'the best row';
    like $best->{out}, qr/\b$rows->[0]{match_score}\b/,       'its score';
    my $named = run({ stdin => '{"query":"coffee"}' }, 'explain', $index, '--body', '-', uuid(1), uuid(2));
    is $named->{code}, 0, 'two ids, body from standard input';
    like $named->{out}, qr/^\Q${\uuid(1)}\E  docid.*^\Q${\uuid(2)}\E  docid/ms, 'both, in their order';
    my @failures = (
        ['no such record' => ['{"query":"coffee"}', uuid(999)], qr/no record with the id \Q${\uuid(999)}/],
        ['no id'          => ['{"query":"coffee"}', 'abc'],     qr/"abc" is no id/],
        ['no row'         => ['{"query":"zzyzzyva"}'],          qr/no record matches/],
        ['unknown field'  => ['{"quer":"coffee"}'],             qr/the request is refused: quer: unknown field/],
        ['no JSON'        => ['{'],                             qr/the request is refused: the body is not valid JSON/],
    );

    for my $case (@failures) {
        my ($what, $arguments, $message) = @$case;
        my $result = run('explain', $index, '--body', @$arguments);
        is $result->{code}, 1, "$what: exit status 1";
        like $result->{err}, $message, "$what: told";
        is $result->{out}, '', "$what: standard output is empty";
    }
};

subtest 'explain names the reading of the server' => sub {
    for my $case (
        ['alpha coffee',          'all words as typed'],
        ['al pha coffee',         'all words, some of them taken for others'],
        ['alpha cofffee',         'all words, some of them taken for others'],
        ['alphacoffee',           'all words, some of them taken for others'],
        ['coffee in Oakland',     'words as typed, and a place'],
        ['alpha coffee zzyzzyva', 'any word; records with the likeliest ones first'],
        )
    {
        my ($query, $reading) = @$case;
        my $read = $query eq 'alpha coffee' ? '' : qr/query read as ".+"\n/;
        like run('explain', $index, '--body', qq({"query":"$query"}))->{out},
            qr/^reading: \Q$reading\E\n${read}(?:(?:likeliest|next|nothing of it|stands in).*\n)*query word/m, $query;
    }
};

subtest 'explain names the form that a word met' => sub {
    my $forms   = "$folder/forms";
    my @records = (
        { business_name => 'Grand Theatre Ctr', state   => 'CA', country => 'US' },
        { business_name => 'Müller & Söhne',    country => 'DE' },
        { business_name => 'Хлебница' },
        { business_name => 'AT&T', state => 'NY', country => 'US' },
        { business_name => 'Joergen Bar' },
        { business_name => 'Golden Anchors' }
    );
    $records[$_]{store_id} = uuid(1 + $_) for 0 .. $#records;
    build_ok('-o', $forms, spew("$folder/forms.jsonl", join q(), map { encode_json($_) . "\n" } @records));
    for my $case (
        ['theater',    'in business_name "Grand Theatre Ctr" as "Theatre"'],
        ['center',     'in business_name "Grand Theatre Ctr" as "Ctr"'],
        ['california', 'a name of its state "CA"'],
        ['mueller',    'another spelling of business_name "Müller & Söhne": "Mueller"'],
        ['muller',     'in business_name "Müller & Söhne"'],
        ['hlebnica',   'business_name "Хлебница" in Latin letters'],
        ['att',        'in business_name "AT&T"'],
        ['york',       'in a name of its state "NY" or its country "US"'],
        ['jörgen',     'another spelling of business_name "Joergen Bar": "Jorgen"'],
        ['anchor',     'in business_name "Golden Anchors"']
        )
    {
        my ($query, $origin) = @$case;
        my $out = decode_utf8(run('explain', $forms, '--body', encode_json({ query => $query }))->{out});
        like $out, qr/^query word .* records\), \Q$origin\E, impact /m, "$query: $origin";
    }
};

# The sum of a record's reviews is limited to 4294967294; a filter above that once failed to find the record.
subtest 'more reviews than a column holds' => sub {
    my $greatest = 4294967294;
    my @counts   = (
        [1, 18446744073709551615, 18446744073709551615],
        [2, 4294967290,           4294967290],
        [3, $greatest,            0],
        [4, $greatest - 1,        0],
        [5, 0,                    0]
    );
    my $other = "$folder/reviews";
    build_ok(
        '-o', $other,
        spew(
            "$folder/reviews.jsonl",
            join q(),
            map {
                sprintf qq({"store_id":"%s","business_name":"Coffee","google_reviews_count":%s,"yelp_reviews_count":%s}\n), uuid($_->[0]),
                    @$_[1, 2]
            } @counts
        )
    );
    is run('verify', $other)->{code}, 0, 'sound';
    for my $case (
        ['"min_total_reviews":5000000000',              1, 2, 3],
        ['"min_total_reviews":9223372036854775807',     1, 2, 3],
        ['"min_total_reviews":4294967295',              1, 2, 3],
        ['"min_total_reviews":4294967294',              1, 2, 3],
        ['"min_total_reviews":4294967293',              1 .. 4],
        ['"max_total_reviews":5000000000',              1 .. 5],
        ['"max_total_reviews":4294967293',              4, 5],
        ['"min_total_reviews":0,"max_total_reviews":0', 5]
        )
    {
        my ($filter, @ids) = @$case;
        my $rows = decode_json(run('search', $other, "{$filter}")->{out});
        is_deeply [sort map { $_->{id} } @$rows], [map { uuid($_) } @ids], $filter;
    }
};

done_testing;
