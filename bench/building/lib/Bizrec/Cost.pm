package Bizrec::Cost;

# The cost of running a program: wall and CPU seconds, memory, disk. It samples memory and disk twenty times a second.

use strict;
use warnings;

use Exporter    qw(import);
use POSIX       qw(WNOHANG);
use Time::HiRes qw(sleep time);

our @EXPORT_OK = qw(cost_of);

# Private resident memory of a process, and resident memory with its mapped files; MB.
sub _memory {
    my ($pid) = @_;
    open my $status, '<', "/proc/$pid/status" or return (0, 0);
    my %kb = map { /^(RssAnon|VmRSS):\s*(\d+) kB/ ? ($1 => $2) : () } <$status>;
    return map { ($kb{$_} // 0) * 1024 / 1e6 } qw(RssAnon VmRSS);
}

# Disk space of the files that a process has open for writing, also of those without a name; MB.
sub _disk {
    my ($pid) = @_;
    my ($blocks, %seen) = (0);
    for my $link (glob "/proc/$pid/fd/*") {
        my ($number) = $link =~ /(\d+)$/;
        open my $info, '<', "/proc/$pid/fdinfo/$number" or next;
        my ($flags) = map { /^flags:\s*([0-7]+)/ ? oct $1 : () } <$info>;
        my @stat = stat $link;
        next                 unless @stat && -f _ && ($flags // 0) & 3;
        $blocks += $stat[12] unless $seen{"$stat[0] $stat[1]"}++;
    }
    return $blocks * 512 / 1e6;
}

sub _highest {
    my ($old, $new) = @_;
    return $new > $old ? $new : $old;
}

# cost_of(OUTPUT, COMMAND...): the program's standard output goes into the file OUTPUT. Dies if the program fails.
sub cost_of {
    my ($output, @command) = @_;
    my ($user, $system)    = (times)[2, 3];
    my %cost  = (memory => 0, resident => 0, disk => 0);
    my $start = time;
    my $pid   = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', $output or die "$output: $!\n";
        exec @command or die "$command[0]: $!\n";
    }
    while (waitpid($pid, WNOHANG) == 0) {
        my ($private, $resident) = _memory($pid);
        $cost{memory}   = _highest($cost{memory},   $private);
        $cost{resident} = _highest($cost{resident}, $resident);
        $cost{disk}     = _highest($cost{disk},     _disk($pid));
        sleep 0.05;
    }
    die "failed: @command\n" if $?;
    $cost{wall} = time - $start;
    my @now = (times)[2, 3];
    $cost{cpu} = $now[0] + $now[1] - $user - $system;
    return \%cost;
}

1;
