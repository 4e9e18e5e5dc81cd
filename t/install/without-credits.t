# `make build CREDITS=OFF`: module and builder without a symbol of credits, whose directives and command they do not know. All else answers
# as in a build that has credits and no ledger. Only what differs is built: the engine's libraries are the same in both.
#
# needs: compiler
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(folder quoted run slurp spew);
use Bizrec::Http    qw(post request);
use Bizrec::Index   qw(uuid);
use Bizrec::Server;
use Bizrec::Shipped;
use JSON::PP;
use Test::More;

my $repository = $Bizrec::Server::repository;
plan skip_all => 'the plain build alone is built so' if $ENV{BIZREC_INSTRUMENTED} || $ENV{TEST_NGINX_BINARY};
plan skip_all => 'nothing is built here: make build' unless -x "$repository/build/lmdb_builder";
plan skip_all => 'what is built here was built in another folder'
    unless slurp("$repository/build/cmake/CMakeCache.txt") =~ /^CMAKE_HOME_DIRECTORY:INTERNAL=\Q$repository\E$/m;
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL CREDITS)};
my $folder = folder();

# Output and standard error of a command, which must go well.
sub output {
    my ($name, $command) = @_;
    my $text = qx{cd @{[quoted($repository)]} && { $command; } 2>&1};
    is($?, 0, $name) or BAIL_OUT($text);
    return $text;
}

# ---- the module without credits, built as the Makefile builds it, in a separate folder

my $module = "$repository/build/without-credits.so";
output(
    'make module CREDITS=OFF',
    'make -o engine module CREDITS=OFF NGINX_DIR=build/nginx-without-credits NGINX_TREE=build/nginx-tree-without-credits'
        . ' MODULE=build/without-credits.so'
);
my $symbols = output('nm of the module', 'nm -C build/without-credits.so');
cmp_ok(scalar(() = $symbols =~ / bizrec::ngx::/g), '>', 100, 'the module has symbols');
is_deeply([$symbols =~ /.*(?:bizrec::ledger::|ngx::(?:CreditLedger|RequestCharge)).*/g], [], '... none of them of credits');
like(output('nm of the usual module', 'nm -C build/ngx_bizrec_module.so'), qr/ bizrec::ledger::/, '... while the usual module has some');
like(qx{cd @{[quoted($repository)]} && make -n build CREDITS=off 2>&1},    qr/CREDITS is ON or OFF, not "off"/, 'another word is refused');

# ---- the builder without credits, configured by CMake: main() is compiled, and linked with the rooms' libraries of the present build

output(
    'cmake -DBIZREC_CREDITS=OFF',
    "cmake -S . -B @{[quoted($folder)]}/cmake -G Ninja -DCMAKE_BUILD_TYPE=Release -DBIZREC_CREDITS=OFF -DBIZREC_TESTS=OFF"
        . ' --log-level=WARNING'
);
unlike(slurp("$folder/cmake/compile_commands.json"), qr{bizrec/ledger/|lmdb_builder/credits/}, 'no source of credits is compiled');
output(
    'main() compiled and linked',
    "ln -s @{[quoted($repository)]}/build/cmake/libbizrec_*.a @{[quoted($folder)]}/cmake/ && cd @{[quoted($folder)]}/cmake"
        . ' && ninja --quiet CMakeFiles/lmdb_builder.dir/lmdb_builder/main.cpp.o && sh -c "$(ninja -t commands lmdb_builder | tail -n 1)"'
);
my $builder = "$folder/cmake/lmdb_builder";
unlike(output('nm of the builder', "nm -C @{[quoted($builder)]}"), qr/ bizrec::ledger::/, '... without a symbol of credits');

sub commands {
    my ($help) = @_;
    return map { /^  ([a-z]+)  / ? $1 : () } split /\n/, $help;
}
my @usual = commands(run('--help')->{out});
{
    local $ENV{LMDB_BUILDER} = $builder;
    is_deeply([commands(run('--help')->{out})], [grep { $_ ne 'credits' } @usual], 'its commands are the usual ones but credits');
    is(run('credits', 'show', 'ledger.mdb')->{code}, 2, '... which it does not know');
}
is(scalar(grep { $_ eq 'credits' } @usual), 1, '... and the usual builder does');

# ---- the shipped configuration, as `make install` takes the lines of credits out of it

sub without_credits {
    my (@files) = @_;
    output('.ci/install for-module', join ' ', '.ci/install for-module', map { quoted($_) } $module, @files);
}
my @records =
    map { { store_id => uuid($_), business_name => "Shop $_", website_url => 'https://example.com', country => 'US', num_stores => $_ } }
    1 .. 5;
