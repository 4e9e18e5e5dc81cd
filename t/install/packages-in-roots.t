# Follows docs/packages.md from its first line to its last, in unchanged roots of Debian 12 and 13 whose own nginx already
# serves another site: the packages installed by apt, a key, a certificate, an index of the sample, an answer over TLS; an
# upgrade under load; a module that this nginx does not load; removed and purged without a trace. The commands are those of the
# page's blocks. These are replaced:
#
#   apt install -y certbot      `certbot` is a script that makes the page's certificate for a trial, and lets curl trust it
#   systemctl reload nginx      a script: Debian's own /etc/init.d/nginx, as there is no systemd
#   api.example.com             api.bakery.test, which /etc/hosts of the root knows
#
# .ci/deb makes Debian 12's packages from build/, `.ci/debian13 packages` makes Debian 13's. BIZREC_RELEASES=bookworm: only this
# one.
#
# needs: root netns mmdebstrap packaging
# lane: packages

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(program_version slurp spew);
use Bizrec::Roots   qw(base_archive shell stand_in unpack_root);
use Bizrec::Wait    qw(comes_true patience);
use File::Basename  qw(basename);
use File::Path      qw(make_path);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time);

$ENV{PATH} .= ':/usr/sbin:/sbin';
my $folder   = $Bizrec::Roots::folder;
my $host     = 'api.bakery.test';
my %number   = (bookworm => 12, trixie => 13);
my @releases = split ' ', $ENV{BIZREC_RELEASES} // 'bookworm trixie';

plan skip_all => 'packages are those of the plain build' if $ENV{BIZREC_INSTRUMENTED};
for my $release (@releases) {
    chomp(my $reason = qx{.ci/root can $release});
    plan skip_all => $reason if $? != 0;
}
plan skip_all => 'no network namespaces here' if system('unshare --net true 2>/dev/null') != 0;

# --- outside: the namespaces end all mounts and processes of the test; then the root is removed

if (!$ENV{BIZREC_PACKAGES_INSIDE}) {
    make_path($folder);
    my $clean = sub { system qw(rm -rf --one-file-system), "$folder/packaged" };
    $clean->();
    local $ENV{BIZREC_PACKAGES_INSIDE} = my $network = "bizrec-p-$$";
    # The first process is a shell: it must collect masters whose parent has ended, or they would seem to run for ever.
    my $status = system qw(unshare --mount --pid --fork --kill-child --mount-proc bash -c), '"$@"; exit $?', 'init', $^X, '-It/lib', $0;
    $clean->();
    system "ip netns del $network 2>/dev/null";
    exit($status == 0 ? 0 : 1);
}
my $network = $ENV{BIZREC_PACKAGES_INSIDE};
shell("ip netns add $network && ip -n $network link set lo up");

my %blocks;
for my $part (split /^## /m, slurp('docs/packages.md')) {
    my ($title) = $part =~ /\A(.*)\n/;
    $blocks{$title} = [$part =~ /^```sh\n(.*?)^```/msg];
}
my @parts = ('Install', 'From there to an answer over TLS', 'Upgrade', 'Remove');
# Makes the certificate for a trial by the page's two lines, without the package that the root already has.
my ($certificate) = slurp('docs/packages.md') =~ /^    (apt install -y openssl && mkdir .*\n    openssl req .*)$/m;
$certificate =~ s/apt install -y openssl && // or BAIL_OUT('docs/packages.md has no certificate for a trial');
is_deeply([grep { !$blocks{$_} } @parts], [], 'the page has its parts') or BAIL_OUT('docs/packages.md has changed');
is($blocks{Upgrade}[0],              $blocks{Install}[0], 'an upgrade is one more installation');
is(scalar @{ $blocks{ $parts[1] } }, 5,                   'five commands from the packages to an answer');

my $in =
    'env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
my $root = "$folder/packaged";

sub program { return stand_in($root, @_) }

sub stand_ins {
    program('systemctl', <<'SCRIPT');
[ "$*" = 'reload nginx' ] || { echo "systemctl $* is not known here" >&2; exit 1; }
exec /etc/init.d/nginx reload
SCRIPT
    program('certbot', <<"SCRIPT");
while [ "\$1" != -d ]; do shift; done
host=\$2
$certificate
cp "/etc/letsencrypt/live/\$host/fullchain.pem" /usr/local/share/ca-certificates/test.crt
update-ca-certificates >/dev/null 2>&1
SCRIPT
    spew("$root/etc/hosts", "127.0.0.1 localhost $host\n");
    return;
}

