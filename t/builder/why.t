# `lmdb_builder why`: a record's rank in an answer, or the reason why it is not there; it matches the rows that the server would
# send.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(build_ok folder record run spew uuid);
use JSON::PP;
use Test::More;

my $folder = folder();
my $index  = "$folder/index";
my @cities = ('Boston', 'Austin', 'Chicago');
build_ok(
    '-o', $index,
    spew(
        "$folder/records.jsonl",
        join '',
        (
            map {
                record(
                    $_,
                    business_name       => 'Golden Anchor',
                    website_url         => 'https://anchor.example/',
                    country             => 'US',
                    city                => $cities[$_ % 3],
                    num_stores          => $_,
                    social_media_links  => ['https://www.instagram.com/goldenanchor'],
                    business_categories => ['Pub']
                )
            } 1 .. 60
        ),
        record(
            100,
            business_name => 'Golden Gate',
            website_url   => 'https://gate.example/',
            country       => 'US',
            city          => 'Boston',
            google_rating => 4.5
        ),
        (
            map { record($_->[0], business_name => $_->[1], website_url => "https://directory.example/list/$_->[1]", country => 'FR') }
                [200, 'Alpha'],
            [201, 'Bravo'],
            [202, 'Charlie'],
            [203, 'Delta'],
            [204, 'Echo'],
            [205, 'Foxtrot']
        ),
    )
);

sub why {
    my ($body, $id) = @_;
    my $result = run('why', $index, '--body', $body, $id);
    return $result;
}

# --- every row of an answer has its rank, in pages too

for my $case (
    ['search', '"query":"golden anchor","limit":20'],
    ['search', '"query":"goldn ancor"'],
    ['search', '"tags":["pub"],"location":{"city":"Austin"}'],
    ['query',  '"website":"anchor.example","limit":50'],
    ['query',  '"website":"anchor.example","location":{"city":"Boston"}'],
    ['query',  '"social_media_link":"instagram.com/goldenanchor"']
    )
{
    my ($command, $fields) = @$case;
    my $body   = "{$fields,\"estimate_total\":true}";
    my $answer = decode_json(run($command, $index, $body)->{out});
    cmp_ok(scalar @{ $answer->{data} }, '>', 1, "$body: rows");
    my $rank = 0;
    for my $row (@{ $answer->{data} }) {
        $rank++;
        my $result = why("{$fields}", $row->{id});
        is_deeply [$result->{code}, $result->{out}, $result->{err}],
            [0, "It is row $rank of $answer->{total_count}, with score $row->{match_score}.\n", ''], "... row $rank"
            or last;
    }
    next if $command eq 'query';
    my $middle = $answer->{data}[-1]{cursor};
    my $next   = "{$fields,\"cursor\":" . encode_json($middle) . '}';
    is why($next, $answer->{data}[0]{id})->{out},
        "It is row 1 of $answer->{total_count}, with score $answer->{data}[0]{match_score}, which the request's cursor has passed.\n",
        '... the cursor';
    is why($next, $answer->{data}[-1]{id})->{code}, 1, '... its own row is passed, too';
    for my $row (@{ decode_json(run($command, $index, $next)->{out}) }) {
        $rank++;
        is why($next, $row->{id})->{out}, "It is row $rank of $answer->{total_count}, with score $row->{match_score}.\n",
            "... row $rank, of the next page"
            or last;
    }
}

# --- every other record has a reason

my $first = decode_json(run('search', $index, '{"query":"golden","limit":1}')->{out})->[0]{id};
my ($last) =
    map { $_->{id} } grep { $_->{id} ne $first } @{ decode_json(run('search', $index, '{"query":"golden anchor","limit":60}')->{out}) };
