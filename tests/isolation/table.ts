import type { CanaryName } from './world/canaries.ts'

/** Answers with a row that is the subject's, and rightly so. */
interface Shared {
  because: string
  /** What the answer may hold of the subject, beyond what its reader may see anywhere. */
  holds?: CanaryName[]
}
/** A rule of the product keeps even an allowed role from the call. */
interface Refused {
  code: 'BAD_REQUEST' | 'CONFLICT'
  because: string
}

/** Gets a result. */
const yes = 'result'
/** The role may not do this. */
const no = 'FORBIDDEN'
/** These rows do not exist for the caller. */
const gone = 'NOT_FOUND'
/** Gets an answer with nothing of the subject in it: only what is the caller's own. */
const own = 'nothing'

const team: Shared = { because: 'The projects and the calendar of an agency are common to its staff.' }
const firm: Shared = { because: 'The contact has the right to this part of the company.' }
const link: Shared = { because: 'Whoever holds the link may.', holds: ['billing.alpha'] }
const letter: Shared = { because: 'Whoever holds the invitation may read it.' }
const home: Refused = { code: 'BAD_REQUEST', because: 'It is done in an agency, and the platform is none.' }
const noSuchClient: Refused = { code: 'BAD_REQUEST', because: 'Clients are named, and only own names count.' }
const notOwed: Refused = { code: 'BAD_REQUEST', because: 'An invoice is paid by who owes it.' }
const wrongKeys: Refused = { code: 'BAD_REQUEST', because: 'Both keys are of one mode.' }
const notOffered: Refused = { code: 'CONFLICT', because: 'The portal has no keys to connect accounts to.' }
const notInvited: Refused = { code: 'BAD_REQUEST', because: 'Only who is invited replies.' }
const noTimer: Refused = { code: 'CONFLICT', because: 'A timer is its own person’s, and this one has none.' }
const stillNeeded: Refused = {
  code: 'CONFLICT',
  because: 'Somebody must own an agency and run the platform.',
}

type RoleCell = typeof yes | typeof no | typeof gone | typeof link | Refused
type OtherCell = typeof no | typeof gone | typeof own | Shared | Refused
export type Cell = RoleCell | OtherCell

/**
 * What each person gets who asks for rows of the home agency: of its first client company, of its first
 * contributor, or of the owner. The roles come first, then the siblings within the same agency, then
 * people of another one (an array names their owner, contributor and client apart).
 */
export type Row = readonly [
  admin: RoleCell,
  owner: RoleCell,
  coOwner: RoleCell,
  contributor: RoleCell,
  client: RoleCell,
  contributorB: OtherCell,
  clientB: OtherCell,
  billingContact: OtherCell,
  projectsContact: OtherCell,
  foreign: OtherCell | readonly [owner: OtherCell, contributor: OtherCell, client: OtherCell],
]

