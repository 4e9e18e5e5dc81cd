# lmdb_builder pull over HTTP from a server that lies, breaks off and stalls (t/lib/Bizrec/FaultySource.pm). Whatever happens, an edge
# serves only signed generations, continues an interrupted transfer, and finally has the publisher's generation.
#
# needs: openssl
# lane: gate user
use strict;
use warnings;
use lib 't/lib';
use Bizrec::Builder    qw(folder run slurp spew);
use Bizrec::Published  qw(key_pair ok_publish problem_of);
use Bizrec::PullSource qw($large $private $public $work %trust @small asked from sent start start_large);
use Bizrec::Pulls      qw(edge leftovers pull pulled refused_pull);
use Bizrec::Server;
use File::Copy qw(copy);
use JSON::PP;
use Test::More;

my $json      = JSON::PP->new->canonical;
my $other_key = (key_pair("$work/other"))[0];

subtest 'what is interrupted goes on' => sub {
    for my $way (['mdb.zst'], ['mdb', '--no-pack']) {
        my ($suffix, @options) = @$way;
        my ($published, $source, $generation) = start_large(@options);
        my $file = "$generation.$suffix";
        my $size = -s "$published/$file";
        for my $fault (['cut', int $size * 0.7], ['stall', int $size * 0.7]) {
            my $root = edge();
            $source->faults([$file, @$fault]);
            my @stall = $fault->[0] eq 'stall' ? ('--stall', 5) : ();    # a busy source may need one to begin
            my $said  = refused_pull("$suffix: $fault->[0]", $root, undef, "\Q$file\E: ", from($source), @stall);
            like $said, qr/got $fault->[1] bytes/, 'the message says how many bytes came';
            $source->requests;
            $source->faults;
            pulled("$suffix: after $fault->[0]", $root, $generation, from($source));
            my ($rest) = grep { $_->{name} eq $file } $source->requests;
            cmp_ok $rest->{range}, '>', $size * 0.3, "$suffix: from the last frame on";
            is $rest->{sent}, $size - $rest->{range}, '... to the end';
            like $rest->{tag}, qr/^"/, '... of the same file';
        }
        my $root = edge();
        for my $lie (['no_ranges'], ['wrong_range']) {
            $source->faults([$file, 'cut', int $size * 0.7]);
            refused_pull("$suffix: cut", $root, undef, 'got \d+ bytes', from($source));
            $source->faults([$file, @$lie]);
            if ($lie->[0] eq 'no_ranges') {
                pulled("$suffix: a server without ranges gives it all", $root, $generation, from($source));
                $root = edge();
            }
            else {
                my ($exit) = pull($root, from($source));
                is $exit, $suffix eq 'mdb' ? 1 : 0, "$suffix: a range that was not requested is refused";
            }
        }
        $source->faults([$file, 'chunked']);
        pulled("$suffix: without a length", edge(), $generation, from($source));
    }

    # The transfer never progresses: after some tries the pull takes another way.
    my ($published, $source, $generation) = start_large();
    my $root = edge();
    $source->faults(["$generation.mdb.zst", 'cut', 1000]);
    refused_pull("try $_", $root, undef, 'got 1000 bytes', from($source)) for 1 .. 5;
    pulled('the whole file instead', $root, $generation, from($source));
};

subtest 'lies' => sub {
    my ($published, $source, $generation) = start_large();
    my $size = -s "$published/$generation.mdb.zst";
    for my $lie (
        ['flip', int $size / 2],
        ['longer'],
        ['instead', "$published/$generation.json"],
        ['instead', "$published/$generation.mdb"],
        ['status',  404],
        ['status',  503],
        )
    {
        $source->faults(["$generation.mdb.zst", @$lie]);
        pulled("the packed file: @$lie", edge(), $generation, from($source));
        is scalar(grep { $_ eq "$generation.mdb" } @{ asked($source) }), 1, 'the whole file came instead';
    }
    $source->faults(["$generation.mdb.zst", 'shorter']);
    my $root = edge();
    refused_pull('a packed file that ends early', $root, undef, 'ended early', from($source));
    $source->faults;
    pulled('and goes on', $root, $generation, from($source));

    ok_publish('the next', '--key', $private, '--force', "$work/1.mdb", $published);
    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    refused_pull('both files altered', $root, $generation, "$small[1]\\.mdb", from($source));
    is_deeply [grep { /\.(?:mdb|json|sig|part|note)$/ } @{ leftovers($root) }], [], 'what came is gone';
    $source->requests;
    $source->faults;
    refused_pull('not fetched again at once', $root, $generation, 'was refused: .*try again', from($source));
    is_deeply asked($source), ['current.json'], 'one request';
    utime time - 3700, time - 3700, $_ for glob "'$root/incoming/$small[1].*'";
    pulled('after an hour', $root, $small[1], from($source));

    for my $name ("$small[2].json", "$small[2].sig") {
        ok_publish('the next', '--key', $private, "$work/2.mdb", $published);
        $source->faults([$name, 'flip', 20]);
        refused_pull("$name altered", $root, $small[1], "$small[2]\\.json: its signature", from($source));
        $source->faults([$name, 'instead', $large]);
        unlink glob "'$root/incoming/*.refused'";
        refused_pull("$name is huge", $root, $small[1], 'the server would send \d+ bytes, at most', from($source));
        unlink glob "'$root/incoming/*.refused'";
    }
};

