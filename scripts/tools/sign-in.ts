import type { Services } from '#server/base/core/context.ts'
import { startSession } from '#server/identity/auth/sessions.ts'

/** Creates a session for the person, whose seeded account has no password; returns the browser's cookie. */
export async function signIn(services: Services, userId: string): Promise<string> {
  const { cookie } = await startSession(services, userId, { short: false, ip: null, user_agent: null })
  return cookie.split(';')[0] ?? ''
}
