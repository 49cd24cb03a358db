import type { Db } from '../db/schema.ts'
import { addressKey, consumeLimit, type Limit, refundLimit } from '../services/rate-limit.ts'

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
  db: Db,
  email: string,
  ip: string,
): Promise<{ refund: () => Promise<void> }> {
  const address = addressKey(ip)
  const keys: [Limit, string][] = [
    [SIGN_IN_PAIR, `${email}|${address}`],
    [SIGN_IN_ACCOUNT, email],
    [SIGN_IN_ADDRESS, address],
  ]
  for (const [limit, key] of keys) await consumeLimit(db, limit, key)
  return {
    async refund() {
      for (const [limit, key] of keys) await refundLimit(db, limit, key)
    },
  }
}

export const countSignUp = (db: Db, ip: string): Promise<void> => consumeLimit(db, SIGN_UP, addressKey(ip))

/** The same for known and unknown e-mails. */
export async function countPasswordReset(db: Db, email: string, ip: string): Promise<void> {
  await consumeLimit(db, RESET_ADDRESS, addressKey(ip))
  await consumeLimit(db, ACCOUNT_MAIL, email)
}

/** Mails an account may cause in an hour, whoever asks for them. */
export const countAccountMail = (db: Db, email: string): Promise<void> =>
  consumeLimit(db, ACCOUNT_MAIL, email)

/** Uses of mailed links from one address. */
export const countLinkUse = (db: Db, ip: string): Promise<void> => consumeLimit(db, LINK, addressKey(ip))

/** Codes tried for an account, however often its password was given. */
export async function countCode(db: Db, userId: string): Promise<{ refund: () => Promise<void> }> {
  await consumeLimit(db, CODE, userId)
  return { refund: () => refundLimit(db, CODE, userId) }
}
