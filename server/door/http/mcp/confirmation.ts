import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../base/core/calls/errors.ts'
import { hashInput } from '../../../base/core/calls/idempotency.ts'
import { readInstanceKey } from '../../../base/core/config.ts'
import type { RequestCtx } from '../../../base/core/context.ts'

const LIFETIME_SECONDS = 600
const NONCE_BYTES = 16
const SHAPE = /^([\w-]{22})\.([0-9a-z]{1,9})\.([\w-]{43})$/

/** The caller, access token and exact call that are confirmed. */
export interface Act {
  ctx: RequestCtx
  /** SHA-256 of the access token. */
  credential: string
  path: string
  input: unknown
  /** The agent's idempotency key, if any. */
  key: string | null
}

/** A token that permits this one call for ten minutes; nothing is stored. */
export function issueConfirmation(act: Act): { confirmation: string; expires_at: string } {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const expires = Math.floor(act.ctx.now.getTime() / 1000) + LIFETIME_SECONDS
  const confirmation = `${nonce}.${expires.toString(36)}.${sign(act, nonce, expires).toString('base64url')}`
  return { confirmation, expires_at: new Date(expires * 1000).toISOString() }
}

/**
 * The idempotency key of a confirmed call: the agent's, or one derived from the confirmation, so that the call takes
 * effect only once. Throws if the confirmation has expired or is for another call.
 */
export function keyOfConfirmed(act: Act, confirmation: string): string {
  const [, nonce = '', time = '', mac = ''] = SHAPE.exec(confirmation) ?? []
  const expires = Number.parseInt(time, 36)
  const received = Buffer.from(mac, 'base64url')
  const expected = sign(act, nonce, Number.isNaN(expires) ? 0 : expires)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
    throw refusal(
      'This confirmation is not for this call: it is valid for one caller, one tool and exactly the arguments that were previewed.',
      'confirmation_invalid',
    )
  }
  if (expires * 1000 <= act.ctx.now.getTime()) {
    throw refusal('This confirmation has expired.', 'confirmation_expired')
  }
  return act.key ?? `confirmed:${nonce}`
}

const refusal = (message: string, reason: string): AppError =>
  new AppError('BAD_REQUEST', `${message} Call the tool without it for a new preview.`, { reason })

function sign({ ctx, credential, path, input, key }: Act, nonce: string, expires: number): Buffer {
  const facts = [ctx.actor.userId, credential, path, hashInput(input), key, nonce, expires]
  return createHmac('sha256', readInstanceKey(ctx.services.config.dataDir))
    .update(`foyer confirmation 2 ${JSON.stringify(facts)}`)
    .digest()
}
