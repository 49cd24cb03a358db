import { type Kysely, sql } from 'kysely'

export const oldestProgram = '0090-simulated-objects'

interface Series {
  id: string
  starts_at: string
  timezone: string
  rrule: string
}

/**
 * Monthly events on the 29th, 30th or 31st now also take place on the last day of shorter months. Those days in the
 * past are canceled, so that past calendars don't change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Series>`
    select id, starts_at, timezone, rrule from events where rrule like 'FREQ=MONTHLY%'`.execute(db)
  const now = new Date().toISOString()
  for (const series of rows) {
    for (const start of addedStarts(series, now)) {
      await sql`insert into event_exceptions (event_id, occurrence_start, cancelled) values (${series.id}, ${start}, 1)
        on conflict (event_id, occurrence_start) do nothing`.execute(db)
    }
  }
}

/** The starts up to now on the last day of a month without the rule's day. */
function addedStarts({ starts_at, timezone, rrule }: Series, now: string): string[] {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const day = Number(parts.get('BYMONTHDAY') ?? 0)
  if (day < 29) return []
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const first = Temporal.Instant.from(starts_at).toZonedDateTimeISO(timezone).toPlainDateTime()
  const starts: string[] = []
  for (let months = 0; ; months += interval) {
    const month = first.toPlainDate().with({ day: 1 }).add({ months })
    const last = month.with({ day: month.daysInMonth }).toZonedDateTime({
      timeZone: timezone,
      plainTime: first.toPlainTime(),
    })
    const start = new Date(last.epochMilliseconds).toISOString()
    if (start > now) return starts
    if (month.daysInMonth < day) starts.push(start)
  }
}
