#!/usr/bin/perl
# The time of `make build` from nothing, and after a change of one source: `make bench-compile`. Prints Markdown.
#
# The build happens in a clone of this repository's last commit, below build/bench/compile, with each compiler under `timed`.
# DOCS=docs/testing.md puts the table into that page.

use strict;
use warnings;

use FindBin;
use lib "$FindBin::Bin/../lib";
use Cwd         qw(abs_path);
use File::Path  qw(make_path remove_tree);
use Time::HiRes qw(time);

use Bizrec::Report;

my $repository = abs_path("$FindBin::Bin/../..");
my $folder     = "$repository/build/bench/compile";
my $tree       = "$folder/tree";
my $log        = "$folder/times.tsv";
remove_tree($tree);
make_path($folder);
run("git clone --quiet --shared '$repository' '$tree'");
$ENV{BIZREC_COMPILE_TIMES}        = $log;
$ENV{CMAKE_CXX_COMPILER_LAUNCHER} = "$FindBin::Bin/timed";

sub run { my ($command) = @_; system('bash', '-c', "($command) >'$folder/said' 2>&1") == 0 or die "$command: see $folder/said\n"; return }

# Wall seconds and processor seconds.
sub build {
    unlink $log;
    my ($begin, @before) = (time, times);
    run("make -C '$tree' --no-print-directory build CC='$FindBin::Bin/timed cc'");
    my @after = times;
    return (time - $begin, $after[2] + $after[3] - $before[2] - $before[3]);
}

# "bizrec/rank" for a joint unit or a source.
sub room {
    my ($source) = @_;
    return "$1"                if $source =~ m{\Q$tree\E/((?:lmdb_builder|bench)(?:/\w+)?)/[^/]+$};
    return 'nginx'             if $source =~ m{objs|ngx_http_bizrec_module_modules|/src/};
    return 'ngx_bizrec_module' if $source =~ m{bizrec_units/bizrec_module_};
    return "bizrec/$1"         if $source =~ m{/bizrec_(\w+)\.dir/} && $1 ne 'builder';
    return "lmdb_builder/$1"   if $source =~ m{/bizrec_builder\.dir/Unity/unity_(\w+)_\d+_cxx};
    return 'bench/generator'   if $source =~ m{/generator\.dir/};
    return 'linking'           if $source eq 'linking';
    return 'rules';
}

sub entries {
    open my $times, '<', $log or return;
    return map { chomp; [split /\t/] } <$times>;
}

my ($wall, $processors) = build();
my @units = sort { $b->[0] <=> $a->[0] } entries();
my %room;
$room{ room($_->[1]) } += $_->[0] for @units;

my @changes;
for my $source (qw(bizrec/base/hex.cpp bizrec/rank/plan.cpp lmdb_builder/stages/build_index.cpp ngx_bizrec_module/body.cpp)) {
    my ($file) = -f "$tree/$source" ? $source : glob("$tree/" . $source =~ s{[^/]+$}{*.cpp}r);
    $file =~ s{^\Q$tree\E/}{};
    open my $out, '>>', "$tree/$file" or die "$file: $!\n";
    print {$out} "\n";
    close $out or die;
    push @changes, [$file, build()];
}

Bizrec::Report::begin('g++', 'cmake', 'nginx-dev');
printf "\n`make build` from nothing: %.0f s, %.0f s of processors (packages not counted).\n\n", $wall, $processors;
print "| after a change of | seconds | seconds of processors |\n|---|--:|--:|\n";
printf "| `%s` | %.1f | %.1f |\n", @$_ for @changes;
print "\n| room | seconds of processors |\n|---|--:|\n";
printf "| `%s` | %.1f |\n", $_, $room{$_} for sort { $room{$b} <=> $room{$a} } keys %room;
print "\n| most expensive units | seconds of processors |\n|---|--:|\n";
printf "| `%s` | %.1f |\n", $_->[1] =~ s{^\Q$tree\E/}{}r =~ s{build/cmake/CMakeFiles/}{}r, $_->[0]
    for @units[0 .. ($#units < 9 ? $#units : 9)];
Bizrec::Report::end('make bench-compile');
