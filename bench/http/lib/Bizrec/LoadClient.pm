package Bizrec::LoadClient;

# Runs bench/load, the client that sends prepared requests.
#
# Environment: LOAD_CLIENT (build/cmake/load_client).

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);
use JSON::PP;

our @EXPORT_OK = qw(begin_load finish_load finish_refused_load pin_threads);

my $program = $ENV{LOAD_CLIENT} || "$Bizrec::Server::repository/build/cmake/load_client";

# The worker's event loop runs on core 0, its other threads on core 1. Returns the process id of the worker.
sub pin_threads {
    my ($server) = @_;
    my ($loop)   = $server->workers;
    for my $thread (map { m{(\d+)\z} } glob "/proc/$loop/task/*") {
        my $core = $thread == $loop ? 0 : 1;
        system("taskset -c -p $core $thread > /dev/null") == 0 or die "taskset failed\n";
    }
    return $loop;
}

# Begins a load from a core (undef: any core). Returns the argument of finish_load().
sub begin_load {
    my ($core, $port, $path, $bodies, @options) = @_;
    my @from = defined $core ? ('taskset', '-c', $core) : ();
    open my $output, '-|', @from, $program, '--port', $port, '--path', $path, '--bodies', $bodies, @options
        or die "$program: $!\n";
    return { path => $path, output => $output };
}

# The client's report of its run, even if all answers were errors.
sub finish_refused_load {
    my ($load) = @_;
    my $output = $load->{output};
    return eval { decode_json(join '', <$output>) } || die "$program failed on $load->{path}\n";
}

# The same, but dies if a request had no answer.
sub finish_load {
    my ($load) = @_;
    my $run = finish_refused_load($load);
    die "$load->{path}: $run->{refused} requests refused, $run->{failed} failed\n" if $run->{refused} + $run->{failed};
    return $run;
}

1;
