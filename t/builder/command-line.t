# Errors of a command line: the message names the nearest command, format or option, and for values the expected and the given
# one.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew uuid record build_ok);

binary();

my @refused = (
    ['a command'       => ['pubish', 'i', 'd'],       'pubish: no such command; did you mean publish? (see lmdb_builder --help)'],
    ['letters swapped' => ['bulid'],                  'bulid: no such command; did you mean build? (see lmdb_builder --help)'],
    ['nothing is near' => ['frobnicate'],             'frobnicate: no such command (see lmdb_builder --help)'],
    ['a format'        => ['import', 'cvs', 'a.csv'], 'import cvs: no such format; did you mean csv? (see lmdb_builder import --help)'],
    [
        'no format' => ['import'],
        'import: a format is required, one of records, alltheplaces, csv, json, overture, foursquare (see lmdb_builder import --help)'
    ],
    [
        'an option' => ['build', '--outptu', 'x', 'in'],
        'build: --outptu: no such option; did you mean --output? (see lmdb_builder build --help)'
    ],
    [
        'with its value' => ['build', '-o', 'x', '--treads=4', 'in'],
        'build: --treads: no such option; did you mean --threads? (see lmdb_builder build --help)'
    ],
    [
        'of a format' => ['import', 'csv', '--maping', 'm', 'a.csv'],
        'import csv: --maping: no such option; did you mean --mapping? (see lmdb_builder import csv --help)'
    ],
    ['before a command' => ['--versoin'],        '--versoin: no such option; did you mean --version? (see lmdb_builder --help)'],
    ['an argument more' => ['verify', 'a', 'b'], 'verify: one argument too many: "b" (see lmdb_builder verify --help)'],
    [
        'memory in words' => ['build', '-o', 'x', '--memory', 'lots', 'in'],
        'build: --memory: expected a size from 64k to 1P, as in 65536, 64k, 512M or 2G; got "lots" (see lmdb_builder build --help)'
    ],
    [
        'too little memory' => ['build', '-o', 'x', '--memory', '1k', 'in'],
        'build: --memory: expected a size from 64k to 1P, as in 65536, 64k, 512M or 2G; got "1k" (see lmdb_builder build --help)'
    ],
    [
        'negative memory' => ['build', '-o', 'x', '--memory=-1', 'in'],
        'build: --memory: expected a size from 64k to 1P, as in 65536, 64k, 512M or 2G; got "-1" (see lmdb_builder build --help)'
    ],
    [
        'memory of a merge' => ['merge', '-o', 'x', '--memory', '2 gigs', 'r'],
        'merge: --memory: expected a size from 64k to 1P, as in 65536, 64k, 512M or 2G; got "2 gigs" (see lmdb_builder merge --help)'
    ],
    [
        'a record of 17M' => ['build', '-o', 'x', '--max-record', '17M', 'in'],
        'build: --max-record: expected a size from 1k to 16M, as in 65536, 64k, 512M or 2G; got "17M" (see lmdb_builder build --help)'
    ],
    [
        'threads in words' => ['build', '-o', 'x', '--threads', 'all', 'in'],
        'build: --threads: expected a whole number from 1 to 256; got "all" (see lmdb_builder build --help)'
    ],
    [
        'no thread' => ['build', '-o', 'x', '--threads', '0', 'in'],
        'build: --threads: expected a whole number from 1 to 256; got "0" (see lmdb_builder build --help)'
    ],
    [
        'half a thread' => ['build', '-o', 'x', '--threads', '1.5', 'in'],
        'build: --threads: expected a whole number from 1 to 256; got "1.5" (see lmdb_builder build --help)'
    ],
    [
        'rejects in words' => ['build', '-o', 'x', '--max-rejects', 'few', 'in'],
        'build: --max-rejects: expected a number of records, as in 20, or a share of them from 0% to 100%, as in 0.5%; '
            . 'got "few" (see lmdb_builder build --help)'
    ],
    [
        'more than all' => ['build', '-o', 'x', '--max-rejects', '101%', 'in'],
        'build: --max-rejects: expected a number of records, as in 20, or a share of them from 0% to 100%, as in 0.5%; '
            . 'got "101%" (see lmdb_builder build --help)'
    ],
    [
        'a limit in words' => ['search', 'x', '{}', '--max-limit', 'ten'],
        'search: --max-limit: expected a whole number from 1 to 4,294,967,295; got "ten" (see lmdb_builder search --help)'
    ],
    [
        'generations' => ['publish', 'x', 'd', '--keep', 'some'],
        'publish: --keep: expected a whole number from 2 to 1,000; got "some" (see lmdb_builder publish --help)'
    ],
    [
        'a team' => ['key', '--team', 'a b'],
        'key: --team: expected 1 to 64 of the characters A-Z a-z 0-9 . _ -; got "a b" (see lmdb_builder key --help)'
    ],
    [
        'a delimiter' => ['import', 'csv', '--delimiter', 'comma', 'a.csv'],
        'import csv: --delimiter: expected one character, or the word tab; got "comma" (see lmdb_builder import csv --help)'
    ],
    [
        'an empty path' => ['build', '-o', 'x', '--suppress', '', 'in'],
        'build: --suppress: expected a path; got "": is a variable of the script empty? (see lmdb_builder build --help)'
    ],
    [
        'an empty key' => ['publish', 'x', 'd', '--key', ''],
        'publish: --key: expected a path; got "": is a variable of the script empty? (see lmdb_builder publish --help)'
    ],
    [
        'empty keys of an edge' => ['pull', '--trust', '', 'rsync://builder/bizrec'],
        'pull: --trust: expected a path; got "": is a variable of the script empty? (see lmdb_builder pull --help)'
    ],
    ['it steers nothing' => ["\e[31mbuild"], '\u001b[31mbuild: no such command (see lmdb_builder --help)'],
);

