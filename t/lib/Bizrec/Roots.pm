package Bizrec::Roots;

# Unchanged roots of Debian for t/install/. Their archives stay in build/install/ until their recipe changes. As root, in a
# separate mount namespace.

use strict;
use warnings;
use Bizrec::Builder qw(slurp spew);
use Digest::SHA     qw(sha256_hex);
use Exporter        qw(import);
use Test::More;

our @EXPORT_OK = qw(archive base_archive shell stand_in unpack_root);
our $folder    = 'build/install';    # all paths begin at the checkout, whose own path may contain any character

sub shell { my ($command) = @_; my $said = qx{($command) 2>&1 </dev/null}; $? == 0 or BAIL_OUT("$command\n$said"); return $said }

# The archive of a root. If there is none of this name, it is made, and older ones of its kind are removed.
sub archive {
    my ($kind, $key, $make) = @_;
    my $path = "$folder/$kind-" . substr(sha256_hex($key), 0, 12) . '.tar';
    return $path if -f $path;
    unlink glob "$folder/$kind-*.tar";
    diag("making $path");
    $make->("$path.new");
    rename "$path.new", $path or die "$path: $!";
    return $path;
}

# A minimal Debian, with the named packages.
sub base_archive {
    my ($kind, $release, @packages) = @_;
    my $key = join ' ', $release . slurp('.ci/root'), @packages;
    return archive($kind, $key, sub { my ($file) = @_; shell("rm -rf $file; .ci/root make $release $file @packages"); return });
}

sub unpack_root {
    my ($archive, $root) = @_;
    shell(".ci/root unpack $archive $root");
    return;
}

# A script in Bash under this name in a root, in the place of a program of the outside world.
sub stand_in {
    my ($root, $name, $text) = @_;
    chmod 0755, spew("$root/usr/local/bin/$name", "#!/bin/bash\nset -eu\n$text");
    return;
}

1;
