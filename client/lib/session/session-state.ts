import type { SessionDto, SessionUserDto } from '#shared/identity/auth.ts'
import { api } from '../calls/api.ts'
import { isConnectionFailure, isUndecided } from '../calls/errors.ts'
import { pageData } from '../calls/page-data.ts'
import { createStore, useStore } from '../store.ts'

export type Session =
  | { status: 'loading'; user: null; trouble?: Trouble }
  | { status: 'signed-out'; user: null }
  /** Expired: the page stays open and a password prompt is shown over it. */
  | { status: 'signed-in'; user: SessionUserDto; expired?: true }

/** Why the session is unknown: the server doesn't respond, or responds with an error. */
export type Trouble = 'unreachable' | 'failing'

const RETRY_MS = 2000
/** After this long without a response, the server counts as unreachable. */
const SILENCE_MS = 5000

const sessionOf = ({ user }: SessionDto): Session =>
  user === null ? { status: 'signed-out', user } : { status: 'signed-in', user }

export const currentSession = createStore<Session>(
  pageData === null ? { status: 'loading', user: null } : sessionOf(pageData.session),
)
let pending: Promise<Session> | null = null

function publish(next: Session): Session {
  currentSession.write(next)
  return next
}

/** Reports the problem only while the session is unknown; otherwise the screens stay as they are. */
function report(trouble: Trouble) {
  if (currentSession.read().status === 'loading') publish({ status: 'loading', user: null, trouble })
}

/**
 * Reloads the page so that no data of the previous user remains: at the agency list after viewing as an
 * owner, otherwise at the dashboard.
 */
function startAnew(from: SessionUserDto, to: SessionUserDto): Session {
  location.assign(from.viewing_as && !to.viewing_as ? '/agencies' : '/dashboard')
  return publish({ status: 'loading', user: null })
}

/** A session that disappears without a sign-out has expired. */
function receive(next: Session): Session {
  const before = currentSession.read()
  if (before.status !== 'signed-in') return publish(next)
  if (next.status !== 'signed-in') return publish({ ...before, expired: true })
  return isSame(before.user, next.user) ? publish(next) : startAnew(before.user, next.user)
}

/** Whether both are the same user with the same view-as state. */
export const isSame = (one: SessionUserDto, other: SessionUserDto): boolean =>
  one.user_id === other.user_id && one.viewing_as === other.viewing_as

async function fetchSession(): Promise<Session> {
  const silence = setTimeout(() => report('unreachable'), SILENCE_MS)
  try {
    return receive(sessionOf(await api.auth.session.query()))
  } catch (error) {
    // A failure says nothing about the session: keep the current state and retry.
    if (!isUndecided(error)) return receive({ status: 'signed-out', user: null })
    report(isConnectionFailure(error) ? 'unreachable' : 'failing')
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

/** Fetches the session unless it came with the page. */
export function startSession() {
  if (currentSession.read().status === 'loading') void refreshSession()
}

export function isExpired(): boolean {
  const session = currentSession.read()
  return session.status === 'signed-in' && session.expired === true
}

/** Whether a user is signed in, for code outside React. */
export const isSignedIn = (): boolean => currentSession.read().status === 'signed-in'

/** Clears the user immediately on sign-out, or when the session was revoked. */
export const forgetSession = (): Session => publish({ status: 'signed-out', user: null })

export const useSession = (): Session => useStore(currentSession)
