-- The centre of the credits of many edges, in PostgreSQL 13 or later: what each edge has charged, and what was granted.
-- bizrec-meter on the edges pushes and pulls (docs/credits.md, "A centre"). As a superuser, in a database of UTF-8:
--   psql -d billing -f postgresql.sql
-- The same file again changes nothing. Amounts are millicredits, thousandths of a credit; the views show credits.

\set ON_ERROR_STOP on
begin;
set local client_min_messages = warning;

do $$
begin
    if current_setting('server_encoding') <> 'UTF8' then
        raise exception 'the database "%" has the encoding %, and teams are named in UTF-8: create it with ENCODING ''UTF8'' TEMPLATE template0',
            current_database(), current_setting('server_encoding');
    end if;
end $$;

-- ---- roles

-- bizrec_centre owns all of it, bizrec_edge pushes and pulls, bizrec_accountant reads the views, bizrec_billing grants.
do $$
declare
    name text;
begin
    foreach name in array array['bizrec_centre', 'bizrec_edge', 'bizrec_accountant', 'bizrec_billing'] loop
        if not exists (select from pg_roles where rolname = name) then
            execute format('create role %I nologin', name);
        end if;
    end loop;
    if not exists (select from pg_namespace where nspname = 'bizrec_credits') then
        create schema bizrec_credits authorization bizrec_centre;
    end if;
    -- An edge copies its lines into a temporary table of its own.
    execute format('grant temporary on database %I to bizrec_edge', current_database());
end $$;

set local role bizrec_centre;
set local search_path = bizrec_credits, pg_temp;

-- ---- tables

-- One row, which no push changes or locks. Its id is a part of centre_id().
create table if not exists centre (
    only_one boolean primary key default true check (only_one),
    id uuid not null default gen_random_uuid()
);
alter table centre drop column if exists revision;
insert into centre default values on conflict do nothing;

-- The edges of add_edge(): the role that may push under the name, and the ledger that counts under it now.
create table if not exists edges (
    name text collate "C" primary key check (name ~ '^[A-Za-z0-9._-]{1,64}$'),
    login text not null,
    may_grant boolean not null default true,
    writer text collate "C",
    last_push timestamptz
);

-- Each ledger that has counted under a name, and the header of its newest export.
create table if not exists ledgers (
    edge_id text collate "C" primary key check (edge_id ~ '^[A-Za-z0-9._-]{1,64}/[0-9a-f]{16}$'),
    since timestamptz not null default clock_timestamp(),
    retired timestamptz,     -- when another ledger took its place
    went_back timestamptz,   -- when one of its counters was last seen below what it had been
    exported bigint not null default 0,       -- Unix seconds
    written bigint not null default 0,        -- Unix seconds
    closed_minute bigint not null default 0   -- since 1970
);

-- The sum that a ledger has ever charged a team. `closed` is the part up to the end of the ledger's closed minute.
create table if not exists counters (
    edge_id text collate "C" not null check (edge_id ~ '^[A-Za-z0-9._-]{1,64}/[0-9a-f]{16}$'),
    team text collate "C" not null check (octet_length(team) between 1 and 128 and team !~ '[\x01-\x20\x7f]'),
    spent bigint not null check (spent between 0 and 1000000000000000),
    closed bigint check (closed between 0 and spent),
    revision bigint not null,   -- the id of the transaction that has raised it
    primary key (edge_id, team)
);
create index if not exists counters_by_revision on counters (revision);
create index if not exists counters_by_team on counters (team);

create table if not exists grants (
    id text collate "C" primary key check (octet_length(id) between 1 and 200 and id !~ '[\x01-\x20\x7f]'),
    team text collate "C" not null check (octet_length(team) between 1 and 128 and team !~ '[\x01-\x20\x7f]'),
    millicredits bigint not null check (millicredits between -1000000000000000 and 1000000000000000),
    granted bigint not null check (granted between 0 and 253402300799),   -- Unix seconds
    note text collate "C" not null check (octet_length(note) <= 1000),
    revision bigint not null
);
create index if not exists grants_by_revision on grants (revision);
create index if not exists grants_by_team on grants (team);

