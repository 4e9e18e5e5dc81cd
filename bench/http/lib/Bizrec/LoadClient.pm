package Bizrec::LoadClient;

# Runs bench/load, the client that sends prepared requests.
#
# Environment: LOAD_CLIENT (build/cmake/load_client).

use strict;
use warnings;

use Bizrec::Server;
use Exporter qw(import);
use JSON::PP;

our @EXPORT_OK = qw(begin_load finish_load finish_refused_load);

my $program = $ENV{LOAD_CLIENT} || "$Bizrec::Server::repository/build/cmake/load_client";

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
