# `Prefer: explain=1`: if the operator allows it, each row of a search has the parts of its score, as `lmdb_builder explain`
# prints them.
#
# lane: gate

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Builder qw(run);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index uuid);
use Bizrec::Server;
use JSON::PP;
use Test::More;

binmode $_, ":utf8" for map { Test::More->builder->$_ } qw(output failure_output todo_output);

my @records = (
    (
        map { {
            store_id             => uuid($_),
            business_name        => 'Golden Anchor',
            brand_name           => 'Golden Anchor',
            website_url          => 'https://anchor.example',
            country              => 'US',
            city                 => $_ < 4 ? 'Boston' : 'Austin',
            business_categories  => ['Coffee "Shop"'],
            google_rating        => $_ / 2,
            google_reviews_count => 10 * $_
        } } 1 .. 8
    ),
    { store_id => uuid(9),  business_name => 'Anchor Café \\ Bäckerei', country => 'US', city => 'Boston' },
    { store_id => uuid(10), business_name => 'Golden Gate', country => 'US' },
    {
        store_id          => uuid(11),
        business_name     => 'Мебель Москва',
        'name:en'         => 'Moscow Furniture',
        official_name     => 'Stolitsa',
        street_address    => '12 Tverskaya',
        store_description => 'sofas ' x 40,
        city              => 'München',
        country           => 'DE'
    },
);
my $server = Bizrec::Server->new(
    main => "worker_processes 1;\nthread_pool two threads=2 max_queue=16;\n",
    http => 'server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/index.mdb; bizrec_search_thread_pool two; bizrec_search_deadline 0;
        bizrec_access off;
        location = /off/ids { bizrec_search_only_ids; }
        location = /off/full { bizrec_search; }
        location = /on/ids { bizrec_search_only_ids; bizrec_search_explain on; }
        location = /on/full { bizrec_search; bizrec_search_explain on; }
        location = /loop/ids { bizrec_search_only_ids; bizrec_search_explain on; bizrec_search_thread_pool off; }
        location = /loop/full { bizrec_search; bizrec_search_explain on; bizrec_search_thread_pool off; }
        location = /small/ids { bizrec_search_only_ids; bizrec_search_explain on; bizrec_answer_limit 4k; }
        location = /enrich { bizrec_enrich_company; bizrec_search_explain on; }
        location = /records { bizrec_records; bizrec_search_explain on; }
    }',
);
my $index = $server->prefix . '/index.mdb';
build_index($index, @records);
$server->start;

