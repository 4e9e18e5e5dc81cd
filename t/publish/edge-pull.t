# lmdb_builder pull by rsync from a folder of this machine: possible states of a builder's folder and of the edge's own machine.
# t/publish/edges.t has the network.
#
# needs: rsync
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Fcntl      qw(:flock);
use POSIX      ();
use File::Copy qw(copy);
use Test::More;
use Bizrec::Builder   qw(binary entries folder run slurp spew uuid);
use Bizrec::Published qw(flip key_pair no_locks_shown ok_publish other_version problem_of sample_index waits_for_lock);

my $binary = binary();
plan skip_all => 'no rsync here' if system('command -v rsync >/dev/null') != 0;

my $work = folder();
my ($private, $public) = key_pair("$work/key");
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 3;
my ($source, $root);

# A builder that has published the first index, an edge that has pulled it, and a second index that is not published yet.
sub start {
    ($source, $root) = (folder(), folder() . '/with a space');
    ok_publish('a night', '--key', $private, "$work/0.mdb", $source);
    pulled(0);
    ok_publish('the next one', '--key', $private, "$work/1.mdb", $source);
    return;
}

# (exit, output)
sub pull {
    my (%more)   = @_;
    my $program  = delete $more{program} // $binary;
    my %settings = (BIZREC_SOURCE => $source, BIZREC_ROOT => $root, BIZREC_TRUST => $public, %more);
    local @ENV{ keys %settings } = values %settings;
    my $said = qx("$program" pull 2>&1 </dev/null);
    return ($? >> 8, $said);
}

sub pulled {
    my ($number) = @_;
    my ($exit, $said) = pull();
    is $exit,                                                 0,  "night $number comes" or diag $said;
    is problem_of("$root/published", [$generation[$number]]), '', 'it is current, and whole';
    is_deeply entries("$root/incoming"), ['.lock', 'current'], 'no file of the transfer is left';
    is sprintf('%04o', (stat "$root/incoming")[2] & 07777), '0700', 'only the owner may enter incoming/';
    return;
}

# The pull reports it, and the first index keeps serving. If the generation is at fault, it is set aside.
sub not_pulled {
    my ($what, $words, %more) = @_;
    my $blamed = delete $more{blamed};
    my ($exit, $said) = pull(%more);
    is $exit, 1, "$what: exit status 1";
    like $said, $words, "$what: the message says why";
    is problem_of("$root/published", [$generation[0]]), '', "$what: serves what it had";
    is scalar(grep { /refused/ } @{ entries("$root/incoming") }), $blamed ? 1 : 0,
        "$what: " . ($blamed ? 'set aside' : 'no generation is set aside');
    return;
}

subtest 'what has changed, where that is asked for' => sub {
    start();
    my $changes = "$root/published/$generation[0]-$generation[1].changes";
    is((pull(BIZREC_CHANGES => 1))[0], 0, 'night 1 comes');
    ok -s $changes, 'the file of changes comes with it';
    unlink $changes;
    is((pull())[0], 0, 'nothing new');
    ok !-e $changes, '... leaves it at that';
    is((pull(BIZREC_CHANGES => 1))[0], 0, 'nothing new');
    ok -s $changes, '... writes what a pull was killed before';
    is run('rollback', '--quiet', '--key', $private, $source)->{code}, 0, 'the builder goes back';
    is((pull(BIZREC_CHANGES => 1))[0], 0, 'the edge follows');
    is problem_of("$root/published", [$generation[0]]), '', '... to the night before';
    ok -s "$root/published/$generation[1]-$generation[0].changes", '... which lead back';
};

