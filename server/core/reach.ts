import { dateInZone, PLATFORM_ZONE, type WeekStart } from '#shared/dates.ts'
import { type AgencyId, isRole, type Role } from '#shared/roles.ts'
import type { Scope } from '#shared/token-scopes.ts'
import type { SharedDb } from '../db/tenants.ts'
import type { AgencyCtx, Ctx, Services, SystemActor, Tx, UserActor, UserCtx } from './context.ts'
import type { Reach } from './visibility.ts'

/** A person as their joined row says, from which alone a person's rights follow. */
export interface Person {
  userId: string
  name: string
  email: string
  /** As stored; a role this version does not know gives no rights. */
  role: string | null
  agencyId: string | null
  clientId: string | null
  employeeId: string | null
  /** Set for a further contact of a client company; its own account sees everything of it. */
  contact?: { seesProjects: boolean; seesBilling: boolean }
  suspended?: boolean
  zone?: string
  booksZone?: string
  weekStart?: WeekStart
  readOnly?: UserActor['readOnly']
  scopes?: readonly Scope[]
}

interface Root {
  services: Services
  /** A transaction to go on in; the services' own database when left out. */
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
  suspended: false,
  booksZone: PLATFORM_ZONE,
}

const rootOf = ({ services, db = services.db, now = services.clock() }: Root) => ({ services, db, now })

/** The context of a person: signed in, with a token, or as a seed or test makes them act. */
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
      userId: person.userId,
      clientId: person.clientId,
      employeeId: person.employeeId,
      seesProjects: person.contact?.seesProjects ?? true,
      seesBilling: person.contact?.seesBilling ?? true,
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

/** The context of a job, of a command-line script, or of the provider's news: the whole portal. */
export const systemContext = (root: Root, kind: 'job' | 'provider' = 'job', name = 'The portal'): Ctx => ({
  ...rootOf(root),
  actor: system(kind, name),
  reach: { ...NOTHING, kind: 'system' },
})

/** The context of somebody signed out: nobody's rows are theirs. */
export const publicContext = (root: Root): Ctx => ({
  ...rootOf(root),
  actor: system('nobody', 'Somebody signed out'),
  reach: NOTHING,
})

/** The context of whoever holds an invoice's pay link: that invoice and its payments alone. */
export const payLinkContext = <Context extends Ctx>(
  ctx: Context,
  invoice: { id: string; payerName: string },
): Context => ({
  ...ctx,
  actor: system('link', invoice.payerName),
  reach: { ...NOTHING, kind: 'link', invoiceId: invoice.id },
})

/**
 * The same actor with the reach of the whole agency of a row that was vouched for: for what follows from a
 * permitted act but lies beyond the actor's own view, such as the books or who is to be told.
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
    booksZone: agency.zone ?? ctx.reach.booksZone,
  },
})

/** The same actor with the reach of the whole portal: for what concerns no agency or several. */
export const acrossAgencies = <Context extends Ctx>(ctx: Context): Context => ({
  ...ctx,
  reach: { ...ctx.reach, kind: 'system' },
})

/**
 * The same actor with the whole reach of what an event concerns, its agency or the platform: who acts need
 * not see whom it is told to or what it is written into.
 */
export const whereItHappened = (tx: Tx, agencyId: AgencyId | null): Tx =>
  agencyId === null
    ? { ...tx, reach: { ...NOTHING, kind: 'system', userId: tx.reach.userId } }
    : inAgency(tx, { agencyId })

/** The same transaction, gone on with as a person: somebody who has just proved who they are. */
export const asPerson = (tx: Tx, person: Person): Tx<UserCtx> => ({ ...personContext(tx, person), db: tx.db })

/** The same context at this very instant: for work that goes on for long. */
export const atThisInstant = <Context extends Ctx>(ctx: Context): Context => ({
  ...ctx,
  now: ctx.services.clock(),
})

/** True inside a transaction; narrows a context that may be either. */
export const isTransaction = <Context extends Ctx>(ctx: Context): ctx is Tx<Context> => ctx.db.isTransaction

/** Today on the caller's calendar. */
export const callerDate = (ctx: Pick<Ctx, 'now' | 'actor'>): string => dateInZone(ctx.now, ctx.actor.zone)

export const isPlatformAdmin = (ctx: Pick<Ctx, 'actor'>): boolean => ctx.actor.role === 'super_admin'
