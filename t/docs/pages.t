#!/usr/bin/perl
# The pages: each link and its anchor exist. Each marker of a generated part has its end and a program that prints it.
# docs/directives.md has exactly the directives of the module, and docs/openapi.yaml each error code of docs/api.md.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use File::Basename  qw(dirname);
use Test::More;

my @pages = ('README.md', 'CONTRIBUTING.md', 'SECURITY.md', glob 'docs/*.md');
my %text  = map { $_ => slurp($_) } @pages;
my %prose = map { $_ => $text{$_} =~ s/^```.*?^```$//msgr } @pages;

# ---- links

# In the form that GitHub makes from headings.
my %anchors;
for my $page (@pages) {
    for my $heading ($prose{$page} =~ /^#+ +(.*?) *$/mg) {
        $heading =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
        my $anchor = lc($heading) =~ s/[^\w\- ]//gr =~ tr/ /-/r;
        $anchors{$page}{$anchor} = 1;
    }
}
my @broken;
for my $page (@pages) {
    for my $link ($prose{$page} =~ /\]\(([^)\s]+)\)/g) {
        next if $link =~ /^\w+:/;
        my ($file, $anchor) = $link =~ /^([^#]*)(?:#(.*))?$/;
        my $path = $file eq '' ? $page : dirname($page) . "/$file";
        $path =~ s{^\./}{};
        1 while $path =~ s{[^/]+/\.\./}{};
        push @broken, "$page: $link: no such file" unless -e $path;
        push @broken, "$page: $link: no such heading" if defined $anchor && $anchors{$path} && !$anchors{$path}{$anchor};
    }
}
is_deeply(\@broken, [], 'every link of the pages leads somewhere');

# ---- generated parts

my %targets = map { $_ => 1 } map { split / / } (slurp('Makefile') . slurp('bench/Makefile')) =~ /^([\w-]+(?: [\w-]+)*):/mg;
my $fillers = join "\n", map { slurp($_) } '.ci/unit-exposure', glob('bench/*.pl bench/*/*.pl');
my @markers;
for my $page (@pages) {
    my $text  = $text{$page};
    my @names = $text =~ /^<!-- (?!end of )(.*?) -->$/mg;
    for my $name (@names) {
        push @markers, "$page: $name has no end" unless $text =~ /^<!-- \Q$name\E -->\n.*?^<!-- end of \Q$name\E -->$/ms;
        push @markers, "$page: no target $name" if $name      =~ /^make (\S+)/ && !$targets{$1};
        push @markers, "$page: nothing prints $name"
            unless $fillers =~ /end\('\Q$name\E'\)/ || $fillers =~ /<!-- \Q$name\E -->/ || -x $name || $name =~ m{^t/\S+\.t$} && -f $name;
    }
    push @markers, "$page: an end without its beginning" if @names != (() = $text =~ /^<!-- end of .*? -->$/mg);
}
is_deeply(\@markers, [], 'every generated part has its end, and what prints it');

# ---- directives and codes

my @tables     = map { slurp("ngx_bizrec_module/$_.cpp") } qw(directives charging/credits_directives);
my %directives = map { $_ => 1 } "@tables"                   =~ /\{ngx_string\("(\w+)"\)/g;
my %described  = map { $_ => 1 } $text{'docs/directives.md'} =~ /^## (bizrec_\w+)$/mg;
cmp_ok(scalar keys %directives, '>', 5, 'directives of the module');
is_deeply([sort keys %described], [sort keys %directives], '... have each a section of docs/directives.md');
my @incomplete = grep {
    $text{'docs/directives.md'} !~
        /^## $_\n\n    Syntax:   $_\b[^\n]*;\n(?:              [^\n]*\n)?    Default:  \S[^\n]*\n    Context:  \S/m
} sort keys %directives;
is_deeply(\@incomplete, [], '... with its syntax, default and context');

my %codes = map { $_ => 1 } slurp('docs/openapi.yaml') =~ /^    ErrorCode:\n.*?enum:\n((?:        - \w+\n)+)/ms ? $1 =~ /(\w+)/g : ();
my %told  = map { $_ => 1 } $text{'docs/api.md'} =~ /^\| [\d, ]+ \| `(\w+)` \|/mg;
is_deeply([sort keys %told], [sort keys %codes], 'docs/api.md and docs/openapi.yaml have the same error codes');

done_testing();