-- `credits export --usage`: events with the same id are equal. The id consists of the columns edge_id to seconds.
create table if not exists usage_events (
    id text collate "C" primary key,
    edge_id text collate "C" not null,
    team text collate "C" not null,
    endpoint text not null,
    start timestamptz not null,
    seconds integer not null,
    requests bigint not null,
    rows bigint not null,
    millicredits bigint not null
);
create index if not exists usage_events_by_start on usage_events (start);
create index if not exists usage_events_by_what on usage_events (edge_id, team, endpoint, start);
-- Events of earlier versions: the interval was no part of their ids.
update usage_events set id = id || '/PT' || seconds || 'S' where id !~ '/PT[0-9]+S$';

-- ---- what an edge's role may call

-- Functions of earlier versions.
drop function if exists merge_counters(text[], bigint), merge_grants(text[], bigint);

create or replace function lines_of(lines text[], kind text) returns setof jsonb
language sql immutable as $$
    select parsed from unnest(lines) line, lateral (select line::jsonb as parsed) each_line where parsed->>'type' = kind
$$;

-- The id of this centre, by which edges notice another one. It changes after restored(), in another database, on
-- another cluster and on a standby that took over: a backup lacks lines that this centre once accepted.
create or replace function centre_id() returns uuid
language sql stable as $$
    select md5(concat_ws('/', centre.id, system.system_identifier, point.timeline_id, place.oid))::uuid
        from centre, pg_control_system() system, pg_control_checkpoint() point, pg_database place where place.datname = current_database()
$$;

-- Revisions are ids of transactions. All below this one have ended, so a pull from here on misses nothing, even if later
-- transactions are still open. No push needs to wait for another.
create or replace function ended_revision() returns bigint
language sql stable as $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

create or replace function own_revision() returns bigint
language sql volatile as $$ select pg_current_xact_id()::text::bigint $$;

-- As in the ledgers: a sum beyond a million million credits counts as that, and is not refused.
create or replace function amount_of(number text) returns bigint
language sql immutable as $$ select greatest(least(number::numeric, 1e15), -1e15)::bigint $$;

-- The edge of a name, locked, if the role of this session may push under it.
create or replace function own_edge(edge_name text) returns edges
language plpgsql as $$
declare
    edge edges;
begin
    select * into edge from edges where name = edge_name for update;
    if not found or edge.login <> session_user then
        raise exception 'the role "%" may not push under the name of edge "%". If it is to: select bizrec_credits.add_edge(''%'', ''%'') on the centre',
            session_user, edge_name, edge_name, session_user;
    end if;
    return edge;
end $$;

-- The counters of lines. An edge's charges count only up to the sum of the team's grants: no ledger
-- lets a server charge more, but a stolen role may push any number. The bound applies to all ledgers of one name together. A team
-- without grants here, because the centre was restored from a backup, has a thousand credits.
create or replace function bounded_counters(edge_name text, lines text[])
returns table (edge_id text, team text, said bigint, spent bigint, closed bigint)
language sql stable as $$
    with came as (
        select line->>'edge' as edge_id, line->>'team' as team, max(amount_of(line->>'spent_millicredits')) as said,
            max(amount_of(line->>'closed_millicredits')) as closed
            from lines_of(lines, 'counter') line group by 1, 2
    ), here as (
        select known.edge_id, known.team, known.spent from counters known
            where known.team in (select came.team from came) and split_part(known.edge_id, '/', 1) = edge_name
    ), granted as (
        select given.team, sum(greatest(given.millicredits, 0)) as amount from grants given
            where given.team in (select came.team from came) group by 1
    ), together as (
        select edge_id, team, came.said, came.closed, coalesce(here.spent, 0) as known,
            sum(greatest(came.said, here.spent)) over (partition by team order by edge_id) - greatest(came.said, here.spent) as before
            from came full join here using (edge_id, team)
    ), bounded as (
        select edge_id, team, said, closed,
            least(said, greatest(known, greatest(coalesce(granted.amount, 0), 1000000) - before)) as spent
            from together left join granted using (team) where said is not null
    )
    select edge_id, team, said, spent::bigint, least(closed, spent)::bigint from bounded
$$;

-- True: this ledger counts under the name. False: another one has replaced it, and this one no longer counts; its late
-- lines contain nothing new. An error if both go on counting.
create or replace function counts_here(edge edges, ledger_id text, lines text[]) returns boolean
language plpgsql as $$
declare
    takeover constant interval := '5 minutes';
    silent constant interval := clock_timestamp() - edge.last_push;
    more record;
