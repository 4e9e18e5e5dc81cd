# Damaged index files, nearly a thousand: lmdb_builder verify and nginx -t refuse each, and a server that starts with them serves
# 503 for them. A file without actual damage answers as before. BIZREC_DAMAGES sets another number of damages of each kind
# (the night: 400), BIZREC_SEED another start of the random numbers.
#
# lane: gate sanitize

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Http   qw(connect_to split_replies);
use Bizrec::Index  qw(build_index builder uuid);
use Bizrec::Mutate qw(pick);
use Bizrec::Server;
use Test::More;

my $rounds = $ENV{BIZREC_DAMAGES} || 60;    # damages of each kind
my $seed   = $ENV{BIZREC_SEED}    || 42;
srand $seed;
diag("$rounds of each kind, seed $seed") if $ENV{BIZREC_DAMAGES} || $ENV{BIZREC_SEED};
my ($sector, $page, $batch) = (512, 4096, 60);

# One server block; each broken file has a separate location in it. With missing=503 one run of nginx -t reports the faults of
# all of them.
sub http {
    my ($count, $option) = @_;
    return
        'server { listen %%LISTEN%%; keepalive_requests 10000; '
        . join("\n", map { "location = /$_ { bizrec_index %%PREFIX%%/$_.mdb $option; bizrec_enrich_company; }" } 0 .. $count - 1) . ' }';
}

my $server = Bizrec::Server->new(main => "worker_processes 1;\n", http => http(1, ''));
my $prefix = $server->prefix;

sub record {
    my ($n, $name) = @_;
    return {
        store_id      => uuid($n),
        business_name => "$name $n",
        website_url   => 'https://' . ($n % 3 ? "shop$n.example.com" : 'chain.example.org') . "/$n",
        city          => 'City ' . $n % 7,
        country       => 'US',
        zip_code      => sprintf('%05d', 10000 + $n % 50),
        latitude      => 30 + $n % 11,
        longitude     => -$n % 90
    };
}
build_index("$prefix/good.mdb",  map { record($_, 'Shop') } 1 .. 400);
build_index("$prefix/other.mdb", map { record($_, 'Another shop') } 1 .. 400);
my ($good, $other) = map { $server->read("$_.mdb") } qw(good other);

# ---- kinds of damage

sub random_bytes {
    return join '', map { chr int rand 256 } 1 .. $_[0];
}

# A position in the file: half of the positions are anywhere, the others at the most important places, the first pages and the
# seal.
sub place {
    my $kind = int rand 4;
    return $kind == 0 ? length($good) - 1 - int rand $page : $kind == 1 ? int rand 2 * $page : int rand length $good;
}
sub block { my ($size) = @_; return int(place() / $size) * $size }
sub put { my ($at, $bytes) = @_; my $file = $good; substr $file, $at, length $bytes, $bytes; return substr $file, 0, length $good }

sub swap {
    my ($size) = @_;
    my ($one, $two) = (block($size), block($size));
    my $file = put($one, substr $good, $two, $size);
    substr $file, $two, $size, substr $good, $one, $size;
    return $file;
}

sub of_two_generations {
    my $file;
    do { my $at = block($page); $file = substr($good, 0, $at) . substr $other, $at } until $file ne $other;
    return $file;
}

my %kinds = (
    'a bit'                 => sub { my $at = place(); return put($at, substr($good, $at, 1) ^ chr(1 << int rand 8)) },
    'a byte'                => sub { return put(place(), random_bytes(1)) },
    'many bytes'            => sub { my $file = $good; substr $file, place(), 1, random_bytes(1) for 0 .. 1 + rand 100; return $file },
    'a random sector'       => sub { return put(block($sector), random_bytes($sector)) },
    'a zero sector'         => sub { return put(block($sector), "\0" x $sector) },
    'a random page'         => sub { return put(block($page),   random_bytes($page)) },
    'a zero page'           => sub { return put(block($page),   "\0" x $page) },
    'two pages exchanged'   => sub { return swap($page) },
    'two sectors exchanged' => sub { return swap($sector) },
    'a page missing'        => sub { my $file = $good; substr $file, block($page), $page, ''; return $file },
    'cut anywhere'          => sub { return substr $good, 0, int rand length $good },
    'cut at a page'         => sub { return substr $good, 0, block($page) },
    'a zero tail'           => sub { my $at = int rand length $good; return put($at, "\0" x (length($good) - $at)) },
    'bytes behind'          => sub { return $good . random_bytes(1 + int rand 2 * $page) },
    'a page of another generation'   => sub { my $at = block($page);          return put($at, substr $other, $at, $page) },
    'the seal of another generation' => sub { my $at = length($good) - $page; return substr($good, 0, $at) . substr $other, -$page },
    'half of another generation'     => \&of_two_generations,
);
# One case is enough for damage without chance.
my @cases = map {
    my $kind = $_;
    map { $kind } 1 .. ($kind =~ /^the seal/ ? 1 : $rounds)
} sort keys %kinds;

# ---- the requests

my @questions = map { sprintf '{"website":"%s","limit":%d,"estimate_total":true}', @$_ } ['chain.example.org', 50],
    ['shop1.example.com', 1], ['nothing.example.net', 1];

