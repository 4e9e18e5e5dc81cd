# Every request of README.md and docs/ runs as printed, against the server of `make run`, and gives the answer printed below it.
# After a change of answers, UPDATE_EXAMPLES=1 prove -I t/lib t/docs/examples.t prints the new ones.
#
# needs: curl jq
# lane: gate

use strict;
use warnings;
use utf8;
use lib 't/lib';

use Bizrec::Builder  qw(folder quoted);
use Bizrec::Examples qw(examples pattern renewed);
use Bizrec::Http     qw(post);
use Bizrec::Index    qw(build_sample);
use Bizrec::Shipped;
use Cwd qw(abs_path);
use Test::More;

binmode Test::More->builder->$_, ':encoding(UTF-8)' for qw(output failure_output);

my $repository = $Bizrec::Server::repository;
for my $tool (qw(curl jq)) {
    plan skip_all => "needs $tool" if system("command -v $tool >/dev/null") != 0;
}
my $server = Bizrec::Shipped->new;
my $folder = folder();
plan skip_all => 'no generate_stores: make build' if !build_sample("$folder/sample.mdb");
link "$folder/sample.mdb", $server->prefix . '/sample.mdb' or die "sample.mdb: $!\n";
rename $server->prefix . '/sample.mdb', $server->prefix . '/index.mdb' or die "index.mdb: $!\n";
$server->start;

# README uses the builder of `make build`, and docs/ the builder of `make install`.
mkdir "$folder/build";
for my $name ('lmdb_builder', 'build/lmdb_builder') {
    symlink abs_path(Bizrec::Index::builder()), "$folder/$name" or die "$name: $!\n";
}

sub read_page {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!\n";
    local $/ = undef;
    return scalar <$file>;
}

sub write_page {
    my ($path, $text) = @_;
    open my $file, '>:encoding(UTF-8)', $path or die "$path: $!\n";
    print {$file} $text;
    close $file or die "$path: $!\n";
    return;
}

sub output_of {
    my ($command) = @_;
    if ($command =~ /\Acat (\S+\.(?:jsonl|csv))\z/ && !-e "$folder/$1") {
        return;
    }
    my $port = $server->port;
    my $text = $command =~ s/127\.0\.0\.1:8080/127.0.0.1:$port/gr;
    utf8::encode($text);
    my $output = qx(cd @{[quoted($folder)]} && PATH=@{[quoted($folder)]}:"\$PATH" bash -c @{[quoted($text)]} 2>&1 </dev/null);
    utf8::decode($output);
    return $output =~ s/^[a-z ]+: \d+\.\d s\n//mgr;    # a build's progress, which a terminal erases
}

my %count;
for my $path (sort "$repository/README.md", glob "'$repository/docs/*.md'") {
    my ($page)  = $path =~ m{([^/]+)\z};
    my $text    = read_page($path);
    my $updated = $text;
    my @changes;
    for my $example (examples($text)) {
        my ($head) = $example->{command} =~ /\A(.{1,160})/;
        ok(defined $example->{output}, "$page: an answer is printed: $head") or next;
        my $output = output_of($example->{command});
        if (!defined $output) {    # the reader's file, shown by cat
            write_page("$folder/" . $example->{command} =~ s/\Acat //r, $example->{output} =~ s/^ {4}//mgr);
            next;
        }
        ++$count{$page};
        if ($ENV{UPDATE_EXAMPLES} && $output !~ pattern($example)) {
            push @changes, [@$example{qw(at length)}, renewed($example, $output)];
            $example->{output} = $changes[-1][2];
        }
        like($output, pattern($example), "$page: $head");
    }
    substr $updated, $_->[0], $_->[1], $_->[2] for reverse @changes;
    write_page($path, $updated) if $updated ne $text;
}
my %floors = (q(README.md) => 5, q(api.md) => 10, q(builder.md) => 5, q(search.md) => 1);
cmp_ok($count{$_} // 0, q(>=), $floors{$_}, "$_: examples") for sort keys %floors;

# The best-known names of the sample: the whole brand first, with the name that its domain has.
my %brands = (
    'starbucks.com' => 'Starbucks',
    'mcdonalds.com' => q(McDonald's),
    'kfc.com'       => 'KFC',
    'ikea.com'      => 'IKEA',
    'walmart.com'   => 'Walmart',
    'chipotle.com'  => 'Chipotle',
    'global.toyota' => 'Toyota'
);
for my $domain (sort keys %brands) {
    my $rows = post($server, '/api/v1/enrich_company', { website => $domain }, { 'X-API-Key' => 'demo-key' })->{json};
    is($rows->[0]{content}{business_name}, $brands{$domain}, "$domain: the name comes first");
    my @has_place = map {
        my $record = $_->{content};
        (grep { defined $record->{$_} } qw(country city state zip_code latitude)) ? 1 : 0
    } @$rows;
    is_deeply(\@has_place, [sort @has_place], "$domain: whole brands before regions and branches");
}

Bizrec::Server::finish_all();
done_testing();
