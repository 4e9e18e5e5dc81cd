# Final erasure: after `publish --purge`, and on an edge after `pull --purge` or `forget`, no file has data that the list of
# suppressions names: the test searches every byte of every file, unpacked too. The serving generation is never removed, and the
# messages report it.
#
# needs: openssl zstd
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder qw(binary entries folder run slurp spew uuid);
use Bizrec::FaultySource;
use Bizrec::Published qw(generation_of key_pair no_locks_shown ok_publish other_version problem_of waits_for_lock);
use Bizrec::Pulls     qw(edge pull);
use Bizrec::Server;
use Fcntl      qw(:flock);
use File::Copy qw(copy);
use File::Find qw(find);
use JSON::PP;
use Test::More;

my $json = JSON::PP->new->canonical->utf8;
my $work = folder();
my ($private, $public) = key_pair("$work/key");
my $canary = qr/canary/i;

# Record 1 is suppressed as a whole, record 2 loses a person; a night adds a shop.
sub night {
    my ($path, $shops, @options) = @_;
    my $records = spew(
        "$path.jsonl",
        join '',
        map {
            my $name = $_ == 1 ? 'Canary House' : "Shop Number$_";
            $json->encode({
                store_id      => uuid($_),
                business_name => $name,
                website_url   => "https://" . ($_ == 1 ? 'canary' : "shop$_") . '.example',
                staffs        => [{ name => "Boss$_" }, $_ == 2 ? { name => 'Canary Jones', email => 'canary@shop.example' } : ()]
            })
                . "\n"
        } 1 .. $shops
    );
    my $built = run('build', '--quiet', '--force', @options, '-o', $path, $records);
    die $built->{err} if $built->{code} != 0;
    return generation_of($path);
}

# Files below a folder that contain the canary: as bytes, unpacked, or in an index's records.
sub with_canary {
    my ($folder) = @_;
    my @with;
    my $look = sub {
        return if !-f || -l;
        my $bytes = slurp($_);
        $bytes .= qx{zstd -qdc '$_'} if /\.zst$/;
        if (/\.mdb/) {
            my $copy = "$work/alone.mdb";
            unlink $copy;
            /\.zst$/ ? system("zstd -qd '$_' -o $copy") : copy($_, $copy);
            $bytes .= run('dump', $copy)->{out};
        }
        push @with, substr $_, 1 + length $folder if $bytes =~ $canary;
    };
    find({ wanted => $look, no_chdir => 1 }, $folder);
    return [sort @with];
}

sub last_line {
    my ($pub) = @_;
    return $json->decode((split /\n/, slurp("$pub/suppressions.log"))[-1]);
}

my @older = (night("$work/0.mdb", 5), night("$work/1.mdb", 6));

# Two nights, deltas and packed files; the second one serves. Then the list.
sub published {
    my $place = folder();
    my $pub   = "$place/published";
    ok_publish('a night', '--key', $private, '--deltas', "$work/$_.mdb", $pub) for 0, 1;
    return $pub;
}

sub suppressed {
    my ($pub) = @_;
    is run('suppress', $pub, '--key', $private, '--id', uuid(1))->{code}, 0, 'a record is listed';
    is run('suppress', $pub, '--key', $private, '--id', uuid(2), '--part', '/staffs/1')->{code}, 0, 'and a part of one';
    return $pub;
}

subtest 'a folder and its edges' => sub {
    my $pub          = published();
    my $source       = Bizrec::FaultySource->new($pub);
    my %from         = (BIZREC_SOURCE => $source->url, BIZREC_TRUST => $public);
    my $root         = edge();
    my ($plain_exit) = pull($root, \%from);
    is $plain_exit, 0, 'an edge pulls';
    suppressed($pub);
    cmp_ok scalar @{ with_canary($pub) }, '>=', 4, 'indexes and packed files have it: @{ with_canary($pub) }';
    my $early = run('forget', '--key', $private, $pub);
    is $early->{code}, 1, 'forget before the next build: 1';
    like $early->{err}, qr/$older[1]\.mdb: has what 2 entries of list 2 name, and serves, without them; build with --suppress/,
        'what serves stays, and the next step is told';
    like $early->{out}, qr/removed $older[0], which had what 2 entries/,                    'the one before is gone';
    like $early->{out}, qr/rollback cannot go back to $older[0] any more: nothing is left/, 'forget says what rollback can no longer do';
    is problem_of($pub, [$older[1]]), '', 'the folder serves';
    is_deeply [grep { /$older[0]/ } @{ entries($pub) }],           [], 'nothing with its name is left';
    is_deeply $json->decode(slurp("$pub/current.json"))->{deltas}, [], 'nor in current.json';
    my $line = last_line($pub);
    is_deeply [@{$line}{qw(command list generation generations_removed held)}], ['forget', 2, $older[1], [$older[0]], 1], 'the log';
    ok !$line->{proof}{finds_nothing}, 'proves nothing';

    my $unscreened = run('publish', '--purge', '--force', '--key', $private, "$work/0.mdb", $pub);
    is $unscreened->{code}, 1, 'an index that was not built with the list';
    like $unscreened->{err}, qr/holds what 2 entries .* Nothing is published; build it with --suppress .*, or nothing can be purged/,
        'is refused, --force or not';
    my $screened = night("$work/2.mdb", 7, '--suppress', $pub);
    my $summary  = ok_publish('the night with the list', '--purge', '--deltas', '--key', $private, "$work/2.mdb", $pub);
    is_deeply [map { $_->{generation} } @{ $summary->{purged}{removed} }], [$older[1]], 'the last one is gone';
    ok $summary->{purged}{proved}, 'proved';
    is_deeply with_canary($pub), [], 'no file of the builder has it';
    ok last_line($pub)->{proof}{finds_nothing}, 'the log has the proof';
    unlike slurp("$pub/suppressions.log"), qr/$canary|@{[uuid(1)]}/, 'the log has no ids or personal data';
    is run('suppress', 'check', $pub, uuid(1))->{code}, 0, 'and so does check';
    is run('forget', '--quiet', $pub)->{code}, 0, 'once more';

    my ($exit, $said) = pull($root, \%from);
    is $exit, 0, 'the edge pulls' or diag $said;
    is_deeply with_canary($root), ["published/$older[1].mdb"], 'the generation before has it';
    is run('forget', "$root/published")->{code}, 0, 'forget on the edge';
    is_deeply with_canary($root), [], 'no file of the edge has it';
    is problem_of("$root/published", [$screened]), '', 'the folder of the edge is whole';
};