# Runs a command in the root: (exit status, output). With a separate network, which has the servers, or with the mirror.
sub in_root {
    my ($command, %options) = @_;
    my $network_of = $options{mirror} ? '' : "ip netns exec $network";
    spew("$root/root/block",
        "[ ! -f /root/state ] || . /root/state\nset -euo pipefail\n$command\ndeclare -p host > /root/state 2>/dev/null || true\n");
    my $said = qx{$network_of chroot $root $in bash -c 'cd /root && . /root/block' 2>&1 </dev/null};
    return ($? >> 8, $said);
}

sub right {
    my ($name, $command, %options) = @_;
    my ($exit, $said) = in_root($command, %options);
    ok($exit == 0, $name) or BAIL_OUT($said);
    return $said;
}

sub follow {
    my ($blocks) = @_;
    my $block    = shift @$blocks // BAIL_OUT('the page has no more blocks');
    my $mirror   = $block =~ /^apt install/;
    my $command  = $block =~ s{apt install -y certbot}{true}r =~ s{host=api\.example\.com}{host=$host}r;
    my $begin    = time;
    my ($exit, $said) = in_root($command, mirror => $mirror);
    my ($name) = $block =~ /\A(.{1,60})/;
    ok($exit == 0, sprintf '%s (%.0f s)', $name, time - $begin) or BAIL_OUT($said);
    return $said;
}

