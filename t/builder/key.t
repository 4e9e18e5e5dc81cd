# key: new keys, the map lines of existing ones, and no part of a key in any other place.
#
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Digest::SHA qw(sha256_hex);
use Test::More;
use Bizrec::Builder qw(binary quoted run);

binary();

subtest 'a new key' => sub {
    my %seen;
    for (1 .. 20) {
        my $made = run('key', '--team', 'acme');
        is $made->{code}, 0,  'exit status';
        is $made->{err},  '', 'standard error is empty';
        my ($key, $line) = $made->{out} =~ /\A(bizrec_[A-Za-z0-9_-]{43})\n(.*)\n\z/ or fail 'a key and a line';
        is $line,                                                                  sha256_hex($key) . ' acme;', 'the line is of that key';
        is $seen{$key}++,                                                          0,                           'no key twice';
        is run({ stdin => "$key\n" }, 'key', '--digest', '--team', 'acme')->{out}, "$line\n", '--digest gives the same line';
    }
    my ($key, $digest, $id) = run('key')->{out} =~ /\A(\S+)\n((.{12}).{52}) team-\g3;\n\z/;
    is $digest, sha256_hex($key // ''), 'without --team the id of the key names the team';
};

subtest 'all bits are random' => sub {
    my %characters;
    $characters{$_}++ for map { split //, substr +(split /\n/, run('key')->{out})[0], 7, 42 } 1 .. 60;
    is scalar(keys %characters), 64, 'each character of base64url appears in 60 keys';
};

my $secret = 's3cret-' . 'x7Qz' x 5;
for my $case (
    ['a line'                   => "$secret\n",                            $secret],
    ['no line end'              => $secret,                                $secret],
    ['a DOS line'               => "$secret\r\n",                          $secret],
    ['22 characters'            => 'k7_B-' x 4 . 'k7',                     'k7_B-' x 4 . 'k7'],
    ['32 hexadecimal digits'    => '0aF' x 10 . '77',                      '0aF' x 10 . '77'],
    ['a UUID'                   => '0B9F1F3E-5F0A-4C57-9D2E-1F6F0C1A7B11', '0B9F1F3E-5F0A-4C57-9D2E-1F6F0C1A7B11'],
    ['25 letters and digits'    => 'gz3wq' x 5,                            'gz3wq' x 5],
    ['28 letters'               => 'abcdefg' x 4,                          'abcdefg' x 4],
    ['39 decimal digits'        => '123' x 13,                             '123' x 13],
    ['22 behind our own prefix' => 'bizrec_' . 'k7_B-' x 4 . 'k7',         'bizrec_' . 'k7_B-' x 4 . 'k7'],
    ['odd characters'           => q(!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~),   q(!"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~)],
    ['the longest'              => 'k' x 4096,                             'k' x 4096],
    )
{
    my ($what, $input, $key) = @$case;
    my $result = run({ stdin => $input }, 'key', '--digest', '--team', 'a.b_c-9');
    is $result->{code}, 0,                                "$what: exit status";
    is $result->{out},  sha256_hex($key) . " a.b_c-9;\n", "$what: its line alone";
    is $result->{err},  '',                               "$what: standard error is empty";
}

for my $case (
    ['nothing'           => '',                    qr/nothing came/],
    ['an empty line'     => "\n",                  qr/is empty/],
    ['an empty DOS line' => "\r\n",                qr/is empty/],
    ['a space'           => "s3cret key\n",        qr/byte 7 /],
    ['a space before'    => " s3cret\n",           qr/byte 1 /],
    ['a tab'             => "s3cret\t\n",          qr/byte 7 /],
    ['a NUL'             => "s3cret\0\n",          qr/byte 7 /],
    ['DEL'               => "s3cret\x7f",          qr/byte 7 /],
    ['not ASCII'         => "s3cret\xc3\xa9",      qr/byte 7 /],
    ['two lines'         => "s3cret\nother\n",     qr/one key on one line/],
    ['too long'          => 's3cret' . 'k' x 4091, qr/longer than 4096 bytes/],
    ['endless'           => 's3cret' x 100_000,    qr/longer than 4096 bytes/],
    [
        'four characters' => 's3cR',
        qr/too short to be a secret: at least 22 characters \(128 random bits\) .* mixed characters, 4 came; `lmdb_builder key` /
    ],
    ['21 characters'                   => 's3cret' x 3 . 'xyZ',      qr/at least 22 characters .*, 21 came/],
    ['24 letters and digits'           => 's3cret' x 4,              qr/at least 25 characters .* letters of one case and digits, 24 came/],
    ['24 capitals and digits'          => 'S3CRET' x 4,              qr/at least 25 characters .* letters of one case and digits, 24 came/],
    ['27 letters'                      => 'secretsec' x 3,           qr/at least 28 characters .* letters of one case, 27 came/],
    ['20 digits in groups'             => '1234-' x 5,               qr/at least 39 characters .* decimal digits, 20 came/],
    ['20 hexadecimal digits in groups' => '12aB.' x 4 . 'CD:EF',     qr/at least 32 characters .* hexadecimal digits, 20 came/],
    ['half a UUID'                     => '0b9f1f3e-5f0a-4c57-9d2e', qr/at least 32 characters .* hexadecimal digits, 20 came/],
    ['hyphens'                         => '-' x 60,                  qr/at least 39 characters .*, 0 came/],
    ['31 hexadecimal digits'           => '0aF' x 10 . '7',          qr/at least 32 characters .* hexadecimal digits, 31 came/],
    ['32 decimal digits'               => '1234' x 8,                qr/at least 39 characters .* decimal digits, 32 came/],
    ['our own prefix'                  => 'bizrec_' . 'xY7' x 7,     qr/at least 22 characters .*, 21 came/],
    ['our prefix alone'                => 'bizrec_',                 qr/at least \d+ characters .*, 0 came/],
    )
{
    my ($what, $input, $message) = @$case;
    my $result = run({ stdin => $input }, 'key', '--digest');
    is $result->{code}, 1, "$what: exit status 1";
    like $result->{err},   $message,   "$what: the message says why";
    unlike $result->{err}, qr/s3cret/, "$what: without the key";
    is $result->{out}, '', "$what: standard output is empty";
}

for my $name ('', 'a b', 'a;b', '$team', "a\nb", 'a{', '"a"', 'caf\xc3\xa9', 'x' x 65) {
    my $result = run('key', '--team', $name);
    is $result->{code}, 2,  "team \"$name\": exit status 2";
    is $result->{out},  '', '... and no key is made';
    like $result->{err}, qr/team/, '... the message says why';
}
is run('key', '--team', 'x' x 64)->{code}, 0, 'a team of 64 characters';

subtest 'usage' => sub {
    my $help = run('key', '--help');
    is $help->{code}, 0, '--help';
    like $help->{out}, qr/lmdb_builder key --team acme --digest </, 'the help has examples';
    like $help->{out}, qr/Exit status:/,                            '... and exit codes';
    my $argument = run('key', 's3cret');
    is $argument->{code}, 2,  'a key on the command line, where every process sees it, is refused';
    is $argument->{out},  '', '... without output';
};

subtest 'standard output is full' => sub {
    plan skip_all => 'no /dev/full' unless -e '/dev/full';
    my $code = system(quoted(binary()) . ' key >/dev/full 2>/dev/null') >> 8;
    is $code, 1, 'a key that could not be printed is a failure';
};

done_testing;
