import { sql } from 'kysely'
import type { Database } from '../engines/connection.ts'
import type { Db } from '../schema.ts'

interface Sequence {
  table: string
  sequence: string
}

const sequencesOf = async (db: Db): Promise<Sequence[]> => {
  const { rows } = await sql<Sequence>`
    select tables.relname as "table", sequences.oid::regclass::text as sequence
    from pg_depend
    join pg_class as sequences on sequences.oid = objid and sequences.relkind = 'S'
    join pg_class as tables on tables.oid = refobjid
    where deptype = 'a' and tables.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** The last number assigned by each table that numbers its rows. */
export async function readCounters({
  db,
  dialect,
}: Pick<Database, 'db' | 'dialect'>): Promise<Map<string, bigint>> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    return new Map(rows.map(({ name, seq }) => [name, BigInt(seq)]))
  }
  const counters = new Map<string, bigint>()
  for (const { table, sequence } of await sequencesOf(db)) {
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else 0 end as last from ${sql.raw(sequence)}`.execute(db)
    counters.set(table, BigInt(rows[0]?.last ?? 0))
  }
  return counters
}

/** Sets the sequences to these values. */
export async function setCounters(
  trx: Db,
  dialect: Database['dialect'],
  counters: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`delete from sqlite_sequence`.execute(trx)
    for (const [name, last] of counters) {
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(trx)
    }
    return
  }
  for (const { table, sequence } of await sequencesOf(trx)) {
    const last = counters.get(table) ?? 0n
    await sql`select setval(${sequence}::regclass, ${last > 0n ? last : 1n}, ${last > 0n})`.execute(trx)
  }
}
