# Every command refuses a broken, truncated, foreign or newer index, with the file's name and the reason.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use Digest::SHA qw(sha256);
use Test::More;
use Bizrec::Builder qw(binary folder run spew slurp lines build_ok);

binary();

my $folder = folder();
build_ok('-o', "$folder/good", spew("$folder/in.jsonl", join '', lines()));
my $good = slurp("$folder/good");

sub flipped { my ($at) = @_; my $bytes = $good; substr($bytes, $at, 1) ^= "\x40"; return $bytes }

# Changes the version in the sealing page, and corrects the hash of that page.
my $newer = do {
    my $page = substr $good, -4096;
    substr $page, 8, 8, pack 'VV', 99, 98;
    substr $page, -32, 32, sha256(substr $page, 0, 4096 - 32);
    substr($good, 0, -4096) . $page;
};

my @broken = (
    [empty     => '',                                  qr/empty|too short|no index|not an index/i],
    [text      => "hello\n" x 3000,                    qr/./],
    [truncated => substr($good, 0, length($good) / 2), qr/./],
    [unsealed  => substr($good, 0, -4096),             qr/./],
    [short     => substr($good, 0, -1),                qr/./],
    [flipped   => flipped(5000),                       qr/damaged|hash/i],
    [seal      => flipped(length($good) - 4000),       qr/damaged|hash/i],
    [newer     => $newer,                              qr/format 99.*newer/],
);
spew("$folder/$_->[0]", $_->[1]) for @broken;
mkdir "$folder/directory";

for my $case (@broken, ['missing', undef, qr/./], ['directory', undef, qr/./]) {
    my ($name, undef, $reason) = @$case;
    my $path = "$folder/$name";
    for my $arguments (
        ['verify',  $path],
        ['inspect', $path],
        ['inspect', $path, '--key', 'acme.com'],
        ['query',   $path, '{"website":"acme.com"}']
        )
    {
        my $result = run(@$arguments);
        my $what   = "$arguments->[0] $name";
        is $result->{code}, 1,  "$what: exit status 1";
        is $result->{out},  '', "$what: no result";
        like $result->{err}, qr/^lmdb_builder: [^\n]*\Q$path\E[^\n]+\n\z/, "$what: one line with the file's name";
        like $result->{err}, $reason,                                      "$what: and the reason";
    }
}

is run('verify', '--quiet', "$folder/good")->{code}, 0, 'the good one is good';

done_testing;
