package Bizrec::Memory;

# Memory of a process. If only one process has mapped a file, the kernel counts its pages as private too, so pages of indexes
# are counted separately.

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(holdings no_more_maps open_files peak_kb reset_peak resident_kb);

sub open_files { my ($pid) = @_; my @files = glob "/proc/$pid/fd/*"; return scalar @files }

sub _status_kb {
    my ($pid, $name) = @_;
    open my $status, '<', "/proc/$pid/status" or return 0;
    my ($kb) = join('', <$status>) =~ /^$name:\s+(\d+)/m;
    return $kb;
}

# Memory with the mapped files: the current value, and the maximum since the process began or reset_peak() was called.
sub resident_kb { my ($pid) = @_; return _status_kb($pid, 'VmRSS') }
sub peak_kb     { my ($pid) = @_; return _status_kb($pid, 'VmHWM') }

sub reset_peak {
    my ($pid) = @_;
    open my $file, '>', "/proc/$pid/clear_refs" or die "/proc/$pid/clear_refs: $!\n";
    print $file '5';
    return close $file;
}

# The process gets at most 300 KiB more: a worker cannot map another index.
sub no_more_maps {
    my ($pid) = @_;
    system('prlimit', '--pid', $pid, '--as=' . (_status_kb($pid, 'VmSize') + 300) * 1024 . ':') == 0 or die "prlimit of $pid\n";
    return;
}

# {private, index, locked: KiB; maps: mapped indexes, files: open descriptors, threads}
sub holdings {
    my ($pid) = @_;
    open my $smaps, '<', "/proc/$pid/smaps" or die "/proc/$pid/smaps: $!\n";
    my ($file, %maps) = ('');
    my %sum = (private => 0, index => 0, locked => 0);
    while (my $line = <$smaps>) {
        if ($line =~ /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ (\d+)\s+(\S*)/) {
            (my $inode, $file) = ($1, $2);
            $maps{$inode}++ if $file =~ /\.mdb$/;
        }
        elsif ($line =~ /^(Private_Clean|Private_Dirty|Rss|Locked):\s+(\d+)/) {
            my ($what, $kb) = ($1, $2);
            my $of_index = $file =~ /\.mdb$/;
            $sum{private} += $kb if $what =~ /^Private/ && !$of_index;
            $sum{index}   += $kb if $what eq 'Rss' && $of_index;
            $sum{locked}  += $kb if $what eq 'Locked';
        }
    }
    my @threads = glob "/proc/$pid/task/*";
    return { %sum, maps => scalar keys %maps, files => open_files($pid), threads => scalar @threads };
}

1;
