package Bizrec::Wait;

# Waiting for a condition, never for a time: a test's result must not depend on how fast the machine is.

use strict;
use warnings;

use Exporter    qw(import);
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(comes_true);

# Looks until the condition is true, or for `seconds` (60), twelve times as long under sanitizers and Valgrind. What the condition said last.
sub comes_true {
    my ($condition, $seconds) = @_;
    my $end = time + ($seconds || 60) * ($ENV{BIZREC_INSTRUMENTED} ? 12 : 1);
    while (1) {
        my $now    = time;
        my $result = $condition->();
        return $result if $result || $now > $end;
        sleep 0.02;
    }
}

1;
