#!/usr/bin/env perl
# The cost and the saving of gzip: `make bench-compression`. Prints Markdown.
#
# The same requests one after the other on one connection, plain and compressed in turn, for each level of gzip. The figures are
# bytes of bodies, and CPU time of one worker for a request.
#   ROUNDS=3 REQUESTS=40 bench/http/compression.pl INDEX

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Report qw(median);
use Bizrec::Server;
use HTTP::Tiny;

die "usage: $0 INDEX\n" unless @ARGV == 1;
my ($index)  = @ARGV;
my $rounds   = $ENV{ROUNDS}   || 3;
my $requests = $ENV{REQUESTS} || 40;
my @levels   = (1, 6);

my $locations = join ' ', map {
    my $level = $_;
    map { "location = /$level$_->[0] { gzip_comp_level $level; $_->[1]; }" } ['/enrich', 'bizrec_enrich_company'],
        ['/ids',  'bizrec_search_only_ids'],
        ['/full', 'bizrec_search']
} @levels;
my $server = Bizrec::Server->new(
    main => "worker_processes 1;\n",
    http => "keepalive_requests 100000000; client_body_buffer_size 1m; bizrec_access off; bizrec_index $index;
        gzip on; gzip_types application/json; gzip_min_length 1024; server { listen %%LISTEN%%; $locations }"
);
$server->start;

my @cases = (
    ['enrichment, 1 row',    '/enrich', '{"website":"starbucks.com","limit":1}'],
    ['enrichment, 50 rows',  '/enrich', '{"website":"starbucks.com"}'],
    ['ids, 50 rows',         '/ids',    '{"query":"coffee"}'],
    ['ids, 1,000 rows',      '/ids',    '{"query":"coffee","limit":1000}'],
    ['full search, 50 rows', '/full',   '{"query":"coffee"}'],
);

# Bytes of a body, and CPU microseconds a request.
sub load {
    my ($path, $body, $level) = @_;
    my $client   = HTTP::Tiny->new(keep_alive => 1);
    my %headers  = $level ? ('Accept-Encoding' => 'gzip') : ();
    my ($worker) = $server->workers;
    my $send     = sub {
        my $reply = $client->post('http://127.0.0.1:' . $server->port . '/' . ($level || $levels[0]) . $path,
            { headers => \%headers, content => $body });
        die "$path: $reply->{status} $reply->{content}\n" if $reply->{status} != 200;
        return length $reply->{content};
    };
    my $bytes  = $send->();
    my $before = Bizrec::Bench::cpu_ns($worker);
    $send->() for 1 .. $requests;
    return { bytes => $bytes, cpu_us => (Bizrec::Bench::cpu_ns($worker) - $before) / $requests / 1e3 };
}

my @runs = @{
    Bizrec::Bench::measure(
        $rounds,
        map {
            my (undef, @of) = @$_;
            map {
                my $level = $_;
                [undef, sub { load(@of, $level) }]
            } 0, @levels
        } @cases
    )
};
$server->stop;

Bizrec::Report::begin('nginx', 'zlib1g');
print "One connection, one request at a time; medians of $rounds rounds of $requests requests.\n\n";
print '| answer | bytes | CPU µs a request |', (map { " level $_: bytes | CPU µs |" } @levels), "\n|---|--:|--:|", '--:|--:|' x @levels,
    "\n";
for my $case (@cases) {
    my @of = splice @runs, 0, 1 + @levels;
    print "| $case->[0] |", (
        map {
            my $run = $_;
            sprintf ' %d | %.0f |', $run->[0]{bytes}, median(map { $_->{cpu_us} } @$run)
        } @of
        ),
        "\n";
}
Bizrec::Report::end('make bench-compression');