/** Who may do what, in full: what the server's own matrix says is held against this one. */
export const TABLE = {
  'activity.list': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'agencies.cancelDeletion': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.changePlan': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.counters': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.create': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.details': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.endViewAs': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'agencies.extendTrial': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.list': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.requestDeletion': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.setSuspended': [yes, no, no, no, no, no, no, no, no, no],
  'agencies.viewAs': [yes, no, no, no, no, no, no, no, no, no],

  'apiTokens.create': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'apiTokens.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'apiTokens.revoke': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'apiTokens.revokeAll': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'audit.exportCsv': [yes, yes, yes, no, no, no, no, no, no, own],
  'audit.list': [yes, yes, yes, no, no, no, no, no, no, own],

  'auth.info': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.requestPasswordReset': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.resetPassword': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.session': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.signIn': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.signOut': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.signUp': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.updateProfile': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.verifyEmail': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'auth.verifyTwoFactor': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'clients.addNote': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.counters': [yes, yes, yes, no, no, no, no, no, no, own],
  'clients.details': [yes, yes, yes, no, no, no, no, no, no, gone],
  'clients.exportCsv': [yes, yes, yes, no, no, no, no, no, no, own],
  'clients.get': [yes, yes, yes, no, no, no, no, no, no, gone],
  'clients.importCsv': [home, yes, yes, no, no, no, no, no, no, own],
  'clients.list': [yes, yes, yes, no, no, no, no, no, no, own],
  'clients.removeContact': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.removeNote': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.save': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.saveContact': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.setArchived': [home, yes, yes, no, no, no, no, no, no, gone],
  'clients.setPortalAccess': [home, yes, yes, no, no, no, no, no, no, gone],

  'dashboard.stats': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'employees.counters': [yes, yes, yes, no, no, no, no, no, no, own],
  'employees.get': [yes, yes, yes, no, no, no, no, no, no, gone],
  'employees.list': [yes, yes, yes, no, no, no, no, no, no, own],
  'employees.save': [home, yes, yes, no, no, no, no, no, no, gone],
  'employees.setDeactivated': [home, yes, yes, no, no, no, no, no, no, gone],

  'files.delete': [home, yes, yes, yes, no, team, no, no, no, gone],
  'files.list': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'files.review': [no, no, no, no, yes, no, gone, gone, firm, gone],

  'finance.deleteExpense': [yes, yes, yes, no, no, no, no, no, no, gone],
  'finance.expense': [yes, yes, yes, no, no, no, no, no, no, gone],
  'finance.exchangeRates': [yes, yes, yes, no, no, no, no, no, no, own],
  'finance.missingRates': [yes, yes, yes, no, no, no, no, no, no, own],
  'finance.saveExpense': [yes, yes, yes, no, no, no, no, no, no, gone],
  'finance.summary': [yes, yes, yes, no, no, no, no, no, no, own],
  'finance.transactions': [yes, yes, yes, no, no, no, no, no, no, own],

  'invitations.accept': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'invitations.create': [no, yes, yes, no, no, no, no, no, no, gone],
  'invitations.get': [yes, yes, yes, yes, yes, letter, letter, letter, letter, letter],
  'invitations.list': [no, yes, yes, no, no, no, no, no, no, own],
  'invitations.resend': [no, yes, yes, no, no, no, no, no, no, gone],
  'invitations.revoke': [no, yes, yes, no, no, no, no, no, no, gone],

  'invoices.byLink': [yes, yes, yes, link, yes, link, link, link, link, link],
  'invoices.createPayLink': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.credit': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.delete': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.deleteRecurring': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.enterRate': [no, yes, yes, no, no, no, no, no, no, own],
  'invoices.fromTime': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.get': [yes, yes, yes, gone, yes, gone, gone, firm, gone, gone],
  'invoices.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'invoices.pauseRecurring': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.recurring': [no, yes, yes, no, no, no, no, no, no, own],
  'invoices.recurringPlan': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.remind': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.revokePayLinks': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.save': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.saveRecurring': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.send': [no, yes, yes, no, no, no, no, no, no, gone],
  'invoices.statement': [yes, yes, yes, gone, yes, gone, gone, firm, gone, gone],
  'invoices.view': [yes, yes, yes, gone, yes, gone, gone, firm, gone, gone],
  'invoices.viewByLink': [yes, yes, yes, link, yes, link, link, link, link, link],
  'invoices.void': [no, yes, yes, no, no, no, no, no, no, gone],

  'live.changes': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'messages.delete': [yes, yes, no, yes, yes, no, gone, gone, no, gone],
  'messages.edit': [yes, yes, no, yes, yes, no, gone, gone, no, gone],
  'messages.list': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'messages.markRead': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'messages.people': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'messages.projects': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'messages.send': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'messages.unreadCount': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'notifications.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'notifications.markAllRead': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'notifications.markRead': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'notifications.preferences': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'notifications.savePreferences': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'notifications.unreadCount': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'owners.handOver': [no, yes, no, no, no, no, no, no, no, gone],
  'owners.list': [no, yes, yes, no, no, no, no, no, no, own],
  'owners.remove': [no, yes, yes, no, no, no, no, no, no, gone],
  'owners.setDisabled': [no, yes, yes, no, no, no, no, no, no, gone],

  'packages.analytics': [yes, no, no, no, no, no, no, no, no, no],
  'packages.cancel': [no, yes, yes, no, no, no, no, no, no, own],
  'packages.delete': [yes, no, no, no, no, no, no, no, no, no],
  'packages.list': [yes, no, no, no, no, no, no, no, no, no],
  'packages.payOverdue': [no, yes, yes, no, no, no, no, no, no, own],
  'packages.plans': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'packages.preview': [no, yes, yes, no, no, no, no, no, no, own],
  'packages.save': [yes, no, no, no, no, no, no, no, no, no],
  'packages.setArchived': [yes, no, no, no, no, no, no, no, no, no],
  'packages.subscribe': [no, yes, yes, no, no, no, no, no, no, own],
  'packages.subscription': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'payments.account': [no, yes, yes, no, no, no, no, no, no, [own, no, no]],
  'payments.addCard': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'payments.cards': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'payments.confirm': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'payments.confirmByLink': [yes, yes, yes, link, yes, link, link, link, link, link],
  'payments.confirmCard': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'payments.connectKeys': [no, wrongKeys, wrongKeys, no, no, no, no, no, no, [wrongKeys, no, no]],
  'payments.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'payments.payByLink': [yes, yes, yes, link, yes, link, link, link, link, link],
  'payments.payInvoice': [notOwed, notOwed, notOwed, gone, yes, gone, gone, firm, gone, gone],
  'payments.provider': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'payments.quickPay': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'payments.recordManual': [no, yes, yes, no, no, no, no, no, no, gone],
  'payments.refund': [no, yes, yes, no, no, no, no, no, no, gone],
  'payments.refreshAccount': [no, gone, gone, no, no, no, no, no, no, [gone, no, no]],
  'payments.removeAccount': [no, gone, gone, no, no, no, no, no, no, [gone, no, no]],
  'payments.removeCard': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'payments.setDefaultCard': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'payments.settleManual': [no, yes, yes, no, no, no, no, no, no, gone],
  'payments.startOnboarding': [no, notOffered, notOffered, no, no, no, no, no, no, [notOffered, no, no]],

  'payouts.cancel': [no, yes, yes, no, no, no, no, no, no, gone],
  'payouts.create': [no, yes, yes, no, no, no, no, no, no, gone],
  'payouts.fromHours': [no, yes, yes, no, no, no, no, no, no, own],
  'payouts.list': [yes, yes, yes, yes, no, own, no, no, no, own],
  'payouts.payBatch': [no, yes, yes, no, no, no, no, no, no, gone],
  'payouts.totals': [yes, yes, yes, yes, no, own, no, no, no, own],

  'people.contributors': [yes, yes, yes, yes, no, own, no, no, no, own],
  'people.list': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'platform.backUp': [yes, no, no, no, no, no, no, no, no, no],
  'platform.backups': [yes, no, no, no, no, no, no, no, no, no],
  'platform.importExchangeRates': [yes, no, no, no, no, no, no, no, no, no],
  'platform.jobs': [yes, no, no, no, no, no, no, no, no, no],
  'platform.mails': [yes, no, no, no, no, no, no, no, no, no],
  'platform.payments': [yes, no, no, no, no, no, no, no, no, no],
  'platform.retryMail': [yes, no, no, no, no, no, no, no, no, no],
  'platform.runJob': [yes, no, no, no, no, no, no, no, no, no],
  'platform.savePayments': [yes, no, no, no, no, no, no, no, no, no],
  'platform.saveSettings': [yes, no, no, no, no, no, no, no, no, no],
  'platform.sendTestMail': [yes, no, no, no, no, no, no, no, no, no],
  'platform.settings': [yes, no, no, no, no, no, no, no, no, no],

  'processes.duplicate': [home, yes, yes, no, no, no, no, no, no, gone],
  'processes.finish': [home, yes, yes, yes, no, team, no, no, no, gone],
  'processes.get': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'processes.list': [yes, yes, yes, yes, no, own, no, no, no, own],
  'processes.run': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'processes.runs': [yes, yes, yes, yes, no, own, no, no, no, own],
  'processes.save': [home, yes, yes, no, no, no, no, no, no, gone],
  'processes.setArchived': [home, yes, yes, no, no, no, no, no, no, gone],
  'processes.start': [home, yes, yes, yes, no, team, no, no, no, gone],
  'processes.tick': [home, yes, yes, yes, no, team, no, no, no, gone],

  'projects.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'projects.create': [home, yes, yes, no, no, no, no, no, no, noSuchClient],
  'projects.get': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'projects.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'projects.setArchived': [home, yes, yes, no, no, no, no, no, no, gone],
  'projects.setStatus': [home, yes, yes, no, no, no, no, no, no, gone],
  'projects.update': [home, yes, yes, no, no, no, no, no, no, gone],

  'quickTasks.add': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'quickTasks.convert': [yes, yes, gone, yes, no, gone, no, no, no, gone],
  'quickTasks.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'quickTasks.delete': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'quickTasks.get': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'quickTasks.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'quickTasks.recent': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'quickTasks.restore': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'quickTasks.save': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'quickTasks.setCompleted': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'quickTasks.snooze': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],

  'schedule.conflicts': [yes, yes, yes, yes, yes, team, own, firm, firm, own],
  'schedule.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'schedule.create': [yes, yes, yes, yes, yes, team, gone, firm, firm, gone],
  'schedule.createFeed': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'schedule.feed': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'schedule.get': [yes, yes, yes, yes, yes, team, gone, gone, gone, gone],
  'schedule.move': [yes, yes, yes, yes, yes, no, gone, gone, gone, gone],
  'schedule.range': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'schedule.remove': [yes, yes, yes, yes, yes, no, gone, gone, gone, gone],
  'schedule.reply': [yes, yes, notInvited, yes, yes, notInvited, gone, gone, gone, gone],
  'schedule.revokeFeed': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'schedule.update': [yes, yes, yes, yes, yes, no, gone, gone, gone, gone],

  'search.all': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'settings.changePassword': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.confirmEmailChange': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.confirmIdentity': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.confirmTwoFactor': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.deleteAccount': [
    stillNeeded,
    stillNeeded,
    yes,
    yes,
    yes,
    own,
    own,
    own,
    own,
    [stillNeeded, own, own],
  ],
  'settings.disableTwoFactor': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.exportData': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.get': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.renewRecoveryCodes': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.requestEmailChange': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.revokeOtherSessions': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.revokeSession': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'settings.saveAgency': [no, yes, yes, no, no, no, no, no, no, own],
  'settings.savePreferences': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.sessions': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'settings.setUpTwoFactor': [yes, yes, yes, yes, yes, own, own, own, own, own],

  'tasks.addComment': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.bulk': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.bulkDelete': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.comments': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'tasks.delete': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.deleteComment': [yes, yes, yes, yes, no, no, no, no, no, gone],
  'tasks.editComment': [yes, yes, no, yes, no, no, no, no, no, gone],
  'tasks.get': [yes, yes, yes, yes, yes, team, gone, gone, firm, gone],
  'tasks.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'tasks.move': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.save': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.setBlockers': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.setStatus': [yes, yes, yes, yes, no, team, no, no, no, gone],
  'tasks.toggleSubtask': [yes, yes, yes, yes, no, team, no, no, no, gone],

  'timesheets.budgets': [yes, yes, yes, no, no, no, no, no, no, own],
  'timesheets.get': [yes, yes, yes, yes, no, gone, no, no, no, gone],
  'timesheets.list': [yes, yes, yes, yes, no, own, no, no, no, own],
  'timesheets.projectTime': [yes, yes, yes, no, no, no, no, no, no, gone],
  'timesheets.review': [home, yes, yes, no, no, no, no, no, no, gone],
  'timesheets.saveProjectTime': [home, yes, yes, no, no, no, no, no, no, gone],
  'timesheets.submit': [home, yes, yes, yes, no, own, no, no, no, own],
  'timesheets.unbilled': [yes, yes, yes, no, no, no, no, no, no, gone],
  'timesheets.withdraw': [home, yes, gone, yes, no, gone, no, no, no, gone],

  'webhooks.delete': [home, yes, yes, no, no, no, no, no, no, gone],
  'webhooks.deliveries': [home, yes, yes, no, no, no, no, no, no, gone],
  'webhooks.list': [home, yes, yes, no, no, no, no, no, no, own],
  'webhooks.retry': [home, yes, yes, no, no, no, no, no, no, gone],
  'webhooks.save': [home, yes, yes, no, no, no, no, no, no, gone],

  'workLog.counters': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'workLog.delete': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'workLog.exportCsv': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'workLog.get': [yes, yes, yes, yes, yes, gone, gone, gone, gone, gone],
  'workLog.list': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'workLog.pause': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
  'workLog.resume': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
  'workLog.save': [yes, yes, gone, yes, yes, gone, gone, gone, gone, gone],
  'workLog.start': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'workLog.stop': [yes, yes, noTimer, yes, yes, noTimer, noTimer, noTimer, noTimer, noTimer],
  'workLog.timer': [yes, yes, yes, yes, yes, own, own, own, own, own],
  'workLog.week': [yes, yes, yes, yes, yes, own, own, own, own, own],
} satisfies Record<string, Row>

export type Path = keyof typeof TABLE
