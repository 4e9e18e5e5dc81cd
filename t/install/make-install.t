# `make install` into a folder: the paths of all files, changed files of an operator stay, a mapped module is not written into,
# and `make uninstall` leaves only changed files. t/install/in-a-root.t does the same in a root of Debian, with the links that
# activate it.
#
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder quoted slurp spew);
use Bizrec::Server;
use Test::More;

my $repository = $Bizrec::Server::repository;
plan skip_all => 'nothing is built here: make build'
    unless -f "$repository/build/ngx_bizrec_module.so" && -x "$repository/build/lmdb_builder";
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL PREFIX MODULES_DIR)};

my $root = folder() . '/a root';
local $ENV{DESTDIR} = $root;

sub make {
    my (@targets) = @_;
    my $said = qx{umask 077; make -s -C @{[quoted($repository)]} @targets 2>&1};
    is($?, 0, "make @targets") or diag $said;
    return $said;
}

sub files {
    return [sort map { s{^\Q$root\E/}{}r } split /\n/, qx{find @{[quoted($root)]} ! -type d}];
}
sub mode { my ($name) = @_; return sprintf '%o', (stat "$root/$name")[2] & oct 7777 }

my @configuration = map { s{^\Q$repository\E/conf/nginx/}{}r } split /\n/, qx{find @{[quoted("$repository/conf/nginx")]} -type f};
my @rules         = map { s{.*/}{}r } split /\n/,                    qx{find @{[quoted("$repository/lmdb_builder/rules")]} -name '*.txt'};
my @www           = map { s{^\Q$repository\E/conf/}{}r } split /\n/, qx{find @{[quoted("$repository/conf/www")]} -type f};
my ($module, $builder) = qw(usr/lib/nginx/modules/ngx_bizrec_module.so usr/local/bin/lmdb_builder);

like(
    make('install'),
    qr{\Ainstalled lmdb_builder \S+, index format \d+: /usr/lib/nginx/modules/ngx_bizrec_module\.so, /usr/local/bin/lmdb_builder, .*
next: nothing is in force yet; docs/install\.md, step 2 .*\n\z},
    'it says what is installed, and the next step'
);
is_deeply(
    files(),
    [
        sort $module, $builder,
        (map { ("etc/nginx/$_", "usr/local/share/bizrec/nginx/$_") } @configuration),
        (map { "usr/local/share/bizrec/$_" } @www),
        map { "usr/local/share/bizrec/rules/$_" } @rules
    ],
    'the files'
);
is(mode($_->[0]), $_->[1], "mode of $_->[0]")
    for [$module, 644], [$builder, 755], ['usr/lib/nginx/modules', 755], ['etc/nginx/bizrec/keys.map', 600],
    ['etc/nginx/bizrec/key_expires.map', 600], ['etc/nginx/bizrec/plans.map', 644], ['etc/nginx/bizrec/http.conf', 644];
unlike(slurp("$root/etc/nginx/bizrec/keys.map"), qr/^[^#\n]/m, 'no key');
is(scalar(grep { !m{^(?:modules-available|sites-available|snippets|bizrec)/} } @configuration), 0, 'nothing is in force by itself');

# Again, over an older version with a changed file, while the old module is open.
my $limits = 'snippets/bizrec-limits.conf';
spew("$root/$module", 'the old module');
open my $mapped, '<', "$root/$module" or die;
spew("$root/etc/nginx/$limits", 'ours');
for my $name ($limits, 'snippets/bizrec-tls.conf') {
    spew("$root/usr/local/share/bizrec/nginx/$name", 'the old text');
}
spew("$root/etc/nginx/snippets/bizrec-tls.conf", 'the old text');
like(
    make('install'),
    qr{\A/etc/nginx/\Q$limits\E has been changed here and stays; what is new in this version: \Q$limits\E\.dist\ninstalled },
    'it says what stays'
);
is(slurp("$root/etc/nginx/$limits"), 'ours',                                  '... and it stays');
is(slurp("$root/etc/nginx/$_->[0]"), slurp("$repository/conf/nginx/$_->[1]"), "$_->[0] is the new one")
    for ["$limits.dist", $limits], ['snippets/bizrec-tls.conf', 'snippets/bizrec-tls.conf'];
is(join('', <$mapped>), 'the old module', 'a process that has the old module open keeps it');
isnt(slurp("$root/$module"), 'the old module', '... and the new one is there');
like(make('install'), qr/\Ainstalled .*\nnext: .*\n\z/, 'a third time: nothing is new');

for my $link (qw(modules-enabled/50-mod-http-bizrec.conf conf.d/00-bizrec.conf sites-enabled/bizrec)) {
    my ($folder) = $link =~ m{(.*)/};
    mkdir "$root/etc/nginx/$folder";
    symlink '../bizrec/http.conf', "$root/etc/nginx/$link" or die;
}
like(make('install'), qr/^next: nginx -t, then a new master process loads the new module/m, 'in force, the next step is another one');

# The files for a host without a compiler, in a separate folder: every file of the repository that the next steps name is there.
my $page   = slurp("$repository/docs/install.md");
my ($pack) = $page =~ /^tar -czf \S+ (.*)$/m or die 'docs/install.md packs nothing';
my $copy   = folder();
is(system(qq{cd @{[quoted($repository)]} && tar -cf - $pack | tar -C $copy -xf -}), 0, 'the archive for a host without a compiler');
my $elsewhere = folder();
like(qx{DESTDIR=$elsewhere make -s -C $copy install 2>&1}, qr/\Ainstalled lmdb_builder/,                        '... installs there');
like(qx{$elsewhere/usr/local/bin/lmdb_builder --version},  qr/^lmdb_builder \d+\.\d+\.\d+, index format \d+$/m, '... and the builder runs');
my ($steps) = $page =~ /^## 2\. (.*?)^## A host without/ms;
my @named = $steps =~ m{(?<![\w/.-])((?:conf|t/data|lmdb_builder|build)/[\w./-]+)}g;
is_deeply([grep { !-e "$copy/$_" } @named], [], '... and the next steps find: ' . join ' ', @named);

# HTTP/2 in the form of the installed nginx: before 1.25.1 `http2 on;` is unknown; from then on nginx warns about `listen …
# http2`.
for my $case (['1.22.1', 0], ['1.25.0', 0], ['1.25.1', 1], ['1.26.3', 1], ['1.30.0 (Some)', 1], ['none', 0]) {
    my ($version, $directive) = @$case;
    my $programs = folder();
    spew("$programs/nginx", "#!/bin/sh\necho 'nginx version: nginx/$version' >&2\n");
    chmod 0755, "$programs/nginx";
    unlink "$root/etc/nginx/sites-available/bizrec";
    local $ENV{PATH} = "$programs:$ENV{PATH}";
    make('install');
    my $site = slurp("$root/etc/nginx/sites-available/bizrec");
    is_deeply(
        [$site =~ /^    (listen .*;|http2 .*;)$/mg],
        [$directive ? ('listen 443 ssl;', 'listen [::]:443 ssl;', 'http2 on;') : ('listen 443 ssl http2;', 'listen [::]:443 ssl http2;')],
        "nginx $version: HTTP/2 in its form"
    );
    is(
        $site =~ s/^    (?:listen|http2) .*\n//mgr,
        slurp("$repository/conf/nginx/sites-available/bizrec") =~ s/^    listen .*\n//mgr,
        '... and nothing else differs'
    );
}

like(make('uninstall'), qr{^/etc/nginx/\Q$limits\E has been changed here and stays$}m, 'uninstall says what it leaves');
is_deeply(files(), ["etc/nginx/$limits"], '... and that is all');

done_testing();