begin
    if edge.writer = ledger_id then
        return true;
    end if;
    if exists (select from ledgers where edge_id = ledger_id and retired is not null) then
        select came.team, came.spent, coalesce(known.spent, 0) as known into more
            from bounded_counters(edge.name, lines) came left join counters known using (edge_id, team)
            where came.edge_id = ledger_id and came.spent > coalesce(known.spent, 0)
            order by 1 limit 1;
        if found then
            raise exception 'edge "%" is counted by the ledger %, and the ledger %, whose place it took, goes on counting (team "%": % millicredits, the centre has %). End the server of one of them; select bizrec_credits.set_writer(''%'') on the centre lets this one count again',
                edge.name, coalesce(edge.writer, 'that is to come'), ledger_id, more.team, more.spent, more.known, ledger_id;
        end if;
        return false;
    end if;
    if edge.writer is not null and silent < takeover then
        raise exception 'edge "%" is counted by the ledger %, which came % seconds ago, and the ledger % counts under the same name. If there are two servers of this name, make a ledger of another name for one of them. If this ledger is in the place of the other, wait: it is taken % minutes after the last push of the other, or at once after select bizrec_credits.set_writer(''%'') on the centre',
            edge.name, edge.writer, ceil(extract(epoch from silent)), ledger_id, extract(epoch from takeover)::int / 60, ledger_id;
    end if;
    perform change_writer(edge.name, ledger_id);
    return true;
end $$;

create or replace function change_writer(edge_name text, ledger_id text) returns void
language sql as $$
    update ledgers set retired = clock_timestamp() where retired is null and edge_id <> ledger_id and split_part(edge_id, '/', 1) = edge_name;
    insert into ledgers (edge_id) values (ledger_id) on conflict (edge_id) do update set retired = null;
    update edges set writer = ledger_id where name = edge_name
$$;

-- Counters only grow. If one is smaller in a later export, its ledger was restored from a copy: no other counter has the
-- charges that it makes until it reaches the old value again.
create or replace function warn_if_back(ledger_id text, exported_at bigint, lines text[]) returns void
language plpgsql as $$
declare
    less record;
begin
    select known.team, known.spent, amount_of(line->>'spent_millicredits') as now into less
        from lines_of(lines, 'counter') line
        join counters known on known.edge_id = ledger_id and known.team = line->>'team'
        join ledgers ledger on ledger.edge_id = ledger_id
        where line->>'edge' = ledger_id and amount_of(line->>'spent_millicredits') < known.spent and ledger.exported < exported_at
        order by 1 limit 1;
    if found then
        update ledgers set went_back = clock_timestamp() where edge_id = ledger_id;
        raise warning 'the ledger % has gone back: team "%" has spent % millicredits in it, and had spent % before. It was put back from a copy: its charges hide until it is as far again. Replace it: lmdb_builder credits repair',
            ledger_id, less.team, less.now, less.spent;
    end if;
end $$;

create or replace function merge_counters(edge_name text, lines text[]) returns void
language plpgsql as $$
declare
    above record;
begin
    select * into above from bounded_counters(edge_name, lines) came where came.said > came.spent order by came.team limit 1;
    if found then
        raise warning 'edge "%" says that the ledger % has charged team "%" % millicredits, more than the team was ever granted: % are taken',
            edge_name, above.edge_id, above.team, above.said, above.spent;
    end if;
    insert into counters as known (edge_id, team, spent, closed, revision)
        select came.edge_id, came.team, came.spent, came.closed, own_revision() from bounded_counters(edge_name, lines) came
        on conflict (edge_id, team) do update set
            spent = greatest(known.spent, excluded.spent),
            closed = greatest(known.closed, excluded.closed),
            revision = case when excluded.spent > known.spent then excluded.revision else known.revision end
        where excluded.spent > known.spent or excluded.closed > coalesce(known.closed, -1);
end $$;