for my $case (@refused) {
    my ($what, $arguments, $message) = @$case;
    my $result = run(@$arguments);
    is $result->{code}, 2,                          "$what: exit status 2";
    is $result->{err},  "lmdb_builder: $message\n", "$what: one line says what";
    is $result->{out},  '',                         "$what: standard output is empty";
}

subtest 'sizes as people write them' => sub {
    my $folder = folder();
    my $input  = spew("$folder/in.jsonl", record(1));
    build_ok('--force', '-o', "$folder/index", '--memory', $_, $input) for '65536', '64k', '64 KiB', '1.5M', '512mb', '2G', '1P';
};

subtest 'a website, a profile or words instead of a body' => sub {
    my $folder = folder();
    my $index  = "$folder/index";
    build_ok(
        '-o', $index,
        spew(
            "$folder/in.jsonl",
            record(
                1,
                business_name      => 'Pizza Roma',
                city               => 'Austin',
                country            => 'US',
                website_url        => 'https://roma.example/',
                social_media_links => ['https://www.instagram.com/roma']
                )
                . record(2, business_name => 'Sushi Edo', city => 'Austin')
        )
    );
    my $ids = sub {
        return [map { $_->{id} } @{ decode_json($_[0]{out}) }];
    };
    my $body = run('query', $index, '{"website":"roma.example"}');
    my $bare = run('query', $index, 'roma.example');
    is $bare->{out}, $body->{out},                                           'a website';
    is $bare->{err}, qq(request: {"website":"roma.example"}\nstatus: 200\n), '... with the request that it stands for';
    is $body->{err}, "status: 200\n",                                        'a given body is not printed again';
    my $profile = run('query', $index, 'https://instagram.com/roma');
    is_deeply $ids->($profile), [uuid(1)], 'a profile';
    like $profile->{err}, qr/\Arequest: \{"social_media_link":"https:/, '... is sent as one';
    my $nobody = run('query', $index, 'not a website');
    is $nobody->{code}, 1, 'a word that is not a website is refused';
    like $nobody->{err}, qr/^status: 422$/m, '... by the endpoint itself';
    my $broken = run('query', $index, '{"website":');
    like $broken->{err}, qr/\Astatus: 400$/m, 'a broken body is not read as a website';
    is run('query', $index, '')->{code}, 1, 'nothing at all stays a refusal';
    my $words = run('search', $index, qw(pizza in austin));
    is_deeply $ids->($words), [uuid(1)], 'words of a search';
    is $words->{err}, qq(request: {"query":"pizza in austin"}\nstatus: 200\nX-Query-Reading: in_place;searched="pizza austin"\n),
        '... with their request';
    is_deeply $ids->(run('search', $index, 'pizza in austin')), [uuid(1)], 'the same in quotes';
    like run('explain', $index, '--body', 'pizza')->{out}, qr/\A\Q${\uuid(1)}\E  docid/, 'explain takes words too';
};

done_testing;