subtest "a builder's current that names no generation" => sub {
    start();
    unlink "$source/current";
    my $no_generation = qr/has no link "current": publish an index there|the builder's current is "[^"]*", no generation/;
    for my $case (
        ['nothing',          sub { }],
        ['a folder',         sub { mkdir "$source/current" }],
        ['an index',         sub { copy("$work/1.mdb", "$source/current") }],
        ['an empty file',    sub { spew("$source/current", '') }],
        ['a link elsewhere', sub { symlink '../current', "$source/current" }]
        )
    {
        $case->[1]->();
        not_pulled($case->[0], $no_generation);
        unlink "$source/current" or rmdir "$source/current";
    }
    symlink "$generation[1].mdb", "$source/current";
    pulled(1);
};

subtest 'a fault of the edge does not set the generation aside' => sub {
    start();
    not_pulled('no public keys',  qr/cannot read BIZREC_TRUST, ".*none\.pub"/, BIZREC_TRUST => "$work/none.pub");
    not_pulled('a wrong setting', qr/--keep/,                                  BIZREC_KEEP  => 1);
    not_pulled('no rsync',        qr/no program rsync here/,                   PATH         => $work);
    mkdir "$root/published/history.mine";
    rename "$root/published/history", "$root/published/history.mine/history";
    mkdir "$root/published/history";
    not_pulled('a folder that somebody spoilt', qr/lmdb_builder: cannot rename ".*\/published\/history"/);
    ok -e "$root/incoming/$generation[1].mdb", 'the fetched part stays';
    rmdir "$root/published/history";
    pulled(1);
};

# Bug: the lines of rsync came as one line with "\u000a" in it.
subtest 'a source that is no folder' => sub {
    start();
    my $file = spew("$work/no-folder", 'x');
    my ($exit, $said) = pull(BIZREC_SOURCE => $file);
    is $exit, 1, 'refused';
    like $said,   qr/\Almdb_builder: rsync: [^\n]*; rsync error: [^\n]*\n\z/, "rsync's lines in one";
    unlike $said, qr/u000a/,                                                  '... that reads well';
};

subtest 'somebody else publishes there' => sub {
    plan skip_all => no_locks_shown($work) if no_locks_shown($work);
    start();
    open my $lock, '>>', "$root/published/.lock" or die;
    flock $lock, LOCK_EX or die;
    my $child = fork // die;
    if ($child == 0) {
        close $lock;
        my ($exit) = pull();
        POSIX::_exit($exit);
    }
    ok waits_for_lock("$root/published", $child), 'the pull waits';
    close $lock;
    waitpid $child, 0;
    is $?,                                              0,  'and succeeds';
    is problem_of("$root/published", [$generation[1]]), '', 'with the new one';
};

subtest 'refused for an hour, even if the clock was wrong' => sub {
    start();
    my $signature = slurp("$source/$generation[1].sig");
    flip("$source/$generation[1].sig", 20);
    not_pulled('an altered signature', qr/\.sig: /, blamed => 1);
    ok !-e "$root/incoming/$generation[1].mdb", 'the fetched part is removed';
    chmod 0644, "$source/$generation[1].sig";
    spew("$source/$generation[1].sig", $signature);
    my ($refused) = glob "'$root/incoming/*.refused'";
    not_pulled('at once', qr/was refused: .*try again/s, blamed => 1);
    utime time - 1800, time - 1800, $refused;
    not_pulled('before an hour is over', qr/was refused/, blamed => 1);

    for my $seconds (-3700, 86400) {
        unlink $refused;    # no other process may write into it
        spew($refused, 'some reason');
        utime time + $seconds, time + $seconds, $refused;
        run('rollback', '--quiet', "$root/published") if readlink("$root/published/current") ne "$generation[0].mdb";
        pulled(1);
    }
};

# The pull knows it before the first byte of the index, because the ledger may be on the same disk.
subtest 'no room for the generation' => sub {
    start();
    my $index = "$root/incoming/$generation[1].mdb";
    spew($index, 'half');
    not_pulled('a full disk', qr/no room for generation $generation[1]: it has \S+ KiB, and .*incoming has /, BIZREC_RESERVE => '1000T');
    ok !-e $index, 'the fetched part is removed, and nothing more is fetched';
    not_pulled('no size', qr/BIZREC_RESERVE \(--reserve\): expected/, BIZREC_RESERVE => 'much');
    like slurp("$Bizrec::Builder::repository/conf/systemd/bizrec-pull.service"), qr/^SuccessExitStatus=75$/m,
        'systemd does not log it each minute';
    pulled(1);
};

