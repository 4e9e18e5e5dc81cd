# The records of an index: dump, one record by its id, and the differences of two indexes.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use JSON::PP;
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp digest entries uuid record lines build_ok);

binary();

my $folder = folder();
my $json   = JSON::PP->new->canonical->utf8;
my $index  = "$folder/index";
build_ok('-o', $index, spew("$folder/in.jsonl", join '', lines()));

subtest 'dump' => sub {
    my $dump = run('dump', $index);
    is $dump->{code}, 0,  'exit status';
    is $dump->{err},  '', 'standard error is empty';
    is $dump->{out}, (join '', sort { ($a =~ /"store_id":"([^"]+)/)[0] cmp($b =~ /"store_id":"([^"]+)/)[0] } lines()),
        'every record as it came, by its id';
    is run('dump', '--quiet', '-o', "$folder/dump.jsonl", $index)->{out}, '',           'into a file';
    is slurp("$folder/dump.jsonl"),                                       $dump->{out}, '... the same';
    build_ok('-o', "$folder/again", "$folder/dump.jsonl");
    is digest("$folder/again"), digest($index), 'a build of the dump is the index, byte for byte';
    my $packed = run('dump', '-o', "$folder/dump.jsonl.zst", $index);
    is $packed->{code}, 2, 'a packed name is refused';
    like $packed->{err}, qr/dump writes plain JSON Lines: pack its standard output, as in `lmdb_builder dump INDEX \| zstd -o FILE`/,
        '... with the way to do it';
    my $none = run('dump', '-o', "$folder/dump.jsonl", "$folder/in.jsonl");
    is $none->{code},               1,            'no index';
    is slurp("$folder/dump.jsonl"), $dump->{out}, '... and the file stays';
    my $failed = run('dump', '-o', "$folder/missing/dump.jsonl", $index);
    is $failed->{code}, 1, 'no such folder';
    like $failed->{err}, qr/missing/, '... is named';
};

subtest 'inspect --id' => sub {
    my $text = run('inspect', $index, '--id', uuid(2000));
    is $text->{code}, 0, 'exit status';
    my ($docid) = $text->{out} =~ /^docid +(\d+)$/m;
    is $text->{out},
          "id          ${\uuid(2000)}\ndocid       $docid\nwebsite     single.example, finds 1 record\n"
        . "profile     instagram:single, finds 1 record\nwords       2000 (1), example (7), single (1), store (2)\n"
        . "names       store 2000 (1)\nplace       none\nrecord      "
        . record(
        2000,
        website_url        => 'https://single.example/',
        social_media_links => ['https://www.instagram.com/single']
        ),
        'a record with all that finds it';
    my $store = decode_json(run('inspect', $index, '--json', '--id', uuid(7))->{out});
    is_deeply $store->{keys},
        [{ from => 'website', key => 'acme.com', shared => JSON::PP::false, documents => 300, finds_record => JSON::PP::true }],
        'one of a chain';
    is_deeply [@$store{qw(country state city postal_code)}], ['US', 'US-CA', 'city7', '10007'], 'its place' or diag explain $store;
    is_deeply [0 + $store->{latitude}, 0 + $store->{longitude}], [37, -107], 'its position';
    ok((grep { $_->{text} eq '10007' && $_->{documents} == 8 } @{ $store->{words} }), 'a word that finds it, and how many else')
        or diag explain $store->{words};
    is_deeply [sort map { ref } @$store{qw(names labels)}], [qw(ARRAY ARRAY)], 'names and labels';
    is $store->{record}{website_url}, 'https://www.acme.com/stores/7', 'the record itself';
    my $stranger = decode_json(run('inspect', $index, '--json', '--id', uc uuid(1002))->{out});
    is_deeply $stranger->{keys},
        [{ from => 'website', key => 'directory.example', shared => JSON::PP::true, documents => 1, finds_record => JSON::PP::true }],
        'one of strangers, by its page';
    like run('inspect', $index, '--id', uuid(1002))->{out},
        qr{^website     directory\.example, shared: only the very page finds its record, directory\.example/list/bravo, finds 1 record$}m,
        '... as text';
    my $mail = decode_json(run('inspect', $index, '--json', '--id', uuid(2001))->{out});
    is_deeply $mail->{keys}, [], 'nothing finds it by key';
    ok length $mail->{unusable_website}, '... and why';
    my $none = run('inspect', $index, '--id', uuid(9));
    is run('inspect', $index, '--id', uuid(999))->{code}, 1, 'no such record';
    like run('inspect', $index, '--id', 'abc')->{err}, qr/"abc" is no id/, 'no id';
    is run('inspect', $index, '--id', uuid(1), '--key', 'a.example')->{code}, 2, 'either an id or a key';
};

