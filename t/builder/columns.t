# A column of a later format (bizrec/format/columns.hpp), from a record's field to a filter: an index has it only if a record has the field,
# and any other index stays what it was, byte for byte.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp uuid build_ok summary);

binary();

my $folder = folder();
my $json   = JSON::PP->new->canonical->utf8;

sub row { return $json->encode({@_}) . "\n" }

sub ids {
    return [sort map { $_->{id} } @{ decode_json(run('search', @_)->{out}) }];
}
sub look { return decode_json(run('inspect', '--json', @_)->{out}) }

my @plain = map { row(store_id => uuid($_), business_name => "Alpha $_", country => 'US', num_stores => $_) } 1 .. 4;
my @years = (1987, undef, 1000, 2100);
my @dated = map { row(store_id => uuid($_), business_name => "Alpha $_", country => 'US', founded_year => $years[$_ - 1]) } 1 .. 4;

my ($without, $with) = ("$folder/without", "$folder/with");
build_ok('-o', $without, spew("$folder/plain.jsonl", join '', @plain));
my $summary = summary(build_ok('-o', $with, spew("$folder/dated.jsonl", join '', @dated)));
is $summary->{fields}{founded_year}, 3, 'the summary counts the field';

subtest 'an index without the field' => sub {
    my $index = look($without);
    is_deeply [@$index{qw(format oldest_reader)}], [5, 5], 'has the format of before';
    ok !exists $index->{sections}{founded_year}, '... and no section';
    is run('verify', '--quiet', $without)->{code}, 0, 'is whole';
    is_deeply ids($without, '{"min_founded_year":1000}'), [],                        'no record is inside the bounds';
    is_deeply ids($without, '{"min_locations":2}'),       [map { uuid($_) } 2 .. 4], '... and other filters go on';
};

subtest 'an index with the field' => sub {
    my $index = look($with);
    is_deeply [@$index{qw(format oldest_reader)}], [6, 6], 'needs a newer server';
    is $index->{sections}{founded_year}{chunks}, 1, 'has the section';
    like run('inspect', $with)->{out}, qr/^founded_year +1 /m, '... in the text too';
    is run('verify', '--quiet', $with)->{code}, 0, 'is whole';
    for my $case (
        ['{"min_founded_year":1987}',                         [1, 4]],
        ['{"max_founded_year":1987}',                         [1, 3]],
        ['{"min_founded_year":1001,"max_founded_year":2099}', [1]],
        ['{"min_founded_year":1988,"max_founded_year":2099}', []],
        ['{"query":"alpha","min_founded_year":1000}',         [1, 3, 4]],
        ['{"query":"alpha"}',                                 [1 .. 4]],
        )
    {
        my ($body, $expected) = @$case;
        is_deeply ids($with, $body), [map { uuid($_) } @$expected], $body;
    }
    my $explained = run('explain', $with, '--body', '{"query":"alpha","min_founded_year":1988}', uuid(1), uuid(2))->{out};
    is scalar(() = $explained =~ /outside the bounds on its founding year/g), 2, 'explain names the condition';
};

subtest 'runs and other ways' => sub {
    for my $kind (qw(plain dated)) {
        my @runs = map { "$folder/$kind.$_.run" } 1, 2;
        build_ok('--shard', "$_/2", '-o', $runs[$_ - 1], "$folder/$kind.jsonl") for 1, 2;
        is run('merge', '--quiet', '-o', "$folder/$kind.merged", @runs)->{code}, 0, "$kind: merged";
        ok slurp("$folder/$kind.merged") eq slurp($kind eq 'plain' ? $without : $with), '... into the same bytes';
    }
    my $mapping = spew("$folder/mapping", "ID = store_id\nYEAR = founded_year\n");
    my $csv     = spew("$folder/in.csv",  'ID,YEAR' . "\n" . uuid(1) . ",1987\n");
    is decode_json(run('import', 'csv', '--mapping', $mapping, $csv)->{out})->{founded_year}, 1987, 'a number in imported CSV';
};

subtest 'refusals' => sub {
    my $input = spew("$folder/bad.jsonl", row(store_id => uuid(1), business_name => 'A', founded_year => 999) . $plain[1]);
    run('build', '--quiet', '--rejects', "$folder/rejects", '-o', "$folder/bad", $input);
    like slurp("$folder/rejects"), qr/founded_year.*expected an integer from 1000 to 2100, got the number 999/, 'a record';
    like run('search', $with, '{"max_founded_year":2101}')->{out},
        qr/max_founded_year: expected an integer from 1000 to 2100, got the number 2101/, 'a request';
};

done_testing;
