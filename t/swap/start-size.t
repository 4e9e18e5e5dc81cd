# With a verdict, `nginx -t`, a start and a reload read as much of an index of 200 GB as of a small one. The test counts bytes
# of read() and page faults of all processes, by the kernel's counters.
#
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder   qw(run slurp);
use Bizrec::Http      qw(post);
use Bizrec::Index     qw(build_index uuid);
use Bizrec::Published qw(sparse_index);
use Bizrec::Server;
use Test::More;

plan skip_all => 'sanitizers and Valgrind read by themselves' if $ENV{BIZREC_INSTRUMENTED};
plan skip_all => 'no /proc/self/io here'                      if !-r '/proc/self/io';

my $server = Bizrec::Server->new(
    main => "worker_processes 2;\n",
    http => 'server { listen %%LISTEN%%; bizrec_access off; bizrec_index %%PREFIX%%/published/current;
        location = /e { bizrec_enrich_company; } }',
);
$server->allow_log(qr/is damaged/);
my $published = $server->prefix . '/published';
my $index =
    build_index($server->prefix . '/index.mdb', { store_id => uuid(1), business_name => 'Shop', website_url => 'https://a.example' });
is(run('publish', '--quiet', $index, $published)->{code}, 0, 'a small index is published');
my $bytes = slurp($index);

# Pages that processes have touched: first those of ended processes (this process has waited for them), then those of running
# ones.
sub pages_of {
    my ($pid, $is_parent) = @_;
    my ($read)  = slurp("/proc/$pid/io") =~ /^rchar: (\d+)/m;
    my @fields  = split ' ', slurp("/proc/$pid/stat") =~ s/\A.*\) //sr;
    my @faults  = @fields[$is_parent ? (8, 10) : (7, 9)];    # minor and major ones; for ended children
    my $touched = 0;
    $touched += $_ for @faults;
    return $read / 4096 + $touched;
}

sub pages_during {
    my ($what) = @_;
    my %before = map { $_ => pages_of($_, $_ == $$) } $$, grep { $_ } $server->master, $server->workers;
    $what->();
    my $sum = 0;
    $sum += pages_of($_, $_ == $$) - ($before{$_} // 0) for $$, grep { $_ } $server->master, $server->workers;
    return $sum;
}

sub ask { return is(post($server, '/e', { website => 'a.example' })->{status}, 200, 'it serves') }

# The lowest of several values, because other work of the machine only adds.
sub measured {
    my ($name) = @_;
    my %min;
    for (1 .. 3) {
        my %pages;
        $pages{'nginx -t'} = pages_during(sub { is(($server->check)[0], 0, "$name: nginx -t") });
        $pages{start}      = pages_during(sub { $server->start;  ask() });
        $pages{reload}     = pages_during(sub { $server->reload; ask() });
        $server->stop;
        for my $what (keys %pages) { $min{$what} = $pages{$what} if $pages{$what} < ($min{$what} // 9e9) }
    }
    return %min;
}
my %small = measured('a small index');

# Less than half of the pages of 64 MB; the rest of the system changes a start by some hundred.
my $few = 8192;

my ($hashed, $said);
sparse_index($published, $bytes, 64 * 1024**2);
$hashed = pages_during(sub { $said = ($server->check)[1] });
like($said, qr/is damaged: its SHA-256 is/, 'without a verdict 64 MB are hashed');
cmp_ok($hashed - $small{'nginx -t'}, '>', $few, '... and these counts show it');

SKIP: {
    sparse_index($published, $bytes, 200 * 1024**3, verdict => 1) or skip "no sparse files of 200 GB here: $!", 3;
    my %large = measured('200 GB');
    for my $what (sort keys %large) {
        cmp_ok($large{$what} - $small{$what}, '<', $few, "$what: as much as with the small index");
        note(sprintf '%.0f pages, and %.0f', $large{$what}, $small{$what});
    }
}
Bizrec::Server::finish_all();
done_testing();
