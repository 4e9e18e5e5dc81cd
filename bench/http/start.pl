#!/usr/bin/env perl
# The time of `nginx -t`, a start and a reload for indexes of several sizes: `make bench-start`. Prints Markdown.
#
# Each index is published, so it has a verdict. `nginx -t` lasts until it ends, a start until the first answer, a reload until
# the first answer of a new worker. The same without an index is the time of nginx alone. Then the same with `bizrec_index_check
# full`, which hashes the file, from the page cache. Figures are medians over the rounds.
#   ROUNDS=9 bench/http/start.pl FOLDER...
# Each FOLDER has index.mdb. It needs disk space for a second copy of the index.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Builder qw(run);
use Bizrec::Http    qw(request);
use Bizrec::Report  qw(median);
use Bizrec::Server;
use JSON::PP;
use Time::HiRes qw(sleep time);

die "usage: $0 FOLDER...\n" unless @ARGV;
my @folders = @ARGV;
my $rounds  = $ENV{ROUNDS} || 9;
my $server  = Bizrec::Server->new;

sub configure {
    my ($index) = @_;
    $server->configure(
        main => "worker_processes 2;\n",
        http => "server { listen %%LISTEN%%; location = /pid { add_header X-Pid \$pid; return 204; } $index }"
    );
    return;
}

# Seconds until a worker other than these answers.
sub seconds_until_other {
    my ($begin, @old) = @_;
    my %old = map { $_ => 1 } @old;
    while (1) {
        my $reply = request($server, 'GET', '/pid');
        my $pid   = $reply->{headers}{'x-pid'};
        return time - $begin                            if $pid && !$old{$pid};
        die "no worker answers:\n" . $server->error_log if time - $begin > 3600;
        sleep 0.0005;
    }
}

sub check {
    my $begin = time;
    my ($exit, $said) = $server->check;
    my $seconds = time - $begin;
    die "nginx -t: $said\n" if $exit != 0;
    return $seconds;
}

# Seconds of each: [nginx -t, start, reload].
sub round {
    my @seconds = check();
    my $begin   = time;
    my ($exit, $said) = $server->_run($server->_command);
    die "nginx: $said\n" if $exit != 0;
    push @seconds, seconds_until_other($begin);
    my @old = $server->workers;
    $begin = time;
    kill 'HUP', $server->master;
    push @seconds, seconds_until_other($begin, @old);
    $server->stop;
    return \@seconds;
}

sub medians {
    my ($count) = @_;
    round();    # fills the page cache with programs and index
    my @rounds = map { round() } 1 .. $count;
    return map {
        my $what = $_;
        median(map { $_->[$what] } @rounds)
    } 0 .. 2;
}

# 1000000 -> 1,000,000
sub grouped { my ($number) = @_; 1 while $number =~ s/^(\d+)(\d{3})/$1,$2/; return $number }

sub size { my ($bytes) = @_; return $bytes < 1e9 ? sprintf '%.0f MB', $bytes / 1e6 : sprintf '%.1f GB', $bytes / 1e9 }

Bizrec::Report::begin('nginx');
printf "Median seconds of %d rounds (hashed: 3), two workers. The files are in the page cache.\n\n", $rounds;
print "| index | records | `nginx -t` | start | reload | `nginx -t`, hashed | start, hashed |\n|--:|--:|--:|--:|--:|--:|--:|\n";
configure('');
printf "| none: nginx alone | | %.3f | %.3f | %.3f | | |\n", medians($rounds);
my ($rate, $slowest) = (0);
for my $folder (@folders) {
    my $published = $server->prefix . '/published';
    my $run       = run('publish', '--quiet', '--json', "$folder/index.mdb", $published);
    die "publish: $run->{err}\n" if $run->{code} != 0;
    my $bytes   = -s "$published/current";
    my $records = decode_json(run('inspect', '--json', "$published/current")->{out})->{documents};
    configure("bizrec_index $published/current; location = /e { bizrec_enrich_company; }");
    my @trusted = medians($rounds);
    configure("bizrec_index $published/current; bizrec_index_check full; location = /e { bizrec_enrich_company; }");
    my @hashed = medians(3);
    printf "| %s | %s | %.3f | %.3f | %.3f | %.2f | %.2f |\n", size($bytes), grouped($records), @trusted, @hashed[0, 1];
    $rate = $bytes / ($hashed[0] - $trusted[0]) if $hashed[0] > $trusted[0];
    system 'rm', '-rf', $published;
}
printf "\nHashing went at %.1f GB/s: %.0f min for an index of 360 GB, and the time to read it from the disk.\n", $rate / 1e9,
    360e9 / $rate / 60
    if $rate;
print "\n";
Bizrec::Report::end('make bench-start');
