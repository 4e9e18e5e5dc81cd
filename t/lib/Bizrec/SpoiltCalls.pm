package Bizrec::SpoiltCalls;

# The n-th system call of a command that changes files fails, or ends the command: t/faults/nth_call.cpp, preloaded.
#   my $faults = spoilt_calls($folder, $binary);       # undef: no compiler, or a sanitized builder
#   my $result = spoilt($faults, $n, 'before', @command);    # or an errno; {code, signal, err, call}; no call: it had fewer
#   my %environment = spoilt_call($faults, $n, 'before');    # for a command that does not begin as lmdb_builder
#   my $call = call_spoilt($faults);                         # its name
#   my $calls = killed_everywhere($faults, …); failed_everywhere($faults, …);    # tests of every call
#   my $refused = spoilt_everywhere($faults, …);    # both
use strict;
use warnings;
use Bizrec::Builder qw(run slurp);
use Exporter        qw(import);
use POSIX           ();
use Test::More;

our @EXPORT_OK = qw(call_spoilt failed_everywhere killed_everywhere spoilt spoilt_call spoilt_calls spoilt_everywhere);

sub spoilt_calls {
    my ($folder, $binary) = @_;
    return if slurp($binary) =~ /__asan_init|__tsan_init/;    # these must be preloaded themselves
    my $library = "$folder/nth_call.so";
    my $source  = "$Bizrec::Builder::repository/t/faults/nth_call.cpp";
    return if system(qw(g++ -std=c++17 -O1 -fPIC -shared -o), $library, $source, '-ldl') != 0;
    return { library => $library, log => "$folder/fault" };
}

sub spoilt_call {
    my ($faults, $n, $what) = @_;
    unlink $faults->{log};
    return (LD_PRELOAD => $faults->{library}, FAULT_CALL => $n, FAULT_DO => $what, FAULT_LOG => $faults->{log});
}

sub call_spoilt {
    my ($faults) = @_;
    return -e $faults->{log} ? slurp($faults->{log}) : undef;
}

sub spoilt {
    my ($faults, $n, $what, @command) = @_;
    my %spoilt = spoilt_call($faults, $n, $what);
    local @ENV{ keys %spoilt } = values %spoilt;
    my $result = run(@command);
    $result->{call} = call_spoilt($faults);
    return $result;
}

# Two tests of a command that is killed before its first call, then before its second, and so on. `begin` makes the place of a run
# and returns it with the command. `problem` gets the place and returns the faults there; empty: none. Returns the number of calls.
sub killed_everywhere {
    my ($faults, %how) = @_;
    my (%calls, @wrong, $n);
    for ($n = 1;; ++$n) {
        my ($place, @command) = $how{begin}->();
        my $killed = spoilt($faults, $n, 'before', @command);
        last unless defined $killed->{call};
        $calls{ $killed->{call} }++;
        my $problem = $killed->{signal} == 9 ? $how{problem}->($place) : 'not killed';
        push @wrong, "$n, $killed->{call}: $problem" if $problem ne '';
    }
    cmp_ok $n, '>', $how{min_calls}, 'calls that change files: ' . join ' ', map { "$_*$calls{$_}" } sort keys %calls;
    is_deeply \@wrong, [], 'SIGKILL before each of them';
    return $n - 1;
}

# A test of a command each of whose `calls` fails once, with an errno. `begin` as above. `problem` gets the place and the result of
# the run. Returns how many runs the command refused.
sub failed_everywhere {
    my ($faults, $name, $errno, $calls, %how) = @_;
    my ($refused, @wrong) = (0);
    for my $n (1 .. $calls) {
        my ($place, @command) = $how{begin}->();
        my $result = spoilt($faults, $n, $errno, @command);
        ++$refused if $result->{code} == 1;
        my $problem = $how{problem}->($place, $result);
        push @wrong, "$n, $result->{call}: $problem" if $problem ne '';
    }
    is_deeply \@wrong, [], "$name from each of them: $refused of $calls refused";
    return $refused;
}

# Both tests of a command: it is killed before each of its calls, and each of its calls fails with EIO. The arguments of
# killed_everywhere(), `says`: what the command says if it refuses a run, and perhaps `untold`: gets the place and the result of a
# failed run, and returns what neither its messages nor its log tell. Returns how many runs the command refused.
sub spoilt_everywhere {
    my ($faults, %how) = @_;
    my $calls   = killed_everywhere($faults, %how);
    my $problem = sub {
        my ($place, $result) = @_;
        return "status $result->{code}, signal $result->{signal}, $result->{err}" if $result->{code} > 1 || $result->{signal};
        return "says $result->{err}"                                              if $result->{code} == 1 && $result->{err} !~ $how{says};
        my $untold = $how{untold} ? $how{untold}->($place, $result) : '';
        return $untold ne '' ? $untold : $how{problem}->($place);
    };
    return failed_everywhere($faults, 'EIO', POSIX::EIO(), $calls, begin => $how{begin}, problem => $problem);
}

1;
