# Follows docs/install.md from its first line to its last, in a separate root of Debian with an nginx that already serves
# another site, on ports 80 and 443 of a separate network. The commands are those of the page's fenced blocks. These are
# replaced:
#
#   git clone https://example.com/…   this checkout, with local changes, in a repository at /source
#   apt-get install -y certbot        nothing; `certbot` is a script that makes a certificate by itself and lets curl trust it
#   systemctl                         a script: daemon-reload does nothing, restart and reload act on the nginx in the root
#   api.example.com                   api.bakery.test, which /etc/hosts of the root knows
#   make build                        with BIZREC_INSTALL_BUILT=1: copies the two files of this checkout's build. Then the root has no
#                                     compiler, only the packages of "A host without a compiler"
#
# The roots are made by mmdebstrap, once: their archives stay in build/install/ until .ci/packages or their recipe below changes.
# BIZREC_MIRROR=http://…/debian names another mirror than apt's own (.ci/mirror).
#
# needs: root netns mmdebstrap git
# lane: install

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted slurp spew);
use Bizrec::Roots   qw(archive base_archive shell stand_in_services unpack_root);
use Bizrec::Wait    qw(comes_true patience);
use File::Path      qw(make_path);
use JSON::PP;
use Test::More;
use Time::HiRes qw(time);

$ENV{PATH} .= ':/usr/sbin:/sbin';
my $folder  = $Bizrec::Roots::folder;
my $release = 'bookworm';
my $host    = 'api.bakery.test';

sub has { my ($program) = @_; return system("command -v $program >/dev/null 2>&1") == 0 }

plan skip_all => 'not a git checkout' if !-e '.git' || system('git rev-parse 2>/dev/null') != 0;
for my $program (qw(ip curl openssl)) { plan skip_all => "no $program here" unless has($program) }
chomp(my $reason = qx{.ci/root can $release});
plan skip_all => $reason                      if $? != 0;
plan skip_all => 'no network namespaces here' if system('unshare --net true 2>/dev/null') != 0;

# --- outside: the namespaces end all mounts and processes of the test; then the roots are removed

if (!$ENV{BIZREC_INSTALL_INSIDE}) {
    make_path($folder);
    system qw(rm -rf --one-file-system), "$folder/root", "$folder/target";
    local $ENV{BIZREC_INSTALL_INSIDE} = my $network = "bizrec-$$";
    my $status = system qw(unshare --mount --pid --fork --kill-child --mount-proc), $^X, '-It/lib', $0;
    system qw(rm -rf --one-file-system), "$folder/root", "$folder/target";
    system "ip netns del $network 2>/dev/null";
    exit($status == 0 ? 0 : 1);
}

# --- the roots

my $in = join(' ', 'env -i', map({ $ENV{$_} ? "$_=$ENV{$_}" : () } qw(OPTIMIZE)), '')
    . 'HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

my $base_key = $release . slurp('.ci/root');
my $plain    = base_archive('base', $release);

# The state before: nginx, and the packages of the page's first two lines and of `make build`, so that they are downloaded only
# once.
my $source   = "$folder/root/source";
my $is_built = $ENV{BIZREC_INSTALL_BUILT};
my ($served) = slurp('docs/install.md') =~ /^apt-get install -y --no-install-recommends (make curl nginx .*)$/m
    or die 'docs/install.md does not say what a host without a compiler needs';
my $packages =
    $is_built ? "apt-get install -y --no-install-recommends git $served" : 'apt-get install -y nginx git make && /source/.ci/packages run';
my $built = archive(
    $is_built ? 'served' : 'host',
    $base_key . ($is_built ? $served : slurp('.ci/packages') . slurp('lists/libraries.txt')),
    sub {
        my ($file) = @_;
        unpack_root($plain, "$folder/root");
        make_path("$source/.ci");
        shell("cp .ci/packages .ci/stage $source/.ci/ && cp -R lists $source/");
        shell("chroot $folder/root $in sh -c 'apt-get update && $packages && apt-get clean'");
        shell("umount $folder/root/proc && rm -rf $source && tar -C $folder/root -cf $file . && rm -rf --one-file-system $folder/root");
    }
);

unpack_root($built, my $root = "$folder/root");
shell(    "mkdir $source && git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -cf -"
        . " | tar -C $source -xf - && git -C $source init -q -b main && git -C $source add -A"
        . " && git -C $source -c user.name=t -c user.email=t\@t commit -qm source"
        . " && chown -R root: $source");

