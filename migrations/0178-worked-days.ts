import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** Earlier programs record time without its day, which reports would then miss. */
export const oldestProgram = '0178-worked-days'

/** The day of recorded time, which no longer depends on the agency's present time zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(db, `alter table time_entries add column worked_on text not null default ''`)
  const { rows: agencies } = await sql<{ id: string; timezone: string }>`
    select id, timezone from agencies`.execute(db)
  for (const agency of agencies) await fillDays(db, agency)
  // Nobody else sees private time, which has no agency.
  await sql`update time_entries set worked_on = substr(started_at, 1, 10) where agency_id is null`.execute(db)
  await ddl(
    db,
    `drop index time_entries_project;
     create index time_entries_project on time_entries
       (agency_id, project_id, started_at desc, id desc, duration_seconds, cost_rate, worked_on);
     create index time_entries_day on time_entries
       (agency_id, worked_on, user_id, project_id, duration_seconds, cost_rate)`,
  )
}

/** One statement per day that has time, found by the index on the agency's time. */
async function fillDays(
  db: Kysely<unknown>,
  { id, timezone }: { id: string; timezone: string },
): Promise<void> {
  const text = (instant: { epochMilliseconds: number }) => new Date(instant.epochMilliseconds).toISOString()
  for (let from = ''; ; ) {
    const { rows } = await sql<{ started_at: string }>`
      select started_at from time_entries where agency_id = ${id} and started_at >= ${from}
      order by started_at limit 1`.execute(db)
    const [first] = rows
    if (first === undefined) return
    const day = Temporal.Instant.from(first.started_at).toZonedDateTimeISO(timezone).toPlainDate()
    const next = text(day.add({ days: 1 }).toZonedDateTime(timezone))
    await sql`update time_entries set worked_on = ${day.toString()}
      where agency_id = ${id} and started_at >= ${first.started_at} and started_at < ${next}`.execute(db)
    from = next
  }
}
