#!/usr/bin/perl
# The sensitivity of the decoder's constants: asks t/quality's typed sets with each constant changed, one at a time, and prints
# how many more or fewer answers are right.
#
#   BIZREC_DATA=FOLDER t/quality/fit.pl [NAME ...]     constants whose names begin with NAME; none: all
#
# A constant is every `constexpr double NAME = NUMBER;` (or float) of bizrec/query and of bizrec/text/typing_cost.hpp. A copy of the
# sources in build/fit reads them from the environment, so that one build is enough.
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Path     qw(make_path);
use List::Util     qw(any);

my @factors = (0.5, 0.75, 1.25, 1.5);
my $tree    = 'build/fit/tree';
my $suite   = 'build/fit/cmake/query_suite';
my $index   = 'build/fit/records.index';
my $number  = qr/-?\d+(?:\.\d+)?/;

my $header = <<'END';
#pragma once
#include <cstdlib>
#include <string>
namespace bizrec {
inline double fitted(const char* name, double value) {
    const char* text = std::getenv((std::string("BIZREC_FIT_") + name).c_str());
    return text == nullptr ? value : std::atof(text);
}
}  // namespace bizrec
END

sub run {
    system(@_) == 0 or die "fit: @_ failed\n";
}

sub slurp {
    my ($path) = @_;
    open my $file, '<', $path or die "fit: $path: $!\n";
    local $/;
    return scalar <$file>;
}

# Writes only changed files, so that the next build is short.
sub write_changed {
    my ($path, $text) = @_;
    return if -e $path && slurp($path) eq $text;
    make_path(dirname($path));
    open my $file, '>', $path or die "fit: $path: $!\n";
    print $file $text;
    close $file or die "fit: $path: $!\n";
}

# The text with its constants read from the environment. Adds them to %$constants: name => value, file.
sub fitted {
    my ($path, $text, $constants) = @_;
    my $replace = sub {
        my ($storage, $type, $list) = @_;
        my @out;
        for (split /,\s*/, $list) {
            my ($name, $value) = /^\s*(\w+)\s*=\s*(.*?)\s*$/s or return "${storage}constexpr $type $list;";
            if ($value =~ /^($number)F?$/ && $1 != 0) {
                $constants->{$name} = { value => $1, file => $path };
                $value = qq{static_cast<$type>(bizrec::fitted("$name", $1))};
            }
            push @out, "$name = $value";
        }
        my $inline = $storage =~ /inline/ || $storage !~ /static/ && $path !~ /hpp$/ ? $storage : "${storage}inline ";
        return "${inline}const $type " . join(', ', @out) . ';';
    };
    my $changed = $text =~ s/((?:static |inline )*)constexpr (double|float) ([^;()]+);/$replace->($1, $2, $3)/ge;
    return $text if !$changed;
    return $path =~ /hpp$/
        ? $text  =~ s/#pragma once\n/#pragma once\n#include "bizrec\/fitted.hpp"\n/r
        : qq{#include "bizrec/fitted.hpp"\n$text};
}

sub copy_sources {
    my %constants;
    for my $path (split /\0/, `git ls-files -z`) {
        next if !-f $path;
        my $text = slurp($path);
        $text = fitted($path, $text, \%constants) if $path =~ m{^bizrec/query/.*pp$|^bizrec/text/typing_cost\.[ch]pp$};
        $text =~ s/constexpr (?=(?:double|float) [^;{]*Costs::)/const /g;    # values that depend on them
        write_changed("$tree/$path", $text);
        chmod +(stat $path)[2] & 07777, "$tree/$path";
    }
    write_changed("$tree/bizrec/fitted.hpp", $header);
    return \%constants;
}

# The number of right answers to the questions for which some record is right, the same for the questions for which no record is
# right, and nDCG@10 of the texts.
sub measure {
    my ($name, $value, $builds) = @_;
    local $ENV{ "BIZREC_FIT_" . ($name // "") } = $value // "";
    my ($right, $absent, $texts) = (0, 0, 0);
    open my $out, '-|', $suite, '--index', $index, $builds ? '--build' : () or die "fit: $suite: $!\n";
    while (<$out>) {
        if (/^absent_\w+\s+\d+\s+(\d+)/) {
            $absent += $1;
        }
        elsif (/^cranfield_search.*nDCG\@10 ([\d.]+)/) {
            $texts = $1;
        }
        elsif (/^\w+\s+\d+\s+(\d+)\s/) {
            $right += $1;
        }
    }
    close $out;    # its status is about the floors
    return ($right, $absent, $texts);
}

$ENV{BIZREC_DATA} or die "fit: BIZREC_DATA is unset\n";
my $constants = copy_sources();
run('cmake', '-S', $tree, '-B', 'build/fit/cmake', '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DBIZREC_TESTS=OFF',
    '--log-level=WARNING');
run('ninja', '-C', 'build/fit/cmake', '--quiet', 'query_suite');

my @today = measure(undef, undef, 1);
$| = 1;
printf "%-22s %8s   right %d, absent %d, texts %.4f\n", 'as they are', '', @today;
for my $name (sort keys %$constants) {
    next if @ARGV && !any { index($name, $_) == 0 } @ARGV;
    my ($value, $file) = @{ $constants->{$name} }{qw(value file)};
    my $builds = $file =~ /typing_cost/;    # the index has values that depend on these constants
    for my $factor (@factors) {
        my @now = measure($name, $value * $factor, $builds);
        printf "%-22s %8g   right %+d, absent %+d, texts %+.4f\n", $name, $value * $factor, map { $now[$_] - $today[$_] } 0 .. 2;
    }
    measure(undef, undef, 1) if $builds;
}
