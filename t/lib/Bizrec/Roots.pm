package Bizrec::Roots;

# Unchanged roots of Debian for t/install/. Their archives stay in build/install/ until their recipe changes. As root, in a
# separate mount namespace.

use strict;
use warnings;
use Bizrec::Builder qw(slurp spew);
use Digest::SHA     qw(sha256_hex);
use Exporter        qw(import);
use Test::More;

our @EXPORT_OK = qw(archive base_archive shell stand_in stand_in_services unpack_root);
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

# A `systemctl` that acts on the nginx in the root, and a `certbot` that makes a certificate by itself and lets curl trust it.
sub stand_in_services {
    my ($root) = @_;
    stand_in($root, 'systemctl', <<'SCRIPT');
stop() { [ ! -s /run/nginx.pid ] || { kill -QUIT "$(cat /run/nginx.pid)"; while [ -s /run/nginx.pid ]; do sleep 0.05; done; }; }
case "$*" in
    daemon-reload) ;;
    'restart nginx') stop; /usr/sbin/nginx -g 'daemon on; master_process on;' ;;  # as Debian's unit does
    'reload nginx') nginx -s reload ;;
    *) echo "systemctl $* is not known here" >&2; exit 1 ;;
esac
SCRIPT
    stand_in($root, 'certbot', <<'SCRIPT');
while [ "$1" != -d ]; do shift; done
folder=/etc/letsencrypt/live/$2
mkdir -p "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$2" -addext "subjectAltName=DNS:$2" \
    -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>/dev/null
cp "$folder/fullchain.pem" /usr/local/share/ca-certificates/test.crt
update-ca-certificates >/dev/null 2>&1
SCRIPT
    return;
}

1;
