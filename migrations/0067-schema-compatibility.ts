import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** Which program versions are compatible with this schema, maintained by the migrator from here on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `create table schema_compatibility (
       id text primary key check (id = 'schema'),
       oldest_program text not null
     )`,
  )
  await sql`insert into schema_compatibility values ('schema', '0067-schema-compatibility')`.execute(db)
}
