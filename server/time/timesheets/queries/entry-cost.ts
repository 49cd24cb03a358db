import { sql } from 'kysely'

/** An entry's cost at its day's rate, rounded as `hoursValue` does, in SQL so that it adds up exactly. */
export const costOfEntry = sql<number>`((time_entries.duration_seconds * time_entries.cost_rate + 1800) / 3600)`
