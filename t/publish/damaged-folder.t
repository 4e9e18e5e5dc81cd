# publish into a folder whose files are damaged, gone, or left by a killed run.
#
# needs: root
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use File::Copy qw(copy);
use Test::More;
use Bizrec::Builder   qw(binary folder run spew);
use Bizrec::Published qw(flip key_pair ok_publish problem_of publish published_files refused sample_index);

my $binary     = binary();
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 5;

subtest 'published over an unusable current' => sub {
    my ($private, $public) = key_pair("$work/published-key");
    my $other = (key_pair("$work/published-other"))[1];
    my $name  = $generation[1];
    for my $case (
        ['nothing is wrong', sub { },                                                                    undef],
        ['a dangling link',  sub { unlink "$_[0]/$name.mdb" },                                           'does not exist'],
        ['another index',    sub { unlink "$_[0]/$name.mdb"; copy("$work/2.mdb", "$_[0]/$name.mdb") },   'holds generation'],
        ['an index cut off', sub { chmod 0644, "$_[0]/$name.mdb"; truncate "$_[0]/$name.mdb", 100_000 }, 'mdb: '],
        [
            'a link under its name',
            sub { rename "$_[0]/$name.mdb", "$work/elsewhere.mdb"; symlink "$work/elsewhere.mdb", "$_[0]/$name.mdb" },
            'no regular file'
        ],
        ['a folder under its name', sub { unlink "$_[0]/$name.mdb"; mkdir "$_[0]/$name.mdb" }, 'no regular file'],
        ['no manifest',             sub { unlink "$_[0]/$name.json" },                         'no manifest'],
        ['another manifest',        sub { unlink "$_[0]/$name.json"; copy("$_[0]/$generation[0].json", "$_[0]/$name.json") }, 'manifest'],
        ['no signature at all',     sub { chmod 0644, "$_[0]/$name.sig"; spew("$_[0]/$name.sig", 'none') }, 'is no signature'],
        [
            'a link out of the folder', sub { unlink "$_[0]/current"; symlink "$work/1.mdb", "$_[0]/current" },
            'no link to a published index'
        ],
        ['no link', sub { unlink "$_[0]/current"; copy("$work/1.mdb", "$_[0]/current") }, 'no link to a published index'],
        )
    {
        my ($what, $spoil, $words) = @$case;
        my $folder = folder();
        ok_publish("$what: published", '--key', $private, "$work/$_.mdb", $folder) for 0, 1;
        $spoil->($folder);
        my $result = run('published', $folder);
        is $result->{code}, defined $words ? 1 : 0, "$what: exit status";
        like $result->{err}, defined $words ? qr/\Almdb_builder: [^\n]*$words/ : qr/\A\z/, "$what: the message says so";
        is run('published', '--trust', $public, $folder)->{code}, defined $words ? 1 : 0, "$what: --trust";
    }
    my $folder = folder();
    ok_publish('published', '--key', $private, "$work/0.mdb", $folder);
    my $foreign = run('published', '--trust', $other, $folder);
    is $foreign->{code}, 1, 'signed by another key: exit status 1';
    like $foreign->{err}, qr/is not the signature of this manifest/, 'the message says why';
};

# INDEX of --move becomes the published file, so it must not change any more.

subtest 'damage in the folder' => sub {
    my $folder = folder();
    ok_publish("published $_", "$work/$_.mdb", $folder) for 0, 1;
    flip("$folder/$generation[0].mdb", 70_000);
    refused('rollback to a damaged one', $folder, "\Q$generation[0].mdb\E: is damaged", 'rollback', '--quiet', $folder);
    my $healed = run('publish', '--quiet', '--json', "$work/0.mdb", $folder);
    is $healed->{code}, 0, 'publishing it again';
    like $healed->{err}, qr/warning: \S+\Q$generation[0].mdb\E: is damaged: .*; it is replaced by \S+0\.mdb/, 'replaces the file';
    is problem_of($folder, [$generation[0]], verify => 1), '', 'it is whole again';
    flip("$folder/$generation[1].json", 40);
    my $list = run('published', $folder);
    like $list->{out}, qr/^  $generation[1]  unusable: .*\.json: /m, 'published reports a bad manifest';
    refused('rollback to it', $folder, "\Q$generation[1].json\E: ", 'rollback', '--quiet', $folder, '--to', $generation[1]);
    refused(
        'which names the others',
        $folder,    "; or go to another with --to: there are .*$generation[0]",
        'rollback', '--quiet', $folder, '--to', $generation[1]
    );
    ok_publish('publishing it again', "$work/1.mdb", $folder);
    is problem_of($folder, [$generation[1]], verify => 1), '', 'makes the manifest anew';
    unlink "$folder/$generation[1].mdb";
    my $missing = run('published', $folder);
    is $missing->{code}, 1, 'published fails where the current one is missing';
    like $missing->{err}, qr/the current generation $generation[1] of .* is unusable: .*does not exist/, 'and says so';
    is run('rollback', '--quiet', $folder)->{code}, 0,  'rollback helps';
    is problem_of($folder, [$generation[0]]),       '', 'rollback goes to a whole generation';
};

subtest 'what a killed run leaves' => sub {
    my $folder = folder();
    ok_publish("published $_", "$work/$_.mdb", $folder) for 0, 1;
    my $sweeps = sub {
        my ($what, @command) = @_;
        mkdir "$folder/.publishing";
        spew("$folder/.publishing/$_", 'half') for qw(index manifest signature history);
        symlink 'nowhere', "$folder/.publishing/current";
        spew("$folder/0123456789abcdef.$_", 'half') for qw(json sig);
        spew("$folder/notes.json",          'mine');
        is run(@command)->{code}, 0, $what;
        is_deeply [grep { /publishing|0123456789abcdef/ } @{ published_files($folder) }], [], "$what: swept";
        ok -e "$folder/notes.json", "$what: nothing else";
    };
    $sweeps->('publish',                    'publish',  '--quiet', "$work/2.mdb", $folder);
    $sweeps->('publish of the current one', 'publish',  '--quiet', "$work/2.mdb", $folder);
    $sweeps->('rollback',                   'rollback', '--quiet', $folder);
};

done_testing;