# conf/edge/authorized_keys: sshd runs this command in place of the client's. A script plays both sshd and ssh, and treats the
# command as they do.
subtest 'by ssh, with the restricted command' => sub {
    my ($line) = slurp("$Bizrec::Builder::repository/conf/edge/authorized_keys") =~ /^(command=.*)$/m
        or die 'no line in conf/edge/authorized_keys';
    my ($command) = $line =~ /\Acommand="([^"]+)",restrict ssh-ed25519 /;
    ok $command, 'one command, and all else is restricted' or return;
    my ($rrsync) = $command =~ /\A(\S+)/;
    plan skip_all => "no $rrsync that runs here: Debian has it in the package rsync, and it needs python3"
        if system("$rrsync --help >/dev/null 2>&1") >> 8 == 127;
    start();
    $command =~ s{/srv/bizrec}{$source} or die 'not the published folder';
    my $folder = folder();
    my $ssh    = spew("$folder/ssh", <<"EOF");
#!/bin/sh
while [ "\$1" != builder ]; do shift; done  # -l bizrec
shift
SSH_ORIGINAL_COMMAND="\$*" exec $command
EOF
    chmod 0755, $ssh;
    local $ENV{RSYNC_RSH} = $ssh;
    my $original = $source;
    $source = 'bizrec@builder:';
    pulled(1);
    my $copy = "$folder/copy";
    mkdir $copy;
    isnt system("rsync -r 'bizrec\@builder:$folder/ssh' $copy/ >/dev/null 2>&1"), 0, 'no other folder';
    isnt system("rsync -r 'bizrec\@builder:../' $copy/ >/dev/null 2>&1"),         0, '... nor the one above';
    is_deeply entries($copy), [], '... and no byte of them is fetched';
    isnt system("rsync $ssh 'bizrec\@builder:planted' >/dev/null 2>&1"), 0, 'nothing is written';
    ok !-e "$original/planted", '... nothing at all';
    isnt system("$ssh builder id >/dev/null 2>&1"),         0, 'no other command';
    isnt system("$ssh builder </dev/null >/dev/null 2>&1"), 0, 'no shell';
};

subtest 'the password of the daemon' => sub {
    start();
    not_pulled('a file that is not there', qr/cannot read BIZREC_PASSWORD_FILE, ".*none"/, BIZREC_PASSWORD_FILE => "$work/none");
};

# If this edge's lmdb_builder is too old for a generation, the edge keeps it, reports it, and publishes it after an upgrade; the
# older one serves.
subtest 'a generation of another version' => sub {
    for my $what (qw(format analyser)) {
        start();
        my $newer = other_version("$work/2.mdb", $source, what => $what, key => $private);
        my $waits = qr/generation $newer waits in .*incoming for an upgrade of this edge's lmdb_builder and nginx module/;
        not_pulled("$what: not for this edge", qr/$waits; $generation[0] serves meanwhile\n/);
        my $inode = (stat "$root/incoming/$newer.mdb")[1];
        ok $inode, '... the fetched part stays';
        not_pulled('... and is not fetched again', qr/\Almdb_builder: generation $newer waits[^\n]*\n\z/,
            BIZREC_RSYNC => '--max-size=4096');
        is + (stat "$root/incoming/$newer.mdb")[1], $inode, '... the same file';
        my $upgraded = spew("$root/lmdb_builder", slurp($binary) . 'another program');    # the system runs it as before
        chmod 0755, $upgraded;
        not_pulled(
            '... another lmdb_builder is asked',
            qr/^lmdb_builder: .*(?:index format 999|code that cuts words)/m,
            program => $upgraded
        );
        ok_publish('the next one', '--key', $private, "$work/3.mdb", $source);
        pulled(3);
        unlink $upgraded;
    }
    start();
    my $unsigned = other_version("$work/2.mdb", $source, what => 'format');
    not_pulled('nobody has signed it: it does not wait', qr/\.sig: does not exist/, blamed => 1);
};