# --- replacements for the outside world

stand_in_services($root);
spew("$root/etc/hosts", "127.0.0.1 localhost $host shop.test\n");

if ($is_built) {
    make_path("$root/built");
    shell("cp build/ngx_bizrec_module.so build/lmdb_builder $root/built/");
}
my $network = $ENV{BIZREC_INSTALL_INSIDE};
shell("ip netns add $network && ip -n $network link set lo up");

# --- the page

my $page  = slurp('docs/install.md');
my @parts = map { { title => /\A(.*)\n/, blocks => [/^```sh\n(.*?)^```/msg] } } split /^## /m, $page;
my %part  = map { $_->{title} => $_ } @parts;
my $count = 0;

# Runs the next block of a part in one lasting shell: its folder and `host` stay for the next block. Returns the output.
sub follow {
    my ($title, %options) = @_;
    my $block   = shift @{ $part{$title}{blocks} } // BAIL_OUT("docs/install.md has no more of \"$title\"");
    my $at      = $options{root}                   // $root;
    my $command = $block;
    $command =~ s{https://example\.com/\S+\.git}{file:///source ngx_bizrec_module};
    $command =~ s{apt-get install -y certbot}{true};
    $command =~ s{^make build$}{install -D -t build /built/ngx_bizrec_module.so /built/lmdb_builder}mg if $is_built;
    $command =~ s{host=api\.example\.com}{host=$host};
    my $outside = $command =~ /apt-get/;    # a command that needs the mirror starts no server
    spew("$at/root/block", <<"SCRIPT");
[ ! -f /root/state ] || . /root/state
set -euxo pipefail
${command}status=\$?
set +x
{ echo "cd '\$PWD'"; declare -p host; } > /root/state 2>/dev/null || true
exit \$status
SCRIPT
    my $begin = time;
    my $said  = qx{@{[$outside ? '' : "ip netns exec $network"]} chroot $at $in bash -c 'cd /root && . /root/block' 2>&1 </dev/null};
    my $exit  = $?;
    $count++;
    ok($exit == 0, sprintf '%s, block %d (%.0f s)', $title, $count, time - $begin) or BAIL_OUT("$command\n$said");
    return $said;
}

sub here { my ($command) = @_; return scalar qx{ip netns exec $network $command 2>&1} }

# Sends a request with the curl of this machine, which trusts the certificate in the root: {status, headers, content, json}.
sub ask {
    my ($url, @options) = @_;
    my $quoted    = join ' ', map { quoted($_) } @options, $url;
    my $addresses = join ' ', map { "--resolve $_:127.0.0.1" } "$host:443", 'shop.test:443', 'shop.test:80';
    my $trusted   = "--cacert $root/etc/ssl/certs/ca-certificates.crt";
    my $text      = here("curl -s -m @{[patience()]} -i --http1.1 $addresses $trusted $quoted");
    my ($head, $content) = split /\r\n\r\n/, $text, 2;
    my ($status) = ($head // '') =~ m{\AHTTP/\S+ (\d+)};
    return { status => $status // 0, head => $head // '', content => $content // '', json => scalar eval { decode_json($content // '') } };
}

my $endpoint = "https://$host/api/v1/enrich_company";
my @body     = ('-d', '{"website":"https://www.chipotle.com/order","limit":1}');

# --- the operator's own site, before the installation

make_path("$root/etc/nginx/ssl");
shell(    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=shop.test'
        . " -keyout $root/etc/nginx/ssl/key.pem -out $root/etc/nginx/ssl/cert.pem");
spew("$root/etc/nginx/conf.d/shop.conf",   "map \$http_x_shop \$shop { default none; a one; }\nlog_format shop '\$status \$shop';\n");
spew("$root/etc/nginx/sites-enabled/shop", <<'CONF');
server {
    listen 80;
    listen 443 ssl;
    server_name shop.test;
    ssl_certificate ssl/cert.pem;
    ssl_certificate_key ssl/key.pem;
    root /var/www/html;
    limit_req_status 503;
    add_header X-Shop $shop;
    location = /small { client_max_body_size 10; root /var/www/html; }
    location = /hello { return 200 "hello\n"; }
}
CONF

# The answers of the shop: statuses, headers, bodies, and the bytes of its log lines. Leaves out the time, and the header
# Connection, because a worker from before a reload closes the connection.
sub shop {
    my @answers;
    for my $case (
        ['http://shop.test/hello'],
        ['https://shop.test/hello', '-k'],
        ['http://shop.test/hello',  '-H', 'X-Shop: a'],
        ['http://shop.test/nothing'],
        ['http://shop.test/small',                    '-d', 'x' x 100],
        ['https://shop.test/index.nginx-debian.html', '-k', '--compressed'],
        ['http://shop.test/',                         '-H', 'Host: other']
        )
    {
        my $answer = ask(@$case);
        push @answers,
            "@$case\n" . $answer->{head} =~ s/^(?:Date|Last-Modified|ETag|Connection): .*(?:\n|\z)//gmr . "\n\n" . $answer->{content};
    }
    return \@answers;
}

here("chroot $root $in systemctl restart nginx");
my $shop = shop();
like($shop->[0], qr{HTTP/1\.1 200 OK.*Server: nginx/[\d.]+\r\n.*\n\nhello\n\z}s, 'before: another site') or BAIL_OUT($shop->[0]);
my $shop_log = slurp("$root/var/log/nginx/access.log");

sub unchanged { my ($when) = @_; is_deeply(shop(), $shop, "$when: the other site answers as before"); return }

# An old worker that is shutting down may close a connection without an answer: no requests until all of them have gone.
sub reload {
    my ($master) = slurp("$root/run/nginx.pid") =~ /(\d+)/;
    my @before   = split ' ', slurp("/proc/$master/task/$master/children");
    here("chroot $root $in nginx -s reload");
    comes_true(sub {
        !grep { -e "/proc/$_" } @before;
    }) or BAIL_OUT('the workers of before a reload do not end');
    return;
}

# --- follow the page

my ($build, $module, $key, $site, $index, $try, $teams) = (
    '1. Build and install',
    '2. The module and its limits',
    '3. A key', '4. The site', '5. The first index',
    '6. Ask',   '7. A team without credit, a team that may not'
);

ok(!-e "$root/usr/lib/nginx/modules" || !glob("$root/usr/lib/nginx/modules/*"), 'nginx alone has no modules')
    or diag(shell("ls $root/usr/lib/nginx/modules"));
follow($build);
my $files = join ' ', '/usr/lib/nginx/modules/ngx_bizrec_module.so', '/usr/local/bin/lmdb_builder',
    '/etc/nginx/bizrec/keys.map', '/etc/nginx/bizrec/http.conf';
is(here("chroot $root $in stat -c '%a %U' $files"), "644 root\n755 root\n600 root\n644 root\n", 'modes and owners of the installed files');
unlike(slurp("$root/etc/nginx/bizrec/keys.map"), qr/^[^#\n]/m, 'no key is installed, above all not that of the demonstration');
reload();
unchanged('installed, not in force');

like(follow($module), qr/test is successful/, 'nginx -t');
my ($descriptors) = slurp("$root/etc/nginx/modules-enabled/50-mod-http-bizrec.conf") =~ /^worker_rlimit_nofile (\d+);$/m;
like(
    slurp("$root/etc/systemd/system/nginx.service.d/bizrec.conf"),
    qr/^LimitNOFILE=\Q$descriptors\E$/m,
    'descriptors: the unit has as many as the workers'
);
like(slurp("$root/etc/nginx/nginx.conf"), qr/worker_connections 4096;/, 'connections');

follow($key);
my ($secret) = slurp("$root/root/acme.key") =~ /\A(\S+)\n/;
my @key = ('-H', "Authorization: Bearer $secret");

my $said = follow($site);
unlike($said, qr/\[warn\](?!.*srv\/bizrec\/current)/, 'nginx -t warns only of the missing index') or diag $said;
my $answer = ask($endpoint, @body);
is_deeply([$answer->{status}, $answer->{json}{code}], [401, 'invalid_api_key'], 'no key: 401 in JSON');
$answer = ask($endpoint, @body, @key);
is_deeply([$answer->{status}, $answer->{json}{code}], [503, 'index_unavailable'], 'a key, no index yet: 503 in JSON');
my ($master) = slurp("$root/run/nginx.pid") =~ /(\d+)/;
my ($worker) = split ' ', slurp("/proc/$master/task/$master/children");
my $is_root  = sub { return slurp("/proc/$worker/status") =~ /^Uid:\s+0\s/m };
comes_true(sub { return !$is_root->() });    # a worker gives up root's rights when it begins, after it has set its limits
SKIP: {
    skip 'root may not raise its limit of descriptors here', 1 if system("bash -c 'ulimit -n $descriptors' 2>/dev/null") != 0;
    like(slurp("/proc/$worker/limits"), qr/^Max open files\s+$descriptors\s+$descriptors /m, 'descriptors of a worker');
}
ok(!$is_root->(), 'a worker is not root');
unchanged('in force');

follow($index);
my $generation = readlink("$root/srv/bizrec/current") =~ s/\.mdb\z//r;
comes_true(sub { ask($endpoint, @body, @key)->{status} == 200 });

$said = follow($try);
like($said, qr/^\[\{"id":"[^"]+","content":\{.*"business_name":"Chipotle"/m,              'a record over TLS, by the page\'s own line');
like($said, qr/^\{"time":.*"team":"acme".*"status":200.*"generation":"\Q$generation\E"/m, '... and its line in the access log');
like(
    $said,
    qr/\[notice\] .*bizrec_index "\/srv\/bizrec\/current": generation \Q$generation\E, \d+ records/,
    '... and the error log says what is served'
);
like(
    slurp("$root/var/log/nginx/bizrec_error.log"),
    qr/\[notice\] .*ngx_bizrec_module \d+\.\d+\.\d+, index format \d+$/m,
    '... and which version'
);

for my $case (
    ['GET',                 404, 'not_found',      $endpoint,           @key],
    ['an unknown address',  404, 'not_found',      "https://$host/",    @key],
    ['a body that is none', 400, 'invalid_json',   $endpoint,           @key,        '-d', '{'],
    ['a large body',        413, 'body_too_large', $endpoint,           @key,        '-d', 'x' x 70_000],
    ['plain HTTP on 443',   400, 'bad_request',    "http://$host:443/", '--resolve', "$host:443:127.0.0.1"],
    )
{
    my ($name, $status, $code, @request) = @$case;
    my $got = ask(@request);
    is_deeply([$got->{status}, $got->{json}{code}], [$status, $code], "$name: $status in JSON") or diag $got->{content};
}
my @ids = @{ ask("https://$host/api/v1/search/only_ids", @key, '-d', '{"query":"coffee","limit":3}')->{json} || [] };
is(scalar @ids, 3, 'a search');
like(ask("https://$host/console/")->{content},                 qr/<title>Business records: console/, 'the console, without a key');
like(ask("https://$host/openapi.json")->{json}{openapi} // '', qr/^3\.1/,                            'the description of the API');

# A slow machine might guess more slowly than the page's rate allows. So during the guesses the rate is one a minute, the lowest
# that nginx has.
my $limits = "$root/etc/nginx/bizrec/http.conf";
my $rates  = slurp($limits);
spew($limits, $rates =~ s{(zone=bizrec_address_rate:\S+ +)rate=\d+r/s;}{$1rate=1r/m;}r);
isnt(slurp($limits), $rates, 'a rate for addresses');
reload();
my @guesses = map { ask($endpoint, @body, '-H', "X-API-Key: guess-$_") } 1 .. 40;
spew($limits, $rates);
is($guesses[0]{status}, 401, 'guesses: 401');
my ($refused) = grep { $_->{status} == 429 } @guesses;
is($refused && $refused->{json}{code},    'too_many_requests', '... then 429 in JSON');
is(ask($endpoint, @body, @key)->{status}, 200,                 '... for the guesser alone');
reload();

# Old workers may answer for a moment after a reload. So this repeats the request until the answer is the new one, or the wait
# has failed.
sub becomes {
    my ($status, $code, $name) = @_;
    my $got;
    comes_true(sub { $got = ask($endpoint, @body, @key); return $got->{status} == $status });
    is_deeply([$got->{status}, ref $got->{json} eq 'HASH' ? $got->{json}{code} : undef], [$status, $code], $name);
    return;
}
follow($teams);
becomes(402, 'credit_limit_reached', 'a team without credit: 402');
follow($teams);
becomes(403, 'forbidden', 'a team that may not: 403');
follow($teams);
becomes(200, undef, 'and again');

my $log   = slurp("$root/var/log/nginx/bizrec_access.log") =~ s/[^\n]+\z//r;    # nginx may be writing a line
my @lines = map {
    eval { decode_json($_) }
} split /\n/, $log;
is(scalar @lines, scalar(split /\n/, $log), 'every line of the access log is JSON');
my %logged = map { $_->{status} => 1 } @lines;
ok($logged{$_}, "... there is one of $_") for 200, 400, 401, 402, 403, 404, 413, 429, 503;
is(join('', grep { /\[(?:alert|crit|emerg)\]/ && !/setrlimit\(RLIMIT_NOFILE/ } split /^/, slurp("$root/var/log/nginx/bizrec_error.log")),
    '', 'no alarm in the error log');
unlike($log . slurp("$root/var/log/nginx/bizrec_error.log") . slurp("$root/var/log/nginx/error.log"),
    qr/\Q$secret\E|guess-/, 'no key in any log');

# A second publish, by the last two lines of that part of the page.
my ($master_before) = slurp("$root/run/nginx.pid") =~ /(\d+)/;
my ($build_line, $publish_line) = $page =~ /^(runuser .* build .*)\n(runuser .* publish .*)$/m;
shell("chroot $root $in sh -c 'cd /var/lib/bizrec && zcat stores.jsonl.gz | head -n 18000 | gzip > new && mv new stores.jsonl.gz'");
here("chroot $root $in sh -c '$build_line && $publish_line'");
my $second = readlink("$root/srv/bizrec/current") =~ s/\.mdb\z//r;
isnt($second, $generation, 'a second publish');
my $taken = comes_true(sub {
    ask($endpoint, @body, @key);
    return slurp("$root/var/log/nginx/bizrec_access.log") =~ /"generation":"\Q$second\E"/;
});
ok($taken, '... is what answers, without a reload');
like(
    slurp("$root/var/log/nginx/bizrec_error.log"),
    qr/generation \Q$second\E, \d+ records, after \Q$generation\E/,
    '... and the log reports it'
);
unchanged('with all of it');

# In an upgrade a file that the operator has changed stays, an unchanged one is replaced.
spew("$root/etc/nginx/snippets/bizrec-limits.conf", slurp("$root/etc/nginx/snippets/bizrec-limits.conf") . "# ours\n");
spew("$source/conf/nginx/snippets/bizrec-$_.conf",  slurp("$source/conf/nginx/snippets/bizrec-$_.conf") . "# newer\n") for qw(limits tls);
shell("git -C $source -c user.name=t -c user.email=t\@t commit -qam newer");
$said = follow('Upgrading');
my $stays = '/etc/nginx/snippets/bizrec-limits.conf has been changed here and stays';
my $newer = 'what is new in this version: snippets/bizrec-limits.conf.dist';
like($said,                                                     qr/^\Q$stays; $newer\E$/m, 'upgrading: it says which file stays');
like(slurp("$root/etc/nginx/snippets/bizrec-limits.conf"),      qr/# ours\n\z/,            '... and it does');
like(slurp("$root/etc/nginx/snippets/bizrec-limits.conf.dist"), qr/# newer\n\z/,           '... with the new text beside it');
like(slurp("$root/etc/nginx/snippets/bizrec-tls.conf"),         qr/# newer\n\z/,           '... and the others follow');
like(slurp("$root/etc/nginx/bizrec/keys.map"),                  qr/ acme;$/m,              '... and keys stay');
isnt((slurp("$root/run/nginx.pid") =~ /(\d+)/)[0], $master_before, '... there is a new master');
becomes(200, undef, '... which answers');

# --- another host, without a compiler

follow('A host without a compiler');
unpack_root($plain, my $target = "$folder/target");
shell("cp $root/root/bizrec.tar.gz $target/root/");
like(follow('A host without a compiler', root => $target), qr/^lmdb_builder \d+\.\d+\.\d+, index format \d+$/m, 'the builder runs there');
my $enable = 'cd /etc/nginx && ln -s ../modules-available/mod-http-bizrec.conf modules-enabled/50-mod-http-bizrec.conf'
    . ' && ln -s ../bizrec/http.conf conf.d/00-bizrec.conf';
shell("rm -f $target/root/state && chroot $target $in sh -c '$enable'");
like(scalar qx{chroot $target $in nginx -t 2>&1}, qr/test is successful/, '... and the module loads');

# --- and remove it

follow('Removing');
unchanged('removed');
is(ask($endpoint, '-k', @body, @key)->{status}, 404, 'the endpoint is gone');
ok(!-e "$root/$_", "... $_ too") for qw(usr/lib/nginx/modules/ngx_bizrec_module.so usr/local/bin/lmdb_builder usr/local/share/bizrec);
like(slurp("$root/etc/nginx/bizrec/keys.map"), qr/ acme;$/m, '... and the keys are not');

is_deeply([map { $_->{title} } grep { @{ $_->{blocks} } } @parts], [], 'every block of the page has been run');
here("chroot $root $in nginx -s stop");
done_testing();
