/** A path or the beginning of one, and why the rule does not hold there. */
type Exceptions = Readonly<Record<string, string>>

/** Files outside `queries/` and `commands/` that may hold SQL. */
export const SQL_ELSEWHERE: Exceptions = {
  'server/db/': 'the database itself',
  'server/core/rows.ts': 'the one entry to tenant tables',
  'server/core/versioned.ts': 'the one way to update a versioned row',
  'server/core/jobs.ts': 'claims a run of a job, whatever its domain',
  'server/core/sorting.ts': 'orders any list by a column and pages it',
  'server/adapters/rate-limit.ts': 'runs the statements of the rate limiter’s library',
  'server/http/health.ts': 'asks the database whether it answers',
  'server/reactions/activity/react.ts': 'appends the row of the activity feed',
  'server/reactions/audit/react.ts': 'appends the row of the audit log',
}

/** Files outside `core/reach.ts` that may take a text for an agency's id. */
export const MINTS_AGENCY_IDS: Exceptions = {
  'server/core/reach.ts': 'mints every reach from a person’s row',
  'server/agencies/commands/create.ts': 'a new agency gets its id here',
}
