import { dateInZone, PLATFORM_ZONE, type WeekStart } from '#shared/dates.ts'
import type { AgencyId, Role } from '#shared/roles.ts'

/** Who is calling and what they may reach; minted only by the session gate and verified webhooks. */
export interface Scope {
  userId: string
  name: string
  email: string
  /** Null when the database holds a role this version does not know: no rights. */
  role: Role | null
  /** Null for the platform's administrator and for people not yet invited anywhere. */
  agencyId: AgencyId | null
  /** The client company a client belongs to. */
  clientId: string | null
  /** IANA zone whose days count for the caller: the own choice, else the agency's, else the platform's. */
  zone: string
  /** IANA zone of the agency's books, documents and timesheets; the platform's for people without one. */
  booksZone: string
  /** The day the caller's weeks begin on. */
  weekStart: WeekStart
  /** Set for a further contact of that company; its own account sees everything of it. */
  contact?: ContactRights
  /** The contributor's row. */
  employeeId: string | null
  /** Set where nothing may be changed: a program with a reading token, or the platform looking at an agency. */
  readOnly?: 'token' | 'view-as'
  /** A program calls, with its owner's access token. */
  program?: boolean
  /** The own agency is suspended: nothing of it is answered. */
  suspended?: boolean
  /** The instant of the request; seeds and tests inject it. */
  now: Date
}

/** The days of callers for whom nobody chose any. */
export const DEFAULT_CALENDAR: Pick<Scope, 'zone' | 'booksZone' | 'weekStart'> = {
  zone: PLATFORM_ZONE,
  booksZone: PLATFORM_ZONE,
  weekStart: 'monday',
}

/** What one of several contacts of a client company may see of it. */
export interface ContactRights {
  seesProjects: boolean
  seesBilling: boolean
}

export interface AgencyScope extends Scope {
  agencyId: AgencyId
}

/** Today on the caller's calendar. */
export const callerDate = (scope: Pick<Scope, 'now' | 'zone'>): string => dateInZone(scope.now, scope.zone)

export const isPlatformAdmin = (scope: Scope): boolean => scope.role === 'super_admin'
