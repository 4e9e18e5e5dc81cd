# Debian packages that `make deb` makes from this build: their contents, modes and dependencies; lintian; equal bytes from
# another folder, with another umask, zone and language; scripts and completion. t/install/packages-in-roots.t installs them.
#
# needs: packaging
# lane: install

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(binary folder program_version quoted slurp spew);
use Digest::SHA     qw(sha256_hex);
use File::Basename  qw(basename);
use JSON::PP;
use Test::More;

plan skip_all => 'packages are those of the plain build' if $ENV{BIZREC_INSTRUMENTED};
for my $file ('build/ngx_bizrec_module.so', 'build/lmdb_builder') {
    plan skip_all => "nothing is built here, $file: make build" if !-f $file;
}
for my $program (qw(dpkg-buildpackage dh_nginx lintian)) {
    plan skip_all => "no $program here: .ci/packages package" if system("command -v $program >/dev/null 2>&1") != 0;
}
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL DEB_BUILD_OPTIONS)};

sub shell { my ($command) = @_; my $said = qx{($command) 2>&1 </dev/null}; $? == 0 or BAIL_OUT("$command\n$said"); return $said }

my $folder    = folder();
my ($release) = slurp('/etc/os-release') =~ /^VERSION_ID="?(\d+)/m;
my $version   = program_version() . "-1~deb$release";
shell(".ci/deb $folder/debs");
my %deb = map { (basename($_) =~ /\A([^_]+)/)[0] => $_ } glob "$folder/debs/*.deb";
my ($module, $tools) = qw(libnginx-mod-http-bizrec bizrec-tools);
is_deeply([sort keys %deb], [$tools, $module], 'two packages') or BAIL_OUT('no packages');

# ---- control

sub field { my ($package, $name) = @_; chomp(my $value = qx{dpkg-deb -f $deb{$package} $name}); return $value }

chomp(my $architecture = qx{dpkg --print-architecture});
for my $package ($module, $tools) {
    is(basename($deb{$package}),   "${package}_${version}_$architecture.deb", "$package: name of the file");
    is(field($package, 'Version'), $version,                                  '... version');
}
my ($abi) = qx{dpkg-query -W -f '\${Provides}' nginx} =~ /(nginx-abi-\S+)/;
like(field($module, 'Depends'), qr/(?:\A|, )\Q$abi\E(?:,|\z)/, "the module is for this nginx: $abi");
unlike(field($module, 'Depends'), qr/(?:\A|, )nginx(?: |,|\z)/, '... by that alone');
like(field($tools, 'Depends'), qr/(?:\A|, )$_\b/, "the tools need $_")
    for qw(iso-codes publicsuffix libgweather-4-common libtbb12 liblmdb0);
unlike(field($_, 'Depends'), qr/-dev\b/, "$_: nothing of a compiler") for $module, $tools;

# ---- contents

