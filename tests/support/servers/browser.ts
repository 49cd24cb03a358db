import { publicContext } from '#server/base/core/rows/reach.ts'
import type { Db } from '#server/base/db/schema.ts'
import { readDevice } from '#server/identity/auth/devices.ts'
import { resolveSession } from '#server/identity/auth/gate.ts'
import { createCaller } from '#server/router.ts'
import { type CallerOptions, testServices } from '../caller.ts'

export interface BrowserOptions extends CallerOptions {
  ip?: string
  /** The initial cookie, for instance from `cookieFor`. */
  cookie?: string
  /** The initial device cookie, as in another browser's `device`. */
  device?: string
}

/** Calls the router like a browser: keeps the cookie and resolves it for each call. */
export function openBrowser(db: Db, options: BrowserOptions = {}) {
  let cookie = options.cookie
  let device = options.device
  return {
    get cookie() {
      return cookie
    },
    get device() {
      return device
    },
    async api(at: { now?: Date } = {}) {
      const services = testServices(db, { ...options, ...at })
      const session = await resolveSession(services, cookie)
      return createCaller({
        ...(session?.ctx ?? publicContext({ services })),
        sessionId: session?.sessionId ?? null,
        request: { id: 'test-request', ip: options.ip ?? '192.0.2.1', userAgent: 'test' },
        device: readDevice(services, device),
        setCookie: (header) => {
          const pair = header.split(';')[0]
          if (/^(__Host-)?foyer_device=/.test(header)) device = pair
          else cookie = pair
        },
      })
    },
  }
}

/** The token in the newest queued email's link, by query parameter. */
export async function mailedToken(db: Db, recipient: string, parameter: string): Promise<string> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text')
    .where('recipient', '=', recipient)
    .where('text', 'like', `%${parameter}=%`)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const token = new RegExp(`[?&]${parameter}=([\\w-]+)`).exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No link with ${parameter} in the mail`)
  return token
}
