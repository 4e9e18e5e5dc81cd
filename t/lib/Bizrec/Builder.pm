package Bizrec::Builder;

# Runs lmdb_builder for the command-line tests, in separate folders, with separate standard output and standard error.
# The binary is $LMDB_BUILDER, or build/lmdb_builder.

use strict;
use warnings;
use Cwd qw(abs_path);
use Digest::SHA;
use Exporter       qw(import);
use File::Basename qw(dirname);
use File::Spec;
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use Bizrec::Wait qw(comes_true);

our @EXPORT_OK = qw(binary build_ok digest entries folder lines must_run ok_run program_version quoted record relink run slurp spew
    start_build summary uuid);

umask 022;    # fixed, because tests compare modes and the umask of the shell may differ

our $repository = abs_path(File::Spec->catdir(dirname(__FILE__), ('..') x 3));
my $json = JSON::PP->new->canonical->utf8;

sub binary {
    my $path = $ENV{LMDB_BUILDER} || "$repository/build/lmdb_builder";
    plan skip_all => "no lmdb_builder at $path: run make build" unless -x $path;
    return $path;
}

# The name contains the process: random names alone repeat in each run of a test that has called srand().
sub folder { return tempdir("bizrec-builder-$$-XXXXXX", TMPDIR => 1, CLEANUP => 1) }

# Quotes any word for a shell.
sub quoted { my ($word) = @_; return "'" . $word =~ s/'/'\\''/gr . "'" }

# run({stdin => text}?, arguments...) -> {code, signal, out, err}
sub run {
    my $options   = ref $_[0] ? shift : {};
    my @arguments = @_;
    my $folder    = File::Temp->newdir("bizrec-run-$$-XXXXXX", TMPDIR => 1);    # removed after this call: there are thousands
    spew("$folder/in", defined $options->{stdin} ? $options->{stdin} : '');
    my $child = fork;
    die "fork: $!" unless defined $child;
    if ($child == 0) {
        open STDIN,  '<', "$folder/in"  or die;
        open STDOUT, '>', "$folder/out" or die;
        open STDERR, '>', "$folder/err" or die;
        exec { binary() } binary(), @arguments or die;    # without arguments perl would give the path to a shell
    }
    waitpid $child, 0;
    return { code => $? >> 8, signal => $? & 127, out => slurp("$folder/out"), err => slurp("$folder/err") };
}

# The output of a command without which the test cannot go on.
sub must_run {
    my $result = run(@_);
    die "@{[grep { !ref } @_]}: $result->{err}" if $result->{code} != 0;
    return $result->{out};
}

# The output of a command. A test that it succeeds.
sub ok_run {
    my (@arguments) = @_;
    my $result = run(@arguments);
    is $result->{code}, 0, "@arguments" or diag $result->{err};
    return $result->{out};
}

# Points a symbolic link at another file, by rename, so that at every moment there is a link.
sub relink {
    my ($target, $link) = @_;
    symlink $target, "$link.new" or die "$link.new: $!\n";
    rename "$link.new", $link or die "$link: $!\n";
    return;
}

sub spew {
    my ($path, $text) = @_;
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $text;
    close $file or die "$path: $!";
    return $path;
}

# The one version number of a release: docs/releases.md.
sub program_version {
    my ($version) = slurp("$repository/bizrec/base/version.hpp") =~ /program_version = "([\d.]+)"/ or die 'no version';
    return $version;
}

sub slurp {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;
    my $text = <$file>;
    return defined $text ? $text : '';
}

# The SHA-256 of a file.
sub digest { return Digest::SHA->new(256)->addfile($_[0])->hexdigest }

# Names in a folder, sorted, without the report that a build leaves beside its index.
sub entries {
    my ($folder) = @_;
    opendir my $stream, $folder or die "$folder: $!";
    return [sort grep { !/\A(?:\.\.?|last-build\.json)\z/ } readdir $stream];
}

# The n-th id of a test: uuid(7) is 00000000-0000-4000-8000-000000000007.
sub uuid { return sprintf '00000000-0000-4000-8000-%012x', $_[0] }

# A record's line: record(number, field => value...)
sub record {
    my ($number, %fields) = @_;
    return $json->encode({ store_id => uuid($number), business_name => "Store $number", %fields }) . "\n";
}

# The records that most tests use: 300 stores of a chain, unrelated businesses on one domain, single businesses.
sub lines {
    my @lines;
    for my $i (1 .. 300) {
        push @lines,
            record(
            $i,
            business_name => 'Acme',
            root_domain   => 'acme.com',
            website_url   => "https://www.acme.com/stores/$i",
            city          => 'City ' . $i % 17,
            state         => $i % 2 ? 'CA' : 'Texas',
            zip_code      => sprintf('%05d', 10000 + $i % 40),
            country       => 'US',
            latitude      => 30 + $i % 13,
            longitude     => -100 - $i % 11,
            );
    }
    my $number = 1000;
    for my $name (qw(Alpha Bravo Charlie Delta Echo Foxtrot)) {
        ++$number;
        push @lines, record($number, business_name => $name, website_url => "https://directory.example/list/$name", country => 'FR');
    }
    push @lines, record(2000, website_url => 'https://single.example/', social_media_links => ['https://www.instagram.com/single']);
    push @lines, record(2001, website_url => 'someone@gmail.com');
    return @lines;
}

sub build_ok {
    my (@arguments) = @_;
    my $result = run('build', '--json', '--quiet', @arguments);
    is $result->{code}, 0, "build @arguments" or diag $result->{err};
    return $result;
}

# A running build that waits for more input than these lines: (process, its pipe).
sub start_build {
    my ($index, $lines, @options) = @_;
    pipe my $read, my $write or die;
    my $child = fork;
    die "fork: $!" unless defined $child;
    if ($child == 0) {
        close $write;
        open STDIN,  '<&', $read       or die;
        open STDOUT, '>',  '/dev/null' or die;
        open STDERR, '>',  '/dev/null' or die;
        exec binary(), 'build', @options, '-o', $index, '-' or die;
    }
    close $read;
    $write->autoflush(1);
    print $write @$lines;
    ok comes_true(sub { -d "$index.building" }), 'the build is under way';
    return ($child, $write);
}

# The summary without the values that differ from run to run.
sub summary {
    my ($result) = @_;
    my $summary = $json->decode($result->{out});
    delete @{$summary}{qw(seconds stages threads peak_memory_bytes)};
    return $summary;
}

1;
