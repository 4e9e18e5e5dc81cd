#!/usr/bin/perl
# The rooms of docs/architecture.md: every include follows the tables of rooms, every source has a header with its name or is
# declared in its room's or its family's header, no two rooms have the same last name, no room is named like a folder of build
# outputs.
#
# lane: gate
use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use File::Basename  qw(basename dirname);
use File::Find;
use Test::More;

# Programs begin in these files: no source includes them.
my %entry = map { $_ => 1 } qw(lmdb_builder/main.cpp ngx_bizrec_module/module.cpp);

# The rooms of a tree, in the order of its table: each may include those above it.
sub rooms_of {
    my ($tree)  = @_;
    my ($table) = slurp('docs/architecture.md') =~ /^The rooms of `\Q$tree\E`[^\n]*\n\n((?:\|[^\n]*\n)+)/m;
    return $table ? $table =~ /^\| `(\w+)\/` \|/mg : ();
}

my @sources;
find({ no_chdir => 1, wanted => sub { push @sources, $_ if -f && /\.[ch]pp$/ } }, qw(bizrec lmdb_builder ngx_bizrec_module));
@sources = sort @sources;

my %rank;    # rank of each room, "tree/room"
for my $tree (qw(bizrec lmdb_builder)) {
    my @rooms = rooms_of($tree);
    cmp_ok(scalar @rooms, '>', 5, "docs/architecture.md has the table of $tree");
    @rank{ map { "$tree/$_" } @rooms } = 0 .. $#rooms;
    my %there = map { m{^\Q$tree\E/(\w+)/} ? ($1 => 1) : () } @sources;
    is_deeply([sort @rooms], [sort keys %there], "the table lists each folder of $tree");
}

