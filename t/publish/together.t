# Two publishes at once, and changes while one runs: the folder's lock and --wait, a replaced INDEX, links that change back and
# forth.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Fcntl      qw(:flock);
use File::Copy qw(copy);
use JSON::PP;
use POSIX ();
use Test::More;
use Bizrec::Builder   qw(binary folder run slurp);
use Bizrec::Published qw(generation_of no_locks_shown ok_publish problem_of publish published_copy refused sample_index waits_for_lock);
use Bizrec::Wait      qw(comes_true);

my $binary     = binary();
my $json       = JSON::PP->new->utf8;
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 5;

# A publish that waits for the lock, the events meanwhile, and the end: {code, err}.
sub while_it_waits {
    my ($folder, $meanwhile, @command) = @_;
    open my $lock, '>>', "$folder/.lock" or die;
    flock $lock, LOCK_EX or die;
    my $err   = "$work/waiting.err";
    my $child = fork // die;
    if ($child == 0) {
        close $lock;
        open STDOUT, '>', "$work/waiting.out" or die;
        open STDERR, '>', $err                or die;
        exec $binary, @command or die;
    }
    ok waits_for_lock($folder, $child), "@command[0, 1]: waits";
    $meanwhile->();
    close $lock;
    waitpid $child, 0;
    return { code => $? >> 8, err => slurp($err), out => slurp("$work/waiting.out") };
}

subtest 'two at once' => sub {
    plan skip_all => no_locks_shown($work) if no_locks_shown($work);
    my $folder = folder();
    ok_publish('an index is there', "$work/0.mdb", $folder);
    open my $lock, '>>', "$folder/.lock" or die;
    flock $lock, LOCK_EX or die;
    my $words = "another publish or rollback is at work in \"\Q$folder\E\" just now: wait for it to end, or add --wait";
    refused('a second publish', $folder, $words, 'publish', '--quiet', "$work/1.mdb", $folder);
    refused('a second rollback', $folder, $words, 'rollback', '--quiet', $folder);
    is run('published', $folder)->{code}, 0, 'published does not wait';
    my $child = fork;

    if ($child == 0) {
        close $lock;
        exec $binary, 'publish', '--quiet', '--wait', "$work/1.mdb", $folder or die;
    }
    ok waits_for_lock($folder, $child), 'publish --wait waits for the lock';
    is readlink "$folder/current", "$generation[0].mdb", '... and changes nothing meanwhile';
    close $lock;
    waitpid $child, 0;
    is $?,                         0,                    '... and then succeeds';
    is readlink "$folder/current", "$generation[1].mdb", 'the new generation is current';

    my @children = map {
        my $i   = $_;
        my $pid = fork;
        exec $binary, 'publish', '--quiet', '--wait', '--keep', 6, "$work/$i.mdb", $folder or die if $pid == 0;
        $pid;
    } 0 .. 5;
    my $failed = grep { waitpid $_, 0; $? != 0 } @children;
    is $failed,                                        0,  'six with --wait all end well';
    is problem_of($folder, \@generation, verify => 1), '', 'one of them is current';
    is_deeply [sort split /\n/, slurp("$folder/history")], [sort @generation], 'the history has them all';
    is readlink("$folder/current"), (split /\n/, slurp("$folder/history"))[-1] . '.mdb', 'the last one is current';
};

# Attackers found: publish read the name before it had the lock, and the bytes after it.
subtest 'INDEX replaced while publish waits' => sub {
    plan skip_all => no_locks_shown($work) if no_locks_shown($work);
    my $folder = folder();
    ok_publish('an index is there', "$work/0.mdb", $folder);
    my $index = "$work/replaced.mdb";
    for my $case (
        ['by rename',         [],         sub { copy("$work/2.mdb", "$index.next"); rename "$index.next", $index }],
        ['in place',          [],         sub { copy("$work/3.mdb", $index) }],
        ['by rename, --move', ['--move'], sub { copy("$work/4.mdb", "$index.next"); rename "$index.next", $index }],
        )
    {
        my ($what, $options, $replace) = @$case;
        unlink $index;
        copy("$work/1.mdb", $index);
        my $result = while_it_waits($folder, $replace, 'publish', '--wait', '--json', '--quiet', @$options, $index, $folder);
        is $result->{code}, 0, "$what: published" or diag $result->{err};
        my $summary = $json->decode($result->{out});
        my $served  = readlink("$folder/current") =~ s/\.mdb\z//r;
        is generation_of("$folder/current"),               $served,           "$what: the name of what is current is its own";
        is $summary->{generation},                         $served,           "$what: and the one that was printed";
        is problem_of($folder, \@generation, verify => 1), '',                "$what: and its manifest's";
        is -e "$index" ? 1 : 0,                            @$options ? 0 : 1, "$what: INDEX";
    }
    my $gone = while_it_waits($folder, sub { rename $index, "$index.away" if -e $index; },
        'publish', '--wait', '--quiet', copy("$work/1.mdb", $index) && $index, $folder);
    is $gone->{code}, 1, 'removed meanwhile: exit status 1';
    like $gone->{err}, qr/\Q$index\E: does not exist/, 'the message says why';
};

subtest 'links that change meanwhile' => sub {
    my ($folder, $links) = (folder(), folder());
    ok_publish('an index is there', "$work/0.mdb", $folder);
    my @target = map { published_copy($folder, $generation[0], $links); "$work/$_.mdb" } 0, 1;
    symlink $target[0], "$links/index" or die;
    my $flipper = fork;
    if ($flipper == 0) {
        for (my $i = 0; getppid() != 1; ++$i) {
            symlink $target[$i % 2], "$links/next";
            rename "$links/next", "$links/index";
        }
        exit;
    }
    # A reader resolves the link once; the file must be whole and have its own manifest.
    pipe my $from, my $to or die;
    open my $progress, '>', "$links/reads" or die;
    my $reader = fork;
    if ($reader == 0) {
        my ($reads, $wrong, $stop) = (0, 0, 0);
        local $SIG{TERM} = sub { $stop = 1 };
        while (!$stop) {
            ++$reads;
            syswrite $progress, '.';
            ++$wrong if problem_of($folder, [@generation[0, 1]]) ne '';
        }
        syswrite $to, "$reads $wrong";
        POSIX::_exit(0);
    }
    # Until both indexes have been published several times, and the reader has run meanwhile.
    my ($failed, $publishes, %published) = (0, 0);
    my $enough = comes_true(
        sub {
            ++$publishes;
            ++$failed if publish("$links/index", $folder)->{code} != 0;
            ++$published{ readlink "$folder/current" };
            return $publishes >= 40 && 2 == grep({ $_ > 3 } values %published) && -s "$links/reads" > 20;
        },
        120
    );
    ok $enough, 'the reader has met both indexes';
    kill 'KILL', $flipper;
    kill 'TERM', $reader;
    waitpid $_, 0 for $flipper, $reader;
    sysread $from, my $counted, 100;
    my ($reads, $wrong) = split / /, $counted;
    is $failed, 0, 'each publish of a link that flips between two indexes ends well';
    is $wrong,  0, 'and a reader beside them found a whole index with its manifest each time';
    note "$publishes publishes, $reads reads";
};

done_testing;
