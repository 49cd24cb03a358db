import type { Mutant } from './mutant.ts'

const PROCEDURES = 'tests/isolation/procedures.test.ts'
const RESTRICTED = 'tests/isolation/restricted.test.ts'
const ROUTES = 'tests/isolation/routes.test.ts'
const NOTICING = 'tests/isolation/noticing.test.ts'
const LIVE = 'tests/isolation/live.test.ts'

/** What one procedure answers or refuses. */
const called = (file: string, path: string, find: string, replace: string): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests: [PROCEDURES],
  only: `^${path.replace('.', '\\.')} `,
})

const policy = (path: string, find: string, replace: string): Mutant => ({
  ...called('', path, find, replace),
  file: 'shared/policies.ts',
})

/** A way in that is no procedure. */
const asked = (file: string, route: string, find: string, replace: string): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests: [ROUTES],
  only: route,
})

/** What somebody may do, and what is told them of a row they see. */
export const rules: Mutant[] = [
  // The access matrix.
  policy('payouts.list', "'payout.read': STAFF", "'payout.read': EVERYONE"),
  policy('clients.get', "'client.read': MANAGERS", "'client.read': STAFF"),
  policy('invoices.void', "'invoice.write': OWNER", "'invoice.write': STAFF"),
  policy('files.review', "'file.review': CLIENT", "'file.review': EVERYONE"),
  policy('timesheets.review', "'timesheet.review': MANAGERS", "'timesheet.review': STAFF"),
  policy('platform.backups', "'backup.manage': PLATFORM", "'backup.manage': MANAGERS"),
  policy('webhooks.save', "'webhook.write': MANAGERS", "'webhook.write': STAFF"),
  {
    file: 'shared/policies.ts',
    find: "return policy === 'signed-in' || policy.includes(role)",
    replace: "return role !== '' || policy.includes(role)",
    tests: [PROCEDURES],
    only: '^agencies.list ',
  },

  // What keeps somebody from calls their role allows.
  {
    file: 'server/core/restrictions.ts',
    find: 'reach.suspended && ',
    replace: 'reach.suspended && call.changes && ',
    tests: [PROCEDURES],
    only: '^projects.list ',
  },
  {
    file: 'server/core/restrictions.ts',
    find: 'if (covers(scopes, needed)) return null',
    replace: 'return null',
    tests: [RESTRICTED],
  },
  {
    file: 'server/core/restrictions.ts',
    find: 'if (needed === null) {',
    replace: 'if (needed === null && false) {',
    tests: [RESTRICTED],
  },
  {
    file: 'server/core/restrictions.ts',
    find: "can === 'public' && !changes",
    replace: "can === 'public'",
    tests: [RESTRICTED],
  },
  {
    file: 'server/core/procedures.ts',
    find: "changes: type === 'mutation'",
    replace: "changes: type === 'subscription'",
    tests: [RESTRICTED],
  },

  // Rules of who may do what with a row that is seen, and columns by role.
  called('projects/policy.ts', 'projects.get', "ctx.actor.role !== 'employee'", 'ctx.actor.role !== null'),
  called(
    'tasks/policy.ts',
    'tasks.editComment',
    'comment.author_id === ctx.actor.userId',
    'comment.author_id !== null',
  ),
  called(
    'tasks/policy.ts',
    'tasks.deleteComment',
    "ctx.actor.role === 'agency_admin'",
    "ctx.actor.role !== 'client'",
  ),
  called('search/policy.ts', 'search.all', "role !== 'employee' && reach.seesBilling", 'reach.seesBilling'),
  called(
    'search/queries/search.ts',
    'search.all',
    'if (id === null) return () => null',
    "if (id !== '') return () => null",
  ),
  called(
    'messages/commands/change.ts',
    'messages.edit',
    'message.sender_id !== tx.actor.userId',
    "message.sender_id === ''",
  ),
  called(
    'schedule/queries/events.ts',
    'schedule.update',
    "ctx.actor.role === 'agency_admin' && event.agency_id === ctx.reach.agencyId",
    'event.agency_id === ctx.reach.agencyId',
  ),
  called(
    'schedule/queries/events.ts',
    'schedule.reply',
    'attendee.id === ctx.actor.userId : attendee.id === ctx.reach.clientId',
    'true : attendee.id === ctx.reach.clientId',
  ),
  called('schedule/queries/invitable.ts', 'schedule.create', 'found.length !== clients.length', 'false'),
  called(
    'work-log/queries/work.ts',
    'workLog.save',
    ".where('time_entries.user_id', '=', ctx.actor.userId)",
    '',
  ),
  called('work-log/policy.ts', 'workLog.list', 'billing: owner,', 'billing: true,'),
  called(
    'settings/queries/export.ts',
    'settings.exportData',
    "billing ? (['billing_rate'] as const) : []",
    "billing ? [] : (['billing_rate'] as const)",
  ),
  {
    ...called(
      'work-log/policy.ts',
      '',
      "ctx.reach.agencyId === null || ctx.actor.role === 'client'",
      'false',
    ),
    tests: [NOTICING],
    only: 'a client writes down',
  },
  asked(
    'agencies/queries/export.ts',
    'GET /exports/agencies',
    'inAgency(ctx, { agencyId }), table',
    "{ ...ctx, reach: { ...ctx.reach, kind: 'system' } }, table",
  ),
  called('invoices/queries/statement.ts', 'invoices.statement', "ctx.reach.kind !== 'contributor' && ", ''),
  called('invoices/queries/statement.ts', 'invoices.statement', ' && ctx.reach.seesBilling', ''),
  called(
    'payments/commands/confirm.ts',
    'payments.confirm',
    ".where('payer_user_id', '=', ctx.actor.userId)",
    '',
  ),

  // Links, and what has an address of its own.
  {
    file: 'server/invoices/queries/pay-link.ts',
    find: ".where('agencies.suspended_at', 'is', null)",
    replace: '',
    tests: [PROCEDURES, ROUTES],
    only: 'suspended agency',
  },
  {
    file: 'server/schedule/queries/feed.ts',
    find: ' || owner.suspended_at !== null',
    replace: '',
    tests: [ROUTES],
    only: 'suspended agency',
  },
  {
    file: 'server/invitations/queries/open.ts',
    find: ".where('agencies.suspended_at', 'is', null)",
    replace: '',
    tests: [PROCEDURES],
    only: 'suspended agency',
  },
  asked('http/documents.ts', 'transactions.csv', "can: 'finance.read'", "can: 'payment.read'"),
  asked('http/expenses.ts', 'GET /expenses', "can: 'finance.read'", "can: 'invoice.read'"),
  asked('http/exports.ts', 'backups', "can: 'backup.manage'", "can: 'agency.export'"),
  asked('http/exports.ts', 'agencies', "can: 'agency.export'", "can: 'profile.own'"),
  asked(
    'http/pictures.ts',
    'agency-logo',
    "'agency-logo': 'agency.write-own'",
    "'agency-logo': 'profile.own'",
  ),
  asked('http/endpoint.ts', 'POST /files', 'agency && ctx.reach.agencyId === null', 'false'),
  asked(
    'projects/policy.ts',
    'projects/:id.zip',
    "ctx.actor.role !== 'client' || project.status === 'completed'",
    "ctx.actor.role !== 'employee' || project.status === 'completed'",
  ),
  asked(
    'files/policy.ts',
    'a deliverable sent',
    "ctx.actor.role !== 'client' || kind === 'message'",
    "ctx.actor.role !== null || kind === 'message'",
  ),

  // What open screens hear.
  {
    file: 'server/reactions/live/policy.ts',
    find: "ctx.actor.role !== 'client' || (change.client_id !== null && change.client_id === ctx.reach.clientId)",
    replace: "ctx.actor.role !== 'client' || change.client_id !== null",
    tests: [LIVE],
  },
  {
    file: 'server/reactions/live/policy.ts',
    find: ' || change.agency_id !== ctx.reach.agencyId',
    replace: '',
    tests: [LIVE],
  },
  {
    file: 'server/reactions/live/policy.ts',
    find: 'return change.user_id === ctx.actor.userId',
    replace: 'return change.agency_id === ctx.reach.agencyId',
    tests: [LIVE],
  },
  {
    file: 'server/reactions/live/policy.ts',
    find: "finance: 'finance.read'",
    replace: "finance: 'payment.read'",
    tests: [LIVE],
  },
  {
    file: 'server/reactions/live/policy.ts',
    find: '...(seesBilling ? [] : BILLING_DOMAINS)',
    replace: '',
    tests: [LIVE],
  },
]