# A source with one function for others needs no separate header. Its room's header may declare it, under the source's name
# (lmdb_builder/commands/commands.hpp), or a header of its folder whose comment names the source (import/importer.hpp).
sub shared_headers {
    my ($path) = @_;
    my ($folder, $room, $name) = $path =~ m{^((?:.*/)?(\w+))/(\w+)\.cpp$} or return;
    return grep {
        my $text = slurp($_);
        $text =~ m{^\s*///.*\b\Q$name\E\.cpp\b}m || ($_ eq "$folder/$room.hpp" && $text =~ /^\w+ \Q$name\E\([^)]*\);/m);
    } grep { dirname($_) eq $folder && /\.hpp$/ } @sources;
}

# If a class needs several sources, their names are the header's name and their topic: resolver.hpp, resolver_labels.cpp.
sub header_in_front {
    my ($path) = @_;
    (my $name = $path) =~ s/\.cpp$//;
    while ($name =~ s/_[a-z]+$//) { return "$name.hpp" if -e "$name.hpp" }
    return;
}

is_deeply([rooms_of('bizrec')], [slurp('lists/rooms.txt') =~ /^(\w+):/mg], 'lists/rooms.txt, by which all builds go, has the same order');

# The trees that a tree may include.
my %may = (bizrec => qr{^bizrec/}, lmdb_builder => qr{^(?:bizrec|lmdb_builder)/}, ngx_bizrec_module => qr{^(?:bizrec|ngx_bizrec_module)/});

# A build with CREDITS=OFF leaves out the rooms of credits. Only these files may include headers of those rooms, and only these
# headers.
my %credits_of = (
    'lmdb_builder/main.cpp'         => qr{^lmdb_builder/credits/credits\.hpp$},
    'ngx_bizrec_module/credits.hpp' => qr{^ngx_bizrec_module/charging/},
);
my $credits = qr{^(?:bizrec/ledger|lmdb_builder/credits|ngx_bizrec_module/charging)/};

my (@arrows, @alone, %includes);
for my $path (@sources) {
    my ($tree, $room) = $path =~ m{^(\w+)/(?:(\w+)/)?};
    for my $included (slurp($path) =~ /^\s*#\s*include\s*[<"]([^>"]+)[>"]/mg) {
        push @arrows, "$path includes $included" if $tree ne 'ngx_bizrec_module' && $included =~ /^ngx_/;
        if ($included !~ m{^(?:bizrec|lmdb_builder|ngx_bizrec_module)/}) {
            next unless $included =~ /\.hpp$/ && -e dirname($path) . "/$included";
            push @arrows, "$path includes $included without its folder" if $tree ne 'ngx_bizrec_module';
            $included = dirname($path) . "/$included";
        }
        push @{ $includes{$path} }, $included;
        push @arrows, "$path includes $included, which is credits'"
            if $included =~ $credits && $path !~ $credits && $included !~ ($credits_of{$path} // qr/^$/);
        push @arrows, "$path includes $included, of another tree" if $included !~ $may{$tree};
        push @arrows, "$path includes $included, which does not exist" unless -e $included;
        my ($from, $to) = map { m{^(\w+/\w+)/} ? $rank{$1} : undef } $path, $included;
        next unless $included =~ m{^\Q$tree\E/};
        push @arrows, "$path includes $included, of a room below it in the table" if defined $from && $to > $from;
    }
    next if $path !~ /\.cpp$/ || $entry{$path};
    (my $header = $path) =~ s/\.cpp$/.hpp/;
    if (!-e $header && (my ($shared) = (shared_headers($path), header_in_front($path)))) {
        $header = $shared;
    }
    push @alone, $path unless -e $header;
    (my $first) = slurp($path) =~ /^\s*#\s*include\s*"([^"]+)"/m;
    push @alone, "$path does not begin with its own header" if -e $header && basename($first // '') ne basename($header);
}
is_deeply(\@arrows, [], 'every include follows the tables');
is_deeply(\@alone, [],
    'every source has a header of its own name, or of that name\'s front, or is declared in its room\'s or family\'s, and begins with it');

# A unit test is in the folder of the room that it tests, and follows the same table: it includes no room of its tree below that
# room.
my (@homeless, @low, @unit_tests);
find({ no_chdir => 1, wanted => sub { push @unit_tests, $_ if -f && /\.[ch]pp$/ } }, 't/unit');
for my $path (sort @unit_tests) {
    my ($folder) = $path =~ m{^t/unit/(\w+)/[^/]+$} or push @homeless, $path;
    next if !$folder || $folder =~ /^(?:support|module)$/;
    my ($tree) = grep { defined $rank{"$_/$folder"} } qw(bizrec lmdb_builder);
    push @homeless, $path unless $tree;
    next unless $tree;
    for my $included (slurp($path) =~ /^\s*#\s*include\s*"([^"]+)"/mg) {
        my ($to) = map { s{^t/unit/}{$tree/}r =~ m{^(\Q$tree\E/\w+)/} ? $rank{$1} : undef } $included;
        push @low, "$path includes $included, of a room below it in the table" if defined $to && $to > $rank{"$tree/$folder"};
    }
}
is_deeply(\@homeless, [], 'each unit test stands in the folder of a room');
is_deeply(\@low,      [], '... the lowest of those that it needs');

# Circles within a room, which the tables cannot show.
my (%state, @circles);

sub walk {
    my ($path, @way) = @_;
    return if ($state{$path} // '') eq 'done';
    if (($state{$path} // '') eq 'open') {
        push @circles, join(' -> ', @way, $path);
        return;
    }
    $state{$path} = 'open';
    walk($_, @way, $path) for grep { /\.hpp$/ } @{ $includes{$path} // [] };
    $state{$path} = 'done';
    return;
}
walk($_) for @sources;
is_deeply(\@circles, [], 'no header includes itself by others');

# The object of an add-on has the name of its last folder and its file.
my %folders = map { dirname($_) => 1 } @sources;
my %last;
push @{ $last{ basename($_) } }, $_ for sort keys %folders;
is_deeply([grep { @$_ > 1 } values %last],                                                [], 'last folders are unique');
is_deeply([grep { basename($_) =~ /^(?:build|out|dist|target|bin|obj)$/ } keys %folders], [], 'no room looks like build output');

done_testing();