subtest 'an edge by itself' => sub {
    my $pub    = published();
    my $server = Bizrec::Server->new(
        http => 'server { listen %%LISTEN%%; ' . slurp("$Bizrec::Server::repository/conf/nginx/snippets/bizrec-published.conf") =~
            s{root /srv/bizrec;}{root $pub;}r . '}');
    chmod 0755, $pub, $pub =~ s/.published$//r;
    $server->start;
    my $root = edge();
    my %from = (BIZREC_SOURCE => 'http://127.0.0.1:' . $server->port, BIZREC_TRUST => $public, BIZREC_PURGE => 'yes');
    my $pull = sub { my ($exit, $said) = pull($root, \%from); return "$exit $said" };
    like $pull->(), qr/^0 published/, 'over HTTP, from nginx as shipped';
    is run('rollback', '--quiet', '--key', $private, $pub)->{code}, 0, 'the builder rolls back';
    like $pull->(), qr/^0 published generation $older[0]$/, 'so does the edge';
    suppressed($pub);
    like $pull->(), qr/^0 removed generation $older[1]\n.*warning: .*$older[0]\.mdb: has what 2 entries of list 2 name, and serves/s,
        'the list comes, what is not served goes, and the rest is told';
    is $pull->(),                                  '0 ', 'once';
    is problem_of("$root/published", [$older[0]]), '',   'it serves';
    my $screened = night("$work/2.mdb", 7, '--suppress', $pub);
    ok_publish('the night with the list', '--purge', '--key', $private, "$work/2.mdb", $pub);
    is $pull->(), "0 published generation $screened\nremoved generation $older[0]\n", 'the next pull';
    is_deeply with_canary("$root"), [], 'no file of the edge has it';
    my $line = last_line("$root/published");
    is_deeply [@{$line}{qw(command list generation generations_removed held)}], ['pull --purge', 2, $screened, [$older[0]], 0], 'the log';
    my $log = slurp("$root/published/suppressions.log");
    is $pull->(),                                 '0 ', 'nothing new';
    is slurp("$root/published/suppressions.log"), $log, 'nothing is done';
    $from{BIZREC_PURGE} = 'perhaps';
    like $pull->(), qr/^1 .*BIZREC_PURGE \(--purge\): expected yes or no; got "perhaps"/, 'BIZREC_PURGE must be yes or no';
};

