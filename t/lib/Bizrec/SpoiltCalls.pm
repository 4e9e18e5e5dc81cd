package Bizrec::SpoiltCalls;

# The n-th system call of a command that changes files fails, or ends the command: t/faults/nth_call.cpp, preloaded. The tests spoil every
# third call (of commands that build: every sixth), others in each run; with BIZREC_KILLS all.
#   my $faults = spoilt_calls($folder, $binary);       # undef: no compiler, or a sanitized builder
#   my $result = spoilt($faults, $n, 'before', @command);    # or an errno; {code, signal, err, call}; no call: it had fewer
#   my %environment = spoilt_call($faults, $n, 'before');    # for a command that does not begin as lmdb_builder
#   my $call = call_spoilt($faults);                         # its name
#   for (my $n = first_call($step); …; $n += $step)          # the calls of this run; $slow_step: of a command that builds
#   killed_everywhere($faults, …); failed_everywhere($faults, …);    # tests of these calls
#   spoilt_everywhere($faults, …);    # both
use strict;
use warnings;
use Bizrec::Builder qw(run slurp);
use Exporter        qw(import);
use POSIX           ();
use Test::More;

our @EXPORT_OK =
    qw($step $slow_step call_spoilt failed_everywhere first_call killed_everywhere spoilt spoilt_call spoilt_calls spoilt_everywhere);
our $step      = $ENV{BIZREC_KILLS} ? 1 : 3;
our $slow_step = $ENV{BIZREC_KILLS} ? 1 : 6;

# Another one in each run, and in each loop of a run: kills and errors meet different calls.
my $loops = $$;
sub first_call { my ($each) = @_; return 1 + $loops++ % $each }

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

# Two tests of a command that is killed before one of its calls, then before a later one, and so on. `begin` makes the place of a run
# and returns it with the command. `problem` gets the place and returns the faults there; empty: none.
sub killed_everywhere {
    my ($faults, %how) = @_;
    my (%calls, @wrong, $n);
    for ($n = first_call($step);; $n += $step) {
        my ($place, @command) = $how{begin}->();
        my $killed = spoilt($faults, $n, 'before', @command);
        last unless defined $killed->{call};
        $calls{ $killed->{call} }++;
        my $problem = $killed->{signal} == 9 ? $how{problem}->($place) : 'not killed';
        push @wrong, "$n, $killed->{call}: $problem" if $problem ne '';
    }
    cmp_ok $n, '>', $how{min_calls}, 'calls that change files: ' . join ' ', map { "$_*$calls{$_}" } sort keys %calls;
    is_deeply \@wrong, [], 'SIGKILL before each of them';
    return;
}

# Two tests of a command whose calls fail with an errno, one in each run. `begin` as above. `problem` gets the place and the result of
# the run. At least `min_refused` of the calls make the command fail (the number for all calls).
sub failed_everywhere {
    my ($faults, $name, $errno, %how) = @_;
    my ($tried, $refused, @wrong) = (0, 0);
    for (my $n = first_call($step);; $n += $step) {
        my ($place, @command) = $how{begin}->();
        my $result = spoilt($faults, $n, $errno, @command);
        last unless defined $result->{call};
        ++$tried;
        ++$refused if $result->{code} == 1;
        my $problem = $how{problem}->($place, $result);
        push @wrong, "$n, $result->{call}: $problem" if $problem ne '';
    }
    is_deeply \@wrong, [], "$name from each of them: $refused of $tried refused";
    cmp_ok $refused * $step, '>=', $how{min_refused}, '... most of them matter' if $how{min_refused};
    return;
}

# The tests of both: a command is killed before its calls, and its calls fail with EIO. The arguments of both, `says`: what the command
# says if it refuses a run, and perhaps `untold`: gets the place and the result of a failed run, and returns what neither its messages
# nor its log tell.
sub spoilt_everywhere {
    my ($faults, %how) = @_;
    killed_everywhere($faults, %how);
    my $problem = sub {
        my ($place, $result) = @_;
        return "status $result->{code}, signal $result->{signal}, $result->{err}" if $result->{code} > 1 || $result->{signal};
        return "says $result->{err}"                                              if $result->{code} == 1 && $result->{err} !~ $how{says};
        my $untold = $how{untold} ? $how{untold}->($place, $result) : '';
        return $untold ne '' ? $untold : $how{problem}->($place);
    };
    failed_everywhere($faults, 'EIO', POSIX::EIO(), %how, problem => $problem);
    return;
}

1;
