import { addressKey, consumeLimit, type Limit, refundLimit } from '../adapters/rate-limit.ts'
import type { Ctx } from '../core/context.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

const SIGN_IN_PAIR: Limit = { name: 'sign-in-pair', points: 10, duration: 15 * MINUTE }
const SIGN_IN_ACCOUNT: Limit = { name: 'sign-in-account', points: 60, duration: HOUR }
const SIGN_IN_ADDRESS: Limit = { name: 'sign-in-address', points: 100, duration: 15 * MINUTE }
const SIGN_UP: Limit = { name: 'sign-up', points: 100, duration: HOUR }
const RESET_ADDRESS: Limit = { name: 'reset-address', points: 60, duration: HOUR }
const ACCOUNT_MAIL: Limit = { name: 'account-mail', points: 5, duration: HOUR }
const CODE: Limit = { name: 'second-factor', points: 15, duration: HOUR }
const LINK: Limit = { name: 'link', points: 100, duration: 15 * MINUTE }

/**
 * Counts an attempt against the account from this address, the account from anywhere and the address.
 * The tight limit holds for the pair, so that a stranger's guessing hardly locks the owner out.
 */
export async function countSignIn(
  ctx: Ctx,
  email: string,
  ip: string,
): Promise<{ refund: () => Promise<void> }> {
  const address = addressKey(ip)
  const keys: [Limit, string][] = [
    [SIGN_IN_PAIR, `${email}|${address}`],
    [SIGN_IN_ACCOUNT, email],
    [SIGN_IN_ADDRESS, address],
  ]
  for (const [limit, key] of keys) await consumeLimit(ctx.db, limit, key)
  return {
    async refund() {
      for (const [limit, key] of keys) await refundLimit(ctx.db, limit, key)
    },
  }
}

export const countSignUp = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, SIGN_UP, addressKey(ip))

/** The same for known and unknown e-mails. */
export async function countPasswordReset(ctx: Ctx, email: string, ip: string): Promise<void> {
  await consumeLimit(ctx.db, RESET_ADDRESS, addressKey(ip))
  await consumeLimit(ctx.db, ACCOUNT_MAIL, email)
}

/** Mails an account may cause in an hour, whoever asks for them. */
export const countAccountMail = (ctx: Ctx, email: string): Promise<void> =>
  consumeLimit(ctx.db, ACCOUNT_MAIL, email)

/** Uses of emailed links from one address. */
export const countLinkUse = (ctx: Ctx, ip: string): Promise<void> =>
  consumeLimit(ctx.db, LINK, addressKey(ip))

/** Codes tried for an account, however often its password was given. */
export async function countCode(ctx: Ctx, userId: string): Promise<{ refund: () => Promise<void> }> {
  await consumeLimit(ctx.db, CODE, userId)
  return { refund: () => refundLimit(ctx.db, CODE, userId) }
}
