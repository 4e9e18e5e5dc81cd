#!/usr/bin/env perl
# The cost of a poll for changes that finds nothing, compared with nginx's `return 204`: `make bench-polls`. Prints Markdown.
#
# `since` is the current generation, as in most polls of a customer. One worker on one core, the client on another. The two
# locations run in turn within each round; figures are medians.
#   ROUNDS=9 bench/http/polls.pl INDEX      (more variables: bench/http/lib/Bizrec/Bench.pm)

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib", "$FindBin::Bin/../../t/lib";

use Bizrec::Bench;
use Bizrec::Pairs     qw(@layouts measure_pairs print_pairs);
use Bizrec::Published qw(generation_of);
use Bizrec::Report;
use Bizrec::Server;

die "usage: $0 INDEX\n" unless @ARGV == 1;
my ($index) = @ARGV;
my $server = Bizrec::Server->new(
    main => $layouts[0][1],
    http => "
    keepalive_requests 100000000;
    server {
        listen %%LISTEN%%;
        bizrec_index $index;
        bizrec_access off;
        location = /fixed { return 204; }
        location = /changes { bizrec_changes; }
    }"
);
my $queries = $server->write('queries', 'since=' . generation_of($index) . "\n");
$server->start;
my %pair = (
    name => 'a poll that finds nothing',
    core => 1,
    map { $_->[0] => [$server, $_->[1], $queries, '--get'] } ['plain', '/fixed'],
    ['other', '/changes']
);
my $runs = measure_pairs($ENV{ROUNDS} || 9, \%pair);
$server->stop;

Bizrec::Report::begin('nginx');
print_pairs([\%pair], $runs, 'of the poll');
Bizrec::Report::end('make bench-polls');
