package Bizrec::Answers;

# Records the answers that pass through the harness, so that t/openapi/check-answers.cjs can compare them with
# docs/openapi.yaml. Does nothing unless BIZREC_RECORD_ANSWERS names a folder. Each process appends to its own file there.
#
# An answer is a row of length-prefixed fields: endpoint, method, Prefer, whether the request's body is known, that body,
# status, whether the headers are known, the headers as lines, the answer's body. Equal rows are written once.

use strict;
use warnings;

use Cwd                    qw(abs_path);
use Digest::MD5            qw(md5);
use Exporter               qw(import);
use IO::Uncompress::Gunzip qw(gunzip);

our @EXPORT_OK = qw(learn_locations record_answer record_raw recording);

my $folder = $ENV{BIZREC_RECORD_ANSWERS} || undef;
$folder = abs_path($folder) // die "BIZREC_RECORD_ANSWERS=$folder: $!\n" if defined $folder;
my %addresses = (
    enrich_company  => 'enrich_company',
    enrich_batch    => 'enrich_company/batch',
    search_only_ids => 'search/only_ids',
    search          => 'search',
    records         => 'business_records/list/service_id',
    changes         => 'changes',
    credits_balance => 'credits'
);
my $module = $ENV{TEST_NGINX_MODULE} // '';
my %locations;    # port => {exact => {path => endpoint}, prefix => …, added => {header => 1}, bare => …}
my (%seen, $file, $owner);

use constant large => 65_536;    # bytes of an answer, above which one answer of each size class is enough

sub recording { return defined $folder }

# Reads from a server's configuration which locations are endpoints. It leaves some out: text that a test adds to an answer or
# puts in its place is no answer of ours, and another release answers differently.
sub learn_locations {
    my ($text) = @_;
    return unless recording() && ($ENV{TEST_NGINX_MODULE} // '') eq $module;
    my %known = (exact => {}, prefix => {}, added => {}, bare => $text !~ /errors\.conf/);
    while ($text =~ /\blocation\s+(=\s*)?(\/\S*)\s*\{([^{}]*)\}/g) {
        my ($kind, $path, $directives) = ($1 ? 'exact' : 'prefix', $2, $3);
        next unless $directives =~ /\bbizrec_(enrich_company|enrich_batch|search_only_ids|search|records|changes|credits_balance);/;
        $known{$kind}{$path} = $directives =~ /\b(?:error_page|image_filter)\b/ ? '' : $addresses{$1};
    }
    $known{added}{ lc $1 } = 1 while $text =~ /\badd_header\s+(\S+)/g;
    $locations{$1} = \%known while $text =~ /\blisten\s+127\.0\.0\.1:(\d+)/g;
    return;
}

sub _endpoint {
    my ($known, $path) = @_;
    return $known->{exact}{$path} if defined $known->{exact}{$path};
    my ($longest) = sort { length $b <=> length $a } grep { index($path, $_) == 0 } keys %{ $known->{prefix} };
    return defined $longest ? $known->{prefix}{$longest} : '';
}

# nginx refuses TRACE before it chooses a location, so that answer lacks the headers of an endpoint.
sub _answerer {
    my ($known, $path, $method) = @_;
    return $method eq 'TRACE' ? '' : _endpoint($known, $path);
}

# If errors.conf is not included, a request that nginx refuses before it chooses a location gets nginx's own page.
sub _is_page_of_nginx {
    my ($known, $reply) = @_;
    return
           $known->{bare}
        && $reply->{status} =~ /^(?:400|414|421|431|494|501|505)$/
        && ($reply->{headers}{'content-type'} // '') eq 'text/html';
}

sub _header_lines {
    my ($headers, $added) = @_;
    my @lines;
    for my $name (sort keys %$headers) {
        next if $name eq 'date' || $added->{$name};
        push @lines, map { "$name: $_\n" } ref $headers->{$name} ? @{ $headers->{$name} } : $headers->{$name};
    }
    return join '', @lines;
}

sub _unpacked {
    my ($content) = @_;
    return $content if substr($content, 0, 2) ne "\x1f\x8b";
    my $text;
    return gunzip(\$content, \$text) ? $text : $content;
}

sub _write {
    my ($row) = @_;
    if (!$file || $owner != $$) {
        $owner = $$;
        open $file, '>>:raw', "$folder/$$" or die "$folder/$$: $!\n";
    }
    syswrite $file, $row;
    return;
}

# port; request: {method, path, prefer, content (undef: not known)}; reply: {status, headers (undef: not known), content}
sub record_answer {
    my ($port, $request, $reply) = @_;
    return unless recording() && $reply && ($reply->{status} // '') =~ /^[2-5]\d\d$/ && $locations{$port};
    my ($path, $known) = ($request->{path} =~ s/[?#].*//sr, $locations{$port});
    return if _is_page_of_nginx($known, $reply);
    my $content = _unpacked($reply->{whole} // $reply->{content} // '');
    my @row     = (
        _answerer($known, $path, $request->{method}),
        $request->{method},
        $request->{prefer} // '',
        defined $request->{content} ? 1 : '',
        $request->{content} // '',
        $reply->{status},
        $reply->{headers} ? 1 : '',
        _header_lines($reply->{headers} || {}, $known->{added}),
        $content,
    );
    utf8::encode($_) for grep { utf8::is_utf8($_) } @row;
    my @same = map { s/^(x-request-id|server-timing): .*$|"request_id":"[^"]*"//gmr } @row;    # differs in each answer
    @same = (@row[0 .. 2, 5, 6], int log length $content) if length $content > large;
    _write(pack '(N/a*)*', @row) unless $seen{ md5(pack '(N/a*)*', @same) }++;
    return;
}

# The request and the replies as bytes: one request, or several that differ only in their bodies.
sub record_raw {
    my ($port, $bytes, @replies) = @_;
    return unless recording();
    my @lines = $bytes =~ m{^([A-Z]+ \S+) HTTP/\d\.\d\r$}mg;
    my ($first) = @lines;
    return if !defined $first || @replies > @lines || grep { $_ ne $first } @lines;
    my ($head, $content) = split /\r\n\r\n/, $bytes, 2;
    my ($length) = $head =~ /^Content-Length: (\d+)\r?$/mi;
    undef $content unless @lines == 1 && defined $length && defined $content && $length == length $content;
    my ($prefer) = $head =~ /^Prefer:\s*(.*?)\r?$/mi;
    my ($method, $path) = split / /, $first;
    my %request = (method => $method, path => $path, prefer => $prefer, content => $content);
    record_answer($port, \%request, $_) for @replies;
    return;
}

1;