sub without_explanation { my ($body) = @_; return $body =~ s/,"explain":\["(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*\]//gr }

sub rows_of { my ($reply) = @_; return ref $reply->{json} eq 'HASH' ? $reply->{json}{data} : $reply->{json} }

sub builder_says {
    my ($body, $id) = @_;
    my @lines = split /\n/, run('explain', $index, '--body', $body, $id)->{out};
    shift @lines;    # the id
    utf8::decode($_) for @lines;
    return \@lines;
}

for my $body (
    '{"query":"golden anchor"}',
    '{"query":"golden anchor","limit":2,"estimate_total":true}',
    '{"query":"gold\u0065n anchro"}',
    '{"query":"golden in boston","location":{"country":"US"}}',
    '{"store_name":"Anchor Café \\\\ Bäckerei"}',
    '{"tags":["Coffee \"Shop\""]}',
    '{"query":"golden","include_keywords":["anchor"]}',
    '{"query":"golden bäckerei boston café"}',
    '{}',
    '{"query":"golden anchor","limit":3,"cursor":[16000000,"' . uuid(1) . '"]}',
    )
{
    utf8::encode(my $bytes = $body);
    for my $kind (qw(ids full)) {
        my $plain = post($server, "/on/$kind", $bytes);
        is($plain->{status}, 200, "$kind, $body") or diag $plain->{content};
        unlike($plain->{content}, qr/"explain"/, '... not asked for: none');
        is($plain->{headers}{'preference-applied'}, undef, '... nor named');
        for my $place (qw(on loop)) {
            my $reply = post($server, "/$place/$kind", $bytes, { Prefer => 'explain=1' });
            is($reply->{headers}{'preference-applied'}, 'explain=1',       "... $place: honoured");
            is(without_explanation($reply->{content}),  $plain->{content}, '... the answer is the same beside it');
            my $rows = rows_of($reply);
            cmp_ok(scalar @$rows, '>', 0, '... rows');
            for my $row (@$rows) {
                is_deeply($row->{explain}, builder_says($bytes, $row->{id}), "... $row->{id}: the words of the builder");
                is($row->{explain}[-1], "score $row->{match_score} = evidence * 8 + level", '... which add up to its score');
            }
        }
        my $refused = post($server, "/off/$kind", $bytes, { Prefer => 'explain=1' });
        is($refused->{content},                       $plain->{content}, '... where the operator does not allow it: none');
        is($refused->{headers}{'preference-applied'}, undef,             '... nor named');
    }
}

# --- each word has the text that contains it, also other names and forms, and the record has the words that found it

for my $case (
    ['мебель',    'in business_name "Мебель Москва"',               'Мебель'],
    ['moscow',    'in name:en "Moscow Furniture"',                  'Moscow'],
    ['stolitsa',  'in official_name "Stolitsa"',                    'Stolitsa'],
    ['tverskaya', 'in street_address "12 Tverskaya"',               'Tverskaya'],
    ['sofas',     'in store_description',                           'sofas'],
    ['moskva',    'business_name "Мебель Москва" in Latin letters', 'Мебель Москва'],
    ['germany',   'a name of its country "DE"',                     'Мебель Москва'],
    ['muenchen',  'another spelling of city "München": "Muenchen"', 'Мебель Москва'],
    ['münchen',   'in city "München"',                              'München'],
    )
{
    my ($word, $where, $highlight) = @$case;
    my $reply = post($server, '/on/full', JSON::PP->new->utf8->encode({ query => $word }), { Prefer => 'explain=1' });
    my ($row) = grep { $_->{id} eq uuid(11) } @{ $reply->{json} };
    ok((grep { /^query word "[^"]+" \(in \d+ records\), \Q$where\E, impact / } @{ $row->{explain} }), "$word: $where")
        or diag $reply->{content};
    like($row->{match_highlights}[0], qr/\A\Q$highlight\E(?: \Q$highlight\E)*\z/, '... and what was found');
}

my $reply = post($server, '/on/ids', '{"query":"golden"}', { Prefer => 'return=minimal, explain=1' });
is($reply->{content},                       '{"rows":9,"total_count":9,"credits":0}', 'a price has no rows to explain');
is($reply->{headers}{'preference-applied'}, 'return=minimal',                         '... and says so');
$reply = post($server, '/on/ids', '{"query":"golden"}', { Prefer => 'explain=1, handling=strict' });
is($reply->{headers}{'preference-applied'}, 'handling=strict, explain=1',                                    'with handling=strict');
is($reply->{json}[0]{explain}[0],           'reading: all words as typed',                                   '... of the words as typed');
is(post($server, '/on/ids', '{"query":"golden"}', { Prefer => $_ })->{headers}{'preference-applied'}, undef, "Prefer: $_ is not it")
    for qw(explain explain=0 explain=2 explain=true);
$reply = post($server, '/on/ids', '{"query":1}', { Prefer => 'explain=1' });
is("$reply->{status} " . ($reply->{headers}{'preference-applied'} // 'none'), '422 none', 'a refusal has nothing to explain');
my $long = '{"query":"golden anchor","tags":["Coffee \"Shop\""],"include_keywords":["anchor","golden"]}';
$reply = post($server, '/small/ids', $long, { Prefer => 'explain=1' });
is("$reply->{status} $reply->{json}{code}",      '422 answer_too_large', 'explanations are part of the answer that its limit bounds');
is(post($server, '/small/ids', $long)->{status}, 200,                    '... which it keeps without them');

for my $case (['/enrich', '{"website":"anchor.example"}'], ['/records', '["' . uuid(1) . '"]']) {
    my ($path, $body) = @$case;
    $reply = post($server, $path, $body, { Prefer => 'explain=1' });
    is($reply->{status}, 200, "$path has no scores of words");
    unlike($reply->{content}, qr/"explain"/, '... and explains none');
    is($reply->{headers}{'preference-applied'}, undef, '... nor says so');
}

Bizrec::Server::finish_all();
done_testing();
