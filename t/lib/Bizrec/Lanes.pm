package Bizrec::Lanes;

# The lanes of test files, read from two lines of each file's first comment:
#
#   # needs: root netns        what the file needs to run whole (%needs below); without it the file skips parts of itself
#   # lane: gate sanitize      the lanes of the file (%lanes below); `all` is every file

use strict;
use warnings;

use Exporter qw(import);

our @EXPORT_OK = qw(%lanes %needs test_files files_of missing_needs);

our %lanes = (
    gate     => 'make test',
    user     => 'once more as another user: files, folders, processes',
    sanitize => 'once more under AddressSanitizer and UBSan: memory and lifetime',
    debian13 => 'once more on Debian 13: nginx, and the libraries that can differ there',
    valgrind => 'under Valgrind, at night',
    thread   => 'under ThreadSanitizer, at night',
    install  => 'make test-install',
    packages => 'Debian packages in pristine roots, at night',
    night    => 'at night alone',
);

sub has { my ($program) = @_; return system("command -v $program >/dev/null 2>&1") == 0 }

# Each tells whether the need is available.
our %needs = (
    chromium   => sub { has('chromium') },
    compiler   => sub { has('g++') && has('cc') },
    curl       => sub { `curl --version 2>/dev/null` =~ /HTTP2/ },
    data       => sub { -d ($ENV{BIZREC_DATA} // '') . '/records' },
    git        => sub { system('git rev-parse HEAD >/dev/null 2>&1') == 0 },
    jq         => sub { has('jq') },
    mmdebstrap => sub { has('mmdebstrap') },
    netns      => sub { system('unshare --net true 2>/dev/null') == 0 },
    npm        => sub { has('node') && system('cmp -s t/openapi/package-lock.json build/openapi/installed') == 0 },
    openssl    => sub { has('openssl') },
    parallel   => sub { `parallel --version 2>/dev/null` =~ /^GNU parallel/ },
    packaging  => sub { has("dpkg-buildpackage") && has("dh_nginx") && has("lintian") },
    postgresql => sub {
        has('psql') && grep { -x "$_/initdb" } glob '/usr/lib/postgresql/*/bin';
    },
    promtool => sub { has('promtool') },
    python   => sub { system(q{python3 -c 'import http.client, json, ssl' 2>/dev/null}) == 0 },
    root     => sub { $> == 0 },
    rsync    => sub { has('rsync') },
    slurm    => sub { has('slurmctld') && has('slurmd') && has('munged') },
    systemd  => sub { has('systemd-analyze') },
    zstd     => sub { has('zstd') },
);

# (path => {needs => [...], lanes => {name => 1}}) of every test below t/. Dies where a file has no lane, or a word is unknown.
sub test_files {
    my %files;
    for my $path (glob 't/*/*.t') {
        open my $file, '<', $path or die "$path: $!\n";
        my %tags;
        while (my $line = <$file>) {
            last if $line !~ /^#/;
            $tags{$1} = [split ' ', $2] if $line =~ /^# (needs|lane): +(.*)$/;
        }
        die "$path: its first comment has no line \"# lane: ...\"\n" if !@{ $tags{lane} // [] };
        for my $lane (@{ $tags{lane} }) { die "$path: $lane is no lane: " . join(' ', sort keys %lanes) . "\n" if !$lanes{$lane} }
        for my $need (@{ $tags{needs} // [] }) {
            die "$path: nothing can be needed as $need: " . join(' ', sort keys %needs) . "\n" if !$needs{$need};
        }
        $files{$path} = { needs => $tags{needs} // [], lanes => { map { $_ => 1 } @{ $tags{lane} } } };
    }
    return %files;
}

# The paths of a lane, sorted.
sub files_of {
    my ($lane, %files) = @_;
    return sort grep { $lane eq 'all' || $files{$_}{lanes}{$lane} } keys %files;
}

# The missing needs of these files, sorted.
sub missing_needs {
    my ($files, @paths) = @_;
    my %wanted = map { $_ => 1 } map { @{ $files->{$_}{needs} } } @paths;
    return grep { !$needs{$_}->() } sort keys %wanted;
}

1;
