# Outputs that would replace each other, and invalid sizes, are refused before anything is written.
#
# needs: root
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Test::More;
use Bizrec::Builder qw(binary entries folder run spew slurp record);

binary();

my $folder = folder();
my $input  = spew("$folder/in.jsonl", record(1));

for my $case (
    ['index and --rejects',     ['-o', "$folder/a", '--rejects', "$folder/a"]],
    ['index and --domains',     ['-o', "$folder/a", '--domains', "$folder/./a"]],
    ['--rejects and --domains', ['-o', "$folder/a", '--rejects', "$folder/b", '--domains', "$folder/b"]],
    )
{
    my ($what, $arguments) = @$case;
    my $result = run('build', @$arguments, $input);
    is $result->{code}, 1, "$what in one file: exit status 1";
    like $result->{err}, qr/two outputs are the same file/, "$what: the message says why";
    ok !-e "$folder/a" && !-e "$folder/b", "$what: nothing is written";
}

symlink "$folder/kept", "$folder/link" or die "symlink: $!";
spew("$folder/kept", 'before');
my $linked = run('build', '--force', '-o', "$folder/kept", '--rejects', "$folder/link", $input);
is $linked->{code},       1,        'a link to the index as --rejects: exit status 1';
is slurp("$folder/kept"), 'before', 'and the index is as it was';

my $null = run('build', '--quiet', '-o', "$folder/c", '--rejects', '/dev/null', '--domains', '/dev/null', $input);
is $null->{code}, 0, 'two reports to /dev/null' or diag $null->{err};

SKIP: {
    my $mount = folder();
    skip 'needs to mount a tmpfs', 1 if $> != 0 || system("mount -t tmpfs -o size=100k bizrec-test $mount 2>/dev/null") != 0;
    my $full = run('build', '--quiet', '--temp', $folder, '-o', "$mount/index", $input);
    is $full->{code}, 1, 'a full disk: exit status 1';
    like $full->{err}, qr/\Almdb_builder: \Q$mount\E\S*: cannot be written: [Nn]o space.* left[^\n]*\n\z/, 'the message says why';
    is_deeply entries($mount), [], 'nothing is left';
    system "umount $mount";
}

my $unnamed = run('build', '--force', '-o', '', $input);
is $unnamed->{code}, 1, 'an output without a name: exit status 1';
like $unnamed->{err}, qr/\Almdb_builder: the output has no name: give -o a file/, 'refused before anything is read';

for my $size ('-5', '-1M', '8E') {
    my $result = run('build', '-o', "$folder/a", "--memory=$size", $input);
    is $result->{code}, 2, "--memory=$size: exit status 2";
    like $result->{err}, qr/memory/, "--memory=$size: the message says why";
}

done_testing;
