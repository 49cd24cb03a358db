import { APP_INFO_DOMAIN } from '#shared/live.ts'
import { type Action, allows } from '#shared/policies.ts'
import type { UserCtx } from '../../core/context.ts'
import type { ChangeRow } from './queries.ts'

/** What opens a domain that not every role may read: to the others even its name says too much. */
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

/** What a contact of a client company may be kept from, by the right they lack. */
const PROJECT_DOMAINS = ['projects', 'tasks', 'files', 'messages']
const BILLING_DOMAINS = ['invoices', 'payments']
/** They follow many changes, and say nothing by themselves. */
const SUMMARIES = ['activity', 'dashboard', 'notifications', 'packages', 'schedule', 'search', 'workLog']

/** The domains of the change that this person's screens may hear of. */
export function heardDomains(ctx: UserCtx, change: ChangeRow): string[] {
  if (!mayHear(ctx, change)) return []
  const domains = domainsOf(change).filter((domain) => isOpenTo(ctx, domain))
  if (ctx.actor.role !== 'client' || change.user_id !== null) return domains
  const { seesProjects, seesBilling } = ctx.reach
  const hidden = [...(seesProjects ? [] : PROJECT_DOMAINS), ...(seesBilling ? [] : BILLING_DOMAINS)]
  const heard = domains.filter((domain) => !hidden.includes(domain))
  const tellsNothing = heard.length < domains.length && heard.every((domain) => SUMMARIES.includes(domain))
  return tellsNothing ? [] : heard
}

function isOpenTo({ actor }: UserCtx, domain: string): boolean {
  const action = DOMAIN_POLICIES[domain]
  return action === undefined || allows(actor.role, action)
}

/** Whether the change is about something of this person, their company, or their agency. */
function mayHear(ctx: UserCtx, change: ChangeRow): boolean {
  if (change.user_id !== null) return change.user_id === ctx.actor.userId
  if (ctx.actor.role === 'super_admin' || domainsOf(change).includes(APP_INFO_DOMAIN)) return true
  if (ctx.actor.role === null || change.agency_id === null || change.agency_id !== ctx.reach.agencyId)
    return false
  return ctx.actor.role !== 'client' || (change.client_id !== null && change.client_id === ctx.reach.clientId)
}

const domainsOf = (change: ChangeRow): string[] => change.domains.split(',')

/** The domain written when a session ends or a person's rights change. */
const ACCESS_DOMAIN = 'auth'

export const concernsAccess = (change: ChangeRow): boolean => domainsOf(change).includes(ACCESS_DOMAIN)

/** Whether such a change is about this person's rights: their own, or those of their whole agency. */
export const threatensAccess = (ctx: UserCtx, change: ChangeRow): boolean =>
  change.user_id === null
    ? change.agency_id !== null && change.agency_id === ctx.reach.agencyId
    : change.user_id === ctx.actor.userId
