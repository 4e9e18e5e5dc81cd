# The units of conf/systemd/ and the commands of the documentation: the units have no unnecessary rights, and no file or folder
# is open to others, not even for a moment. The programs are tested with only the rights that their units leave.
#
# needs: root systemd openssl
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted slurp spew);
use Bizrec::Http    qw(post);
use Bizrec::Index   qw(build_index builder uuid);
use Bizrec::Server;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use Test::More;

my $repository = $Bizrec::Server::repository;
my $folder     = tempdir('bizrec-units-XXXXXX', TMPDIR => 1, CLEANUP => 1);
my %unit = map { (m{conf/systemd/(.*)})[0] => slurp($_) } glob "'$repository/conf/systemd/*.service' '$repository/conf/systemd/*.d/*.conf'";
my $drop_in = $unit{'nginx.service.d/*.conf'} = join '', map { delete $unit{"nginx.service.d/$_.conf"} } qw(bizrec bizrec-sandbox);

for my $name (sort keys %unit) {
    like($unit{$name}, qr/^LimitCORE=0$/m, "$name: no core file, in which keys would be");
    # At the end of a unit systemd removes the shared memory of the unit's user and of its group: an nginx of that user or group
    # has the accounts of bizrec_credits there.
    unlike($unit{$name}, qr/^RemoveIPC=(?:yes|true|on|1)/m, "$name: shared memory stays");
    like($unit{$name}, qr/^$_$/m, "$name: $_")
        for 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'SystemCallFilter=@system-service', 'UMask=0027';
}

# The ledger is in a folder that the sandbox of nginx would otherwise close.
my ($credits) = slurp("$repository/docs/credits.md") =~ /^install -d -o www-data .* (\S+)$/m
    or die 'docs/credits.md makes no folder for the ledger';
like($unit{$_}, qr/^ReadWritePaths=(?:.* )?-\Q$credits\E(?: |$)/m, "$_: writes to $credits")
    for 'bizrec-meter.service', 'nginx.service.d/*.conf';

# --- the figures of systemd

