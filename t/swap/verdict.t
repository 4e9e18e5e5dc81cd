# With a verdict beside a published index, `nginx -t`, starts, reloads and workers need not hash it, as long as the verdict
# matches the file and only root or the publisher can have written it. The test counts hashed bytes, which the log has.
#
# needs: root
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(run slurp spew);
use Bizrec::Http      qw(post);
use Bizrec::Index     qw(build_index uuid);
use Bizrec::Published qw(flip key_pair sparse_index);
use Bizrec::Server;
use File::Copy qw(copy);
use Test::More;

my $server = Bizrec::Server->new(http => conf(''));
$server->allow_log(qr/can only be|is damaged|still could not|is not the signature/);
my $prefix    = $server->prefix;
my $published = "$prefix/published";
my $current   = "$published/current";

sub conf {
    my ($more) = @_;
    return "server { listen %%LISTEN%%; bizrec_index %%PREFIX%%/published/current; bizrec_index_interval 50ms; $more
        location = /e { bizrec_enrich_company; } }";
}

sub lmdb_bytes { return (stat $_[0])[7] - 4096 }

sub index_of {
    my ($number) = @_;
    return build_index("$prefix/$number.mdb",
        { store_id => uuid($number), business_name => "Shop $number", website_url => 'https://a.example' });
}

sub publish {
    my (@arguments) = @_;
    my $result = run('publish', '--quiet', '--force', @arguments, $published);
    is($result->{err}, '', 'published');
    return "$published/" . readlink $current;
}

# The log's lines since the last call about checked files: [bytes, reason] each.
my $seen = 0;

sub checked {
    my $log  = $server->error_log;
    my @said = substr($log, $seen) =~ /generation \w+: (\d+) bytes hashed, (.*)/g;
    $seen = length $log;
    my @pairs;
    push @pairs, [splice @said, 0, 2] while @said;
    return \@pairs;
}

sub test_checks {
    my ($bytes, $why, $what) = @_;
    checked();
    my ($code, $said) = $server->check;
    is($code, 0, "$what: nginx -t") or diag $said;
    my $checked = checked();
    is(scalar @$checked, 1,      "$what: looked at once");
    is($checked->[0][0], $bytes, "$what: $bytes bytes hashed");
    like($checked->[0][1], $why, "$what: the message says why");
    return;
}

my $told   = qr/\Aa verdict states the hash/;
my $index  = publish(index_of(1));
my $hashed = lmdb_bytes($index);
(my $verdict = $index) =~ s/mdb\z/verdict/;
my $text = slurp($verdict);

subtest 'the verdict' => sub {
    my ($device, $inode, $size, $seconds) = (stat $index)[0, 1, 7, 10];
    like(
        $text,
        qr/\A\{"verdict":1,"by":$>,"device":$device,"inode":$inode,"size":$size,"changed_ns":$seconds\d{9},/,
        'who has hashed which bytes'
    );
    like($text, qr/,"seal":"[0-9a-f]{64}","signature":"","sha256":"[0-9a-f]{64}"\}\n\z/, 'what came of it');
    is(sprintf('%o', (stat $verdict)[2] & 07777), '444', 'is read-only');
    publish($current);
    is(slurp($verdict), $text, 'published again, it is the same');
};

