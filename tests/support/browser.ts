import { readDevice } from '#server/auth/devices.ts'
import { resolveSession } from '#server/auth/gate.ts'
import { publicContext } from '#server/core/reach.ts'
import type { Db } from '#server/db/schema.ts'
import { createCaller } from '#server/router.ts'
import { type CallerOptions, testServices } from './caller.ts'

export interface BrowserOptions extends CallerOptions {
  ip?: string
  /** Starts with this cookie, for instance of `cookieFor`. */
  cookie?: string
  /** Starts as this device, as another browser's `device` names it. */
  device?: string
}

/** Calls the router as a browser does: it keeps the cookie, and each call resolves it afresh. */
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

/** The token of the newest queued mail's link, by the link's query parameter. */
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
