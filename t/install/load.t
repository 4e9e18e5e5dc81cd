# The module loads: alone, in an http block that does not use it, twice in one configuration's life; and exports only the
# symbols that nginx needs.
#
# lane: gate user debian13

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(quoted);
use Bizrec::Http    qw(request);
use Bizrec::Server;
use Test::More;

my $alone = Bizrec::Server->new;
$alone->start;
ok($alone->workers, 'a configuration with only load_module starts');
$alone->reload;
ok($alone->workers, '... and reloads');

my $unused = Bizrec::Server->new(http => 'server { listen %%LISTEN%%; location / { return 200 "here"; } }');
$unused->start;
my $reply = request($unused, 'GET', '/');
is("$reply->{status} $reply->{content}",                            '200 here',   'other locations work as ever');
is(request($unused, 'GET', '/missing/')->{headers}{'content-type'}, 'text/plain', '... with their own types');

my @exported = sort map { (split)[-1] } grep { / [A-Z] / } split /\n/, qx(nm -D --defined-only @{[quoted(Bizrec::Server::module_file())]});
is("@exported", 'ngx_module_names ngx_module_order ngx_modules', 'the module exports what nginx asks for, and no more');

Bizrec::Server::finish_all();
done_testing();
