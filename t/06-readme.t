# The configurations of the README work as they stand there, paths and ports aside.

use strict;
use warnings;

use lib 't/lib';
use Test::More;

use Bizrec::Builder qw(quoted);
use Bizrec::Index qw(build_index build_sample);
use Bizrec::Server;

my $repository = $Bizrec::Server::repository;
my $server     = Bizrec::Server->new;
my $prefix     = $server->prefix;
build_index("$prefix/index.mdb", { store_id => '00000000-0000-4000-8000-000000000001', website_url => 'a.example' });

sub readme {
    open my $file, '<:raw', "$repository/README.md" or die "README.md: $!\n";
    local $/ = undef;
    return scalar <$file>;
}

sub certificate {
    my $done = system "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2"
        . " -keyout $prefix/api.key -out $prefix/api.pem 2>/dev/null";
    return $done == 0;
}

# Here in the place of there.
sub at_home {
    my ($text) = @_;
    my $temp = join '', map {"    ${_}_temp_path tmp/$_;\n"} qw(client_body proxy fastcgi uwsgi scgi);
    $temp .= "    access_log access.log;\n" unless $text =~ /access_log/;    # nginx's own is for root
    $text =~ s/^http \{\n/http {\n$temp/m;
    $text =~ s{load_module \S+;}{'load_module "' . Bizrec::Server::module_file() . '";'}e;
    $text =~ s{/srv/bizrec/(?:\w+\.mdb|current)}{$prefix/index.mdb}g;
    $text =~ s{include /etc/nginx/bizrec/([\w.]+);}{include "$repository/conf/$1";}g;
    $text =~ s{/etc/ssl/}{$prefix/}g;
    $text =~ s{/var/log/nginx/}{$prefix/}g;
    $text =~ s{listen\s+(?:127\.0\.0\.1:)?\d+}{'listen 127.0.0.1:' . $server->port}ge;
    return "pid nginx.pid;\nerror_log error.log notice;\n$text";
}

my @configurations = readme() =~ /^```nginx\n(.*?)^```/msg;
is(scalar @configurations, 3, 'three configurations');
for my $number (1 .. @configurations) {
SKIP: {
        my $text = $configurations[$number - 1];
        skip 'no openssl for a certificate', 1 if $text =~ /ssl_certificate/ && !certificate();
        $server->write('nginx.conf', at_home($text));
        my ($exit, $output) = $server->check;
        is($exit, 0, "configuration $number passes nginx -t") or diag $output;
    }
}

# The two answers that it shows are those of the bundled sample.
SKIP: {
    skip 'no generate_stores: make build', 2 if !build_sample("$prefix/sample.mdb");
    my $builder = Bizrec::Index::builder();
    for my $shown (readme() =~ m{^(curl .*/api/v1/.*\n\n\[\{(?:.*\n)+?)(?=\n|```)}mg) {
        my ($endpoint, $body, $id, $score) = $shown =~ m{/api/v1/(\S+) .* -d '(.*)'\n\n\[\{"id":"([^"]+)"[^\0]*"match_score":(\d+)};
        my $answer = qx{@{[quoted($builder)]} @{[$endpoint eq 'enrich_company' ? 'query' : 'search']} $prefix/sample.mdb '$body' 2>/dev/null};
        like($answer, qr/^\[\{"id":"$id".*"match_score":$score,/s, "$endpoint answers as shown");
    }
}

Bizrec::Server::finish_all();
done_testing;
