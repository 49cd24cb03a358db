import { addressKey, consumeLimit, hasPoints, type Limit, refundLimit } from '../adapters/rate-limit.ts'
import type { Ctx, RequestCtx, UserRequest } from '../core/context.ts'
import { knownDevice } from './queries/device.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const SIGN_IN_PAIR: Limit = { name: 'sign-in-pair', points: 10, duration: 15 * MINUTE }
const SIGN_IN_ACCOUNT: Limit = { name: 'sign-in-account', points: 60, duration: HOUR }
const SIGN_IN_ADDRESS: Limit = { name: 'sign-in-address', points: 100, duration: 15 * MINUTE }
const SIGN_IN_DEVICE: Limit = { name: 'sign-in-device', points: 10, duration: 15 * MINUTE }
const RE_AUTH: Limit = { name: 're-auth', points: 10, duration: 15 * MINUTE }
const SIGN_UP: Limit = { name: 'sign-up', points: 100, duration: HOUR }
const SIGN_UP_TAKEN: Limit = { name: 'sign-up-taken', points: 10, duration: HOUR }
const SIGN_UP_NOTICE: Limit = { name: 'sign-up-notice', points: 1, duration: 24 * HOUR }
const RESET_ADDRESS: Limit = { name: 'reset-address', points: 60, duration: HOUR }
const RESET_PAIR: Limit = { name: 'reset-pair', points: 5, duration: HOUR }
const ACCOUNT_MAIL: Limit = { name: 'account-mail', points: 5, duration: HOUR }
const CODE: Limit = { name: 'second-factor', points: 15, duration: HOUR }
const LINK: Limit = { name: 'link', points: 100, duration: 15 * MINUTE }

export interface Attempt {
  /** By a browser that has signed in with the account before. */
  known: boolean
  /** Takes it back: it turned out to be a rightful one. */
  refund: () => Promise<void>
}

async function count(ctx: Ctx, keys: readonly [Limit, string][], known = false): Promise<Attempt> {
  for (const [limit, key] of keys) await consumeLimit(ctx.db, limit, key)
  return {
    known,
    async refund() {
      for (const [limit, key] of keys) await refundLimit(ctx.db, limit, key)
    },
  }
}

/**
 * Counts an attempt at the account. A browser that has signed in with it before has a budget of its own,
 * which strangers can't use up; elsewhere the pair of account and address, the account and the address count.
 */
export async function countSignIn(ctx: RequestCtx, email: string, userId?: string): Promise<Attempt> {
  const device = userId === undefined ? null : await knownDevice(ctx, userId)
  if (device !== null) return count(ctx, [[SIGN_IN_DEVICE, `${userId}|${device}`]], true)
  const address = addressKey(ctx.request.ip)
  return count(ctx, [
    [SIGN_IN_PAIR, `${email}|${address}`],
    [SIGN_IN_ACCOUNT, email],
    [SIGN_IN_ADDRESS, address],
  ])
}

/** Guesses at a password from within a session, apart from everybody's at the door. */
export const countReAuth = (ctx: UserRequest): Promise<Attempt> =>
  count(ctx, [[RE_AUTH, `${ctx.actor.userId}|${ctx.sessionId}`]])

export const countSignUp = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, SIGN_UP, addressKey(ip))

/**
 * Counts a registration until it turns out to be one: who tries which addresses have an account is
 * stopped long before who registers.
 */
export const countTakenAddress = (ctx: Ctx, ip: string): Promise<Attempt> =>
  count(ctx, [[SIGN_UP_TAKEN, addressKey(ip)]])

/** One mail a day about registrations with an address that has an account. */
export const mayTellOfSignUp = (ctx: Ctx, email: string): Promise<boolean> =>
  hasPoints(ctx.db, SIGN_UP_NOTICE, email)

/** The same for known and unknown e-mails; what strangers elsewhere ask for does not count. */
export async function countPasswordReset(ctx: Ctx, email: string, ip: string): Promise<void> {
  const address = addressKey(ip)
  await consumeLimit(ctx.db, RESET_ADDRESS, address)
  await consumeLimit(ctx.db, RESET_PAIR, `${email}|${address}`)
}

/** Mails an account may cause in an hour, whoever asks for them. */
export const countAccountMail = (ctx: Ctx, email: string): Promise<void> =>
  consumeLimit(ctx.db, ACCOUNT_MAIL, email)

/** Uses of emailed links from one address. */
export const countLinkUse = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, LINK, addressKey(ip))

/** Codes tried for an account, however often its password was given; a known device counts its own. */
export async function countCode(ctx: RequestCtx, userId: string): Promise<Attempt> {
  const device = await knownDevice(ctx, userId)
  return count(ctx, [[CODE, device === null ? userId : `${userId}|${device}`]])
}