my (%entry, %root);
for my $package ($module, $tools) {
    $root{$package} = "$folder/$package";
    shell("dpkg-deb -x $deb{$package} $root{$package} && dpkg-deb -e $deb{$package} $folder/$package.control");
    for my $line (split /\n/, shell("dpkg-deb -c $deb{$package}")) {
        my ($mode, $owner, $path) = $line =~ m{\A(\S+) (\S+) .*? \./(.*?)(?: -> .*)?\z} or next;
        $entry{$package}{$path} = $mode;
        is($owner, 'root/root', "$package: $path is root's") if $owner ne 'root/root';
        fail("$package: $path is $mode")                     if $mode !~ /^l/ && $mode =~ /^.....w|^........w/;
    }
}
my $units = $release < 13 ? 'lib/systemd/system' : 'usr/lib/systemd/system';
for my $case (
    [$module, 'usr/lib/nginx/modules/ngx_bizrec_module.so',             '-rw-r--r--'],
    [$module, 'usr/share/nginx/modules-available/mod-http-bizrec.conf', '-rw-r--r--'],
    [$module, 'usr/share/bizrec/www/openapi.json',                      '-rw-r--r--'],
    [$module, 'usr/share/bizrec/www/console/index.html',                '-rw-r--r--'],
    [$module, "$units/nginx.service.d/bizrec.conf",                     '-rw-r--r--'],
    [$module, "usr/share/doc/$module/$module.cdx.json",                 '-rw-r--r--'],
    [$module, 'etc/nginx/bizrec/main.conf',                             '-rw-r--r--'],
    [$module, 'etc/nginx/bizrec/keys.map',                              '-rw-------'],
    [$module, 'etc/nginx/bizrec/key_expires.map',                       '-rw-------'],
    [$tools,  'usr/bin/lmdb_builder',                                   '-rwxr-xr-x'],
    [$tools,  'usr/lib/bizrec/bizrec-meter',                            '-rwxr-xr-x'],
    [$tools,  'usr/share/bizrec/sample/osm_brands.jsonl.gz',            '-rw-r--r--'],
    [$tools,  'usr/share/bash-completion/completions/lmdb_builder',     '-rw-r--r--'],
    [$tools,  'usr/share/man/man1/lmdb_builder.1.gz',                   '-rw-r--r--'],
    [$tools,  'usr/share/man/man1/lmdb_builder-credits-grant.1.gz',     '-rw-r--r--'],
    [$tools,  "usr/share/doc/$tools/$tools.cdx.json",                   '-rw-r--r--'],
    (map { [$tools, "etc/bizrec/$_.conf", '-rw-r--r--'] } qw(build pull meter)),
    (map { ([$tools, "$units/bizrec-$_.service", '-rw-r--r--'], [$tools, "$units/bizrec-$_.timer", '-rw-r--r--']) } qw(build pull meter)),
    )
{
    my ($package, $path, $mode) = @$case;
    is($entry{$package}{$path}, $mode, "$package: $path");
}
my @configuration = map { s{^conf/nginx/}{}r } grep { !m{/modules-available/} } split /\n/, qx{find conf/nginx -type f};
ok($entry{$module}{"etc/nginx/$_"}, "the configuration: $_") for sort @configuration;
is_deeply(
    [sort grep { m{^etc/.*[^/]\z} } keys %{ $entry{$module} }],
    [sort map { s{^/}{}r } split /\n/, slurp("$folder/$module.control/conffiles")],
    'all of /etc are configuration files to dpkg'
);
is_deeply([grep { m{^(?:usr/local|srv|var|home|root|tmp)/} } map { keys %$_ } values %entry], [], 'nothing where a package has nothing');
my @text = map { "$root{$module}/$_" } 'etc', 'usr/share/bizrec', $units;
push @text, map { "$root{$tools}/$_" } 'etc', 'usr/lib', $units;
is(qx{grep -rlE '/usr/local|/srv/' @text}, '', 'no path of a place that packages leave alone');
unlike(slurp("$root{$module}/$units/nginx.service.d/bizrec.conf"), qr/bizrec-pull/, 'nginx starts no pull on a host that is not an edge');

# Only the symbols are stripped.
for my $case ([$module, 'usr/lib/nginx/modules/ngx_bizrec_module.so', 'build/ngx_bizrec_module.so'],
    [$tools, 'usr/bin/lmdb_builder', 'build/lmdb_builder'])
{
    my ($package, $path, $built) = @$case;
    my $id = sub { return join '', qx{readelf -n @{[quoted($_[0])]}} =~ /Build ID: (\S+)/ };
    my $is = $id->("$root{$package}/$path");
    ok($is, "$package: a build id");
    is($is, $id->($built), '... that of the build which is tested');
    ok(index(slurp("$root{$package}/$path"), "$Bizrec::Builder::repository/") < 0, '... and no path of the machine that built it');
}

# ---- bills of materials

