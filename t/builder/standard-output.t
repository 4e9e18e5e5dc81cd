# Standard output: paths with line feeds and escapes are shown visibly, and output that cannot be written is a failure.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Test::More;
use Bizrec::Builder   qw(binary folder quoted record run slurp spew uuid);
use Bizrec::Published qw(key_pair);

my $work     = folder();
my $odd      = "$work/one\ntwo\e[31m";
my ($record) = record(1, website_url => 'https://one.example', store_emails => ['a@one.example']);
mkdir $odd or die;
my ($private, $public) = key_pair("$work/key");
my $shown = qr/one\\u000atwo\\u001b\[31m/;

# Runs a command whose paths are odd. Each line of its output that names one shows it visibly.
sub told {
    my ($what, $status, @command) = @_;
    my $result = run(@command);
    is $result->{code}, $status, "$what: exit status $status" or diag $result->{err};
    unlike $result->{out} . $result->{err}, qr/\e|^two/m, "$what: nothing raw";
    return $result->{out} . $result->{err};
}

# The same, and some line names the path.
sub names_path {
    my ($what, @command) = @_;
    return like told($what, @command), $shown, "$what: the path is there";
}

subtest 'paths with a line feed and an escape' => sub {
    my $pub = "$odd/pub";
    spew("$odd/1.jsonl", $record . "{\n");
    spew("$odd/2.jsonl", $record . record(2, website_url => 'https://two.example'));
    told('build', 0, 'build', '--max-rejects', '9', '-o', "$odd/1.mdb", "$odd/1.jsonl");
    names_path('rejects', 0, 'build', '--quiet', '--force', '--max-rejects', 9, '--rejects', '/dev/stderr', '-o', "$odd/1.mdb",
        "$odd/1.jsonl");
    told('build', 0, 'build', '-o', "$odd/2.mdb", "$odd/2.jsonl");
    names_path('no input',        1, 'build',  '-o',    "$odd/3.mdb",    "$odd/3.jsonl");
    names_path('delta',           0, 'delta',  '--key', $private,        '-o',         "$odd/1-2.delta", "$odd/1.mdb", "$odd/2.mdb");
    names_path('apply',           0, 'apply',  '-o',    "$odd/made.mdb", "$odd/1.mdb", "$odd/1-2.delta");
    names_path('a damaged delta', 1, 'apply',  '-o',    "$odd/no.mdb",   "$odd/1.mdb", "$odd/2.jsonl");
    names_path('verify',          0, 'verify', "$odd/1.mdb");
    mkdir $pub or die;
    told('suppress init', 0, 'suppress', 'init', '--key', $private, $pub);
    names_path('publish', 0, 'publish', '--key', $private, "$odd/1.mdb", $pub);
    names_path('publish --deltas', 0, 'publish', '--deltas', '--key', $private, "$odd/2.mdb", $pub);
    told('published', 0, 'published', $pub);
    told('suppress', 0, 'suppress', '--key', $private, '--email', 'a@one.example', $pub);
    names_path('suppress check',           1, 'suppress', 'check',      $pub, '--email', 'a@one.example');
    names_path('publish with listed data', 1, 'publish',  "$odd/1.mdb", $pub);
    names_path('rollback',                 0, 'rollback', '--key',      $private, $pub);
    names_path('forget',                   1, 'forget',   '--key',      $private, $pub, "$odd/1.jsonl");
    told('build with the list', 0, 'build', '--force', '--suppress', $pub, '-o', "$odd/2.mdb", "$odd/2.jsonl");
    names_path('publish --purge', 0, 'publish', '--purge', '--key', $private, "$odd/2.mdb", $pub);
    names_path('forget', 0, 'forget', '--key', $private, $pub);
    told('diff', 0, 'diff', "$odd/1.mdb", "$odd/2.mdb");
    told('pull', 1, 'pull', '--root', "$odd/edge", '--trust', $public, "$odd/none");
    names_path('import-drop',        1, 'suppress', 'import-drop', "$odd/store", "$odd/2.jsonl");
    names_path('credits create',     0, 'credits',  'create', "$odd/ledger") if run('credits', '--help')->{code} == 0;
    names_path('an unknown command', 2, "$odd/2.jsonl");
};

subtest 'standard output that cannot be written' => sub {
    plan skip_all => 'no /dev/full' unless -e '/dev/full';
    my $index = "$work/index.mdb";
    run('build', '--quiet', '-o', $index, spew("$work/in.jsonl", $record));
    for my $command (
        ['--help'],
        ['--version'],
        ['build',    '--help'],
        ['suppress', 'check', '--help'],
        ['verify',   $index],
        ['inspect',  $index],
        ['dump',     $index],
        ['diff',     $index,    $index],
        ['dump',     '-o',      '/dev/stdout', $index],
        ['query',    $index,    'one.example'],
        ['search',   $index,    'one'],
        ['build',    '--force', '-o',     $index, "$work/in.jsonl"],
        ['explain',  $index,    '--body', '{"query":"store"}'],
        ['why',      $index,    uuid(1),  '--body', '{"query":"store"}'],
        ['key'],
        )
    {
        my $words = join ' ', map { quoted($_) } @$command;
        my $said  = qx{$^X -e 'exec \@ARGV' @{[quoted(binary())]} $words 2>&1 >/dev/full};
        isnt $? >> 8, 0, "@$command: the exit status says so";
        like $said, qr/cannot write .*standard output|cannot write .*stdout/, "@$command: so does a message";
    }
};

done_testing;