subtest 'transfers, leftovers and files elsewhere' => sub {
    my $pub = suppressed(published());
    my $in  = $pub =~ s/published$/incoming/r;
    mkdir $in;
    copy("$work/1.mdb", "$in/$older[1].mdb");
    spew("$in/$older[0].packed.part", 'Canary');
    spew("$in/.$older[0].mdb.Xa3",    'Canary');
    mkdir "$in/$older[1].mdb.applied.building";
    spew("$in/$older[1].mdb.applied.building/index", 'Canary');             # of a killed pull that applied a delta
    spew("$in/upload.csv",                           'of somebody else');
    my $screened = night("$work/2.mdb", 7, '--suppress', $pub);
    mkdir "$pub/.delta.building";
    spew("$pub/.delta.building/index",       'Canary');
    spew("$pub/.changes",                    'Canary');
    spew("$pub/aaaaaaaaaaaaaaaa.mdb.zst",    'Canary');
    spew("$pub/$older[0]-$older[1].changes", 'Canary');
    spew("$pub/mine.txt",                    'of ' . uuid(1));
    my $result = run('publish', '--quiet', '--purge', '--key', $private, "$work/2.mdb", $pub);
    is $result->{code}, 1, 'a file of unknown origin: exit status 1';
    like $result->{err}, qr{\Almdb_builder: $pub/mine\.txt: has 1 id of list 2; delete it, or make it anew\n\z}, 'it is told';
    unlink "$pub/mine.txt";
    is_deeply with_canary($pub =~ s/.published$//r), [],             'all else is gone';
    is_deeply entries($in),                          ['upload.csv'], 'files that are not of a transfer stay';
    my $rejects = spew("$work/rejects.txt", 'records.jsonl:3: business_name: too_long: ' . uuid(2) . "\n");
    my $inputs  = "$work/0.mdb.jsonl";
    system("gzip -kf $inputs") == 0 or die;
    my $told = run('forget', $pub, "$work/1.mdb", "$work/2.mdb", $rejects, "$inputs.gz", "$work/key.pub", "$work/none");
    is $told->{code}, 1, 'files elsewhere';
    like $told->{err}, qr/1\.mdb: has what 2 entries of list 2 name; delete it, or make it anew/,        'an index';
    like $told->{err}, qr/rejects\.txt: has 1 id/,                                                       'rejects';
    like $told->{err}, qr/0\.mdb\.jsonl\.gz: has 2 ids/,                                                 'an input, packed';
    like $told->{err}, qr/none: is no file/,                                                             'what is not there';
    like $told->{out}, qr/2\.mdb: has nothing of list 2\n/,                                              'a screened index';
    like $told->{out}, qr/key\.pub: none of its ids is on list 2; text without an id cannot be checked/, 'other files are named';
    ok -e $_, 'files elsewhere stay' for "$work/1.mdb", $rejects;
};

# A pull takes the lock of incoming/ and then that of the folder: forget takes them in the same order.
subtest 'forget --wait holds no lock that a pull needs' => sub {
    plan skip_all => no_locks_shown($work) if no_locks_shown($work);
    my $pub = suppressed(published());
    my $in  = $pub =~ s/published$/incoming/r;
    mkdir $in;
    open my $pulls, '>>', "$in/.lock" or die;
    flock $pulls, LOCK_EX or die;
    is run('forget', $pub)->{code}, 1, 'without --wait: 1';
    my $child = fork // die;

    if ($child == 0) {
        close $pulls;
        open STDOUT, '>', "$work/waiting.out" or die;
        open STDERR, '>', "$work/waiting.err" or die;
        exec binary(), 'forget', '--wait', '--key', $private, $pub or die;
    }
    ok waits_for_lock($in, $child), 'forget waits for the pull';
    open my $folder, '>>', "$pub/.lock" or die;
    ok flock($folder, LOCK_EX | LOCK_NB), 'and the pull gets the folder';
    close $folder;
    close $pulls;
    waitpid $child, 0;
    is $? >> 8, 1, 'then forget goes on';
    like slurp("$work/waiting.out"), qr/removed $older[0]/, 'and removes';
};

subtest 'what is needed stays' => sub {
    my $pub = suppressed(published());
    is run('rollback', '--quiet', $pub)->{code}, 0, 'rolled back, and edges over HTTP do not follow';
    my $result = run('forget', $pub);
    is $result->{code}, 1, 'both serve';
    like $result->{err}, qr/$older[1]\.mdb: .* current\.json sends edges there: publish or rollback with --key/, 'the one by current.json';
    like $result->{err}, qr/$older[0]\.mdb: .* and serves/,                                                      'the other by the link';
    is problem_of($pub, [$older[0]]), '', 'nothing is removed';
    for my $case ([$older[0], qr/is what .* serves: publish/], [$older[1], qr/serves by current\.json/], ['aaaa', qr/holds no generation/])
    {
        my $refused = run('forget', '--generation', $case->[0], $pub);
        is $refused->{code}, 1, "--generation $case->[0]";
        like $refused->{err}, $case->[1], 'the message says why';
    }
    my $plain = published();
    like run('forget', $plain)->{out}, qr/has no list of suppressions/, 'no list';
    is run('forget', '--quiet', '--generation', $older[0], $plain)->{code}, 0, 'a generation by its name';
    is_deeply [grep { /$older[0]/ && !/history/ } @{ entries($plain) }], [], 'goes without one';
    is run('forget', '--quiet', folder() . '/none')->{code}, 1, 'no folder';
};

subtest 'a generation that this program cannot read' => sub {
    my $pub   = published();
    my $other = other_version("$work/0.mdb", $pub, key => $private, what => 'format');
    is run('rollback', '--quiet', '--key', $private, '--to', $older[1], $pub)->{code}, 0, 'it does not serve';
    suppressed($pub);
    my $screened = night("$work/2.mdb", 7, '--suppress', $pub);
    my $result   = run('publish', '--keep', 4, '--purge', '--quiet', '--key', $private, "$work/2.mdb", $pub);
    is $result->{code}, 1, 'exit status 1 for an index that cannot be read';
    like $result->{err},
        qr/$other\.mdb: .*: it cannot be searched for list 2; if no server needs it: lmdb_builder forget --generation $other/, 'said';
    is run('forget', '--quiet', '--key', $private, '--generation', $other, $pub)->{code}, 0,  'by its name';
    is problem_of($pub, [$screened]),                                                     '', 'the folder serves';
};

done_testing;
