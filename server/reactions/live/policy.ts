import { APP_INFO_DOMAIN } from '#shared/base/live.ts'
import { type Action, allows } from '#shared/base/policies.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { shownUserId } from '../../base/core/rows/reach.ts'
import type { ChangeRow } from './queries.ts'

/**
 * The access required to receive changes of domains that not every role can read: even their names would
 * reveal something.
 */
export const DOMAIN_POLICIES: Record<string, Action> = {
  agencies: 'agency.read-all',
  audit: 'audit.read',
  clients: 'client.read',
  employees: 'employee.read',
  finance: 'finance.read',
  invitations: 'invitation.write',
  owners: 'owner.write',
  payouts: 'payout.read',
  platform: 'platform.manage',
  processes: 'process.read',
  timesheets: 'timesheet.own',
  webhooks: 'webhook.write',
}

/** Domains hidden from client contacts, by the access they lack. */
const PROJECT_DOMAINS = ['projects', 'tasks', 'files', 'messages']
const BILLING_DOMAINS = ['invoices', 'payments']
/** Sent along with many changes; they reveal nothing by themselves. */
const SUMMARIES = ['activity', 'dashboard', 'notifications', 'packages', 'schedule', 'search', 'workLog']

/** Private to a person: someone viewing the agency must not even learn that they change. */
const PERSONAL_DOMAINS = ['notifications', 'quickTasks', 'views']

/** The domains of a change that this person's screens may receive. */
export function heardDomains(ctx: UserCtx, change: ChangeRow): string[] {
  if (!mayReceive(ctx, change)) return []
  const domains = domainsOf(change).filter((domain) => isOpenTo(ctx, domain))
  const personal = change.user_id !== null && domains.some((domain) => PERSONAL_DOMAINS.includes(domain))
  if (personal && !ctx.reach.seesPersonal) return []
  if (ctx.actor.role !== 'client' || change.user_id !== null) return domains
  const { seesProjects, seesBilling } = ctx.reach
  const hidden = [...(seesProjects ? [] : PROJECT_DOMAINS), ...(seesBilling ? [] : BILLING_DOMAINS)]
  const allowed = domains.filter((domain) => !hidden.includes(domain))
  const tellsNothing =
    allowed.length < domains.length && allowed.every((domain) => SUMMARIES.includes(domain))
  return tellsNothing ? [] : allowed
}

function isOpenTo({ actor }: UserCtx, domain: string): boolean {
  const action = DOMAIN_POLICIES[domain]
  return action === undefined || allows(actor.role, action)
}

/** Whether the change concerns this person, their client, or their agency. */
function mayReceive(ctx: UserCtx, change: ChangeRow): boolean {
  if (change.user_id !== null)
    return change.user_id === ctx.actor.userId || change.user_id === shownUserId(ctx)
  if (ctx.actor.role === 'super_admin' || domainsOf(change).includes(APP_INFO_DOMAIN)) return true
  if (ctx.actor.role === null || change.agency_id === null || change.agency_id !== ctx.reach.agencyId)
    return false
  return ctx.actor.role !== 'client' || (change.client_id !== null && change.client_id === ctx.reach.clientId)
}

const domainsOf = (change: ChangeRow): string[] => change.domains.split(',')

/** The domain published when a session ends or access changes. */
const ACCESS_DOMAIN = 'auth'

export const concernsAccess = (change: ChangeRow): boolean => domainsOf(change).includes(ACCESS_DOMAIN)

/** Whether such a change concerns this person's access: their own or their whole agency's. */
export const threatensAccess = (ctx: UserCtx, change: ChangeRow): boolean =>
  change.user_id === null
    ? change.agency_id !== null && change.agency_id === ctx.reach.agencyId
    : change.user_id === ctx.actor.userId
