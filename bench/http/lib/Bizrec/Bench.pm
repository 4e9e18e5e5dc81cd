package Bizrec::Bench;

# One pinned worker on an index, prepared loads for it, and the table of their figures.
#
# Environment: CONNECTIONS (32), RUN_SECONDS (3), LOAD_CLIENT (bench/http/lib/Bizrec/LoadClient.pm).

use strict;
use warnings;

use Bizrec::Http       qw(post);
use Bizrec::LoadClient qw(begin_load finish_load);
use Bizrec::Report     qw(median);
use Bizrec::Server;
use Digest::SHA qw(sha256_hex);
use JSON::PP;

our $different_keys = 10_000;
our $few_keys       = 16;       # their slots and rows stay in the nearest caches
our $connections    = $ENV{CONNECTIONS} || 32;
our $seconds        = $ENV{RUN_SECONDS} || 3;

my $key  = 'bench-key';
my $json = JSON::PP->new->utf8->canonical;

sub lines_of {
    my ($file) = @_;
    open my $lines, '-|', 'gzip', '-cdf', $file or die "$file: $!\n";
    return $lines;
}

# Websites of the brands, each with another domain, in an order that is independent of the order in the index.
sub websites {
    my ($brands) = @_;
    my $lines = lines_of($brands);
    my %website_of;
    while (my $line = <$lines>) {
        my $record = $json->decode($line);
        $website_of{ $record->{root_domain} } //= $record->{website_url} if $record->{website_url};
    }
    my @domains = sort { sha256_hex($a) cmp sha256_hex($b) } keys %website_of;
    return map { $website_of{$_} } @domains[0 .. $different_keys - 1];
}

# The domain with the most stores.
sub biggest_chain {
    my ($stores) = @_;
    my $lines = lines_of($stores);
    my %count;
    while (my $line = <$lines>) {
        $count{$1}++ if $line =~ /"root_domain":"([^"]+)"/;
    }
    return (sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count)[0];
}

# Every location sets a header from $team, so that each of them needs the digest and the map.
sub configuration {
    my ($index, $fixed, $directive, $path) = @_;
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
        location = $path { $directive; }
        location = /limited {
            limit_req zone=rate burst=1000000 nodelay;
            limit_conn connections 10000;
            $directive;
        }
    }
END
}

# A server with three locations: `path` has `directive`, /limited has the same and limits, and /fixed returns a body as long as
# the median answer to `samples`.
sub on_index {
    my ($class, $index, $directive, $path, @samples) = @_;
    my $self = bless { server => Bizrec::Server->new(http => configuration($index, '', $directive, $path)) }, $class;
    $self->{server}->start;
    $self->{fixed} = $self->typical_answer($path, @samples);
    $self->{server}->configure(
        main => "worker_processes 1;\nworker_cpu_affinity 01;\n",
        http => configuration($index, $self->{fixed} =~ s/(['\\])/\\$1/gr, $directive, $path)
    );
    $self->{server}->reload;
    return $self;
}

sub new {
    my ($class, $index, $brands, $stores) = @_;
    my @bodies = map { +{ website => $_, limit => 1 } } websites($brands);
    my $self   = $class->on_index($index, 'bizrec_enrich_company', '/enrich', @bodies[0 .. 199]);
    $self->{one}   = $self->write_bodies('one.jsonl',   @bodies);
    $self->{few}   = $self->write_bodies('few.jsonl',   @bodies[0 .. $few_keys - 1]);
    $self->{chain} = $self->write_bodies('chain.jsonl', { website => biggest_chain($stores), limit => 50 });
    return $self;
}

sub write_bodies {
    my ($self, $name, @bodies) = @_;
    return $self->{server}->write($name, join '', map { $json->encode($_) . "\n" } @bodies);
}

# The answer of median length that can be written into a configuration. A sample: a body, or a structure that becomes JSON.
sub typical_answer {
    my ($self, $path, @samples) = @_;
    my %header  = (Authorization => "Bearer $key");
    my @answers = sort { length $a <=> length $b }
        grep { !/\$/ } map { post($self->{server}, $path, $_, \%header)->{content} } @samples;
    return $answers[$#answers / 2];
}

sub worker { my ($pid) = $_[0]{server}->workers; return $pid }

# Nanoseconds of processor time of a process, with all its threads.
sub cpu_ns {
    my ($pid) = @_;
    my $sum = 0;
    for my $thread (glob "/proc/$pid/task/*/schedstat") {
        open my $file, '<', $thread or die "$thread: $!\n";
        $sum += (split ' ', <$file>)[0];
    }
    return $sum;
}

# One run: requests a second, the worker's CPU time a request, 99th percentile of latency. `options`: more options of
# load_client.
sub load_at {
    my ($port, $pid, $path, $bodies, @options) = @_;
    my $before = cpu_ns($pid);
    my $run =
        finish_load(begin_load(1, $port, $path, $bodies, '--key', $key, '--connections', $connections, '--seconds', $seconds, @options));
    return {
        answered => $run->{answered},
        rate     => $run->{answered} / $run->{seconds},
        cpu_us   => (cpu_ns($pid) - $before) / $run->{answered} / 1e3,
        p99_ms   => $run->{p99_us} / 1e3,
    };
}

sub load {
    my ($self, $path, $bodies) = @_;
    return load_at($self->{server}->port, $self->worker, $path, $bodies);
}

sub stop { $_[0]{server}->stop; return }

# Runs the rows of a table, [name, sub that returns the result of load()]. Each row runs once to warm up, then in turn within
# each round. Returns the runs of each row.
sub measure {
    my ($rounds, @rows) = @_;
    $_->[1]->() for @rows;
    my @runs;
    for (1 .. $rounds) {
        push @{ $runs[$_] }, $rows[$_][1]->() for 0 .. $#rows;
    }
    return \@runs;
}

# Prints their medians; shares and ratios are computed against the first row, round by round. Returns the shares.
sub print_table {
    my ($rows, $runs) = @_;
    my @rounds = 0 .. $#{ $runs->[0] };
    printf "One worker on one core, %d connections; medians of %d rounds of %s s.\n\n", $connections, scalar @rounds, $seconds;
    print "| what | requests/s | share | CPU µs a request | ratio | p99 ms |\n|---|--:|--:|--:|--:|--:|\n";
    my @share;
    for my $row (0 .. $#$rows) {
        my $of = sub {
            my ($what) = @_;
            return median(map { $_->{$what} } @{ $runs->[$row] });
        };
        my $to_first = sub {
            my ($what) = @_;
            return median(map { $runs->[$row][$_]{$what} / $runs->[0][$_]{$what} } @rounds);
        };
        push @share, $to_first->('rate');
        printf "| %s | %.0f | %.2f | %.2f | %.2f | %.2f |\n", $rows->[$row][0], $of->('rate'), $share[-1], $of->('cpu_us'),
            $to_first->('cpu_us'), $of->('p99_ms');
    }
    return @share;
}

1;