subtest 'trusted' => sub {
    test_checks(0, $told, 'a whole one');
    checked();
    $server->start;
    is_deeply([map { $_->[0] } @{ checked() }], [0], 'a start hashes nothing');
    is(post($server, '/e', { website => 'a.example' })->{status}, 200, '... and serves');
    $server->reload;
    is_deeply(checked(), [], 'a reload asks the server that runs');
    index_of(2);
    $index = publish('--move', "$prefix/2.mdb");
    $server->wait_until(sub { (post($server, '/e', { website => 'a.example' })->{json}[0]{id} // '') eq uuid(2) }, 'the next generation');
    $server->reload;
    # `--move` removes the source's name last, which changes the file's ctime, and then writes the verdict again. A worker that looks in
    # between finds a verdict about the file as it was.
    my @hashed = grep { $_->[0] != 0 && $_->[1] !~ /verdict: it is about other bytes/ } @{ checked() };
    is_deeply(\@hashed, [], 'a worker hashes nothing of a new one, moved or copied');
    test_checks(0, $told, 'a moved one');
    is(run('rollback', $published)->{code}, 0, 'rolled back');
    test_checks(0, $told, 'the generation before');
    $index = publish(index_of(1));
};

# Ways to make a verdict untrustworthy: [name, how, how to undo it, the logged reason].
my $others = qr/verdict: it is about other bytes/;
my @foreign =
    $> == 0
    ? (
    ['the verdict of another user', sub { chown 12_345, -1, $verdict }, sub { chown 0, -1, $verdict }, qr/it belongs to user 12345/],
    ['the index of another user',   sub { chown 12_345, -1, $index },   sub { chown 0, -1, $index },   qr/the index belongs to user 12345/],
    ['a folder of another user that holds root\'s', sub { chown 12_345, -1, $published }, sub { chown 0, -1, $published }, $told],
    )
    : ();
my @cases = (
    ['no verdict', sub { rename $verdict, "$verdict.away" }, sub { rename "$verdict.away", $verdict }, qr/verdict: there is none/],
    [
        'a folder for its group',
        sub { chmod 0770, $published },
        sub { chmod 0755, $published },
        qr/others than its owner may write into the folder/
    ],
    [
        'a folder for all',
        sub { chmod 01777, $published },
        sub { chmod 0755,  $published },
        qr/others than its owner may write into the folder/
    ],
    ['a writable verdict', sub { chmod 0644, $verdict }, sub { chmod 0444, $verdict }, qr/it may be written/],
    ['a writable index',   sub { chmod 0644, $index },   sub { chmod 0444, $index },   qr/the index may be written/],
    [
        'a link',
        sub { rename $verdict, "$verdict.b"; symlink "$verdict.b", $verdict },
        sub { unlink $verdict; rename "$verdict.b", $verdict },
        qr/it cannot be opened/
    ],
    [
        'a pipe',
        sub { rename $verdict, "$verdict.b"; system 'mkfifo', $verdict },
        sub { unlink $verdict; rename "$verdict.b", $verdict },
        qr/it is no regular file/
    ],
    ['an empty one',      sub { write_verdict('') },            sub { write_verdict($text) }, qr/its size is not possible for a verdict/],
    ['a huge one',        sub { write_verdict('x' x 2000) },    sub { write_verdict($text) }, qr/its size is not possible for a verdict/],
    ['a second line',     sub { write_verdict("$text\n") },     sub { write_verdict($text) }, $others],
    ['a signature later', sub { spew(sig(), 'A' x 88 . "\n") }, sub { unlink sig() },         $others],
    (
        map {
            my $field = $_;
            ["another $field", sub { write_verdict($text =~ s/"$field":"?[0-9a-f]/$&1/r) }, sub { write_verdict($text) }, $others]
        } qw(verdict by device inode size changed_ns seal)
    ),
    [
        'another sealed hash',
        sub { write_verdict($text =~ s/(?<="seal":")(.)/$1 eq 'a' ? 'b' : 'a'/er) },
        sub { write_verdict($text) },
        $others
    ],
    @foreign,
);

sub sig { return $index =~ s/mdb\z/sig/r }

sub write_verdict {
    my ($bytes) = @_;
    unlink $verdict;
    spew($verdict, $bytes);
    return chmod 0444, $verdict;
}

# A change of the file's owner or mode also changes its time: the publisher checks again, and hashes it.
sub renew {
    $index = publish($current);
    ($verdict = $index) =~ s/mdb\z/verdict/;
    $text   = slurp($verdict);
    $hashed = lmdb_bytes($index);
    return;
}

subtest 'not trusted' => sub {
    $server->stop;
    renew();
    for my $case (@cases) {
        my ($what, $break, $mend, $why) = @$case;
        $break->();
        test_checks(ref $why && $why eq $told ? 0 : $hashed, $why, $what);
        $mend->();
        renew() if $what =~ /index/;
        test_checks(0, $told, "$what, mended");
    }
};

subtest 'the bytes have changed' => sub {
    my %time = map { $_ => (stat $index)[$_] } 8, 9;
    copy($index, "$index.copy") or die $!;
    chmod 0444, "$index.copy";
    utime $time{8}, $time{9}, "$index.copy";
    rename "$index.copy", $index or die $!;
    test_checks($hashed, $others, 'a copy under the same name: another inode');
    renew();
    link $index, "$prefix/second" or die $!;
    test_checks($hashed, $others, 'a second name: another change time');
    renew();
    flip($index, 5000);
    chmod 0444, $index;
    checked();
    my ($code, $said) = $server->check;
    is($code, 1, 'a flipped bit: nginx -t');
    like($said, qr/is damaged: its SHA-256 is/, '... hashes it and refuses it');
    flip($index, 5000);
    chmod 0444, $index;
    renew();
};

subtest 'signed' => sub {
    my ($key, $trust) = key_pair("$prefix/a");
    my ($other) = key_pair("$prefix/b");
    $index = publish('--key', $key, $current);
    renew();
    like($text, qr/"signature":"[\w+\/]{86}=="/, 'the verdict has the signature');
    $server->configure(http => conf("bizrec_index_trust $trust;"));
    test_checks(0, $told, 'the key is trusted');
    chmod 0644, "$index";
    chmod 0444, "$index";
    test_checks($hashed, $others, 'the file was touched');
    renew();
    publish('--key', $other, $current);
    my ($code, $said) = $server->check;
    is($code, 1, 'signed by another key: nginx -t');
    like($said, qr/is not the signature/, '... says so, whatever the verdict');
    publish('--key', $key, $current);
    $server->configure(http => conf(''));
    renew();
};

subtest 'bizrec_index_check full' => sub {
    $server->configure(http => conf('bizrec_index_check full;'));
    test_checks($hashed, qr/\Abizrec_index_check full/, 'nginx -t');
    $server->configure(http => conf(''));
    checked();
    $server->start;
    is_deeply([map { $_->[0] } @{ checked() }], [0], 'the verdict is trusted: no byte is hashed');
    $server->configure(http => conf('bizrec_index_check full;'));
    $server->reload;
    is_deeply([map { $_->[0] } @{ checked() }], [$hashed], '... is hashed by a reload that asks for it');
    $server->reload;
    is_deeply(checked(), [], '... once');
    is(run('verify', $current)->{code}, 0, 'verify reads the verdict nowhere');
    $server->stop;
    $server->configure(http => conf(''));
};

subtest 'a file of 200 GB' => sub {
    my $path = sparse_index($published, slurp($index), 200 * 1024**3, verdict => 1)
        or plan skip_all => "no sparse files of 200 GB here: $!";
    test_checks(0, $told, 'of 200 GB');
    checked();
    $server->start;
    is_deeply([map { $_->[0] } @{ checked() }], [0], 'a start reads none of it');
    is(post($server, '/e', { website => 'a.example' })->{status}, 200, '... and serves');
    $server->reload;
    is(post($server, '/e', { website => 'a.example' })->{status}, 200, '... as does a reload');
    is_deeply([grep { $_->[0] != 0 } @{ checked() }], [], '... which reads none of it either');
    $server->stop;
    unlink $path;
};

$server->finish;
Bizrec::Server::finish_all();
done_testing();
