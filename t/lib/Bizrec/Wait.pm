package Bizrec::Wait;

# Waits for a condition, never for a time: a test's result must not depend on the speed of the machine.

use strict;
use warnings;

use Exporter    qw(import);
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(comes_true patience);

# The seconds after which a wait gives up: far more than a busy machine needs, so that it misses only events that never come.
# Sanitizers and Valgrind get twelve times as many.
sub patience { my ($seconds) = @_; return ($seconds || 60) * ($ENV{BIZREC_INSTRUMENTED} ? 12 : 1) }

# Looks until the condition is true, or for patience(`seconds`). Returns the last value of the condition.
sub comes_true {
    my ($condition, $seconds) = @_;
    my $end = time + patience($seconds);
    while (1) {
        my $now    = time;
        my $result = $condition->();
        return $result if $result || $now > $end;
        sleep 0.02;
    }
}

1;
