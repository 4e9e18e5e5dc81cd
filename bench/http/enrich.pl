#!/usr/bin/env perl
# How close enrichment comes to what nginx needs to return a fixed string: `make bench`.
#
# One worker on one core, wrk on another, requests prepared beforehand, the rows of the table in turn within each round,
# medians over the rounds. Prints Markdown.
#   ROUNDS=9 SECONDS=3 CONNECTIONS=32 bench/http/enrich.pl INDEX BRANDS.jsonl.gz

use strict;
use warnings;

use Cwd qw(abs_path);
use Digest::SHA qw(sha256_hex);
use File::Basename qw(dirname);
use lib dirname(abs_path(__FILE__)) . '/../../t/lib';

use Bizrec::Http qw(post);
use Bizrec::Server;
use JSON::PP;

my ($index, $brands) = @ARGV;
die "usage: $0 INDEX BRANDS.jsonl.gz\n" unless defined $brands;
my ($rounds, $seconds, $connections) = map { $ENV{ $_->[0] } || $_->[1] } ['ROUNDS', 9], ['SECONDS', 3],
    ['CONNECTIONS', 32];
my $different_keys = 10_000;
my $key            = 'bench-key';
my $folder         = dirname(abs_path(__FILE__));
my $json           = JSON::PP->new->utf8->canonical;

# The websites of the sample, in an order that has nothing to do with the index's.
sub websites {
    open my $lines, '-|', 'gzip', '-cd', $brands or die "$brands: $!\n";
    my %website_of;
    while (my $line = <$lines>) {
        my $record = $json->decode($line);
        $website_of{ $record->{root_domain} } //= $record->{website_url} if $record->{website_url};
    }
    my @domains = sort { sha256_hex($a) cmp sha256_hex($b) } keys %website_of;
    return map { $website_of{$_} } @domains[0 .. $different_keys - 1];
}

# The domain of the sample with the most stores.
sub biggest_chain {
    open my $lines, '-|', 'gzip', '-cd', $ENV{STORES} or die "STORES: $!\n";
    my %stores;
    while (my $line = <$lines>) {
        $stores{$1}++ if $line =~ /"root_domain":"([^"]+)"/;
    }
    return (sort { $stores{$b} <=> $stores{$a} || $a cmp $b } keys %stores)[0];
}

sub median { my @sorted = sort { $a <=> $b } @_; return $sorted[$#sorted / 2] }

my $server = Bizrec::Server->new(http => http_configuration(''));

sub http_configuration {
    my ($fixed) = @_;
    my $digest = sha256_hex($key);
    return <<"END";
    keepalive_requests 100000000;
    client_body_buffer_size 64k;
    map_hash_bucket_size 128;
    map \$bizrec_key_sha256 \$team { default ""; $digest team-1; }
    limit_req_zone \$team zone=rate:1m rate=1000000r/s;
    limit_conn_zone \$team zone=connections:1m;
    server {
        listen %%LISTEN%%;
        bizrec_index $index;
        add_header X-Team \$team;
        location = /fixed { default_type application/json; return 200 '$fixed'; }
        location = /enrich { bizrec_enrich_company; }
        location = /limited {
            limit_req zone=rate burst=1000000 nodelay;
            limit_conn connections 10000;
            bizrec_enrich_company;
        }
    }
END
}

sub write_bodies {
    my ($name, @bodies) = @_;
    return $server->write($name, join '', map { $json->encode($_) . "\n" } @bodies);
}

# Nanoseconds that the worker has spent on a processor.
sub cpu_ns {
    my ($pid) = $server->workers;
    open my $file, '<', "/proc/$pid/schedstat" or die "schedstat: $!\n";
    return (split ' ', <$file>)[0];
}

sub run_once {
    my ($path, $bodies) = @_;
    my $before = cpu_ns();
    my $output = `taskset -c 1 wrk -t1 -c$connections -d${seconds}s --latency -s $folder/prepared.lua \\
        http://127.0.0.1:@{[$server->port]}$path -- $bodies $key`;
    my ($requests, $duration_us, $refused, $failed, $p99_us) = $output =~ /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)/m
        or die "wrk said: $output\n";
    die "$path: $refused requests refused, $failed failed\n" if $refused + $failed;
    return { rate => $requests / $duration_us * 1e6, cpu_us => (cpu_ns() - $before) / $requests / 1e3, p99 => $p99_us };
}

my @websites = websites();
my $one      = write_bodies('one.jsonl', map { +{ website => $_, limit => 1 } } @websites);
my $chain    = write_bodies('chain.jsonl', { website => biggest_chain(), limit => 50 });

$server->start;
my @sizes = sort { length $a <=> length $b }
    map { post($server, '/enrich', { website => $_, limit => 1 }, { Authorization => "Bearer $key" })->{content} }
    @websites[0 .. 199];
my $fixed = $sizes[$#sizes / 2];
(my $quoted = $fixed) =~ s/(['\\])/\\$1/g;
die "the fixed body would need a variable: $fixed\n" if $quoted =~ /\$/;
$server->configure(main => "worker_processes 1;\nworker_cpu_affinity 01;\n", http => http_configuration($quoted));
$server->reload;

my @rows = (
    ['`return 200`, fixed body of ' . length($fixed) . ' bytes', '/fixed',   $one],
    ["enrichment, $different_keys keys, limit 1",                '/enrich',  $one],
    ['the same behind limit_req and limit_conn',                 '/limited', $one],
    ['50 rows of the biggest chain',                             '/enrich',  $chain],
);
my @samples;
run_once($_->[1], $_->[2]) for @rows;
for my $round (1 .. $rounds) {
    push @{ $samples[$_] }, run_once($rows[$_][1], $rows[$_][2]) for 0 .. $#rows;
}

print "One worker, one core; $connections connections; medians of $rounds rounds of $seconds s.\n\n";
print "| what | requests/s | share | CPU µs a request | ratio | p99 ms |\n|---|--:|--:|--:|--:|--:|\n";
for my $row (0 .. $#rows) {
    my @runs = @{ $samples[$row] };
    printf "| %s | %.0f | %.2f | %.2f | %.2f | %.2f |\n", $rows[$row][0], median(map { $_->{rate} } @runs),
        median(map { $runs[$_]{rate} / $samples[0][$_]{rate} } 0 .. $#runs), median(map { $_->{cpu_us} } @runs),
        median(map { $runs[$_]{cpu_us} / $samples[0][$_]{cpu_us} } 0 .. $#runs), median(map { $_->{p99} } @runs) / 1000;
}
$server->stop;
