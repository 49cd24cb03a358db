import type { SessionDto, SessionUserDto } from '#shared/auth.ts'
import type { WeekStart } from '#shared/dates.ts'
import { type Action, allows } from '#shared/policies.ts'
import { api } from './api.ts'
import { isUndecided } from './errors.ts'
import { pageData } from './page-data.ts'
import { createStore, useStore } from './store.ts'

export type Session =
  | { status: 'loading'; user: null; unreachable?: boolean }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: SessionUserDto }

const RETRY_MS = 2000
/** No answer for this long is as good as none. */
const SILENCE_MS = 5000

const sessionOf = ({ user }: SessionDto): Session =>
  user === null ? { status: 'signed-out', user } : { status: 'signed-in', user }

const current = createStore<Session>(
  pageData === null ? { status: 'loading', user: null } : sessionOf(pageData.session),
)
let pending: Promise<Session> | null = null

function publish(next: Session): Session {
  current.write(next)
  return next
}

/** Says so where nothing is known yet; otherwise the screens stay as they are. */
function reportUnreachable() {
  if (current.read().status === 'loading') publish({ status: 'loading', user: null, unreachable: true })
}

async function fetchSession(): Promise<Session> {
  const silence = setTimeout(reportUnreachable, SILENCE_MS)
  try {
    return publish(sessionOf(await api.auth.session.query()))
  } catch (error) {
    // A connection failure says nothing about the session: keep the current state and retry.
    if (!isUndecided(error)) return publish({ status: 'signed-out', user: null })
    reportUnreachable()
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return fetchSession()
  } finally {
    clearTimeout(silence)
  }
}

/** Fetches the session; concurrent calls share the response. */
export function refreshSession(): Promise<Session> {
  pending ??= fetchSession().finally(() => {
    pending = null
  })
  return pending
}

/** Fetches the session, unless it came with the page. */
export function startSession() {
  if (current.read().status === 'loading') void refreshSession()
}

/** Whether a user is signed in, for code outside React. */
export const isSignedIn = (): boolean => current.read().status === 'signed-in'

/** Clears the user immediately on sign-out. */
export const forgetSession = () => publish({ status: 'signed-out', user: null })

export const useSession = (): Session => useStore(current)

/** The signed-in user, for components behind the guard. */
export function useUser(): SessionUserDto {
  const { user } = useSession()
  if (user === null) throw new Error('useUser is for screens behind the guard')
  return user
}

/** What makes an agency's records, so not for those who wait for an invitation. */
const FOR_AN_AGENCY = /^(task|schedule)\.write/

/** A self-registered contributor or client without an agency. */
export const isWaiting = ({ agency_id, role }: SessionUserDto): boolean =>
  agency_id === null && (role === 'employee' || role === 'client')

/** Actions that change something, and those on what is one's own. */
const CHANGES = /write|manage|delete|comment|upload|(bill|pay|run)$|(task|log|profile)\.own/

/** Whether the user may do the action, by the same policy table as the server's; an agency is viewed read-only. */
export function mayDo(user: SessionUserDto | null, action: Action): boolean {
  if (user?.viewing_as && CHANGES.test(action)) return false
  if (user !== null && isWaiting(user) && FOR_AN_AGENCY.test(action)) return false
  return allows(user?.role ?? null, action)
}

/** Whether an agency is viewed as its owner, read-only. */
export const useViewing = (): boolean => useSession().user?.viewing_as === true

export const useCan = (action: Action): boolean => mayDo(useSession().user, action)

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The user's time zone; the browser's if signed out. */
export const useZone = (): string => useSession().user?.timezone ?? browserZone()

/** The agency's time zone, used for invoices, payments and accounts. */
export const useBooksZone = (): string => useSession().user?.books_timezone ?? browserZone()

/** The user's first day of the week. */
export const useWeekStart = (): WeekStart => useSession().user?.week_start ?? 'monday'

/** The currency of the user's agency. */
export const useCurrency = (): string => useSession().user?.currency ?? 'USD'
