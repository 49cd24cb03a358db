/** A path or path prefix, and why the rule doesn't apply there. */
type Exceptions = Readonly<Record<string, string>>

export const isListed = (list: Exceptions, path: string): boolean =>
  Object.keys(list).some((start) => path.startsWith(start))

/** Files outside `queries/` and `commands/` that may hold SQL. */
export const SQL_ELSEWHERE: Exceptions = {
  'server/base/db/': 'the database itself',
  'server/base/core/rows/rows.ts': 'the single access path to tenant tables',
  'server/base/core/rows/versioned.ts': 'the only way to update a versioned row',
  'server/base/core/jobs.ts': 'takes a job run for any domain',
  'server/base/core/rows/paging.ts': 'pages any list',
  'server/base/core/rows/sorting.ts': 'sorts any list by a column',
  'server/base/adapters/rate-limit.ts': 'runs the statements of the rate limiter’s library',
  'server/door/http/monitoring/health.ts': 'checks that the database responds',
  'server/reactions/activity/react.ts': 'appends the row of the activity feed',
  'server/reactions/audit/react.ts': 'appends the row of the audit log',
}

/** Files that may shorten a text to its date or a list to ten items: none of them is an instant shown as a day. */
export const SHORTENS_TO_TEN: Exceptions = {
  'shared/base/': 'formats dates and computes with them',
  'client/features/time/work-log/entries/entry-times.ts': 'local times',
  'client/features/work/schedule/calendar/calendar-grid.tsx': 'local times',
  'client/features/work/schedule/calendar/grid-items.ts': 'local times',
  'client/features/work/schedule/event/event-form.ts': 'local times',
  'client/features/work/schedule/event/use-move-event.ts': 'local times',
  'client/features/overview/imports/import-preview.tsx': 'dates as in the file',
  'server/base/adapters/payments/payment-provider-stripe-balance.ts': 'Stripe’s dates are midnight UTC',
  'server/base/adapters/storage/private-files.ts': 'a list',
  'server/overview/platform/rules.ts': 'backups are named and counted in UTC',
  'server/work/schedule/rules/dates.ts': 'numbered days',
}

/** Files outside `base/core/rows/reach.ts` that may convert a string to an agency id. */
export const MINTS_AGENCY_IDS: Exceptions = {
  'server/base/core/rows/reach.ts': 'creates every reach from a person’s row',
  'server/identity/agencies/commands/create.ts': 'creates a new agency’s id',
}
