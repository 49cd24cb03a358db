import { ROLES, type Role } from '../roles.ts'

/** What Settings shows of a kind of notification. */
export interface Notified {
  label: string
  /** Whether it is emailed by default. */
  email: boolean
  /** The roles it applies to; others don't see it in Settings. */
  roles: readonly Role[]
}

const AGENCY: readonly Role[] = ['agency_admin', 'employee', 'client']
const TEAM: readonly Role[] = ['agency_admin', 'employee']
const PAYEES_AND_CLIENTS: readonly Role[] = ['super_admin', 'agency_admin', 'client']

/** All notification types, in the order of Settings. */
export const NOTIFICATION_KINDS = {
  task_assigned: {
    label: 'A task is assigned to me',
    email: true,
    roles: ['super_admin', 'agency_admin', 'employee'],
  },
  task_request: { label: 'A client requests a task', email: true, roles: ['agency_admin'] },
  mention: { label: 'Someone mentions me', email: true, roles: AGENCY },
  comment: { label: 'A comment on a task', email: false, roles: AGENCY },
  message: { label: 'A new message', email: false, roles: AGENCY },
  task_due: { label: 'My task is due tomorrow', email: true, roles: ['employee'] },
  task_overdue: { label: 'My task is overdue', email: true, roles: ['employee'] },
  task_status: { label: 'My task changes status', email: false, roles: ['employee'] },
  project_status: { label: 'A project changes status', email: false, roles: AGENCY },
  file: { label: 'A file is delivered or reviewed', email: false, roles: AGENCY },
  invitation_accepted: { label: 'An invitation is accepted', email: true, roles: ['agency_admin'] },
  /** Owners always get the mail. */
  owners: { label: 'Owners or payment details of my agency change', email: false, roles: ['agency_admin'] },
  /** The invoice itself is always mailed. */
  invoice_sent: { label: 'I receive an invoice', email: false, roles: ['client'] },
  invoice_viewed: { label: 'An invoice is viewed', email: false, roles: ['super_admin', 'agency_admin'] },
  invoice_paid: { label: 'An invoice is paid', email: true, roles: PAYEES_AND_CLIENTS },
  invoice_overdue: { label: 'An invoice is overdue', email: true, roles: PAYEES_AND_CLIENTS },
  invoice_held: {
    label: 'A recurring invoice or late fee can’t be sent',
    email: true,
    roles: ['agency_admin'],
  },
  payment_failed: { label: 'A payment or refund fails', email: true, roles: ROLES },
  payment_refunded: { label: 'My payment is refunded', email: true, roles: ROLES },
  /** Charges and declines are always mailed. */
  autopay: { label: 'Autopay changes', email: false, roles: ['agency_admin', 'client'] },
  payment_disputed: {
    label: 'A payment is disputed',
    email: true,
    roles: ['super_admin', 'agency_admin'],
  },
  provider_payout_failed: {
    label: 'A payout to my bank fails',
    email: true,
    roles: ['super_admin', 'agency_admin'],
  },
  payout_sent: { label: 'A payout is recorded', email: true, roles: ['employee'] },
  self_billing: { label: 'A self-billing agreement or document changes', email: true, roles: TEAM },
  timesheet_submitted: { label: 'A timesheet is submitted', email: true, roles: ['agency_admin'] },
  timesheet_reviewed: {
    label: 'My timesheet is submitted for me, approved or rejected',
    email: true,
    roles: TEAM,
  },
  /** Also when an import is undone. */
  import: { label: 'An import is finished', email: true, roles: ['agency_admin'] },
  budget: { label: 'A project is close to its budget', email: true, roles: ['agency_admin'] },
  event_invitation: { label: 'I am invited to an event', email: true, roles: ROLES },
  event_changed: { label: 'An event I attend is moved or canceled', email: true, roles: ROLES },
  event_declined: { label: 'Someone declines my invitation to an event', email: true, roles: ROLES },
  event_reminder: { label: 'An event is about to start', email: false, roles: ROLES },
  mail_failed: { label: 'An email of my agency can’t be delivered', email: true, roles: ['agency_admin'] },
  token_expiry: { label: 'An API token that I use expires soon', email: true, roles: ROLES },
  webhook: { label: 'A webhook is turned off', email: true, roles: ['agency_admin'] },
  stopped: { label: 'Automatic work stops', email: true, roles: ['agency_admin'] },
  process: { label: 'A process step is assigned to me', email: true, roles: TEAM },
  /** Alerts are always mailed. */
  books: { label: 'Discrepancies in an agency’s books', email: false, roles: ['super_admin'] },
  platform: { label: 'Agency and plan updates', email: false, roles: ['super_admin'] },
} as const satisfies Record<string, Notified>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