-- The accepted grants of lines. If two have one id, the greater amount stays, then the later name of the team, time
-- and note: the order of bizrec::ledger::Ledger::Transaction::merge_grant, so that all edges and the centre choose the same.
create or replace function new_grants(lines text[]) returns setof grants
language sql stable as $$
    select came.* from (
        select distinct on (id) id, team, millicredits, granted, note, 0::bigint as revision
        from (
            select line->>'id' collate "C" as id, line->>'team' collate "C" as team, amount_of(line->>'millicredits') as millicredits,
                (line->>'granted')::bigint as granted, coalesce(line->>'note', '') collate "C" as note
            from lines_of(lines, 'grant') line
        ) each_grant
        order by id, millicredits desc, team desc, granted desc, note desc
    ) came
    left join grants known using (id)
    where known.id is null or (came.millicredits, came.team, came.granted, came.note)
        > (known.millicredits, known.team, known.granted, known.note)
$$;

-- True: all of them are accepted. Another transaction may hold a grant of the same id; it does not delay this push.
create or replace function merge_grants(edge edges, lines text[]) returns boolean
language plpgsql set lock_timeout = '1s' as $$
declare
    refused bigint;
begin
    if not edge.may_grant then
        select count(*) into refused from new_grants(lines);
        if refused > 0 then
            raise warning 'edge "%" may not grant, and brings % grants that the centre does not have. Grant on the centre: select bizrec_credits.grant_credits(…)',
                edge.name, refused;
        end if;
        return refused = 0;
    end if;
    insert into grants as known (id, team, millicredits, granted, note, revision)
        select came.id, came.team, came.millicredits, came.granted, came.note, own_revision() from new_grants(lines) came order by came.id
        on conflict (id) do update set team = excluded.team, millicredits = excluded.millicredits, granted = excluded.granted,
            note = excluded.note, revision = excluded.revision
        where (excluded.millicredits, excluded.team, excluded.granted, excluded.note)
            > (known.millicredits, known.team, known.granted, known.note);
    return true;
exception when lock_not_available then
    raise warning 'the grants of edge "%" wait for another transaction, which has one of the same id and has not ended', edge.name;
    return false;
end $$;

-- Lines of `lmdb_builder credits export`, the header first, then counters of the edge's own name, and grants. The answer is
-- "ID REVISION" of the centre, and a second line where the grants were not taken. Twice, late, and in any order it makes no
-- difference. It locks the rows of the edge, and the new grants.
create or replace function push(lines text[]) returns text
language plpgsql security definer set search_path = bizrec_credits, pg_temp set lock_timeout = '10s' as $$
declare
    header constant jsonb := lines[1]::jsonb;
    ledger_id constant text := header->>'edge';
    edge edges;
    foreign_counter text;
    has_all_grants boolean;
begin
    if header->>'type' is distinct from 'ledger' or header->>'version' is distinct from '1' then
        raise exception 'the first line is to be the header of an export of version 1, and is %', coalesce(left(lines[1], 200), 'missing');
    end if;
    edge := own_edge(split_part(ledger_id, '/', 1));
    select line->>'edge' into foreign_counter from lines_of(lines, 'counter') line
        where split_part(line->>'edge', '/', 1) is distinct from edge.name limit 1;
    if found then
        raise exception 'edge "%" pushes a counter of edge "%": each edge pushes its own', edge.name, foreign_counter;
    end if;
    has_all_grants := merge_grants(edge, lines);  -- first: they bound the counters
    if counts_here(edge, ledger_id, lines) then
        perform warn_if_back(ledger_id, (header->>'exported')::bigint, lines);
        perform merge_counters(edge.name, lines);
        update ledgers set exported = greatest(exported, (header->>'exported')::bigint),
            written = greatest(written, (header->>'written')::bigint),
            closed_minute = greatest(closed_minute, (header->>'closed_minute')::bigint) where edge_id = ledger_id;
        update edges set last_push = clock_timestamp() where name = edge.name;
    end if;
    return centre_id() || ' ' || ended_revision() || case when has_all_grants then '' else e'\nwithout the grants' end;
end $$;

-- First "ID REVISION" of the centre, then the counters of other ledgers and the grants that have changed since a revision, as
-- lines for `lmdb_builder credits import`. All of them if the edge knows another centre, or a revision that this one has not
-- reached: a centre that was put back from a backup.
create or replace function pull(own_edge_id text, known_centre uuid, since bigint) returns setof text
language plpgsql stable security definer set search_path = bizrec_credits, pg_temp as $$
declare
    from_revision bigint := since;
