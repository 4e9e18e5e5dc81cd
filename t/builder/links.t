# Outputs in a folder that others may write: every command refuses links, second names, pipes and folders at the names of
# temporary files and of outputs, and never follows them; a file that appears at an output meanwhile is not lost.
#
# needs: root
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use File::Copy qw(copy);
use JSON::PP;
use POSIX ();
use Test::More;
use Bizrec::Builder   qw(binary digest entries folder lines record run slurp spew start_build);
use Bizrec::Published qw(generation_of sample_index);

binary();

my $work  = folder();
my $input = spew("$work/in.jsonl",  join '', lines());
my $bad   = spew("$work/bad.jsonl", record(1) . "{}\n");
my $shard = "$work/run";
is run('build', '--quiet', '--shard', '1/1', '-o', $shard, $input)->{code}, 0, 'a run';

# The commands that make a file, and their outputs.
my %commands = (
    'build'               => sub { return ('build',  '--quiet', '-o',      $_[0],       $input) },
    'build --force'       => sub { return ('build',  '--quiet', '--force', '-o',        $_[0], $input) },
    'build --shard'       => sub { return ('build',  '--quiet', '--shard', '1/1',       '-o',  $_[0], $input) },
    'merge'               => sub { return ('merge',  '--quiet', '-o',      $_[0],       $shard) },
    'import'              => sub { return ('import', 'records', '--quiet', '-o',        $_[0], $input) },
    '--rejects'           => sub { return ('build',  '--quiet', '--force', '--rejects', $_[0], '-o', "$work/index",    $bad) },
    '--rejects of import' => sub { return ('import', 'records', '--quiet', '--rejects', $_[0], '-o', "$work/imported", $bad) },
    '--domains'           => sub { return ('build',  '--quiet', '--force', '--domains', $_[0], '-o', "$work/index",    $input) },
);

# Another user, who may write to the folder, puts a link or a file at the name and waits for the next run of this user.
sub refuses {
    my ($what, $command, $put, $words, $name, $suffix) = @_;
    my $folder = folder();
    my $victim = spew("$folder/victim", "mine\n");
    $put->("$folder/out$suffix", $victim);
    my $before = join ' ', @{ entries($folder) };
    my $result = run($commands{$command}->("$folder/out"));
    is $result->{code}, 1, "$command, $what: exit status 1";
    like $result->{err}, qr/\Almdb_builder: [^\n]*"\Q$folder\E\/out$suffix"[^\n]*$words[^\n]*\n\z/, "$command, $what: the message says why";
    is slurp($victim),                   "mine\n", "$command, $what: the file is as it was";
    is join(' ', @{ entries($folder) }), $before,  "$command, $what: nothing is left";
    return;
}

sub put_link    { my ($path, $victim) = @_; symlink $victim, $path or die $! }
sub put_name    { my ($path, $victim) = @_; link $victim, $path or die $! }
sub put_pipe    { my ($path) = @_; POSIX::mkfifo($path, 0600)     or die $! }
sub put_nothing { my ($path) = @_; symlink "$path.nowhere", $path or die $! }

subtest 'temporary names' => sub {
    for my $command ('build', 'build --force', 'build --shard', 'merge') {
        my $to_folder =
            sub { my ($path, $victim) = @_; mkdir "$victim.d"; spew("$victim.d/index", 'mine'); symlink "$victim.d", $path or die };
        refuses('a link to a file',   $command, \&put_link,                             'is a link or a file',    'out', '.building');
        refuses('a dangling link',    $command, \&put_nothing,                          'is a link or a file',    'out', '.building');
        refuses('a link to a folder', $command, $to_folder,                             'is a link or a file',    'out', '.building');
        refuses('a second name',      $command, \&put_name,                             'is a link or a file',    'out', '.building');
        refuses('a pipe',             $command, \&put_pipe,                             'is a link or a file',    'out', '.building');
        refuses('a folder for all',   $command, sub { mkdir $_[0]; chmod 0777, $_[0] }, 'is writable for others', 'out', '.building');
    }
    refuses('a link to a file', 'import', \&put_link,    'is a symbolic link',          'out', '.importing');
    refuses('a dangling link',  'import', \&put_nothing, 'is a symbolic link',          'out', '.importing');
    refuses('a second name',    'import', \&put_name,    'has a second name elsewhere', 'out', '.importing');
    refuses('a pipe',           'import', \&put_pipe,    'is no regular file',          'out', '.importing');
SKIP: {
        skip 'needs root', 1 if $> != 0;
        refuses(
            'a folder of another user',
            'build',
            sub { mkdir $_[0], 0700; chown 54321, 54321, $_[0] },
            'belongs to another user',
            'out', '.building'
        );
        refuses(
            'a file of another user',
            'import',
            sub { spew($_[0], 'x'); chown 54321, 54321, $_[0] },
            'belongs to another user',
            'out', '.importing'
        );
        refuses(
            'a file of another user',
            '--rejects',
            sub { spew($_[0], 'x'); chown 54321, 54321, $_[0] },
            'belongs to another user',
            'out', ''
        );
    }
    my $folder = folder();
    symlink $folder, "$work/link-to-folder";
    is run($commands{build}->("$work/link-to-folder/out"))->{code}, 0, 'a link on the way to the folder is the operator\'s';
    is_deeply entries($folder), ['out'], 'and the command follows it';
};

