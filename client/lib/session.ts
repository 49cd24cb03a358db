import type { SessionUserDto } from '#shared/auth.ts'
import type { WeekStart } from '#shared/dates.ts'
import { type Action, allows } from '#shared/policies.ts'
import { api } from './api.ts'
import { isConnectionFailure } from './errors.ts'
import { createStore, useStore } from './store.ts'

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: SessionUserDto }

const RETRY_MS = 2000

const current = createStore<Session>({ status: 'loading', user: null })
let pending: Promise<Session> | null = null

function publish(next: Session): Session {
  current.write(next)
  return next
}

async function fetchSession(): Promise<Session> {
  try {
    const { user } = await api.auth.session.query()
    return publish(user === null ? { status: 'signed-out', user } : { status: 'signed-in', user })
  } catch (error) {
    // Out of reach says nothing about the session: keep what is known and ask again.
    if (!isConnectionFailure(error)) return publish({ status: 'signed-out', user: null })
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return fetchSession()
  }
}

/** Asks the server who is signed in; calls made meanwhile share the answer. */
export function refreshSession(): Promise<Session> {
  pending ??= fetchSession().finally(() => {
    pending = null
  })
  return pending
}

/** Whether somebody is signed in right now, for code outside the screens. */
export const isSignedIn = (): boolean => current.read().status === 'signed-in'

/** Forgets the user at once, for signing out. */
export const forgetSession = () => publish({ status: 'signed-out', user: null })

export const useSession = (): Session => useStore(current)

/** The signed-in user; only for components below the guard. */
export function useUser(): SessionUserDto {
  const { user } = useSession()
  if (user === null) throw new Error('useUser is for screens behind the guard')
  return user
}

/** What is made for an agency, and so by nobody who still waits for the invitation to one. */
const FOR_AN_AGENCY: readonly Action[] = ['task.write', 'schedule.write']

/** A contributor or client who registered alone and belongs to no agency yet. */
export const isWaiting = ({ agency_id, role }: SessionUserDto): boolean =>
  agency_id === null && (role === 'employee' || role === 'client')

/** Whether the person may do the action, by the same table the server decides with. */
export function mayDo(user: SessionUserDto | null, action: Action): boolean {
  if (user !== null && isWaiting(user) && FOR_AN_AGENCY.includes(action)) return false
  return allows(user?.role ?? null, action)
}

export const useCan = (action: Action): boolean => mayDo(useSession().user, action)

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of the person's days and clocks; the browser's while nobody is signed in. */
export const useZone = (): string => useSession().user?.timezone ?? browserZone()

/** The zone of invoices, payments and books: the agency's, whatever days the person sees. */
export const useBooksZone = (): string => useSession().user?.books_timezone ?? browserZone()

/** The day the person's weeks begin on. */
export const useWeekStart = (): WeekStart => useSession().user?.week_start ?? 'monday'

/** The currency of the person's agency. */
export const useCurrency = (): string => useSession().user?.currency ?? 'USD'