# A builder whose night was bad goes back to the one before, and publishes the bad one again.

subtest 'a refused generation stays refused, wherever the builder goes meanwhile' => sub {
    my ($published, $source) = start();
    my $root = edge();
    pulled('the first', $root, $small[0], from($source));
    ok_publish('a bad one', '--key', $private, "$work/1.mdb", $published);
    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    refused_pull('all its files are altered', $root, $small[0], "$small[1]\\.mdb", from($source));
    is run('rollback', '--quiet', '--key', $private, $published)->{code}, 0, 'the builder goes back';
    my ($exit) = pull($root, from($source));
    is $exit, 0, 'the edge follows';
    ok_publish('the bad one again', '--key', $private, "$work/1.mdb", $published);
    $source->requests;
    refused_pull('the bad one', $root, $small[0], 'was refused: .*try again', from($source));
    is_deeply asked($source), ['current.json'], '... is not fetched again';
    ok_publish('one that is right', '--key', $private, "$work/2.mdb", $published);
    ($exit) = pull($root, from($source));
    is $exit,                                      0,  'the edge goes on';
    is problem_of("$root/published", [$small[2]]), '', '... to it';
    is_deeply [grep { !/^\Q$small[1]\E\./ } @{ leftovers($root) }], [], '... and keeps notes of the bad one alone';
    utime time - 3700, time - 3700, $_ for glob "'$root/incoming/$small[1].*'";
    is((pull($root, from($source)))[0], 0, 'after an hour');
    is_deeply leftovers($root), [], '... they are gone';

    $source->faults(["$small[1].mdb*", 'flip', 5000]);
    is run('rollback', '--quiet', '--to', $small[1], '--key', $private, $published)->{code}, 0, 'the builder goes to the bad one';
    my $keys = spew("$work/keys", slurp($public));
    my %from = %{ from($source, BIZREC_TRUST => $keys) };
    refused_pull('with one key', $root, $small[2], "$small[1]\\.mdb", \%from);
    $source->faults;
    refused_pull('with the same one', $root, $small[2], 'was refused', \%from);
    spew($keys, slurp($public) . slurp("$work/other.pub"));
    pulled('with other keys it is tried again', $root, $small[1], \%from);

    # Bug: deleting the note, as the message says, changed nothing, because each way was still noted as wrong.
    $source->faults(["$small[2].mdb*", 'flip', 5000]);
    ok_publish('another bad one', '--key', $private, "$work/2.mdb", $published);
    unlink "$root/published/$small[2].mdb";
    refused_pull('it is refused', $root, $small[1], "$small[2]\\.mdb", from($source));
    $source->faults;
    unlink "$root/incoming/$small[2].refused";
    pulled('without the note it is tried again', $root, $small[2], from($source));
};

subtest 'current.json' => sub {
    my ($published, $source) = start();
    my $root = edge();
    copy("$published/current.json", "$work/first.json");
    pulled('the first', $root, $small[0], from($source));
    ok_publish('the second', '--key', $private, "$work/1.mdb", $published);
    copy("$published/current.json", "$work/second.json");
    pulled('the second', $root, $small[1], from($source));

    $source->faults(['current.json', 'instead', "$work/first.json"]);
    $source->requests;
    refused_pull('an old one', $root, $small[1], 'has the sequence number \d+, and this edge has seen \d+: .*--allow-older', from($source));
    is_deeply asked($source), ['current.json'], 'nothing else was asked for';
    pulled('an old one on purpose', $root, $small[0], from($source), '--allow-older');
    $source->faults;
    pulled('and on again', $root, $small[1], from($source));

    my $forged = folder();
    ok_publish('signed by somebody else', '--key', $other_key, "$work/2.mdb", $forged);
    my $text    = slurp("$published/current.json");
    my %problem = (
        forged => [slurp("$forged/current.json"),               'current\.json: is signed by none of the keys in'],
        number => [$text =~ s/"sequence":(\d)/"sequence":9$1/r, 'is signed by none'],
        empty  => ['',                                          'has 0 bytes'],
        page   => ['<html>' . 'x' x 500,                        'has no signature at its end'],
        huge   => ['x' x 300_000,                               'the server would send 300000 bytes, at most 262144'],
        half   => [substr($text, 0, 200),                       'has no signature at its end'],
    );

    for my $kind (sort keys %problem) {
        $source->faults(['current.json', 'instead', spew("$work/bad.json", $problem{$kind}[0])]);
        refused_pull($kind, $root, $small[1], $problem{$kind}[1], from($source));
    }
    for my $fault (['cut', 100], ['status', 500], ['stall', 100], ['longer']) {
        $source->faults(['current.json', @$fault]);
        refused_pull("@$fault", $root, $small[1], 'current\.json: ', from($source), '--stall', 1);
    }
    is_deeply leftovers($root), [], 'nothing of all this is left';
    refused_pull('nobody there', $root, $small[1], 'connect',
        { %trust, BIZREC_SOURCE => 'http://127.0.0.1:' . Bizrec::Server::free_port() });
};

done_testing;
