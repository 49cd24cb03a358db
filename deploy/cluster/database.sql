-- Sets up a new cluster. Patroni runs it once on the first primary, and after a point-in-time recovery.
\getenv password FOYER_PASSWORD
select 'create role foyer login' where to_regrole('foyer') is null \gexec
alter role foyer password :'password';
select 'create database foyer owner foyer'
where not exists (select from pg_database where datname = 'foyer') \gexec
-- Lets the portal check which primary a follower follows before it reads there.
grant pg_read_all_stats to foyer;
