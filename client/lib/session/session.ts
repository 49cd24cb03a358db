import { knowsZone, PLATFORM_ZONE, type WeekStart } from '#shared/base/dates.ts'
import { type Action, allows } from '#shared/base/policies.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import { useSession } from './session-state.ts'

/** The signed-in user, for components behind the guard. */
export function useUser(): SessionUserDto {
  const { user } = useSession()
  if (user === null) throw new Error('useUser is for screens behind the guard')
  return user
}

/** Actions that create an agency's records, which users without an agency can't perform. */
const FOR_AN_AGENCY = /^(task|schedule)\.write/

/** A self-registered contributor or client without an agency. */
export const isWaiting = ({ agency_id, role }: SessionUserDto): boolean =>
  agency_id === null && (role === 'employee' || role === 'client')

/** Actions that change something or concern the user's own records. */
const CHANGES = /write|manage|delete|comment|upload|(bill|pay|run)$|(task|log|profile)\.own/

/**
 * Whether the user may perform the action, by the server's policy table; an agency viewed as its owner is
 * read-only.
 */
export function mayDo(user: SessionUserDto | null, action: Action): boolean {
  if (user?.viewing_as && CHANGES.test(action)) return false
  if (user !== null && isWaiting(user) && FOR_AN_AGENCY.test(action)) return false
  return allows(user?.role ?? null, action)
}

/** Whether an agency is viewed as its owner, read-only. */
export const useViewing = (): boolean => useSession().user?.viewing_as === true

export const useCan = (action: Action): boolean => mayDo(useSession().user, action)

/** UTC if the browser doesn't report its zone, or doesn't support it. */
export function browserZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && knowsZone(timeZone) ? timeZone : PLATFORM_ZONE
}

/** Formatting throws for a zone that the browser doesn't support; Settings shows which one is used instead. */
const shownZone = (zone: string | undefined): string =>
  zone !== undefined && knowsZone(zone) ? zone : browserZone()

/** The user's time zone; the browser's if signed out. */
export const useZone = (): string => shownZone(useSession().user?.timezone)

/** The agency's time zone, used for invoices, payments and accounts. */
export const useBooksZone = (): string => shownZone(useSession().user?.books_timezone)

/** The user's first day of the week. */
export const useWeekStart = (): WeekStart => useSession().user?.week_start ?? 'monday'

/** The currency of the user's agency. */
export const useCurrency = (): string => useSession().user?.currency ?? 'USD'
