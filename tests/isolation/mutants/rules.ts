import type { Mutant } from './mutant.ts'

const PROCEDURES = 'tests/isolation/procedures.test.ts'
const RESTRICTED = 'tests/isolation/restricted.test.ts'
const ROUTES = 'tests/isolation/routes.test.ts'
const NOTICING = 'tests/isolation/side-effects.test.ts'
const LIVE = 'tests/isolation/live.test.ts'

/** Responses and errors of individual procedures. */
const called = (file: string, path: string, find: string, replace: string): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests: [PROCEDURES],
  only: `^${path.replace('.', '\\.')} `,
})

const policy = (path: string, find: string, replace: string): Mutant => ({
  ...called('', path, find, replace),
  file: 'shared/base/policies.ts',
})

/** Access other than through procedures. */
const asked = (file: string, route: string, find: string, replace: string): Mutant => ({
  file: `server/${file}`,
  find,
  replace,
  tests: [ROUTES],
  only: route,
})

/** Permissions, and what is revealed of a visible row. */
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
    file: 'shared/base/policies.ts',
    find: "return policy === 'signed-in' || policy.includes(role)",
    replace: "return role !== '' || policy.includes(role)",
    tests: [PROCEDURES],
    only: '^agencies.list ',
  },

  // Restrictions on calls that the role allows.
  {
    file: 'server/base/core/calls/restrictions.ts',
    find: 'reach.suspended && ',
    replace: 'reach.suspended && call.changes && ',
    tests: [PROCEDURES],
    only: '^projects.list ',
  },
  {
    file: 'server/base/core/calls/restrictions.ts',
    find: 'if (covers(scopes, needed)) return null',
    replace: 'return null',
    tests: [RESTRICTED],
  },
  {
    file: 'server/base/core/calls/restrictions.ts',
    find: 'if (needed === null) {',
    replace: 'if (needed === null && false) {',
    tests: [RESTRICTED],
  },
  {
    file: 'server/base/core/calls/restrictions.ts',
    find: "can === 'public' && !changes",
    replace: "can === 'public'",
    tests: [RESTRICTED],
  },
  {
    file: 'server/base/core/calls/procedures.ts',
    find: "changes: type === 'mutation'",
    replace: "changes: type === 'subscription'",
    tests: [RESTRICTED],
  },

  // Rules on visible rows, and columns by role.
  called(
    'work/projects/policy.ts',
    'projects.get',
    "actor.role !== 'employee' && reach.seesBilling",
    'actor.role !== null',
  ),
  called(
    'work/tasks/policy.ts',
    'tasks.editComment',
    'comment.author_id === ctx.actor.userId',
    'comment.author_id !== null',
  ),
  called(
    'work/tasks/policy.ts',
    'tasks.deleteComment',
    "ctx.actor.role === 'agency_admin'",
    "ctx.actor.role !== 'client'",
  ),
  called(
    'overview/search/policy.ts',
    'search.all',
    "role !== 'employee' && reach.seesBilling",
    'reach.seesBilling',
  ),
  called(
    'overview/search/queries/search.ts',
    'search.all',
    'if (id === null) return () => null',
    "if (id !== '') return () => null",
  ),
  called(
    'work/messages/commands/edit.ts',
    'messages.edit',
    'message.sender_id !== tx.actor.userId',
    "message.sender_id === ''",
  ),
  called(
    'work/schedule/queries/events.ts',
    'schedule.update',
    "ctx.actor.role === 'agency_admin' && event.agency_id === ctx.reach.agencyId",
    'event.agency_id === ctx.reach.agencyId',
  ),
  called(
    'work/schedule/queries/events.ts',
    'schedule.reply',
    'attendee.id === shownUserId(ctx) : attendee.id === ctx.reach.clientId',
    'true : attendee.id === ctx.reach.clientId',
  ),
  called('work/schedule/queries/invitable.ts', 'schedule.create', 'found.length !== clients.length', 'false'),
  called(
    'time/work-log/queries/work.ts',
    'workLog.save',
    ".where('time_entries.user_id', '=', ctx.actor.userId)",
    '',
  ),
  called('time/work-log/policy.ts', 'workLog.list', 'billing: owner,', 'billing: true,'),
  called(
    'overview/settings/queries/export.ts',
    'settings.exportData',
    "column !== 'billing_rate' || billing",
    "column !== 'billing_rate' || !billing",
  ),
  {
    ...called(
      'time/work-log/policy.ts',
      '',
      "ctx.reach.agencyId === null || ctx.actor.role === 'client'",
      'false',
    ),
    tests: [NOTICING],
    only: 'a client writes down',
  },
  asked(
    'identity/agencies/queries/export.ts',
    'GET /exports/agencies',
    'inAgency(ctx, { agencyId }), table',
    "{ ...ctx, reach: { ...ctx.reach, kind: 'system' } }, table",
  ),
  called(
    'money/invoices/documents/queries/statement.ts',
    'invoices.statement',
    "ctx.reach.kind !== 'contributor' && ",
    '',
  ),
  called(
    'money/invoices/documents/queries/statement.ts',
    'invoices.statement',
    ' && ctx.reach.seesBilling',
    '',
  ),
  called(
    'money/payments/charge/commands/confirm.ts',
    'payments.confirm',
    ".where('payer_user_id', '=', ctx.actor.userId)",
    '',
  ),

  // Links, and resources with their own URL.
  {
    file: 'server/money/invoices/sending/queries/pay-link.ts',
    find: ".where('agencies.suspended_at', 'is', null)",
    replace: '',
    tests: [PROCEDURES, ROUTES],
    only: 'suspended agency',
  },
  {
    file: 'server/work/schedule/queries/feed.ts',
    find: ' || owner.suspended_at !== null',
    replace: '',
    tests: [ROUTES],
    only: 'suspended agency',
  },
  {
    file: 'server/people/invitations/queries/open.ts',
    find: ".where('agencies.suspended_at', 'is', null)",
    replace: '',
    tests: [PROCEDURES],
    only: 'suspended agency',
  },
  asked('door/http/downloads/documents.ts', 'transactions.csv', "can: 'finance.read'", "can: 'payment.read'"),
  asked('door/http/downloads/expenses.ts', 'GET /expenses', "can: 'finance.read'", "can: 'invoice.read'"),
  asked('door/http/downloads/exports.ts', 'backups', "can: 'backup.manage'", "can: 'agency.export'"),
  asked('door/http/downloads/exports.ts', 'agencies', "can: 'agency.export'", "can: 'profile.own'"),
  asked(
    'door/http/downloads/pictures.ts',
    'agency-logo',
    "'agency-logo': 'agency.write-own'",
    "'agency-logo': 'profile.own'",
  ),
  asked('door/http/endpoint.ts', 'POST /files', 'agency && ctx.reach.agencyId === null', 'false'),
  asked(
    'work/projects/policy.ts',
    'projects/:id.zip',
    "ctx.actor.role !== 'client' || project.status === 'completed'",
    "ctx.actor.role !== 'employee' || project.status === 'completed'",
  ),
  asked(
    'work/files/policy.ts',
    'a deliverable sent',
    "ctx.actor.role !== 'client' || kind === 'message'",
    "ctx.actor.role !== null || kind === 'message'",
  ),

  // What open screens receive.
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