subtest 'diff' => sub {
    my @lines   = lines();
    my @records = map { decode_json($_) } @lines;
    splice @records, 4, 1;               # removed
    $records[10]{city} = 'Elsewhere';    # changed, three fields
    delete $records[10]{state};
    $records[10]{phone}       = "+1";
    $records[20]{"odd\nname"} = 1;       # changed, one
    my $order = $json->encode($records[30]) =~ s/\A\{("[^"]+":"[^"]+"),(.*)\}\z/{$2,$1}/r;
    my @new   = map { "$_\n" } map { $json->encode($_) } @records;
    $new[30] = "$order\n";
    push @new, record(5000);             # added
    my $new = "$folder/new";
    build_ok('-o', $new, spew("$folder/new.jsonl", join '', @new));

    my $diff = run('diff', $index, $new);
    is $diff->{code}, 0, 'exit status 0: it was compared';
    my $id = sub { $records[$_[0]]{store_id} };
    is $diff->{out},
          "- ${\uuid(5)}\n~ ${\$id->(10)}  city, phone, state\n~ ${\$id->(20)}  odd\\u000aname\n"
        . "~ ${\$id->(30)}  (only the order of its fields)\n+ ${\uuid(5000)}\n"
        . "old        308 records, generation ${\generation($index)}\nnew        308 records, generation ${\generation($new)}\n"
        . "added      1\nremoved    1\nchanged    3\nunchanged  304\n  1  city\n  1  odd\\u000aname\n  1  phone\n  1  state\n",
        'records in the order of their ids, then the counts';
    my @rows = map { decode_json($_) } split /\n/, run('diff', '--json', $index, $new)->{out};
    is_deeply \@rows,
        [
        { change => 'removed', id => uuid(5) },
        { change => 'changed', id => $id->(10), fields => [qw(city phone state)] },
        { change => 'changed', id => $id->(20), fields => ["odd\nname"] },
        { change => 'changed', id => $id->(30), fields => [] },
        { change => 'added',   id => uuid(5000) },
        {
            old       => { generation => generation($index), documents => 308 },
            new       => { generation => generation($new),   documents => 308 },
            added     => 1,
            removed   => 1,
            changed   => 3,
            unchanged => 304,
            fields    => { city => 1, "odd\nname" => 1, phone => 1, state => 1 }
        }
        ],
        'as JSON, a line each';
    my $counts = run('diff', '--counts', $new, $index);
    is $counts->{code}, 0, '--counts';
    like $counts->{out}, qr/\Aold .*\nnew .*\nadded      1\nremoved    1\nchanged    3\n/, '... has no line a record';
    is run('diff', '--exit-code', '--counts', $index, $new)->{code}, 3, '--exit-code: 3 where they differ';
    is run('diff', '--exit-code', $index, "$folder/again")->{code}, 0, '... 0 where they do not';
    my $itself = run('diff', '--exit-code', $index, $index);
    is $itself->{code}, 0, 'an index and itself';
    like $itself->{out}, qr/^unchanged  308$/m, '... counts too';
    symlink $index, "$folder/link" or die;
    is run('diff', '--exit-code', $index, "$folder/link")->{code},     0, '... also by another name';
    is run('diff', '--exit-code', $index, "$folder/in.jsonl")->{code}, 1, 'no index: 1';
    is run('diff', $index)->{code}, 2, 'one index: 2';
};

sub generation { return decode_json(run('inspect', '--json', $_[0])->{out})->{generation} }

done_testing;
