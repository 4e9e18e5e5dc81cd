# The manifest and signature of a published index: which bytes are signed, and which files are accepted and refused.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';
use File::Copy qw(copy);
use Test::More;
use Bizrec::Builder   qw(binary folder run slurp spew);
use Bizrec::Published qw(flip key_pair ok_publish publish published_copy published_files refused sample_index);

binary();
my $work       = folder();
my @generation = map { sample_index("$work/$_.mdb", $_) } 0 .. 2;
my ($private, $public)             = key_pair("$work/ours");
my ($other_private, $other_public) = key_pair("$work/other");

subtest 'signed' => sub {
    my $folder  = folder();
    my $name    = $generation[0];
    my $summary = ok_publish('published', '--key', $private, "$work/0.mdb", $folder);
    ok $summary->{signed}, 'is signed';
    my $signature = slurp("$folder/$name.sig");
    like $signature, qr/\A[A-Za-z0-9+\/]{86}==\n\z/, 'base64 of 64 bytes';
    system "openssl base64 -d -in $folder/$name.sig -out $work/raw";
    my $openssl = `openssl pkeyutl -verify -pubin -inkey $public -rawin -in $folder/$name.json -sigfile $work/raw 2>&1`;
    like $openssl, qr/Verified Successfully/, 'openssl itself verifies the signature';
    ok_publish('again', '--key', $private, "$work/0.mdb", $folder);
    is slurp("$folder/$name.sig"), $signature, 'gives the same signature';
    my $inode = (stat "$folder/$name.mdb")[1];
    ok_publish('with a new key', '--key', $other_private, "$work/0.mdb", $folder);
    isnt slurp("$folder/$name.sig"),    $signature, 'gives another one';
    is + (stat "$folder/$name.mdb")[1], $inode,     'the index is the same file';
    ok_publish('without a key', "$work/0.mdb", $folder);
    isnt slurp("$folder/$name.sig"), '', 'leaves the signature';
    like run('published', $folder)->{out}, qr/  signed\n/, 'published says that it is signed';
    is run('rollback', '--quiet', $folder, '--to', $name, '--trust', $other_public)->{code}, 0, 'rollback --trust';
    refused(
        'rollback that trusts another key',
        $folder,    'is not the signature of this manifest by the key in ',
        'rollback', '--quiet', $folder, '--to', $name, '--trust', $public
    );
};

subtest 'files that are not keys' => sub {
    my $folder = folder();
    ok_publish('an index is there', "$work/0.mdb", $folder);
    system "openssl genpkey -algorithm ed25519 -aes256 -pass pass:secret -out $work/locked.pem";
    system "openssl genpkey -algorithm rsa -pkeyopt rsa_keygen_bits:2048 -out $work/rsa.pem 2>/dev/null";
    system "openssl pkey -in $work/rsa.pem -pubout -out $work/rsa.pub";
    spew("$work/text",  "no key\n");
    spew("$work/empty", '');
    my @cases = (
        ["$work/none",       'does not exist; make one with: openssl genpkey'],
        ["$work/locked.pem", 'is locked by a pass phrase'],
        ["$work/rsa.pem",    'holds a key of kind RSA, an Ed25519 key was expected'],
        [$public,            'holds a public key, the private one signs'],
        ["$work/text",       'holds no private key in PEM'],
        ["$work/empty",      'has 0 bytes'],
        [$work,              'is no regular file'],
    );
    refused("--key $_->[0]", $folder, "\Q$_->[0]\E: $_->[1]", 'publish', '--quiet', '--key', $_->[0], "$work/1.mdb", $folder) for @cases;
    my $incoming = published_copy($folder, $generation[0], "$work/unsigned");
    @cases = (
        ["$work/none",    'does not exist; a public key was expected'],
        ["$work/rsa.pub", 'its key 1 is of kind RSA, an Ed25519 key was expected'],
        [$private,        'holds a private key'],
        ["$work/text",    'holds no public key in PEM'],
    );
    refused("--trust $_->[0]", $folder, "\Q$_->[0]\E: $_->[1]", 'publish', '--quiet', '--trust', $_->[0], $incoming, $folder) for @cases;
};

