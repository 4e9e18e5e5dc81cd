# The centre of credits, conf/billing/postgresql.sql in Debian's PostgreSQL: its functions and roles, and the statements that
# docs/ has for operators.
#
# needs: postgresql
# lane: gate

use strict;
use warnings;
use lib 't/lib';

use Bizrec::Builder qw(slurp);
use Bizrec::Edges   qw(centre_file dumped new_centre refuses start_centre);
use Bizrec::Server;
use JSON::PP;
use Test::More;

my $centre     = start_centre();
my $repository = $Bizrec::Server::repository;
my $json       = JSON::PP->new->canonical->utf8;

# The first line of an export.
sub header {
    my ($name, $id) = @_;
    return $json->encode({ type => 'ledger', version => 1, edge => "$name/$id", exported => 1, written => 0, closed_minute => 0 });
}

subtest 'the file again changes nothing' => sub {
    new_centre();
    my $before = dumped();
    like($before, qr/CREATE FUNCTION bizrec_credits\.push/, 'a dump of it');
    is(join('', $centre->ask('postgres', 'psql', '-Xq', '-f', centre_file())), '0',     'again');
    is(dumped(),                                                               $before, 'nothing is other than before');
};

subtest 'what the pages tell operators to say' => sub {
    new_centre();
    my $quoted    = qr/([`"'])(select [^\n]*?bizrec_credits\.[^\n]*?)\1/;
    my @sentences = map { slurp("$repository/docs/$_") =~ /$quoted/g } qw(credits.md runbook.md);
    @sentences = @sentences[grep { $_ % 2 } 0 .. $#sentences];    # without the quotes
    cmp_ok(scalar @sentences, '>=', 8, scalar(@sentences) . ' sentences');
    is(join('', $centre->try_sql('postgres', $_)) =~ s/\A0.*/0/sr, '0', $_) for @sentences;
};

# Names of functions that a role may call.
sub functions_of {
    my ($role) = @_;
    return $centre->sql(<<"EOS");
select string_agg(proname, ' ' order by proname) from pg_proc
where pronamespace = 'bizrec_credits'::regnamespace and has_function_privilege('$role', oid, 'execute')
EOS
}

# Names of tables and views, of these kinds, that a role may use in one of these ways.
sub tables_of {
    my ($role, $kinds, $ways) = @_;
    return $centre->sql(<<"EOS");
select coalesce(string_agg(relname, ' ' order by relname), '') from pg_class
where relnamespace = 'bizrec_credits'::regnamespace and relkind in ($kinds) and has_table_privilege('$role', oid, '$ways')
EOS
}

subtest 'rights' => sub {
    new_centre();
    my %may = (
        bizrec_fra1       => ['pull push push_usage', ''],
        bizrec_accountant => [undef,                  'edge_list grant_list spent_by_edge teams usage_by_day'],
        bizrec_billing    => ['grant_credits',        '']
    );
    for my $role (sort keys %may) {
        is(functions_of($role) || undef,                                              $may{$role}[0], "$role: functions");
        is(tables_of($role, q('r', 'v'), 'select, insert, update, delete, truncate'), $may{$role}[1], '... tables and views');
    }
    is(tables_of('bizrec_accountant', q('v'), 'insert, update, delete'), '', 'accountants only read');
    refuses(
        'bizrec_fra1',
        'select * from bizrec_credits.teams',
        'table bizrec_credits.counters',
        'insert into bizrec_credits.grants values (1)',
        "select bizrec_credits.grant_credits('a', 1, 'i')",
        "select bizrec_credits.set_writer('fra1/0123456789abcdef')",
        'create table bizrec_credits.mine ()'
    );
    my $header_of_other = header('nyc1', '0' x 16);
    for my $sentence ("select bizrec_credits.push(array['$header_of_other'])",
        q(select bizrec_credits.push_usage(array['{"edge":"nyc1/0000000000000000"}'])))
    {
        my $said = join ' ', $centre->try_sql('bizrec_fra1', $sentence);
        like($said, qr/role "bizrec_fra1" may not push under the name of edge "nyc1"/, 'only its own name');
    }
    my $header  = header('fra1', '0' x 16);
    my $counter = '{"type":"counter","edge":"nyc1/0000000000000000","team":"a","spent_millicredits":1}';
    my $answer  = join ' ', $centre->try_sql('bizrec_fra1', "select bizrec_credits.push(array['$header','$counter'])");
    like($answer, qr/"fra1" pushes a counter of edge "nyc1/, '... and its own counters');
    is($centre->sql('select count(*) from bizrec_credits.ledgers'), 0, 'the table is unchanged');
    my ($status, $said) = $centre->try_sql('bizrec_fra1', <<'EOS');
create temporary table edges (name text, login text);
insert into edges values ('x', 'bizrec_fra1');
select count(*) from bizrec_credits.pull('x/0', null, -1)
EOS
    is("$status $said", "0 1\n", 'a temporary table in the place of one of the centre is not looked at');
};

$centre->stop;
done_testing;