SKIP: {
    my ($version) = (`systemd-analyze --version 2>/dev/null` // '') =~ /^systemd (\d+)/;
    skip 'no systemd-analyze here that judges files: systemd 250 or later', 1 if !$version || $version < 250;
    my $table   = qx{@{[quoted("$repository/.ci/unit-exposure")]}};
    my %at_most = (
        '`bizrec-build.service`'                        => 1,
        '`bizrec-failed.service`'                       => 1.5,
        '`bizrec-meter.service`'                        => 1.5,
        '`bizrec-pull.service`'                         => 1.5,
        '`nginx.service` with `nginx.service.d/*.conf`' => 3
    );
    for my $line (split /\n/, $table) {
        my ($name, $exposure) = $line =~ /^\| (.*?) \| ([0-9.]+) \|$/ or next;
        my $limit = delete $at_most{$name} // next;
        cmp_ok($exposure, '<=', $limit, "$name: exposure");
    }
    delete $at_most{'`nginx.service` with `nginx.service.d/*.conf`'} if !-e '/lib/systemd/system/nginx.service';
    is_deeply([sort keys %at_most], [], 'each unit has a figure') or diag $table;
    for my $case (['bizrec-build.service', 10], ['bizrec-failed.service', 15], ['bizrec-meter.service', 15], ['bizrec-pull.service', 15]) {
        my $file = quoted("$repository/conf/systemd/$case->[0]");
        my $said = qx{systemd-analyze security --offline=true --no-pager --threshold=$case->[1] $file 2>&1};
        is($?, 0, "$case->[0]: below the threshold of systemd-analyze itself") or diag $said;
    }
    skip "the documentation has the figures of systemd 252, and this is $version", 1
        if $version != 252 || !-e '/lib/systemd/system/nginx.service';
    like(slurp("$repository/docs/publish.md"),
        qr/\Q$table\E/, 'the documentation has these figures: DOCS=docs/publish.md .ci/unit-exposure');
}

# --- nginx with only the rights that the drop-in leaves

SKIP: {
    skip 'root alone can take powers away', 1 if $> != 0;
    skip 'no setpriv here',                 1 if system('setpriv --bounding-set=-all true 2>/dev/null') != 0;
    my ($powers) = $drop_in =~ /^CapabilityBoundingSet=(.*)$/m or die;
    my $set      = join ',', '-all', map { '+' . lc s/CAP_//r } split ' ', $powers;
    # MemoryDenyWriteExecute=yes as the kernel implements it since 6.3, if available: prctl(PR_SET_MDWE,
    # PR_MDWE_REFUSE_EXEC_GAIN).
    my $deny  = qx{uname -m} eq "x86_64\n" ? q{perl -e 'syscall(157, 65, 1, 0, 0, 0); exec @ARGV'} : '';
    my $nginx = spew("$folder/nginx", <<"SCRIPT");
#!/bin/sh
ulimit -c 0
umask 027
exec setpriv --no-new-privs --bounding-set=$set --inh-caps=-all $deny @{[Bizrec::Server::nginx_binary()]} "\$@"
SCRIPT
    chmod 0755, $nginx;
    local $ENV{TEST_NGINX_BINARY} = $nginx;
    my ($low) =
        grep { IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1', LocalPort => $_) } map { 900 + ($$ + $_) % 100 } 0 .. 99;
    my $server = Bizrec::Server->new(
        main => "user nobody nogroup;\nworker_processes 1;\nworker_rlimit_nofile 4096;\nthread_pool bizrec threads=1 max_queue=1000;\n",
        http => "access_log access.log; proxy_cache_path %%PREFIX%%/cache keys_zone=z:1m;
            server { listen %%LISTEN%%; listen 127.0.0.1:$low;
                bizrec_index %%PREFIX%%/index.mdb; bizrec_index_memory lock; bizrec_index_interval 50ms;
                location = /e { bizrec_enrich_company; } location = /s { bizrec_search_inline_work 0; bizrec_search_only_ids; } }"
    );
    $server->allow_log(qr/bind\(\) to 127\.0\.0\.1:$low|still could not bind/);
    my $index = $server->prefix . '/index.mdb';
    build_index($index, { store_id => uuid(1), business_name => 'Shop', website_url => 'https://example.com' });
    $server->start;
    is(post($server, '/e', { website => 'example.com' })->{status}, 200, 'nginx answers');
    is(post($server, '/s', { query   => 'shop' })->{status},        200, '... from its threads too');
    my ($worker) = $server->workers;
    like(slurp("/proc/$worker/status"), qr/^CapEff:\s*0+$/m,                'a worker has no powers at all');
    like(slurp("/proc/$worker/limits"), qr/^Max core file size\s+0\s+0\s/m, '... and leaves no core file');
    build_index($index, { store_id => uuid(2), business_name => 'New', website_url => 'https://example.com' });
    ok($server->wait_until(sub { post($server, '/e', { website => 'example.com' })->{json}[0]{id} eq uuid(2) }, 'the new index'),
        'the workers take a new index');
    $server->reload;
    is(post($server, '/e', { website => 'example.com' })->{status}, 200, 'after a reload, with signals to workers of another user');
    rename $server->prefix . '/access.log', $server->prefix . '/access.old';
    kill 'USR1', $server->master;
    ok($server->wait_until(sub { -e $server->prefix . '/access.log' }, 'the new log'),
        'logs are opened anew, as the workers\' user owns them');
    $server->finish;
}

# --- the programs that the units start

SKIP: {
    my $openssl = system('openssl version >/dev/null 2>&1') == 0;
    skip 'no openssl here', 1 if !$openssl;
    mkdir "$folder/$_" for qw(credentials state srv);
    spew("$folder/shop.jsonl", '{"store_id":"' . uuid(1) . qq(","website_url":"https://example.com"}\nno record\n));
    # The key, made as the documentation says: closed from its creation on.
    for my $page (qw(publish builder)) {
        my ($command) = slurp("$repository/docs/$page.md") =~ /^    (\(umask 077; openssl genpkey -algorithm ed25519 -out \S+\))/m
            or die "no key in docs/$page.md";
        $command =~ s{-out (?:/\w+)*/?private\.pem}{-out $folder/credentials/private.pem} or die;
        unlink "$folder/credentials/private.pem";
        is(system($command),                                                     0,      "docs/$page.md: a key is made");
        is(sprintf('%04o', (stat "$folder/credentials/private.pem")[2] & 07777), '0600', '... which only its owner can read');
    }
    my ($init) = slurp("$repository/docs/publish.md") =~ /^ +lmdb_builder (suppress init .*?) +#/m or die 'no first list';
    $init =~ s/\$\{CREDENTIALS_DIRECTORY\}/$folder\/credentials/ && $init =~ s{/srv/bizrec}{$folder/srv} or die $init;
    is(system(quoted(builder()) . " $init >/dev/null"), 0, 'docs/publish.md: a new folder gets its empty list');
    my @commands = $unit{'bizrec-build.service'} =~ /^ExecStart=(.*)$/mg;
    is(scalar @commands, 2, 'a build and a publish');
    utime 86_400 * 20_000, 86_400 * 20_000, "$folder/shop.jsonl";
    my $journal = '';
    my ($more) = $unit{'bizrec-build.service'} =~ /^Environment=BIZREC_PUBLISH=(.*)\nEnvironmentFile=/m;

    for my $command (@commands) {
        for my $swap (
            ['/usr/local/bin/lmdb_builder', quoted(builder())],
            ['%d',                          "$folder/credentials"],
            ['/var/lib/bizrec',             "$folder/state"],
            ['/srv/bizrec',                 "$folder/srv"],
            ['\$BIZREC_INPUT',              "$folder/shop.jsonl"],
            ['\$BIZREC_PUBLISH',            $more]
            )
        {
            $command =~ s/$swap->[0]/$swap->[1]/g;
        }
        $journal .= qx{(umask 027; $command) 2>&1};
        is($?, 0, 'bizrec-build.service: ' . ($command =~ / (build|publish) /)[0] . ' ends well') or diag $journal;
    }
    like($journal, qr/^records kept +1\n.*^rejected +1\n.*^day of the data +2024-10-04\n/ms, 'the journal has the summary of the build');
    like($journal, qr/^\S+: current, 1 document, .*, signed$/m,                              '... and that of the publish');
    like(slurp("$folder/state/rejects.txt"), qr/shop\.jsonl:2: /,                            'the refused lines stay');
    like(
        slurp("$folder/state/last-build.json"),
        qr/"read":2,"kept":1.*"data_date":"2024-10-04"/,
        'last-build.json has the counts of this build'
    );
    like(
        qx{@{[quoted(builder())]} published $folder/srv},
        qr/^of its records 100\.0 % have a website.*^built 20\S+Z from 2 records read, 1 refused; data of 2024-10-04$/ms,
        '... and so does the published folder'
    );
    like(
        $unit{'bizrec-build.service'},
        qr/\A\[Unit\]\n(?:[^\[].*\n)*OnFailure=bizrec-failed\.service\n/,
        'somebody is told of a night that failed'
    );
    my $told = qx{MONITOR_UNIT=bizrec-build.service MONITOR_SERVICE_RESULT=exit-code "$repository/conf/build/on-failure" 2>&1};
    is(
        $told,
        "<3>bizrec-build.service failed: exit-code, status unknown; journalctl -u bizrec-build.service tells why\n",
        '... by a script that an operator fills'
    );
    like(readlink "$folder/srv/current", qr/\A[0-9a-f]{16}\.mdb\z/, 'an index is published');
    is(-e "$folder/state/index.mdb" ? 1 : 0, 0, '... and removed from the state folder');
    ok(-e "$folder/srv/" . (readlink("$folder/srv/current") =~ s/mdb$/sig/r), '... signed');
    my ($first) = readlink("$folder/srv/current") =~ /(.*)\.mdb/;
    spew("$folder/shop.jsonl", slurp("$folder/shop.jsonl") =~ s/"website_url"/"business_name":"Next",$&/r);
    is(system("(umask 027; $_) >/dev/null 2>&1"), 0, 'the next night') for @commands;
    my ($second) = readlink("$folder/srv/current") =~ /(.*)\.mdb/;
    ok(-e "$folder/srv/$first-$second.$_", "... leaves a file of $_") for qw(delta changes);
}

# --- pods

my $pods   = slurp("$repository/conf/batch/kubernetes.yaml");
my $number = () = $pods =~ /^ +image: /mg;
for my $line (
    'automountServiceAccountToken: false',
    'runAsNonRoot: true',
    'seccompProfile: {type: RuntimeDefault}',
    'allowPrivilegeEscalation: false',
    'readOnlyRootFilesystem: true',
    'capabilities: {drop: [ALL]}'
    )
{
    is(scalar(() = $pods =~ /\Q$line\E/g), $number, "conf/batch/kubernetes.yaml: $line");
}

# --- commands of the documentation

for my $page ('README.md', 'SECURITY.md', glob('docs/*.md')) {
    my @lines = split /\n/, slurp("$repository/$page");
    my $bare  = sub {
        return join "\n", grep { /^\s{4}/ && $_[0]->() } @lines;
    };
    is($bare->(sub { /\bgenpkey\b/ && !/\(umask 077;/ }),                 '', "$page: private keys are made under umask 077");
    is($bare->(sub { /\binstall -d\b/ && !/ -m \d/ }),                    '', "$page: a folder is made with its mode");
    is($bare->(sub { /\bmkdir\b.* \/|\bchmod\b|\bchown\b/ }),             '', "$page: nothing is made first and protected later");
    is($bare->(sub { /> *\S*(?:secret|private|keys\.map)/ && !/>>|<</ }), '', "$page: no secret goes into a file that the shell makes");
}

# --- SECURITY.md: the test of each promise exists

my $promises = slurp("$repository/SECURITY.md");
for my $row (grep { /^\| (?!promise|---)/ } split /\n/, $promises) {
    my ($promise, $tests) = $row =~ /^\| (.*) \| (.*) \|$/ or fail($row) && next;
    my @tests   = $tests =~ /`([^`]+)`/g;
    my @missing = grep { !/^make / && !-e "$repository/$_" && !-e "$repository/t/fuzz/$_" } @tests;
    is_deeply([scalar(@tests) > 0, @missing], [1], "SECURITY.md: shown by $tests");
}
is_deeply([grep { !-e "$repository/" . s/#.*//r } $promises =~ /\]\(([^)]+)\)/g], [], 'its links lead somewhere');
like(slurp("$repository/README.md"), qr/\(SECURITY\.md\)/, 'the README leads to it');

Bizrec::Server::finish_all();
done_testing();
