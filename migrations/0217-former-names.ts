import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

export const oldestProgram = '0178-worked-days'

/**
 * Earlier names and addresses of accounts, so that deleting one finds texts with them. The logs know past ones, which
 * deleted accounts don't need.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table former_names (
       user_id text not null references users (id) on delete cascade,
       name text not null,
       email text not null,
       primary key (user_id, name, email)
     );
     insert into former_names (user_id, name, email)
       select distinct profiles.user_id, logged.name, profiles.email from profiles
         join (select actor_id, actor_name as name from audit_log
           union select actor_id, actor_name from activity) as logged on logged.actor_id = profiles.user_id
         where logged.name <> profiles.name and logged.name <> '' and profiles.email not like '%@deleted.invalid'`,
  )
  const { rows } = await sql<{ user_id: string; name: string; detail: string }>`
    select profiles.user_id, profiles.name, audit_log.detail from audit_log
      join profiles on profiles.user_id = audit_log.subject_id
      where audit_log.action = 'email.changed' and profiles.email not like '%@deleted.invalid'`.execute(db)
  for (const { user_id, name, detail } of rows) {
    const [email] = detail.split(' → ')
    await sql`insert into former_names (user_id, name, email) values (${user_id}, ${name}, ${email})
      on conflict do nothing`.execute(db)
  }
}