for my $case ([$module, 'usr/lib/nginx/modules/ngx_bizrec_module.so'], [$tools, 'usr/bin/lmdb_builder']) {
    my ($package, $path) = @$case;
    my $bill = decode_json(slurp("$root{$package}/usr/share/doc/$package/$package.cdx.json"));
    is_deeply([@$bill{qw(bomFormat specVersion)}], ['CycloneDX', '1.5'], "$package: a bill of materials");
    is($bill->{metadata}{component}{version},            $version,                                   '... of this version');
    is($bill->{metadata}{component}{hashes}[0]{content}, sha256_hex(slurp("$root{$package}/$path")), '... of exactly this file');
    like($bill->{serialNumber}, qr/\Aurn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\z/, '... with a number');
    my %named   = map  { $_->{name} => $_ } @{ $bill->{components} };
    my @depends = grep { /^lib/ } map { s/ .*//r } split /, /, field($package, 'Depends') =~ s/iso-codes|libgweather-\S+|publicsuffix//gr;
    is_deeply([grep { !$named{$_} } @depends], [], '... with each library that the package depends on');
    is(scalar(grep { !$_->{version} || !$_->{licenses}[0]{expression} } values %named), 0, '... each with version and licence');
}

# ---- lintian

is(shell("lintian --allow-root --fail-on error,warning $deb{$module} $deb{$tools}"), '', 'lintian has neither an error nor a warning');
for my $file (glob 'debian/*.lintian-overrides') {
    my @lines = split /\n/, slurp($file);
    is_deeply([grep { $lines[$_] !~ /^#/ && $lines[$_ - 1] !~ /^#/ } 0 .. $#lines], [], "$file: a reason above each");
}

# ---- again, in another folder

my $elsewhere = "$folder/some where else";
mkdir $elsewhere;
shell("cp --parents -R .ci CHANGELOG.md LICENSE conf debian docs/packages.md lists lmdb_builder/rules t/data/sample '$elsewhere'/");
shell("mkdir -p '$elsewhere/build' && cp build/ngx_bizrec_module.so build/lmdb_builder '$elsewhere/build/'");
shell("cd '$elsewhere' && umask 077 && TZ=Asia/Kolkata LC_ALL=C.UTF-8 .ci/deb '$folder/again'");
for my $package ($module, $tools) {
    my ($again) = glob "$folder/again/${package}_*.deb";
    is(
        sha256_hex(slurp($again)),
        sha256_hex(slurp($deb{$package})),
        "$package: the same bytes in another folder, with another umask and zone"
    );
}

# ---- the source as one file

SKIP: {
    skip 'not a git checkout', 4 if system('git rev-parse HEAD >/dev/null 2>&1') != 0;
    chomp(my $tarball = shell(".ci/dist $folder/dist"));
    my $name = 'ngx_bizrec_module-' . program_version();
    is(basename($tarball), "$name.tar.gz", 'the source tarball');
    my @files = split /\n/, shell("tar -tf $tarball");
    my %there = map { $_ => 1 } @files;
    is_deeply([grep { !$there{"$name/$_"} } qw(config Makefile debian/rules CHANGELOG.md LICENSE docs/install.md)],
        [], '... has what a build needs');
    is_deeply([grep { !m{^\Q$name\E/} || m{^[^/]+/(?:build|\.git)/} } @files], [], '... in one folder, and nothing that was built');
    shell("umask 077; TZ=Asia/Kolkata .ci/dist $folder/dist-again");
    is(sha256_hex(slurp("$folder/dist-again/$name.tar.gz")), sha256_hex(slurp($tarball)), '... the same bytes each time');
}

# ---- scripts

shell("sh -n $folder/$module.control/$_") for qw(preinst postinst prerm postrm);
shell("sh -n $folder/$tools.control/$_")  for qw(postinst prerm postrm);
my $programs = folder();

sub preinst {
    my ($status) = @_;
    spew("$programs/dpkg-query", "#!/bin/sh\ncase \"\$*\" in *Provides*) printf '%s' '$status' ;; *) echo 1.27.3-1 ;; esac\n");
    chmod 0755, "$programs/dpkg-query";
    my $said = qx{PATH=$programs:\$PATH sh $folder/$module.control/preinst install 2>&1};
    return ($? >> 8, $said);
}
my ($exit, $said) = preinst('installed httpd');
is($exit, 1, 'an nginx that is not Debian\'s is refused');
my $nginx = (qx{/usr/sbin/nginx -v 2>&1} =~ m{/([\d.]+)})[0];
like(
    $said,
    qr/this module is for Debian's nginx \Q$nginx\E, and the package nginx here, 1\.27\.3-1,\nis not Debian's.*Another nginx/s,
    '... in words that say what to do'
);
is((preinst($_->[1]))[0], 0, $_->[0])
    for ["Debian's nginx", "installed httpd, $abi"], ['no nginx yet', ''],
    ['an nginx that is upgraded along', 'installed httpd, nginx-abi-1.18.0-1'];

# ---- completion, as bash has it

sub completes {
    my (@words) = @_;
    my $words   = join ' ', map { quoted($_) } @words;
    my $file    = "$root{$tools}/usr/share/bash-completion/completions/lmdb_builder";
    my $found =
        qx{bash -c '. "\$0"; shift 0; COMP_WORDS=("\$@"); COMP_CWORD=\$((\$# - 1)); _lmdb_builder; echo "\${COMPREPLY[*]}"' $file $words};
    chomp $found;
    return $found;
}
is(completes('lmdb_builder', 'pub'),                               'publish published', 'completion: commands');
is(completes('lmdb_builder', 'credits', 'gr'),                     'grant',             '... commands of commands');
is(completes('lmdb_builder', 'publish', '--mo'),                   '--move',            '... options');
is(completes('lmdb_builder', 'publish', '--key', 'k.pem', '--wa'), '--wait',            '... behind values');
is(completes('lmdb_builder', 'publish', 'ind'),                    '',                  '... files are bash\'s own');
my @commands = qx{@{[quoted(binary())]} --help} =~ /^  ([a-z]+)  /mg;
my @pages    = map { m{man1/lmdb_builder-([a-z]+)\.1\.gz\z} ? $1 : () } sort keys %{ $entry{$tools} };
is_deeply(\@pages, [sort @commands], 'a manual page for each command');

done_testing();
