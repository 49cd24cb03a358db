import { startSession } from '#server/auth/sessions.ts'
import type { Services } from '#server/core/context.ts'

/** A session of the person, whose seeded account has no password; returns the cookie a browser would send. */
export async function signIn(services: Services, userId: string): Promise<string> {
  const { cookie } = await startSession(services, userId, { short: false, ip: null, user_agent: null })
  return cookie.split(';')[0] ?? ''
}