for my $case (
    ['{"query":"golden anchor"}',                uuid(100), qr/not among the 60 that match: lacks the query word "anchor"\.$/],
    ['{"query":"golden gate"}',                  uuid(1),   qr/^One record matches, but not this one: lacks the query word "gate"\.$/],
    ['{"query":"golden","store_name":"anchor"}', uuid(100), qr/lacks the store_name word "anchor"\.$/],
    ['{"query":"golden anchor gate"}',           uuid(200), qr/lacks the query word "golden"; lacks the query word "anchor"/],
    ['{"tags":["Pub"]}',                         uuid(100), qr/not among the 60 that match: holds none of the tags\.$/],
    ['{"query":"golden","location":{"city":"Austin"}}', uuid(100), qr/: outside the location\.$/],
    [
        '{"query":"golden","min_overall_rating":4.6}', uuid(100),
        qr/^No record matches, nor does this one: .*outside the bounds on its rating/
    ],
    ['{"query":"golden","exclude_keywords":["gate"]}',               uuid(100), qr/holds all words of exclude_keywords "gate"/],
    ['{"query":"golden","exclude_root_domains":["gate.example"]}',   uuid(100), qr/belongs to one of exclude_root_domains/],
    ['{"query":"golden","include_root_domains":["anchor.example"]}', uuid(100), qr/belongs to none of include_root_domains/],
    ['{"query":"golden","limit":1}', $last, qr/^It is row \d+ of 61, with score \d+, after the 1 rows that the request asks for\.$/],
    [
        '{"website":"anchor.example"}', uuid(100),
        qr/^No link of the request finds it: website: anchor\.example finds 60 records, not this one\.$/
    ],
    [
        '{"website":"gate.example","social_media_link":"instagram.com/goldenanchor"}',
        uuid(200),
        qr/website: gate\.example finds 1 record, not this one; social_media_link: instagram:goldenanchor finds 60 records, not this one/
    ],
    ['{"website":"nobody.example"}',    uuid(100), qr/website: nobody\.example finds no record\.$/],
    ['{"website":"https://bit.ly/3x"}', uuid(100), qr/website: a short link cannot be resolved offline/],
    [
        '{"website":"directory.example/list/Bravo"}', uuid(202),
        qr{strangers share directory\.example, and its page is not directory\.example/list/bravo\.$}
    ],
    ['{"website":"anchor.example","location":{"city":"Boston"}}', uuid(1), qr/^It is of the company, but outside the location\.$/],
    ['{"website":"anchor.example","limit":1}', $last, qr/^It is one of 60 that match, after the first 1 that the request asks for\.$/],
    )
{
    my ($body, $id, $sentence) = @$case;
    my $result = why($body, $id);
    is $result->{code}, 1, "$body: not in the answer";
    like $result->{out}, $sentence, '... and why';
    is $result->{err}, '', '... on standard output';
}

# --- requests without an answer

for my $case (
    ['{}',            uuid(1),   qr/the request is refused: website or social_media_link is required/],
    ['{"quer":1}',    uuid(1),   qr/refused: quer: unknown field/],
    ['{"query":1}',   uuid(1),   qr/refused: query: expected/],
    ['{"query":"x"}', uuid(999), qr/no record with the id/],
    ['{"query":"x"}', 'abc',     qr/"abc" is no id/],
    ['{',             uuid(1),   qr/refused: the body is not valid JSON/]
    )
{
    my ($body, $id, $message) = @$case;
    my $result = why($body, $id);
    is_deeply [$result->{code}, $result->{out}], [1, ''], "$body: no answer";
    like $result->{err}, $message, '... told';
}
is run('why', $index, '{}')->{code}, 2, 'without --body: wrong usage';
is run({ stdin => '{"query":"golden gate"}' }, 'why', $index, '--body', '-', uuid(100))->{out} =~ /^It is row 1 of 1,/, 1,
    'the body on standard input';

# --- query answers searches

my $full = run('query', $index, '{"query":"golden gate"}');
is $full->{code},                                          0,             'query: a search';
is decode_json($full->{out})->[0]{content}{business_name}, 'Golden Gate', '... with whole records';
like run('query', $index, '{"query":"goldn gate"}')->{err}, qr/^X-Query-Reading: decoded;searched="golden gate"$/m, '... and its reading';
is decode_json(run('query', $index, '{"limit":1}')->{out})->{field}, 'website', 'what both have makes no search';

done_testing;