# Attackers found: the pull said "nothing to do" because of the link alone.
subtest 'a current that is spoilt is fetched again' => sub {
    for my $case (
        ['gone',                           sub { unlink "$_[0].mdb" }],
        ['cut off',                        sub { chmod 0644, "$_[0].mdb"; truncate "$_[0].mdb", 100_000 }],
        ['without manifest and signature', sub { unlink "$_[0].json" }],
        ['without signature',              sub { unlink "$_[0].sig" }],
        ['a link elsewhere',               sub { unlink "$_[0].mdb"; symlink "$work/1.mdb", "$_[0].mdb" }],
        )
    {
        my ($what, $spoil) = @$case;
        start();
        pulled(1);
        $spoil->("$root/published/$generation[1]");
        pulled(1);
        is run('published', '--trust', $public, "$root/published")->{code}, 0, "$what: it is whole again";
    }
    start();
    unlink "$source/$generation[1].mdb";
    mkdir "$source/$generation[1].mdb";
    my ($exit, $said) = pull();
    is $exit, 1, 'a folder in the place of the index: exit status 1';
    rmdir "$source/$generation[1].mdb";
    copy("$work/1.mdb", "$source/$generation[1].mdb");
    unlink glob "'$root/incoming/*.refused'";
    pulled(1);
};

# Attackers found: the pull accepted another index under the right name.
subtest 'another index under the name' => sub {
    for my $trust ($public, '') {
        start();
        unlink "$source/$generation[1].mdb", $trust eq '' ? "$source/$generation[1].json" : ();
        copy("$work/2.mdb", "$source/$generation[1].mdb");
        not_pulled(
            $trust eq '' ? 'without keys' : 'with keys', qr/holds generation $generation[2], and its name says $generation[1]/,
            blamed       => 1,
            BIZREC_TRUST => $trust
        );
    }
};

subtest 'a pull fetches a list of suppressions alone, and before a generation' => sub {
    start();
    pulled(1);
    my $suppress = sub { run('suppress', '--quiet', $source, '--id', uuid($_[0]), '--key', $private)->{code} };
    is $suppress->(1), 0, 'a record is suppressed';
    my ($exit, $said) = pull();
    is $exit,                                 0,                           'pulled' or diag $said;
    is slurp("$root/published/suppressed"),   slurp("$source/suppressed"), 'the list is in force here';
    is readlink "$root/published/suppressed", '1.suppressed',              'by its link';
    is $suppress->(2),                        0,                           'another one';
    spew("$work/list", slurp("$source/suppressed") =~ s/whole/\/phone/r);
    my $good = slurp("$source/2.suppressed");
    unlink "$source/2.suppressed";
    spew("$source/2.suppressed", slurp("$work/list"));
    ($exit, $said) = pull();
    is $exit, 1, 'a list that was altered is refused';
    like $said, qr/is not signed by a key/, 'the message says why';
    is readlink "$root/published/suppressed", '1.suppressed', 'the one before stays';
    spew("$source/2.suppressed", $good);
    ok_publish('a night', '--force', '--key', $private, "$work/2.mdb", $source);
    ($exit, $said) = pull();
    is $exit,                                           0,              'both come' or diag $said;
    is readlink "$root/published/suppressed",           '2.suppressed', 'the list';
    is problem_of("$root/published", [$generation[2]]), '',             'and the generation';
    unlink "$source/suppressed";
    ($exit) = pull();
    is $exit,                                 0,              'a builder without a list';
    is readlink "$root/published/suppressed", '2.suppressed', 'takes none away';
};

done_testing;
