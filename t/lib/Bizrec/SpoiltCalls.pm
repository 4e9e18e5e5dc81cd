package Bizrec::SpoiltCalls;

# The n-th system call of a command that changes files fails, or ends the command: t/faults/nth_call.cpp, preloaded.
#   my $faults = spoilt_calls($folder, $binary);       # undef: no compiler, or a sanitized builder
#   my %environment = spoilt_call($faults, $n, 'before');    # or an errno
#   my $call = call_spoilt($faults);                   # its name; undef if the command had fewer calls
use strict;
use warnings;
use Bizrec::Builder qw(slurp);
use Exporter        qw(import);

our @EXPORT_OK = qw(call_spoilt spoilt_call spoilt_calls);

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

1;
