package Bizrec::Report;

# Prints a measurement to standard output, and with DOCS=file.md in the environment also into that file, between the lines <!--
# NAME --> and <!-- end of NAME -->.

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(median with_commas);

my ($text, $memory) = ('');

sub median {
    my @sorted = sort { $a <=> $b } @_;
    return $sorted[$#sorted / 2];
}

# 1234567.8 → 1,234,568
sub with_commas {
    my $text = sprintf '%.0f', $_[0];
    1 while $text =~ s/(\d)(\d{3})(?!\d)/$1,$2/;
    return $text;
}

# With names of Debian packages: the first line has the machine and their versions.
sub begin {
    my (@packages) = @_;
    open $memory, '>', \$text or die "memory: $!\n";
    select $memory;
    print _machine(@packages), "\n" if @packages;
    return;
}

sub _replace {
    my ($path, $name) = @_;
    open my $in, '<', $path or die "$path: $!\n";
    my $page = do { local $/ = undef; <$in> };
    $page =~ s/(?<=<!-- \Q$name\E -->\n).*?(?=<!-- end of \Q$name\E -->)/\n$text\n/s or die "$path has no lines for $name\n";
    open my $out, '>', $path or die "$path: $!\n";
    print $out $page;
    close $out or die "$path: $!\n";
    return;
}

sub end {
    my ($name) = @_;
    select STDOUT;
    close $memory;
    undef $memory;
    print $text;
    _replace($ENV{DOCS}, $name) if $ENV{DOCS};
    return;
}

sub _machine {
    my (@packages) = @_;
    my ($model)    = map { /^model name\s*:\s*(.*?)\s*$/ ? $1 : () } qx(cat /proc/cpuinfo);
    my ($kb)       = map { /^MemTotal:\s*(\d+)/          ? $1 : () } qx(cat /proc/meminfo);
    my $cores      = () = qx(cat /proc/cpuinfo) =~ /^processor/mg;
    my @versions   = map { chomp; $_ } qx(dpkg-query -W -f '\${Package} \${Version}\\n' @packages);
    return sprintf "%s, %d cores, %.0f GB; %s.\n", $model // 'unknown processor', $cores, $kb / 1048576, join ', ', @versions;
}

END {
    if ($memory) {    # a program died
        select STDOUT;
        close $memory;
        print $text;
    }
}

1;