subtest 'outputs that are links' => sub {
    for my $command (sort keys %commands) {
        refuses('a link to a file', $command, \&put_link,    'is a symbolic link to ".*victim", which is not followed', 'out', '');
        refuses('a dangling link',  $command, \&put_nothing, 'is a symbolic link',                                      'out', '');
    }
    refuses('a second name', $_, \&put_name, 'has a second name elsewhere', 'out', '') for '--rejects', '--rejects of import', '--domains';
    my $said = run('build', '--quiet', '--force', '-o', "$work/index", '--rejects', '/dev/stderr', $bad);
    is $said->{code}, 0, '--rejects /dev/stderr, if standard error is a file' or diag $said->{err};
    like $said->{err}, qr/\Q$bad\E:2: /, 'has them';
    my $imported = run('import', 'records', '--quiet', '-o', '/dev/stdout', $input);
    is $imported->{code}, 0,             'import -o /dev/stdout, if standard output is a file' or diag $imported->{err};
    is $imported->{out},  slurp($input), 'has the records';

    for my $command ([qw(import records --quiet), '-o', '-', $input], ['dump', "$work/index", '--quiet', '-o', '-']) {
        my $printed = run(@$command);
        is $printed->{code}, 0, "$command->[0] -o -" or diag $printed->{err};
        like $printed->{out}, qr/\A\{.*\}\n\z/s, '... is standard output';
    }
    ok !-e '-', '... and no file';
};

subtest 'modes' => sub {
    my $folder = folder();
    umask 027;
    is run($commands{$_}->("$folder/" . tr/a-z//cdr))->{code}, 0, $_ for sort keys %commands;
    umask 022;
    my %expected = (build => '444', buildforce => '444', buildshard => '444', merge => '444');
    for my $name (@{ entries($folder) }) {
        is sprintf('%o', (stat "$folder/$name")[2] & 07777), $expected{$name} || '640', "$name: as the umask says, or read-only";
    }
};

# Neither the work of another run nor the work of this one is lost.
subtest 'an output that appears meanwhile' => sub {
    my $other = "$work/other.mdb";
    sample_index($other, 7);
    for my $case (['stays', [], 1], ['is replaced by --force', ['--force'], 0]) {
        my ($what, $options, $code) = @$case;
        my $folder = folder();
        my ($child, $pipe) = start_build("$folder/index", [lines()], @$options);
        copy($other, "$folder/index");
        close $pipe;
        waitpid $child, 0;
        is $? >> 8, $code, "$what: exit status";
        is_deeply entries($folder), $code ? ['index', 'index.built'] : ['index'], "$what: what is there";
        is digest("$folder/index") eq digest($other) ? 1 : 0, $code, "$what: the output";
        is run('verify', "$folder/" . ($code ? 'index.built' : 'index'))->{code}, 0, "$what: what was built is whole";
    }
    my $folder = folder();
    my ($child, $pipe) = start_build("$folder/index", [lines()]);
    spew("$folder/$_", 'mine') for 'index', 'index.built';
    close $pipe;
    waitpid $child, 0;
    is $? >> 8, 1, 'exit status 1 if both names are taken';
    is slurp("$folder/$_"), 'mine', "$_ stays" for 'index', 'index.built';
    is_deeply entries($folder), ['index', 'index.built'], 'no other file is left';
};

# A staging folder of another user is refused.
subtest 'publish' => sub {
    my $index = "$work/publish.mdb";
    sample_index($index, 1);
    for my $case (
        ['a link to a folder', sub { mkdir "$_[1].d"; spew("$_[1].d/index", 'mine'); symlink "$_[1].d", $_[0] or die }],
        ['a link to a file',   sub { symlink $_[1], $_[0] or die }],
        ['a file',             sub { spew($_[0], 'mine') }],
        ['a folder for all',   sub { mkdir $_[0]; chmod 0777, $_[0] }],
        )
    {
        my ($what, $put) = @$case;
        my $folder = folder();
        my $victim = spew("$work/victim", 'mine');
        $put->("$folder/.publishing", $victim);
        my $result = run('publish', '--quiet', $index, $folder);
        is $result->{code}, 1, "$what: exit status 1";
        like $result->{err}, qr/"\Q$folder\E\/\.publishing" is (?:a link or a file|writable for others)/, "$what: the message says why";
        is slurp($victim),           'mine', "$what: the file is as it was";
        is slurp("$victim.d/index"), 'mine', "$what: and what is in the folder" if -d "$victim.d";
    }
};

done_testing;
