# publish, rollback, published: the folder of generations, and refusals. t/publish/together.t runs two at once, losses.t has indexes
# that lost records or fields, damaged-folder.t folders that somebody has spoilt.
#
# needs: root
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use File::Copy qw(copy);
use JSON::PP;
use Test::More;
use Bizrec::Builder   qw(binary digest folder run slurp spew);
use Bizrec::Published qw(flip generation_of ok_publish problem_of publish published_copy published_files refused sample_index);

my $binary     = binary();
my $json       = JSON::PP->new->utf8;
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 5;

subtest 'the folder' => sub {
    my $folder  = folder() . '/made';
    my $summary = ok_publish('published', "$work/0.mdb", $folder);
    my $name    = $generation[0];
    is_deeply published_files($folder), [sort "$name.json", "$name.mdb", 'current', 'history'], 'is as documented';
    is readlink "$folder/current",                    "$name.mdb",           'current names it';
    is slurp("$folder/history"),                      "$name\n",             'so does the history';
    is problem_of($folder, [$name], verify => 1),     '',                    'it is whole';
    is sprintf('%o', (stat "$folder/$_")[2] & 07777), '444',                 "$_ is read-only" for "$name.mdb", "$name.json";
    is digest("$folder/$name.mdb"),                   digest("$work/0.mdb"), 'the same bytes';
    is_deeply $summary,
        {
        generation         => $name,
        file               => "$folder/$name.mdb",
        previous           => undef,
        previous_documents => undef,
        switched           => JSON::PP::true,
        transfer           => 'copied',
        signed             => JSON::PP::false,
        documents          => 1,
        size               => -s "$work/0.mdb",
        removed            => [],
        stand_in           => undef,
        },
        'the summary names it';
    is slurp("$folder/$name.json"), do {
        my $inspected = $json->decode(run('inspect', '--json', "$work/0.mdb")->{out});
        my $counts    = join ',', map { qq("$_":$inspected->{$_}) } qw(identity_rules analyser documents identity_keys countries states
            cities postal_codes terms vocabulary_words content_bytes);
        qq({"manifest":1,"file":"$name.mdb","sha256":")
            . digest("$work/0.mdb")
            . qq(","size":)
            . (-s "$work/0.mdb")
            . qq(,"generation":"$name","format":$inspected->{format},"oldest_reader":$inspected->{oldest_reader},$counts}\n);
    }, 'the manifest, byte by byte';
    ok -e "$work/0.mdb", 'the index is where it was';
    my $text = run('publish', "$work/1.mdb", $folder);
    is $text->{out},
        "$folder/$generation[1].mdb: current, 1 document, " . (-s "$work/1.mdb") / 1024 . ".0 KiB, not signed; before: $name, 1 document\n",
        'in words';
    like $text->{err}, qr/^copying.*^hashing.*^verifying/ms, 'and its stages';
};

subtest 'the same index again' => sub {
    my $folder = folder();
    ok_publish('published', "$work/0.mdb", $folder);
    my %before = map { $_ => join ' ', (lstat "$folder/$_")[1, 10] } @{ published_files($folder) };
    my $again  = ok_publish('published again', "$work/0.mdb", $folder);
    ok !$again->{switched}, 'was current already';
    is $again->{transfer}, 'none', 'nothing was copied';
    is_deeply {
        map { $_ => join ' ', (lstat "$folder/$_")[1, 10] } @{ published_files($folder) }
    }, \%before, 'no file was touched';
    like run('publish', "$work/0.mdb", $folder)->{out}, qr/: was current already, /, 'and says so';
    ok_publish('another one', "$work/1.mdb", $folder);
    my $inode = (stat "$folder/$generation[0].mdb")[1];
    my $back  = ok_publish('one that is there', "$work/0.mdb", $folder);
    is_deeply [@{$back}{qw(switched transfer previous)}], [JSON::PP::true, 'none', $generation[1]], 'is switched to';
    is + (stat "$folder/$generation[0].mdb")[1], $inode, 'the file is the same';
    ok !ok_publish('current itself',      "$folder/current",            $folder)->{switched}, 'current can be named';
    ok ok_publish('a file of the folder', "$folder/$generation[1].mdb", $folder)->{switched}, 'and any file of the folder';
    is slurp("$folder/history"), "$generation[0]\n$generation[1]\n", 'the history has each once';
};

subtest 'generations come, go and come back' => sub {
    my $folder = folder();
    for my $i (0 .. 3) {
        my $summary = ok_publish("published $i", "$work/$i.mdb", $folder);
        is_deeply $summary->{removed}, $i < 3 ? [] : [$generation[0]], 'three stay';
    }
    is_deeply [grep { /mdb/ } @{ published_files($folder) }], [sort map { "$_.mdb" } @generation[1 .. 3]], 'these three';
    for my $i (2, 1) {
        my $back = run('rollback', '--json', $folder);
        is $back->{code},                                       0,               "back to $i" or diag $back->{err};
        is $json->decode($back->{out})->{generation},           $generation[$i], 'each time further back';
        is problem_of($folder, [$generation[$i]], verify => 1), '',              'it is whole';
    }
    refused(
        'nothing is before',
        $folder,    "knows of no generation before $generation[1]; there are \Q$generation[3], $generation[2], $generation[1]\E",
        'rollback', '--quiet', $folder
    );
    my $next = ok_publish('published after a rollback', "$work/4.mdb", $folder);
    is $next->{previous}, $generation[1], 'the one before is the one that served';
    my ($gone, $left) = sort @generation[2, 3];
    is_deeply $next->{removed}, [$gone], 'generations that a rollback left are removed first, by name';
    run('rollback', $folder);
    is readlink "$folder/current", "$generation[1].mdb", 'the next rollback passes generations that were left';
    is run('rollback', '--quiet', $folder, '--to', substr $generation[4], 0, 12)->{code}, 0, 'a generation by its first digits';
    is readlink "$folder/current",                                                        "$generation[4].mdb", 'is current';
    my $same = run('rollback', $folder, '--to', $generation[4]);
    is $same->{code}, 0, 'rollback to the current one succeeds';
    like $same->{out}, qr/: was current already, /, '... and says that it was current already';
    refused('an unknown one', $folder, 'holds no generation "0000"; there are', 'rollback', '--quiet', $folder, '--to', '0000');

    my $list = run('published', $folder);
    is $list->{code}, 0, 'published';
    my @lines = split /\n/, $list->{out};
    like $lines[0], qr/\A\* $generation[4] +1 documents +\d+\.0 KiB  format \d+  not signed\z/, 'the newest first, the current one marked';
    like $lines[1], qr/\A  $generation[1]  /,                                                   'then the one before';
    my $object = $json->decode(run('published', '--json', $folder)->{out});
    is $object->{current}, $generation[4], '--json';
    is_deeply [map { $_->{generation} } @{ $object->{generations} }], [@generation[4, 1], $left], 'has the same order';
    unlink "$folder/history";
    is run('published', $folder)->{code}, 0, 'without the history the order is that of the names';
    ok_publish('and publishing goes on', "$work/5.mdb", $folder);
    is + (split /\n/, slurp("$folder/history"))[-1], $generation[5], 'the history is made anew';
    ok_publish("--keep $_", '--keep', $_, "$work/0.mdb", $folder) for 1000, 2;
    is scalar(grep { /mdb/ } @{ published_files($folder) }), 2, '--keep 2 keeps two';
};

# `rollback --to` makes a generation current that the history no longer has; a lost history knows no generation.

subtest 'what served last stays, and rollback finds it' => sub {
    my $folder = folder();
    ok_publish("published $_", "$work/$_.mdb", $folder) for 0, 1, 2;
    run('rollback', $folder);
    ok_publish('published after a rollback', '--keep', 5, "$work/3.mdb", $folder);
    is run('rollback', $folder, '--to', $generation[2])->{code}, 0, 'to the one that was left';
    my $next = ok_publish('published after that', '--keep', 2, "$work/4.mdb", $folder);
    is $next->{previous}, $generation[2], 'the one before is that one';
    ok -e "$folder/$generation[2].mdb", 'it stays';
    is run('rollback', $folder)->{code}, 0,                    'rollback';
    is readlink "$folder/current",       "$generation[2].mdb", 'goes to it';

    unlink "$folder/history";
    ok_publish('published without a history', '--keep', 2, "$work/5.mdb", $folder);
    is run('rollback', $folder)->{code}, 0,                    'rollback' or diag slurp("$folder/history");
    is readlink "$folder/current",       "$generation[2].mdb", 'goes to the generation that served before';
    unlink "$folder/$generation[2].mdb";
    ok_publish('published where the current one is missing', "$work/1.mdb", $folder);
    is slurp("$folder/history"), "$generation[5]\n$generation[1]\n", 'the history leaves out the missing generation';
};

subtest '--move' => sub {
    my $folder = folder();
    my $index  = "$work/moving.mdb";
    copy("$work/0.mdb", $index);
    my $inode   = (stat $index)[1];
    my $summary = ok_publish('moved', '--move', $index, $folder);
    is $summary->{transfer}, 'moved', 'the summary says that it was moved';
    ok !-e $index, 'the index is gone from its place';
    is + (stat "$folder/$generation[0].mdb")[1], $inode, 'it is the same file' if (stat $work)[0] == (stat $folder)[0];
    is + (stat "$folder/$generation[0].mdb")[3], 1,      'the file has only one name';
    my $incoming = published_copy($folder, $generation[0], "$work/move-incoming");
    my $edge     = folder();
    ok_publish('with its manifest and signature', '--move', $incoming, $edge);
    is_deeply published_files("$work/move-incoming"), [], 'they are gone, too';
    copy("$work/0.mdb", $index);
    ok_publish('one that is there already', '--move', $index, $folder);
    ok !-e $index, 'goes as well';
    symlink "$work/1.mdb", "$work/link";
    refused('a link', $folder, 'is a symbolic link: name the file that is to move', 'publish', '--quiet', '--move', "$work/link", $folder);
    copy("$work/1.mdb", $index);
    flip($index, 100_000);
    refused('a damaged one', $folder, "\Q$index\E: is damaged", 'publish', '--quiet', '--move', $index, $folder);
    ok -e $index, 'stays where it is';
    ok_publish('a file of the folder', '--move', "$folder/$generation[0].mdb", $folder);
    is problem_of($folder, [$generation[0]]), '', 'stays, it is there already';
SKIP: {
        my ($disk) = grep { -d $_ && -w $_ && (stat $_)[0] != (stat $folder)[0] } '/dev/shm', '/tmp', "$Bizrec::Builder::repository/t";
        skip 'no other file system', 3 unless $disk;
        my $far = File::Temp::tempdir('bizrec-move-XXXXXX', DIR => $disk, CLEANUP => 1);
        copy("$work/2.mdb", "$far/index");
        is ok_publish('from another file system', '--move', "$far/index", $folder)->{transfer}, 'moved', 'it is copied';
        ok !-e "$far/index", 'the source is removed';
    }
};

# Attackers found: publish accepted and signed another file under a right name.

subtest 'another index under a generation\'s name' => sub {
    my $folder = folder();
    ok_publish('an index is there', "$work/0.mdb", $folder);
    my $stranger = "$folder/$generation[1].mdb";
    copy("$work/2.mdb", $stranger);
    refused('without a manifest', $folder, 'holds generation ' . $generation[2], 'verify', '--quiet', $stranger);
    refused(
        'published from there',
        $folder,   "\Q$stranger\E: holds generation $generation[2], and its name says $generation[1]",
        'publish', '--quiet', $stranger, $folder
    );
    copy("$folder/$generation[0].json", "$folder/$generation[1].json");
    my $words = "\"\Q$stranger\E\" holds generation $generation[2], and its name says $generation[1]: .*move it out of the folder";
    refused('with one', $folder, $words, 'publish', '--quiet', "$work/1.mdb", $folder);
    refused('and a rollback to it', $folder, 'holds generation', 'rollback', '--quiet', $folder, '--to', $generation[1]);
    is generation_of($stranger), $generation[2], 'the file is not touched';
    rename $stranger, "$work/moved-away.mdb";
    ok_publish('once it is moved away', "$work/1.mdb", $folder);
    is problem_of($folder, [$generation[1]], verify => 1), '', 'all is right';

    my $damaged = "$work/damaged.mdb";
    copy("$work/1.mdb", $damaged);
    flip($damaged, 70_000);
    refused('a damaged INDEX of a generation that is there', $folder, "\Q$damaged\E: is damaged", 'publish', '--quiet', $damaged, $folder);
    refused('and does not lose it', $folder, "\Q$damaged\E: is damaged", 'publish', '--quiet', '--move', $damaged, $folder);
    ok -e $damaged, 'it stays where it is';
};

# A field of the delivery has another name: there are as many records as before, but no request finds them.

subtest '--move of a file that could still change' => sub {
    my $folder = folder();
    my $index  = "$folder.mdb";
    copy("$work/0.mdb", $index);
    open my $writer, '+<', $index or die;
    ok_publish('open for writing', '--move', $index, $folder);
    print $writer 'x' x 100_000;
    close $writer;
    is problem_of($folder, [$generation[0]], verify => 1), '', 'a later write to INDEX does not change the published file';
    copy("$work/1.mdb", $index);
    link $index, "$index.also";
    ok_publish('a second name', '--move', $index, $folder);
    chmod 0644, "$index.also";
    spew("$index.also", 'x' x 100_000);
    is problem_of($folder, [$generation[1]], verify => 1), '', 'what is written by that one does no harm';
    ok !-e $index, 'INDEX is gone';
    unlink "$index.also";
};

subtest 'paths that are not folders' => sub {
    my $folder = folder();
    spew("$folder/file", 'x');
    like publish("$work/0.mdb", "$folder/file")->{err}, qr/"\Q$folder\E\/file" is no folder: name the one/,           'a file';
    like publish("$work/0.mdb", "$folder/a/b")->{err},  qr/cannot make the folder "\Q$folder\E\/a\/b": No such file/, 'no parent';
    like run('rollback', "$folder/none")->{err},        qr/cannot use the folder "\Q$folder\E\/none": No such file/,  'rollback makes none';
    like run('published', "$folder/none")->{err},       qr/cannot use the folder/, 'neither does published';
    my $empty = run('published', $folder);
    is $empty->{code}, 1, 'an empty one';
    like $empty->{err}, qr/has no current generation: publish an index into it/, 'has nothing';
    refused('rollback in it', $folder, 'knows of no generation before the first; there are none', 'rollback', '--quiet', $folder);

    for my $case (
        ['a file',           sub { spew("$folder/current", 'x') },             'is no link to a published index: remove it'],
        ['a link elsewhere', sub { symlink '/etc/passwd', "$folder/current" }, 'it names "/etc/passwd"'],
        ['a folder',         sub { mkdir "$folder/current" },                  'is no link to a published index: remove it']
        )
    {
        $case->[1]->();
        refused("current is $case->[0]", $folder, $case->[2], 'publish', '--quiet', "$work/0.mdb", $folder);
        unlink "$folder/current" or rmdir "$folder/current";
    }
    ok_publish('without it all is well', "$work/0.mdb", $folder);
SKIP: {
        my $other = 'setpriv --reuid=54321 --clear-groups';
        skip 'needs root and setpriv', 1 if $> != 0 || system(qq($other test -x "$binary" 2>/dev/null)) != 0;
        chmod 0700, $folder;
        my $closed = `$other "$binary" published $folder 2>&1`;
        like $closed, qr/cannot read the link "\Q$folder\E\/current": Permission denied/, 'a folder that this user may not enter';
    }
    refused('no index',          $folder, 'none.mdb: does not exist', 'publish', '--quiet', "$work/none.mdb", $folder);
    refused('a folder as index', $folder, 'is a directory',           'publish', '--quiet', $work,            $folder);
};

subtest 'wrong usage' => sub {
    my @cases = (
        [['publish'],                                         qr/index is required/],
        [['publish', 'x'],                                    qr/folder is required/],
        [['publish', 'x', 'y', '--keep', 1],                  qr/keep/],
        [['publish', 'x', 'y', '--keep', 'many'],             qr/keep/],
        [['publish', 'x', 'y', '--key', 'k', '--trust', 't'], qr/excludes/],
        [['rollback'],                                        qr/folder is required/],
        [['published'],                                       qr/folder is required/],
    );
    for my $case (@cases) {
        my $result = run(@{ $case->[0] });
        is $result->{code}, 2, "@{$case->[0]}: exit status 2";
        like $result->{err}, $case->[1], 'the message says why';
    }
};

SKIP: {
    my $mount = folder();
    my $room  = int(2.6 * -s "$work/1.mdb");    # for two generations, but not for three
    skip 'needs to mount a tmpfs', 1 if $> != 0 || system("mount -t tmpfs -o size=$room bizrec-test $mount 2>/dev/null") != 0;
    subtest 'a full disk, a read-only one' => sub {
        ok_publish("published $_", "$work/$_.mdb", $mount) for 0, 1;
        refused('a full disk', $mount, 'No space left on device', 'publish', '--quiet', "$work/2.mdb", $mount);
        is problem_of($mount, [$generation[1]], verify => 1), '', 'the served generation is whole';
        is run('rollback', '--quiet', $mount)->{code},        0,  'rollback needs no room';
        system("mount -o remount,ro $mount") == 0 or die;
        refused('a read-only disk', $mount, 'cannot lock .*: Read-only file system', 'publish', '--quiet', "$work/2.mdb", $mount);
        refused('rollback there', $mount, 'cannot lock .*: Read-only file system', 'rollback', '--quiet', $mount);
        is run('published', $mount)->{code}, 0, 'published works there';
    };
    system "umount $mount";
}

done_testing;
