# Runs that were built without a list of suppressions, merged with it, give exactly the index of one build with the list: whole
# records and parts, also of records with several versions in one run or in two.
#
# needs: openssl
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder   qw(digest folder record run spew uuid);
use Bizrec::Published qw(key_pair ok_publish);
use JSON::PP;
use Test::More;

my $json = JSON::PP->new->canonical->utf8;
my $work = folder();

# Three versions of each record, in two inputs.
sub versions {
    my ($version) = @_;
    return map {
        record(
            $_,
            business_name     => "Shop $_ canary$_",
            website_url       => "https://shop$_.example",
            info_refreshed_at => "2026-0$version-01",
            store_emails      => ["canary$_\@shop.example"],
            staffs            => [{ name => "Boss$_ of $version" }, { name => "Canary$_" }]
        )
    } 1 .. 30;
}
my @inputs = (spew("$work/a.jsonl", join "", versions(1), versions(3)), spew("$work/b.jsonl", join "", versions(2)));

sub built {
    my (@arguments) = @_;
    my $result = run(@arguments, '--quiet', '--json', '--force');
    is $result->{code}, 0, "@arguments[0, 1]" or diag $result->{err};
    return $json->decode($result->{out});
}
built('build', '-o', "$work/all.mdb", @inputs);
my $pub = "$work/pub";
ok_publish('a night', "$work/all.mdb", $pub);

my @listed = (
    ['--id', uuid(1)],
    ['--id', uuid(30)],
    ['--id', uuid(2), '--part', '/staffs/1'],
    ['--id', uuid(3), '--part', '/website_url', '--part', '/store_emails'],
    ['--id', uuid(4), '--part', '/business_name'],
    ['--id', uuid(5), '--part', '/nothing'],
);
is run('suppress', '--quiet', $pub, @$_)->{code}, 0, "@$_" for @listed;

my $one = built('build', '--suppress', $pub, '-o', "$work/one.mdb", @inputs);
is_deeply $one->{suppressed}, { list => 6, records => 6, cut => 9 }, 'one build: of three versions each';
for my $split (['--part', 2], ['--shard', 3]) {
    my ($option, $parts) = @$split;
    for my $screened ([], ['--suppress', $pub]) {
        my @runs = map { "$work/$_.run" } 1 .. $parts;
        built('build', @$screened, $option, "$_/$parts", '-o', $runs[$_ - 1], $option eq '--part' ? $inputs[$_ - 1] : @inputs)
            for 1 .. $parts;
        my $merged = built('merge', '--suppress', $pub, '-o', "$work/merged.mdb", @runs);
        is digest("$work/merged.mdb"), digest("$work/one.mdb"), "$option, runs built with @$screened: the same bytes";
        is_deeply [@{$merged}{qw(read kept)}], [@{$one}{qw(read kept)}], 'as many records as in one build';
        is $merged->{suppressed}{list}, 6, 'by the list';
        my $versions = @$screened ? 0 : $option eq '--part' ? 2 : 1;    # versions that the runs have kept
        is_deeply [@{ $merged->{suppressed} }{qw(records cut)}], [2 * $versions, 3 * $versions], 'and counted';
    }
}
my @runs = map { "$work/$_.run" } 1 .. 3;
built('build', '--shard', "$_/3", '-o', $runs[$_ - 1], @inputs) for 1 .. 3;
like run('merge', '--suppress', $pub, '-o', "$work/told.mdb", @runs)->{out}, qr/^suppressed +2, and parts of 3, by list 6$/m, 'told';
unlike run('dump', "$work/told.mdb")->{out}, qr/@{[uuid(1)]}|canary1"|Canary2"|canary3\@|canary4"/, 'nothing of them is there';
is run('publish', '--quiet', '--purge', '--max-shrink', '50%', "$work/told.mdb", $pub)->{code}, 0, 'publish --purge accepts the index';
built('merge', '-o', "$work/plain.mdb", @runs);
is digest("$work/plain.mdb"), digest("$work/all.mdb"), 'without the list the index has all records';
my $refused = run('merge', '--suppress', "$work/none", '-o', "$work/no.mdb", @runs);
is $refused->{code}, 1, 'no such list';
ok !-e "$work/no.mdb", 'nothing is built';

# Bug: an empty folder, such as a mount point without its disk, was taken for one that lists nothing.
mkdir "$work/new" or die;
for my $command (['build', @inputs], ['merge', @runs]) {
    my ($name, @from) = @$command;
    my $empty = run($name, '--suppress', "$work/new", '-o', "$work/no.mdb", @from);
    is $empty->{code}, 1, "$name --suppress of an empty folder";
    like $empty->{err},
        qr{"$work/new" has neither a published generation nor a list of suppressions.*lmdb_builder suppress init "$work/new"$},
        'is refused, and the next step told';
    ok !-e "$work/no.mdb", 'nothing is built';
}
is run('suppress', 'init', "$work/new")->{out},   "list 1 is in force, 0 entries\n", 'suppress init';
is run('suppress', 'init', "$work/new")->{out},   "list 1 is in force, 0 entries\n", 'again changes nothing';
is run('suppress', 'init', "$work/newer")->{out}, "list 1 is in force, 0 entries\n", 'suppress init makes the folder';
is run('suppress', 'list', "$work/new")->{out},   '',                                'an empty list';
is_deeply built('build', '--suppress', "$work/new", '-o', "$work/first.mdb", @inputs)->{suppressed},
    { list => 1, records => 0, cut => 0 }, 'the first build';
is digest("$work/first.mdb"), digest("$work/all.mdb"), 'has all records';
my ($again) = map { run('suppress', @$_, "$work/new"); run('suppress', 'init', "$work/new")->{out} } ['--quiet', '--id', uuid(1)];
is $again, "list 2 is in force, 1 entry\n", 'init leaves a list that has entries';
ok_publish('without a list', "$work/all.mdb", "$work/unlisted");
is built('build', '--suppress', "$work/unlisted", '-o', "$work/plain.mdb", @inputs)->{kept}, $one->{kept} + 2,
    'a published folder in which nothing was listed suppresses nothing';

# Bug: the same command with a key left a list unsigned that was written without one, and edges refused everything.
my ($private, $public) = key_pair("$work/key");
mkdir "$work/signed" or die;
run('suppress', '--quiet', "$work/signed", '--id', uuid(1));
like run('suppress', 'list', '--trust', $public, "$work/signed")->{err}, qr/is not signed/, 'a list without a signature';
like run('publish', '--quiet', '--key', $private, "$work/one.mdb", "$work/signed")->{err},
    qr/warning: list 1 .* is not signed, so edges refuse it.* suppress init "$work\/signed" --key/, 'publish warns of it';
is run('suppress', '--quiet', "$work/signed", '--id', uuid(1), '--key', $private)->{code}, 0, 'the same entry, with a key';
like run('suppress', 'list', '--trust', $public, "$work/signed")->{out}, qr/\A\{"list":2,.*\n\z/, 'signs it';
is run('suppress', '--quiet', "$work/signed", '--id', uuid(1), '--key', $private)->{code}, 0, 'and once more';
like run('suppress', 'list', '--trust', $public, "$work/signed")->{out}, qr/\A\{"list":2,/, 'changes nothing';
is run('publish', '--quiet', '--key', $private, "$work/one.mdb", "$work/signed")->{err}, '', 'publish has nothing to warn of';
is run('suppress', "$work/signed", '--email', 'nobody@example.com', '--key', $private)->{out},
    "nothing was found; list 2 as it was: 1 entry\n", 'an address that no record has';

done_testing;
