/** One line of the product made wrong; tests must notice. */
export interface Mutant {
  file: string
  /** Text that occurs exactly once in the file. */
  find: string
  replace: string
  /** Test files or folders that must notice, those of the isolation walks before others. */
  tests: string[]
  /** Only tests whose names match, where that is enough: a regular expression. */
  only?: string
}

const PROCEDURES = 'tests/isolation/procedures.test.ts'

/** Conditions and policies that keep people apart, each dropped or bent. */
export const MUTANTS: Mutant[] = [
  {
    file: 'server/payments/queries.ts',
    find: "seen.push(eb.and([eb('payments.agency_id', '=', agencyId), eb('payments.client_id', '=', clientId)]))",
    replace: "seen.push(eb('payments.agency_id', '=', agencyId))",
    tests: [PROCEDURES],
    only: 'payments.list',
  },
  {
    file: 'server/payouts/queries.ts',
    find: ".$if(scope.role === 'employee', (query) =>",
    replace: '.$if(false, (query) =>',
    tests: [PROCEDURES],
    only: 'payouts',
  },
  {
    file: 'server/timesheets/queries/sheets.ts',
    find: ".$if(!reviews, (query) => query.where('timesheets.user_id', '=', scope.userId))",
    replace: '',
    tests: [PROCEDURES],
    only: 'timesheets',
  },
  {
    file: 'server/schedule/queries.ts',
    find: ".$if(clientId !== null, (query) => query.where('client_id', '=', clientId ?? ''))",
    replace: '',
    tests: [PROCEDURES],
    only: 'schedule',
  },
  {
    file: 'server/schedule/queries/events.ts',
    find: "sub('event_attendees.client_id', '=', scope.clientId ?? 'none'),",
    replace: "sub('event_attendees.client_id', 'is not', null),",
    tests: [PROCEDURES],
    only: 'schedule',
  },
  {
    file: 'server/schedule/commands/shared.ts',
    find: ".$if(scope.role === 'client', (query) => query.where('id', '=', scope.clientId ?? 'none'))",
    replace: '',
    tests: [PROCEDURES],
    only: 'schedule',
  },
  {
    file: 'server/db/scope-guard.ts',
    find: 'scope.contact?.seesBilling === false ? NO_CLIENT : ',
    replace: '',
    tests: [PROCEDURES],
    only: 'invoices',
  },
  {
    file: 'shared/policies.ts',
    find: "'payout.read': STAFF,",
    replace: "'payout.read': EVERYONE,",
    tests: [PROCEDURES],
    only: 'payouts',
  },
  {
    file: 'server/settings/queries/pictures.ts',
    find: 'if (!isPublic && !isNear)',
    replace: 'if (!isPublic && scope === null)',
    tests: ['tests/isolation/routes.test.ts'],
    only: 'pictures',
  },
  {
    file: 'server/live/policy.ts',
    find: "return scope.role !== 'client' || (change.client_id !== null && change.client_id === scope.clientId)",
    replace: "return scope.role !== 'client' || change.client_id !== null",
    tests: ['tests/isolation/live.test.ts'],
  },
]