begin
    if not exists (select from edges where login = session_user) then
        raise exception 'the role "%" is that of no edge: select bizrec_credits.add_edge(NAME, ''%'') on the centre', session_user, session_user;
    end if;
    if known_centre is distinct from centre_id() or since > ended_revision() then
        from_revision := 0;
    end if;
    return next centre_id() || ' ' || ended_revision();
    return query select json_build_object('type', 'counter', 'edge', edge_id, 'team', team, 'spent_millicredits', spent)::text
        from counters where revision >= from_revision and edge_id <> own_edge_id;
    return query select json_build_object('type', 'grant', 'id', id, 'team', team, 'millicredits', millicredits, 'granted', granted, 'note', note)::text
        from grants where revision >= from_revision;
end $$;

-- Lines of `lmdb_builder credits export --usage` as rows. The id is made again, with the interval, because ids of earlier
-- versions lack it.
create or replace function events_of(lines text[]) returns table (said_id text, event usage_events)
language sql stable as $$
    select said->>'id', (prefix || '/PT' || seconds || 'S', said->>'edge', said->>'team', said->>'endpoint', start, seconds,
            (said->>'requests')::bigint, (said->>'rows')::bigint, (said->>'millicredits')::bigint)::usage_events
        from unnest(lines) line, lateral (select line::jsonb as said) each_line,
            lateral (select (said->>'start')::timestamptz as start, (said->>'seconds')::integer as seconds) time,
            lateral (select concat_ws('/', said->>'edge', said->>'team', said->>'endpoint',
                to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as prefix) parts
$$;

-- Each event is one of the edge's own: its id is that of its edge, and no figure takes anything from a bill.
create or replace function push_usage(lines text[]) returns bigint
language plpgsql security definer set search_path = bizrec_credits, pg_temp set lock_timeout = '10s' as $$
declare
    edge_name text;
    wrong text;
    added bigint;
begin
    for edge_name in select distinct split_part(line::jsonb->>'edge', '/', 1) from unnest(lines) line order by 1 loop
        perform own_edge(edge_name);
    end loop;
    select said_id into wrong from events_of(lines)
        where said_id is null or said_id not in ((event).id, regexp_replace((event).id, '/PT[0-9]+S$', '')) limit 1;
    if found then
        raise exception 'the id of the event "%" is not made of its edge, team, endpoint, start and seconds', wrong;
    end if;
    select said_id into wrong from events_of(lines)
        where ((event).requests >= 0 and (event).rows >= 0 and (event).millicredits >= 0 and (event).seconds in (60, 3600, 86400)
            and extract(epoch from (event).start)::bigint % (event).seconds = 0) is not true limit 1;
    if found then
        raise exception 'the event "%" is none of a whole minute, hour or day with figures of 0 and more', wrong;
    end if;
    insert into usage_events select (event).* from events_of(lines) order by 1 on conflict (id) do nothing;
    get diagnostics added = row_count;
    return added;
end $$;

-- ---- what an operator calls

-- An edge, and the role that it connects as; again to change them. An edge that may not grant brings no grants of its own.
create or replace function add_edge(edge_name text, role_name text, may_grant boolean default true) returns void
language plpgsql set search_path = bizrec_credits, pg_temp as $$
begin
    if not pg_has_role(role_name, 'bizrec_edge', 'member') then
        raise exception 'the role "%" is none of an edge: grant bizrec_edge to "%"', role_name, role_name;
    end if;
    insert into edges as known (name, login, may_grant) values (edge_name, role_name, add_edge.may_grant)
        on conflict (name) do update set login = excluded.login, may_grant = excluded.may_grant;
end $$;

-- From now on only this ledger counts under its name.
create or replace function set_writer(ledger_id text) returns void
language plpgsql set search_path = bizrec_credits, pg_temp as $$
begin
    perform from edges where name = split_part(ledger_id, '/', 1) for update;
    if not found then
        raise exception 'there is no edge "%": select bizrec_credits.add_edge(…)', split_part(ledger_id, '/', 1);
    end if;
    perform change_writer(split_part(ledger_id, '/', 1), ledger_id);
end $$;

-- As `lmdb_builder credits grant`: each id is granted once. True: this grant is new.
create or replace function grant_credits(team text, credits numeric, id text, note text default '') returns boolean
language plpgsql security definer set search_path = bizrec_credits, pg_temp set lock_timeout = '10s' as $$
declare
    amount constant numeric := grant_credits.credits * 1000;
    known grants;
begin
    if amount <> trunc(amount) then
        raise exception 'credits have at most three decimals, and % came', credits;
    end if;
    insert into grants (id, team, millicredits, granted, note, revision)
        values (grant_credits.id, grant_credits.team, amount, extract(epoch from clock_timestamp())::bigint, grant_credits.note, own_revision())
        on conflict do nothing;
    if found then
        return true;
    end if;
    select * into known from grants where grants.id = grant_credits.id;
    if known.team <> grant_credits.team or known.millicredits <> amount then
        raise exception 'the id "%" is known: it granted % millicredits to team "%"', id, known.millicredits, known.team;
    end if;
    return false;
end $$;

-- After this centre was restored from a backup: the edges push everything again at their next exchange.
create or replace function restored() returns void
language sql set search_path = bizrec_credits, pg_temp as $$ update centre set id = gen_random_uuid() $$;

-- The newest export of the ledger that counts under a name, for `lmdb_builder credits repair` if the edge's disk is lost.
create or replace function last_export(edge_name text) returns setof text
language sql stable set search_path = bizrec_credits, pg_temp as $$
    select json_build_object('type', 'ledger', 'version', 1, 'edge', edge_id, 'exported', exported, 'written', written, 'closed_minute', closed_minute)::text
        from ledgers join edges on writer = edge_id where name = edge_name
    union all
    select json_strip_nulls(json_build_object('type', 'counter', 'edge', edge_id, 'team', team, 'spent_millicredits', spent,
            'closed_millicredits', case when edge_id = writer then closed end))::text
        from counters, edges where name = edge_name
    union all
    select json_build_object('type', 'grant', 'id', id, 'team', team, 'millicredits', millicredits, 'granted', granted, 'note', note)::text from grants
$$;

-- ---- what an accountant reads: credits

create or replace view teams as
    select team, round(coalesce(granted, 0) / 1000, 3) as granted, round(coalesce(spent, 0) / 1000, 3) as spent,
        round((coalesce(granted, 0) - coalesce(spent, 0)) / 1000, 3) as remaining
    from (select team, sum(millicredits) as granted from grants group by team) g
    full join (select team, sum(spent) as spent from counters group by team) c using (team);

create or replace view spent_by_edge as
    select team, split_part(edge_id, '/', 1) as edge, round(sum(spent) / 1000, 3) as spent from counters group by 1, 2;

create or replace view grant_list as
    select id, team, round(millicredits::numeric / 1000, 3) as credits, to_timestamp(granted) as granted, note from grants;

-- Events that lie within a longer one, because BIZREC_USAGE was another one that day, are in its figures.
create or replace view usage_by_day as
    select (start at time zone 'UTC')::date as day, team, endpoint, split_part(edge_id, '/', 1) as edge, sum(requests) as requests, sum(rows) as rows,
        round(sum(millicredits) / 1000, 3) as credits
    from usage_events event
    where not exists (
        select from usage_events longer
        where longer.edge_id = event.edge_id and longer.team = event.team and longer.endpoint = event.endpoint and longer.seconds > event.seconds
            and longer.start in (date_trunc('hour', event.start, 'UTC'), date_trunc('day', event.start, 'UTC'))
            and event.start < longer.start + longer.seconds * interval '1 second'
    )
    group by 1, 2, 3, 4;

-- For monitoring: the age of each edge's last push is a part of the bound for deliveries beyond a balance.
create or replace view edge_list as
    select name as edge, writer as ledger, last_push, clock_timestamp() - last_push as age, went_back
    from edges left join ledgers on edge_id = writer;

-- ---- rights: no role has any but these

revoke all on schema bizrec_credits from public;
revoke all on all functions in schema bizrec_credits from public;
revoke all on all tables in schema bizrec_credits from public;
grant usage on schema bizrec_credits to bizrec_edge, bizrec_accountant, bizrec_billing;
grant execute on function push(text[]), pull(text, uuid, bigint), push_usage(text[]) to bizrec_edge;
grant execute on function grant_credits(text, numeric, text, text) to bizrec_billing;
grant select on teams, spent_by_edge, grant_list, usage_by_day, edge_list to bizrec_accountant;

commit;
