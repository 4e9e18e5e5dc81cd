# inspect and query: the description of an index and of a website.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew uuid lines build_ok summary);

binary();

my $folder  = folder();
my $index   = "$folder/index";
my $summary = summary(build_ok('-o', $index, spew("$folder/in.jsonl", join '', lines())));

subtest 'inspect' => sub {
    my $text = run('inspect', $index);
    is $text->{code}, 0,  'exit status';
    is $text->{err},  '', 'standard error is empty';
    like $text->{out}, qr/^documents +308$/m,                     'documents';
    like $text->{out}, qr/^content +\d+ +[\d,]+ +[0-9a-f]{16}$/m, 'a line a section';
    my $json = decode_json(run('inspect', '--json', $index)->{out});
    is $json->{$_}, $summary->{$_}, "$_ is what build reported"
        for qw(generation identity_keys shared_domains countries states cities postal_codes terms vocabulary_words index_bytes);
    is $json->{documents}, 308, 'documents';
    # Compares text, because a number that Perl reads from JSON loses its trailing zero.
    my $per_content = sprintf '%.3f', $json->{index_bytes} / $json->{content_bytes};
    is sprintf('%.3f', $json->{index_per_content}), $per_content, 'size next to the records';
    like $text->{out}, qr/^index_per_content +\Q$per_content\E$/m, 'the same as text';
    is $json->{sections}{uuid}{chunks}, 1, 'chunks';
    is $json->{sections}{$_}{chunks},   1, "$_: one chunk" for qw(place_ids id_buckets postings terms vocabulary);
    cmp_ok $json->{name_words}, '>=', 308,                       'words of names';
    cmp_ok $json->{terms},      '>',  $json->{vocabulary_words}, 'terms';
};

subtest 'inspect --key' => sub {
    my $key = sub { my $r = run('inspect', $index, '--json', '--key', $_[0]); return ($r->{code}, decode_json($r->{out})) };
    my ($code, $found) = $key->('http://WWW.acme.com:80/');
    is $code, 0, 'found';
    is_deeply [@$found{qw(kind key documents)}, $found->{shared} ? 1 : 0], ['domain', 'acme.com', 300, 0], 'a chain';
    is scalar(@{ $found->{first} }), 10, 'the first ten';
    ($code, $found) = $key->('instagram.com/single');
    is_deeply [$code, @$found{qw(kind key)}, $found->{first}], [0, 'social', 'instagram:single', [uuid(2000)]], 'a profile';
    ($code, $found) = $key->('https://directory.example/list/Bravo');
    is_deeply [$code, $found->{shared} ? 1 : 0, $found->{first}], [0, 1, [uuid(1002)]], 'exactly this page under a shared domain';
    ($code, $found) = $key->('directory.example');
    is_deeply [$code, $found->{shared} ? 1 : 0, $found->{documents}], [1, 1, 0], 'the shared domain itself finds no record';
    ($code, $found) = $key->('nobody.example');
    is_deeply [$code, $found->{documents}], [1, 0], 'nobody';
    ($code, $found) = $key->('localhost');
    is_deeply [$code, $found->{kind}], [1, 'reject'], 'no website';
    ok length $found->{reason}, 'the answer has the reason';
    my $text = run('inspect', $index, '--key', 'single.example/about');
    is $text->{out},
          "kind       domain\nkey        single.example\nhost       single.example\npath       /about\nshared     no\n"
        . "documents  1\n  "
        . uuid(2000)
        . "  docid "
        . ($text->{out} =~ /docid (\d+)/)[0]
        . "\n", 'as text';
};

subtest 'query' => sub {
    my $answer = run('query', $index, '{"website":"single.example"}');
    is $answer->{code}, 0, 'exit status 0 for a 200';
    like $answer->{err}, qr/^status: 200$/m, 'status on standard error';
    my $rows = decode_json($answer->{out});
    is scalar(@$rows),                   1,                         'one row';
    is $rows->[0]{id},                   uuid(2000),                'the record';
    is $rows->[0]{content}{website_url}, 'https://single.example/', 'as it came';
    my $stdin = run({ stdin => '{"website":"single.example"}' }, 'query', $index, '-');
    is $stdin->{out}, $answer->{out}, 'from standard input';
    my $refused = run('query', $index, '{"limit":3}');
    is $refused->{code}, 1, 'exit status 1 for a refusal';
    like $refused->{err}, qr/^status: 4\d\d$/m, 'status';
    ok decode_json($refused->{out})->{error}, 'the body';
    my $ignored = run('query', $index, '{"website":"single.example","frob":1}');
    is $ignored->{code}, 0, 'unknown fields are ignored';
    like $ignored->{err}, qr/^X-Ignored-Fields: frob$/m, 'and named';
    is run('query', '--strict', $index, '{"website":"single.example","frob":1}')->{code}, 1, 'but with --strict';
    my $large = run({ stdin => '{"website":"' . 'x' x 70000 . '"}' }, 'query', $index, '-');
    is $large->{code}, 1, 'a body over the limit';
    like $large->{err}, qr/^status: 413$/m, 'is a 413';
};

done_testing;