subtest 'an edge takes what was signed, unchanged' => sub {
    my ($builder, $edge) = (folder(), folder());
    my $name = $generation[0];
    ok_publish('the builder publishes', '--key', $private, "$work/0.mdb", $builder);
    my $incoming = folder();
    my $index    = published_copy($builder, $name, $incoming);
    ok ok_publish('the edge publishes', '--trust', $public, $index, $edge)->{switched}, 'it is current';
    is slurp("$edge/$name.$_"), slurp("$builder/$name.$_"), "the same .$_" for qw(mdb json sig);
    spew("$work/both.pub", slurp($other_public) . slurp($public));
    my $second = folder();
    ok_publish('while keys are rotated either is believed', '--trust', "$work/both.pub", $index, $second);
    refused('another key', $edge, "\Q$name.sig\E: is not the signature of this manifest by the key in",
        'publish', '--quiet', '--trust', $other_public, $index, $edge);
    refused('another name', $edge, 'the index has no manifest', 'publish', '--quiet', '--trust', $public, "$work/0.mdb", $edge);
    unlink "$incoming/$name.sig";
    refused('no signature', $edge, 'the index is not signed', 'publish', '--quiet', '--trust', $public, $index, $edge);
    unlink "$incoming/$name.json";
    refused('no manifest', $edge, 'the index has no manifest', 'publish', '--quiet', '--trust', $public, $index, $edge);

    # A signed manifest and an undamaged index, but of two different indexes.
    ok_publish('the builder publishes another', '--key', $private, "$work/1.mdb", $builder);
    published_copy($builder, $name, $incoming);
    my $foreign = published_copy($builder, $generation[1], $incoming);
    for my $suffix (qw(json sig)) {
        unlink "$incoming/$name.$suffix";
        copy("$incoming/$generation[1].$suffix", "$incoming/$name.$suffix") or die $!;
    }
    refused(
        'the manifest of another index',
        $edge,     "does not match its manifest: its name is $name.mdb, the manifest says $generation[1].mdb",
        'publish', '--quiet', '--trust', $public, $index, $edge
    );
    published_copy($builder, $name, $incoming);
    rename $foreign, $index or die $!;
    refused(
        'another index under the name',
        $edge,     "holds generation $generation[1]",
        'publish', '--quiet', '--trust', $public, $index, $edge
    );
};

subtest 'every altered byte is refused' => sub {
    my $builder = folder();
    my $edge    = folder();
    my $name    = $generation[2];
    ok_publish('an older one serves', "$work/0.mdb", $edge);
    ok_publish('the builder publishes', '--key', $private, "$work/2.mdb", $builder);
    my $incoming = folder();
    my %offsets  = (
        json => [grep { $_ % 7 == 0 } 0 .. -1 + -s "$builder/$name.json"],
        sig  => [grep { $_ % 5 == 0 } 0 .. -1 + -s "$builder/$name.sig"],
        mdb  => [map { int $_ * (-s "$builder/$name.mdb") / 41 + $_ } 0 .. 40],
    );
    push @{ $offsets{sig} }, 85, 86, 88;

    for my $suffix (sort keys %offsets) {
        my ($accepted, $switched) = (0, 0);
        for my $offset (@{ $offsets{$suffix} }) {
            my $index = published_copy($builder, $name, $incoming);
            flip("$incoming/$name.$suffix", $offset);
            my $result = publish('--trust', $public, $index, $edge);
            ++$accepted if $result->{code} != 1 || $result->{err} !~ /\Almdb_builder: \S+: .+\n\z/;
            ++$switched if readlink("$edge/current") ne "$generation[0].mdb";
        }
        is $accepted, 0, scalar(@{ $offsets{$suffix} }) . " alterations of .$suffix: each refused";
        is $switched, 0, 'current is unchanged';
        is_deeply [grep { /$name|\.publishing/ } @{ published_files($edge) }], [], 'nothing is left';
    }
    for my $size (0, 1, 100, 4096, (-s "$builder/$name.mdb") - 1) {
        my $index = published_copy($builder, $name, $incoming);
        chmod 0644, $index;
        truncate $index, $size or die $!;
        refused("cut to $size bytes", $edge, "\Q$index\E: ", 'publish', '--quiet', '--trust', $public, $index, $edge);
        refused(
            "cut to $size bytes, without manifest and signature",
            $edge,     "\Q$work/cut\E: ",
            'publish', '--quiet', spew("$work/cut", slurp($index)), $edge
        );
    }
    my $index = published_copy($builder, $name, $incoming);
    ok_publish('unaltered it is taken', '--trust', $public, $index, $edge);
};

subtest 'manifest and signature travel along without a key, too' => sub {
    my ($builder, $edge) = (folder(), folder());
    my $name = $generation[0];
    ok_publish('the builder publishes', '--key', $private, "$work/0.mdb", $builder);
    my $incoming = folder();
    my $index    = published_copy($builder, $name, $incoming);
    ok ok_publish('so does the edge', $index, $edge)->{signed}, 'the signature came along';
    is slurp("$edge/$name.sig"), slurp("$builder/$name.sig"), 'unchanged';
    flip("$incoming/$name.json", 30);
    my $other = folder();
    ok_publish('something serves', "$work/1.mdb", $other);
    refused(
        'an altered manifest',
        $other,    '(?:is no JSON|has no usable "|does not match its manifest)',
        'publish', '--quiet', $index, $other
    );
    published_copy($builder, $name, $incoming);
    chmod 0644, "$incoming/$name.sig";
    spew("$incoming/$name.sig", "hello\n");
    refused('no signature in its file', $other, 'is no signature', 'publish', '--quiet', $index, $other);
    ok ok_publish('--key makes them anew', '--key', $other_private, $index, $other)->{signed}, 'signed';
    is run('rollback', '--quiet', $other, '--to', $name, '--trust', $other_public)->{code}, 0, 'by that key';
};

done_testing;
