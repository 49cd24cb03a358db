/** A path or path prefix, and why the rule doesn't apply there. */
type Exceptions = Readonly<Record<string, string>>

/** Files outside `queries/` and `commands/` that may hold SQL. */
export const SQL_ELSEWHERE: Exceptions = {
  'server/base/db/': 'the database itself',
  'server/base/core/rows/rows.ts': 'the single access path to tenant tables',
  'server/base/core/rows/versioned.ts': 'the only way to update a versioned row',
  'server/base/core/jobs.ts': 'claims a job run for any domain',
  'server/base/core/rows/paging.ts': 'pages any list',
  'server/base/core/rows/sorting.ts': 'sorts any list by a column',
  'server/base/adapters/rate-limit.ts': 'runs the statements of the rate limiter’s library',
  'server/door/http/monitoring/health.ts': 'checks that the database responds',
  'server/reactions/activity/react.ts': 'appends the row of the activity feed',
  'server/reactions/audit/react.ts': 'appends the row of the audit log',
}

/** Files outside `base/core/rows/reach.ts` that may convert a string to an agency id. */
export const MINTS_AGENCY_IDS: Exceptions = {
  'server/base/core/rows/reach.ts': 'creates every reach from a person’s row',
  'server/identity/agencies/commands/create.ts': 'creates a new agency’s id',
}