my @options = (records => \@records, free => 1, keys => { spent => 'spender' }, exhausted => ['spender']);
my $usual   = Bizrec::Shipped->new(@options);
my $server  = do {
    local $ENV{LMDB_BUILDER}      = $builder;    # the index is its work too
    local $ENV{TEST_NGINX_MODULE} = $module;
    Bizrec::Shipped->new(@options);
};
without_credits(map { $server->prefix . "/$_" } 'nginx.conf',
    map { substr $_, 1 + length $server->prefix } glob $server->prefix . '/{bizrec,snippets}/*');
$_->start for $usual, $server;

my %key   = ('X-API-Key' => 'demo-key');
my $ids   = join '&', map { 'id=' . uuid($_) } 1, 3;
my @asked = (
    ['an enrichment',         'POST', '/api/v1/enrich_company',       '{"website":"example.com","limit":2}'],
    ['a batch',               'POST', '/api/v1/enrich_company/batch', '{"items":[{"website":"example.com"},{"website":"nobody.example"}]}'],
    ['ids',                   'POST', '/api/v1/search/only_ids',      '{"query":"shop","limit":3}'],
    ['a search',              'POST', '/api/v1/search',               '{"query":"shop 4","limit":3}'],
    ['records',               'GET',  "/api/v1/business_records/list/service_id?$ids"],
    ['an error',              'POST', '/api/v1/search',         '{"query":7}'],
    ['what rows would cost',  'POST', '/api/v1/search',         '{"query":"shop"}', { %key, Prefer => 'return=minimal' }],
    ['a team without credit', 'POST', '/api/v1/search',         '{"query":"shop"}', { 'X-API-Key'  => 'spent' }],
    ['no key',                'POST', '/api/v1/enrich_company', '{"website":"example.com"}', {}],
);
for my $case (@asked) {
    my ($name, $method, $path, $body, $headers) = @$case;
    my ($here, $there) = map { request($_, $method, $path, content => $body // '', headers => $headers // \%key) } $server, $usual;
    is_deeply([@$here{qw(status content)}],      [@$there{qw(status content)}], "$name: the usual answer, $there->{status}");
    is_deeply([sort keys %{ $here->{headers} }], [grep { !/^x-credits-/ } sort keys %{ $there->{headers} }], '... and headers');
}
is(post($server, '/api/v1/enrich_company', '{"website":"example.com","limit":2}', \%key)->{json}[0]{id}, uuid(1), 'rows are delivered');
my ($line) = grep { $_->{endpoint} eq 'enrich_company' && $_->{status} == 200 } map { decode_json($_) } $server->log_lines(@asked + 1);
is_deeply([@$line{qw(endpoint rows team)}, exists $line->{credits}], ['enrich_company', 2, 'demo', ''], 'the log has rows, and no credits');

# ---- what it does not know

local $ENV{TEST_NGINX_MODULE} = $module;
my $odd = Bizrec::Server->new;
for my $directive ('bizrec_credits off', 'bizrec_price 1', 'bizrec_credits_balance') {
    my ($name) = split ' ', $directive;
    $odd->refuses($directive, "location /e { $directive; }", qr/unknown directive "$name"/);
}
$odd->configure(http => 'server { listen %%LISTEN%%; return 200 $bizrec_credits_charged; }');
like(($odd->check)[1], qr/\[emerg\] .*unknown "bizrec_credits_charged" variable/, 'nor a variable of credits');

# ---- what is installed

output(
    'a checkout with these two built',
    "mkdir -p @{[quoted($folder)]}/tree/build && cp -R --parents .ci/install conf lmdb_builder/rules @{[quoted($folder)]}/tree"
        . " && cp build/without-credits.so @{[quoted($folder)]}/tree/build/ngx_bizrec_module.so"
        . " && cp @{[quoted($builder)]} @{[quoted($folder)]}/tree/build/lmdb_builder"
);
output('make install', "DESTDIR=@{[quoted($folder)]}/root @{[quoted($folder)]}/tree/.ci/install install");
is(qx{grep -rlE '^[^#]*bizrec_(credits|price)' @{[quoted($folder)]}/root/etc}, '', 'installed files name nothing of credits');
ok(!-e "$folder/root/etc/nginx/snippets/bizrec-credits.conf" && -e "$folder/root/etc/nginx/snippets/bizrec-api.conf",
    '... and the balance has no file');

$odd->allow_log(qr/\[emerg\]/);
Bizrec::Server::finish_all();
done_testing();
