import { dateInZone, PLATFORM_ZONE, type WeekStart } from '#shared/base/dates.ts'
import { type AgencyId, isRole, type Role } from '#shared/base/roles.ts'
import type { Scope } from '#shared/identity/token-scopes.ts'
import type { SharedDb } from '../../db/tenants.ts'
import type { AgencyCtx, Ctx, Services, SystemActor, Tx, UserActor, UserCtx } from '../context.ts'
import type { Reach } from './visibility.ts'

/** A person and their associations as read from the database; their rights derive only from these. */
export interface Person {
  userId: string
  name: string
  email: string
  /** As stored; a role unknown to this version grants no rights. */
  role: string | null
  agencyId: string | null
  clientId: string | null
  employeeId: string | null
  /** Set for additional contacts of a client; the client's main account sees everything. */
  contact?: { seesProjects: boolean; seesBilling: boolean }
  suspended?: boolean
  zone?: string
  booksZone?: string
  weekStart?: WeekStart
  readOnly?: UserActor['readOnly']
  /** While a platform administrator views an agency: the owner whose own rows are shown. */
  viewedUserId?: string
  scopes?: readonly Scope[]
}

interface Root {
  services: Services
  /** A transaction to use; defaults to the services' database. */
  db?: SharedDb
  now?: Date
}

const NOTHING: Reach = {
  kind: 'alone',
  agencyId: null,
  userId: null,
  clientId: null,
  employeeId: null,
  invoiceId: null,
  seesProjects: true,
  seesBilling: true,
  seesPersonal: true,
  suspended: false,
  booksZone: PLATFORM_ZONE,
}

const rootOf = ({ services, db = services.db, now = services.clock() }: Root) => ({ services, db, now })

/** The context of a person: signed in, using a token, or in a seed or test. */
export function personContext(root: Root, person: Person): UserCtx {
  const role = person.role !== null && isRole(person.role) ? person.role : null
  return {
    ...rootOf(root),
    actor: {
      kind: 'user',
      userId: person.userId,
      name: person.name,
      email: person.email,
      role,
      zone: person.zone ?? person.booksZone ?? PLATFORM_ZONE,
      weekStart: person.weekStart ?? 'monday',
      readOnly: person.readOnly,
      scopes: person.scopes,
    },
    reach: {
      ...NOTHING,
      kind: reachKind(role, person),
      agencyId: person.agencyId as AgencyId | null,
      userId: person.viewedUserId ?? person.userId,
      clientId: person.clientId,
      employeeId: person.employeeId,
      seesProjects: person.contact?.seesProjects ?? true,
      seesBilling: person.contact?.seesBilling ?? true,
      seesPersonal: person.readOnly !== 'view-as',
      suspended: person.suspended ?? false,
      booksZone: person.booksZone ?? PLATFORM_ZONE,
    },
  }
}

function reachKind(role: Role | null, { agencyId, clientId }: Person): Reach['kind'] {
  if (role === 'super_admin') return 'platform'
  if (agencyId === null) return 'alone'
  if (role === 'agency_admin') return 'agency'
  if (role === 'employee') return 'contributor'
  return role === 'client' && clientId !== null ? 'client' : 'alone'
}

const system = (kind: SystemActor['kind'], name: string): SystemActor => ({
  kind,
  userId: null,
  name,
  email: '',
  role: null,
  zone: PLATFORM_ZONE,
  weekStart: 'monday',
})

/** The context of a job, script, or webhook, with access to the whole portal. */
export const systemContext = (root: Root, kind: 'job' | 'provider' = 'job', name = 'The portal'): Ctx => ({
  ...rootOf(root),
  actor: system(kind, name),
  reach: { ...NOTHING, kind: 'system' },
})

/** The context of a signed-out visitor, who has no access to tenant rows. */
export const publicContext = (root: Root): Ctx => ({
  ...rootOf(root),
  actor: system('nobody', 'Someone not signed in'),
  reach: NOTHING,
})

/** The context of someone using an invoice's pay link, limited to that invoice and its payments. */
export const payLinkContext = <Context extends Ctx>(
  ctx: Context,
  invoice: { id: string; payerName: string },
): Context => ({
  ...ctx,
  actor: system('link', invoice.payerName),
  reach: { ...NOTHING, kind: 'link', invoiceId: invoice.id },
})

/**
 * The same actor with access to the whole agency of a row already authorized: for consequences of a permitted
 * action beyond the actor's own access, such as ledger entries or whom to notify.
 */
export const inAgency = <Context extends Ctx>(
  ctx: Context,
  agency: { agencyId: AgencyId; zone?: string },
): Context & { reach: AgencyCtx['reach'] } => ({
  ...ctx,
  reach: {
    ...NOTHING,
    kind: 'agency',
    agencyId: agency.agencyId,
    userId: ctx.reach.userId,
    seesPersonal: ctx.reach.seesPersonal,
    booksZone: agency.zone ?? ctx.reach.booksZone,
  },
})

/** The same actor with access to the whole portal, for work that concerns no agency or more than one. */
export const acrossAgencies = <Context extends Ctx>(ctx: Context): Context => ({
  ...ctx,
  reach: { ...ctx.reach, kind: 'system' },
})

/**
 * The same actor with access to the event's whole agency or the platform: actors needn't see who receives it
 * or where it is recorded.
 */
export const whereItHappened = (tx: Tx, agencyId: AgencyId | null): Tx =>
  agencyId === null
    ? { ...tx, reach: { ...NOTHING, kind: 'system', userId: tx.reach.userId } }
    : inAgency(tx, { agencyId })

/** The same transaction continued as a person who has just authenticated. */
export const asPerson = (tx: Tx, person: Person): Tx<UserCtx> => ({ ...personContext(tx, person), db: tx.db })

/** The same context with the current time, for long-running work. */
export const atThisInstant = <Context extends Ctx>(ctx: Context): Context => ({
  ...ctx,
  now: ctx.services.clock(),
})

/** Whether the context is a transaction's; narrows its type. */
export const isTransaction = <Context extends Ctx>(ctx: Context): ctx is Tx<Context> => ctx.db.isTransaction

/** Whose own rows a screen shows: the caller's, or the owner's while their agency is viewed. */
export const shownUserId = (ctx: UserCtx): string => ctx.reach.userId ?? ctx.actor.userId

/** The current date in the caller's time zone. */
export const callerDate = (ctx: Pick<Ctx, 'now' | 'actor'>): string => dateInZone(ctx.now, ctx.actor.zone)

export const isPlatformAdmin = (ctx: Pick<Ctx, 'actor'>): boolean => ctx.actor.role === 'super_admin'
