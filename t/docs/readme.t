# The configurations of the README work as printed, except for paths and ports. Its first command is the first one of
# docs/packages.md, which t/install/packages-in-roots.t runs.
#
# needs: openssl
# lane: gate debian13

use strict;
use warnings;

use lib 't/lib';
use File::Basename qw(dirname);
use Test::More;

use Bizrec::Builder qw(quoted slurp spew);
use Bizrec::Index   qw(build_index);
use Bizrec::Server;
use Bizrec::Shipped;

my $repository = $Bizrec::Server::repository;
my $server     = Bizrec::Server->new;
my $prefix     = $server->prefix;
build_index("$prefix/index.mdb", { store_id => '00000000-0000-4000-8000-000000000001', website_url => 'a.example' });

sub readme {
    open my $file, '<:raw', "$repository/README.md" or die "README.md: $!\n";
    local $/ = undef;
    return scalar <$file>;
}

# The files that the shipped ones include, except nginx.conf.
Bizrec::Shipped::write_included($server);

sub certificate {
    my $done = system "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2"
        . " -keyout $prefix/privkey.pem -out $prefix/fullchain.pem 2>/dev/null";
    return $done == 0;
}

# Adapts a configuration to this test. For a site alone, it adds the parts that `make install` and docs/install.md put around
# it.
sub at_home {
    my ($text) = @_;
    my $temp   = join '', map { "    ${_}_temp_path tmp/$_;\n" } qw(client_body proxy fastcgi uwsgi scgi);
    $text =
        slurp("$repository/conf/nginx/modules-available/mod-http-bizrec.conf")
        . "events {}\nhttp {\n    include bizrec/http.conf;\n$text}\n"
        if $text !~ /^http \{$/m;
    $temp .= "    access_log access.log;\n" unless $text =~ /access_log/;    # only root may write to nginx's default log
    $text =~ s/^http \{\n/http {\n$temp/m;
    $text =~ s{load_module \S+;}{'load_module "' . Bizrec::Server::module_file() . '";'}e;
    $text =~ s{/srv/bizrec/(?:\w+/)?(?:\w+\.mdb|current)}{$prefix/index.mdb}g;
    $text =~ s{/etc/nginx/}{}g;
    $text =~ s{/etc/letsencrypt/live/[\w.]+/}{$prefix/}g;
    $text =~ s{/var/log/nginx/}{$prefix/}g;
    $text =~ s{^\s*listen \[::\].*\n}{}mg;
    $text =~ s{listen\s+(?:127\.0\.0\.1:)?\d+}{'listen 127.0.0.1:' . $server->port}ge;
    spew("$prefix/shipped.conf", $text);
    my ($install, $shipped) = map { quoted($_) } "$repository/.ci/install", "$prefix/shipped.conf";
    $text = qx{PATH="@{[dirname(Bizrec::Server::nginx_binary())]}:\$PATH" $install for-this-nginx < $shipped};
    return "pid nginx.pid;\nerror_log error.log notice;\n$text";
}

my ($first)   = readme()                              =~ /^```sh\n(.*?)^```/ms;
my ($install) = slurp("$repository/docs/packages.md") =~ /^## Install\n.*?^```sh\n(.*?)^```/ms;
is($first, $install =~ s/ -y//r, 'the installation is that of docs/packages.md, without -y');

cmp_ok(index(readme(), "```nginx\n" . slurp("$repository/conf/nginx/sites-available/bizrec") . "```\n"),
    '>=', 0, 'the second is the site that make install installs');
my @configurations = readme() =~ /^```nginx\n(.*?)^```/msg;
is(scalar @configurations, 3, 'three configurations');
for my $number (1 .. @configurations) {
SKIP: {
        my $text = $configurations[$number - 1];
        skip 'no openssl for a certificate', 3 if $text =~ /ssl_certificate/ && !certificate();
        $server->write('nginx.conf', at_home($text));
        my ($exit, $output) = $server->check;
        is($exit, 0, "configuration $number passes nginx -t") or diag $output;
        unlike($output, qr/\[warn\]/, "... without a warning: it has keys, or says that it has none");
        my $local = !grep { !/^127\.0\.0\.1:/ } $text =~ /^\s*listen\s+(\S+)/mg;
        my $open = $text =~ /bizrec_access off;/ || $text !~ /bizrec_access \$|bizrec-api\.conf/;
        ok($local || !$open, '... and what listens to others has keys');
    }
}

Bizrec::Server::finish_all();
done_testing;