# {status, json}
sub ask {
    my (@options) = @_;
    my $said = (in_root("curl -s -m @{[patience()]} -w '\\n%{http_code}' @options || true"))[1];
    my ($content, $status) = $said =~ /\A(.*)\n(\d+)\s*\z/s;
    return { status => $status // 0, json => scalar eval { decode_json($content // '') }, content => $content };
}

sub modes {
    return [map { (in_root("stat -c '%a %U:%G' $_ 2>&1"))[1] =~ s/\n//r } @_];
}

# All files and folders with our names, and users and groups with our name.
sub traces {
    my $said = (in_root(
              q{find / -xdev \( -path /proc -o -path /root -o -path /usr/local -o -path /var/cache/apt -o -path /var/lib/apt \) -prune -o }
            . q{\( -iname '*bizrec*' -o -iname '*lmdb_builder*' \) -print; getent passwd bizrec || true; getent group bizrec || true; }
            . q{grep -rl bizrec /etc --exclude='*-' || true}
    ))[1];
    return $said;
}

# The next version: the same packages, whose module reports another number.
sub newer {
    my ($file, $old) = @_;
    my $new  = $old =~ s/(\d)\z/$1 + 1/er;
    my $work = "$root/root/next";
    shell("rm -rf $work && dpkg-deb -R $file $work");
    my $module = "$work/usr/lib/nginx/modules/ngx_bizrec_module.so";
    if (-f $module) {
        my $text = slurp($module);
        is($text =~ s/(?<![\d.])\Q$old\E(?=\0)/$new/g, 1, 'the module has its version in one place');
        spew($module, $text);
    }
    shell(    "sed -i 's/^Version: \Q$old\E/Version: $new/' $work/DEBIAN/control && cd $work && "
            . "find . -path ./DEBIAN -prune -o -type f -printf '%P\\n' | sort | xargs -d '\\n' md5sum > DEBIAN/md5sums");
    my $package = (basename($file) =~ /\A([^_]+)/)[0];
    shell("dpkg-deb --root-owner-group -Zgzip -z1 -b $work $root/root/next/../${package}_${new}.deb >/dev/null && rm -rf $work $file");
    return $new;
}

# Clients that send requests all the time, each in a separate connection, while something happens: (answered, other results).
sub under_load {
    my ($meanwhile) = @_;
    spew("$root/root/load", <<'SCRIPT');
#!/bin/bash
# Until /root/stop exists, and at least 200 requests.
ask() {
    status=$(curl -s -o /dev/null -m 60 -w '%{http_code}' "https://api.bakery.test/api/v1/enrich_company" \
        -H "Authorization: Bearer $(head -n 1 /root/acme.key)" -d '{"website":"https://www.chipotle.com/order","limit":1}')
    echo "$status $?"
}
count=0
until [ -e /root/stop ] && [ $count -ge 200 ]; do
    answer=$(ask)
    # A worker that ends closes HTTP/2 connections that have no stream yet. A client may then ask again (RFC 9113, 6.8).
    [ "$answer" != '000 16' ] || answer=$(ask)
    echo "$answer" >> /root/answers.$1
    count=$((count + 1))
done
SCRIPT
    unlink "$root/root/stop", glob "$root/root/answers.*";
    my @pids;
    for my $number (1, 2) {
        my $pid = fork // die;
        if (!$pid) { exec "ip netns exec $network chroot $root $in bash /root/load $number >/dev/null 2>&1" or exit 1 }
        push @pids, $pid;
    }
    comes_true(sub { return -s "$root/root/answers.1" && -s "$root/root/answers.2" });
    $meanwhile->();
    spew("$root/root/stop", '');
    waitpid $_, 0 for @pids;
    my %seen;
    $seen{$_}++ for map { split /\n/, slurp("$root/root/answers.$_") } 1, 2;
    return (delete $seen{'200 0'} // 0, %seen);
}

for my $release (@releases) {
    subtest "Debian $number{$release}" => sub {
        my $debs;
        if ($release eq 'bookworm') { shell(".ci/deb $folder/debs"); $debs = "$folder/debs" }
        else {
            $debs = 'build/packages-debian13';
            if (!glob "$debs/*.deb") {
                plan skip_all => 'no packages of Debian 13 here: .ci/debian13 packages' if !$ENV{BIZREC_REQUIRED};
                BAIL_OUT('no packages of Debian 13 here: .ci/debian13 packages');
            }
        }
        my $archive = base_archive("nginx-$release", $release, qw(nginx curl openssl logrotate procps));
        shell("rm -rf --one-file-system $root");
        unpack_root($archive, $root);
        stand_ins();
        shell("cp $debs/*.deb $root/root/");
        my $version = program_version();

        # --- before: Debian's nginx with its own site

        right('nginx serves', '/etc/init.d/nginx start');
        is(ask('http://127.0.0.1/')->{status}, 200, '... its own site');
        my $traces = traces();
        is($traces, '', 'no file of ours is there');

        # --- install

        my $begin = time;
        right('the mirror', 'apt-get update', mirror => 1);
        my $blocks = { map { $_ => [@{ $blocks{$_} }] } @parts };
        follow($blocks->{Install});
        right('nginx -t', 'nginx -t');
        is(
            (in_root('readlink /etc/nginx/modules-enabled/50-mod-http-bizrec.conf'))[1],
            "/usr/share/nginx/modules-available/mod-http-bizrec.conf\n",
            'the module is enabled'
        );
        is_deeply(
            modes(qw(/var/log/nginx/bizrec_access.log /var/log/nginx/bizrec_error.log /var/lib/bizrec /var/lib/bizrec/published)),
            ['640 www-data:adm', '640 www-data:adm', '750 bizrec:www-data', '750 bizrec:www-data'],
            'logs and folders, and whose they are'
        );
        is_deeply(modes(qw(/etc/nginx/bizrec/keys.map /etc/bizrec/build.conf)), ['600 root:root', '644 root:root'], '... configuration');
        like((in_root('getent passwd bizrec'))[1],   qr{:/var/lib/bizrec:/usr/sbin/nologin$}m, 'a user without a shell');
        like((in_root('lmdb_builder --version'))[1], qr/\Almdb_builder \Q$version\E,/,         'lmdb_builder runs');
        # apt starts no services here (policy-rc.d); from now on Debian's scripts may start them.
        unlink "$root/usr/sbin/policy-rc.d";
        right('a reload', '/etc/init.d/nginx reload');
        is(ask('http://127.0.0.1/')->{status}, 200, 'the other site answers as before');

        # --- five commands

        my $said;
        $said = follow($blocks->{ $parts[1] }) for 1 .. 4;
        unlike($said, qr/\[warn\](?!.*published\/current)/, 'nginx -t warns of nothing else') or diag $said;
        my $key  = (slurp("$root/root/acme.key") =~ /\A(\S+)/)[0];
        my @key  = ("https://$host/api/v1/enrich_company", '-H', "'Authorization: Bearer $key'");
        my @body = ('-d', q('{"website":"https://www.chipotle.com/order","limit":1}'));
        comes_true(sub { return ask(@key, @body)->{status} == 200 });
        $said = follow($blocks->{ $parts[1] });
        like($said, qr/^\[\{"id":"[^"]+","content":\{.*"business_name":"Chipotle"/m, 'a record over TLS');
        diag(sprintf 'Debian %d: %.0f s from the packages to the first answer', $number{$release}, time - $begin);
        is(ask("https://$host/api/v1/enrich_company", @body)->{status}, 401, 'no key: 401');
        like(ask("https://$host/console/")->{content}, qr/<title>Business records: console/, 'the console');
        is(ask("https://$host/openapi.json")->{json}{info}{version}, $version, 'the description of the API');
        my @logs = qw(/var/log/nginx/bizrec_access.log /var/log/nginx/bizrec_error.log);
        is_deeply(modes(@logs), [('640 www-data:adm') x 2], 'logs with lines');
        right('logrotate', 'logrotate -f /etc/logrotate.d/nginx');
        ask(@key, @body);
        is_deeply(modes(@logs, map { "$_.1" } @logs), [('640 www-data:adm') x 4], '... and after logrotate');
        ok(comes_true(sub { return slurp("$root/$logs[0]") =~ /"team":"acme".*"status":200/ }), '... the new log has the line');

        # --- upgrade under load

        my $new = '';
        for my $file (glob "$root/root/*_*.deb") { $new = newer($file, $version) }
        my ($master) = slurp("$root/run/nginx.pid") =~ /(\d+)/;
        my ($answered, %other) = under_load(sub {
            my ($exit, $text) = in_root('dpkg -i /root/*.deb');
            is($exit, 0, 'an upgrade') or diag $text;
            unlike($text, qr/conffile|Configuration file/, '... asks nothing');
        });
        is_deeply(\%other, {}, "... loses no request of $answered");
        isnt((slurp("$root/run/nginx.pid") =~ /(\d+)/)[0], $master, '... there is a new master');
        ok(comes_true(sub { return !-e "/proc/$master" }), '... and the old one has ended');
        like(slurp("$root/$logs[1]"), qr/\[notice\] .*ngx_bizrec_module \Q$new\E, index format \d+$/m, "... with the new module, $new");
        like(slurp("$root/etc/nginx/bizrec/keys.map"), qr/ acme;$/m,                                   '... and keys stay');
        is(ask(@key, @body)->{status}, 200, '... it answers');

        # An error in the configuration: the old module goes on, and the package says so.
        spew("$root/etc/nginx/conf.d/wrong.conf", "wrong;\n");
        ($master) = slurp("$root/run/nginx.pid") =~ /(\d+)/;
        $said = (in_root('dpkg -i /root/libnginx*.deb'))[1];
        like(
            $said,
            qr/unknown directive "wrong".*goes on with the module of before: its configuration has an error/s,
            'a configuration with an error: said'
        );
        is((slurp("$root/run/nginx.pid") =~ /(\d+)/)[0], $master, '... and nothing happens to what serves');
        is(ask(@key, @body)->{status},                   200,     '... which answers');
        unlink "$root/etc/nginx/conf.d/wrong.conf";

        # --- an nginx that does not load the module

        rename "$root/usr/sbin/nginx", "$root/usr/sbin/nginx.debian" or die;
        spew("$root/usr/sbin/nginx",
            "#!/bin/sh\n[ \"\$*\" != -v ] || { echo 'nginx version: nginx/1.29.3'; exit; }\necho 'not binary compatible'\nexit 1\n");
        chmod 0755, "$root/usr/sbin/nginx";
        my ($exit, $text) = in_root('dpkg -i /root/libnginx*.deb');
        isnt($exit, 0, 'another nginx is refused');
        like($text, qr{not binary compatible.*nginx/1\.29\.3 does not load this module.*It is not enabled}s, '... in words');
        rename "$root/usr/sbin/nginx.debian", "$root/usr/sbin/nginx" or die;
        right('... and with its own nginx it is configured', 'dpkg --configure -a');

        # --- remove and purge

        follow($blocks->{Remove});
        right('removed: nginx -t', 'nginx -t');
        is(ask('http://127.0.0.1/')->{status}, 200, '... the other site answers');
        ok(comes_true(sub { return ask('-k', @key, @body)->{status} != 200 }), '... and the API is gone');
        right('... a restart', '/etc/init.d/nginx restart');
        is(ask('http://127.0.0.1/')->{status}, 200, '... serves the other site');
        like(slurp("$root/etc/nginx/bizrec/keys.map"), qr/ acme;$/m, '... and the keys are still there');
        right('purged', 'dpkg -P libnginx-mod-http-bizrec bizrec-tools');
        is(traces(), '', '... without a trace');
        right('nginx -t', 'nginx -t');
        in_root('/etc/init.d/nginx stop');
        shell("umount $root/proc");
        done_testing();
    };
}
done_testing();