# Sends requests to the named locations in one connection. Returns their statuses and bodies.
sub answers {
    my (@locations) = @_;
    my $socket      = connect_to($server);
    my @requests    = map {
        my $location = $_;
        map { [$location, $_] } @questions
    } @locations;
    my $last = pop @requests;
    my $text = join '', map { "POST /$_->[0] HTTP/1.1\r\nHost: x\r\nContent-Length: " . length($_->[1]) . "\r\n\r\n$_->[1]" } @requests;
    $text .= "POST /$last->[0] HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " . length($last->[1]) . "\r\n\r\n$last->[1]";
    my $child = fork // die "fork: $!\n";    # otherwise both sides could wait with full buffers
    if (!$child) {
        syswrite $socket, $text;
        POSIX::_exit(0);
    }
    my $reply = Bizrec::Http::read_reply($socket, undef, sub { 0 });    # until the server closes
    waitpid $child, 0;
    return map { [$_->{status}, $_->{content}] } split_replies($reply);
}

require POSIX;
link "$prefix/good.mdb", "$prefix/0.mdb" or die "link: $!\n";
$server->start;
my @right = answers(0);
is_deeply([map { $_->[0] } @right], [200, 200, 200], 'the good index answers');
like($right[0][1], qr/"total_count":133[,}]/, '... with what is in it');
$server->stop('QUIT');
$server->allow_log(qr/\[emerg\].*bizrec_index/);

# ---- all of them, a batch at a time

my ($refused, $harmless, @wrong) = (0, 0);

sub hash_result_of {
    my ($file) = @_;
    my $text = qx{\Q@{[builder()]}\E verify --quiet \Q$file\E 2>&1 </dev/null};
    return 'died of signal ' . ($? & 127) if $? & 127;
    return 'good'                         if $? == 0;
    return 'refused'                      if $? >> 8 == 1 && $text =~ /\Almdb_builder: [^\n]*\Q$file\E: [^\n]+\n\z/;
    return 'exit ' . ($? >> 8) . ": $text";
}

sub check_files {
    my ($kinds, $is_good) = @_;
    for my $i (0 .. $#$kinds) {
        my $result = hash_result_of("$prefix/$i.mdb");
        push @wrong, "$kinds->[$i]: verify: $result" if $result ne ($is_good->[$i] ? 'good' : 'refused');
    }
    my ($exit, $text) = $server->check;
    push @wrong, "nginx -t: exit $exit: $text" if $exit != 0;
    for my $i (0 .. $#$kinds) {
        my $said = $text =~ /\[warn\] .*bizrec_index "\Q$prefix\E\/$i\.mdb": \S/ ? 1 : 0;
        push @wrong, "$kinds->[$i]: nginx -t " . ($said ? 'refuses' : 'accepts') . ' it' if $said == $is_good->[$i];
    }
    return;
}

sub check_served {
    my ($kinds, $is_good) = @_;
    my @got = answers(0 .. $#$kinds);
    for my $i (0 .. $#$kinds) {
        for my $question (0 .. $#questions) {
            my ($status, $body) = @{ $got[$i * @questions + $question] || ['no reply', ''] };
            my $right =
                  $is_good->[$i]
                ? $status eq '200' && $body eq $right[$question][1]
                : $status eq '503' && $body =~ /\A\{.*"code":"index_unavailable"\}\z/;
            push @wrong, "$kinds->[$i]: $status " . substr $body, 0, 300 if !$right;
        }
    }
    return;
}

# Without missing=503 nginx -t fails at the first.
sub check_strict {
    my ($kind, $is_good) = @_;
    $server->configure(main => "worker_processes 1;\n", http => http(1, ''));
    my ($exit, $text) = $server->check;
    push @wrong, "$kind: nginx -t: exit $exit: $text"
        if $exit != ($is_good ? 0 : 1) || (!$is_good && $text !~ /\[emerg\] .*bizrec_index "\Q$prefix\E\/0\.mdb": \S/);
    return;
}

while (my @batch = splice @cases, 0, $batch) {
    last if @wrong > 5;
    my @is_good;
    unlink "$prefix/error.log";
    for my $i (0 .. $#batch) {
        my $bytes = $kinds{ $batch[$i] }->();
        push @is_good, $bytes eq $good ? 1 : 0;
        unlink "$prefix/$i.mdb";
        $server->write("$i.mdb", $bytes);
        $bytes eq $good ? $harmless++ : $refused++;
    }
    $server->configure(main => "worker_processes 1;\n", http => http(scalar @batch, 'missing=503'));
    check_files(\@batch, \@is_good);
    $server->start;
    my @workers = $server->workers;
    check_served(\@batch, \@is_good);
    push @wrong, 'a worker died' if "@workers" ne join ' ', $server->workers;
    push @wrong, "log: $1" if $server->error_log =~ /(.*(?:exited on signal|exited with code [1-9]|Sanitizer).*)/;
    $server->stop('QUIT');
    check_strict($batch[0], $is_good[0]);
}

is(join("\n", @wrong[0 .. ($#wrong < 9 ? $#wrong : 9)]),
    '', 'verify, nginx -t and a server agree: damaged is refused, undamaged is answered from')
    or diag("seed $seed");
cmp_ok($refused, '>=', $rounds * 14, "$refused damaged files");
note("$harmless changes that change nothing");

Bizrec::Server::finish_all();
done_testing();
