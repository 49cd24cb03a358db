import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TRPCError } from '@trpc/server'
import { KEY_REUSED } from '#shared/base/errors.ts'
import { elapsedMs } from '../../db/elapsed.ts'
import { isDeadlock, isUniqueViolation } from '../../db/engines/dialect.ts'
import {
  findRequest,
  forgetRequest,
  keepAnswer,
  noteRequest,
  type RequestEntry,
} from '../../db/keyed-requests.ts'
import type { RequestCtx, UserCtx } from '../context.ts'
import { observeEffects } from '../observed-effects.ts'
import { openSecret, sealSecret } from '../secret-box.ts'
import { transact } from '../transaction.ts'
import { AppError } from './errors.ts'

/**
 * How a keyed mutation is made idempotent if it can't be one transaction with its key and response. `reserve`
 * stores the key first, for external work and for attempts that count even if they fail; with `own`, the
 * command stores its input's `request_id` itself.
 */
export type Repetition = 'reserve' | 'own'

export interface KeyedCall {
  procedure: string
  key: string
  input: unknown
  repetition: Repetition | undefined
  /**
   * Inspects the call's effects before it commits; throwing rolls it back. Only for calls that are one
   * transaction.
   */
  review?: RequestCtx['review']
}

/** The relevant part of what a middleware's `next` resolves to. */
export type Outcome = { ok: true; data: unknown } | { ok: false; error: TRPCError }
type Run = (ctx: UserCtx) => Promise<Outcome>

const KEY = /^[\w.:-]{16,100}$/
/** Attempts to take a number, in case other calls have taken it. */
const ATTEMPTS = 10
const PAUSE_MS = 20
/** Longer than the request time limit: older keys belong to aborted requests. */
const RESERVED_MS = 45_000
const POLL_MS = 100

/** The keys listed in a request's header, in the order of its calls. */
export const readKeys = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((key) => key.trim().replace(/^"(.*)"$/, '$1'))

/** The key of one call; null if it has none. */
export function keyOf(keys: readonly string[], index: number): string | null {
  const key = keys[index]
  if (keys.length === 0 || key === '') return null
  if (key !== undefined && KEY.test(key)) return key
  throw new AppError(
    'BAD_REQUEST',
    'Idempotency-Key must list one key per call: 16 to 100 letters, digits, ".", ":", "_" or "-".',
    { reason: 'idempotency_key_malformed' },
  )
}

/** Runs the call once per person, procedure, and key; repetitions get the first response. */
export async function runKeyed(ctx: UserCtx, call: KeyedCall, run: Run): Promise<Outcome> {
  if (call.repetition === 'own') return run(ctx)
  return call.repetition === 'reserve' ? withReservedKey(ctx, call, run) : inOneTransaction(ctx, call, run)
}

/** Carries a rejection out of the transaction, rolling it back. */
class Refused extends Error {
  readonly outcome: Outcome & { ok: false }

  constructor(outcome: Outcome & { ok: false }) {
    super('refused')
    this.outcome = outcome
  }
}

async function inOneTransaction(ctx: UserCtx, call: KeyedCall, run: Run): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(ctx, async (tx) => {
        if (!(await note(tx, call))) return (await earlierAnswer(tx, call)) ?? unfinished()
        const observed = observeEffects(tx)
        const outcome = await run(tx)
        // Thrown unchanged, because `transact` retries deadlocks.
        if (!outcome.ok && isDeadlock(outcome.error.cause)) throw outcome.error.cause
        if (!outcome.ok) throw new Refused(outcome)
        call.review?.(observed)
        await keepAnswer(tx.db, entryOf(tx, call), seal(call, outcome.data))
        return outcome
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { outcome } = error
      if (!isUniqueViolation(outcome.error.cause) || attempt === ATTEMPTS) return outcome
      await sleep(Math.random() * PAUSE_MS * attempt)
    }
  }
}

async function withReservedKey(ctx: UserCtx, call: KeyedCall, run: Run): Promise<Outcome> {
  while (!(await note(ctx, call))) {
    const earlier = await earlierAnswer(ctx, call)
    if (earlier !== null) return earlier
    await sleep(POLL_MS)
  }
  const outcome = await run(ctx)
  if (outcome.ok) await keepAnswer(ctx.db, entryOf(ctx, call), seal(call, outcome.data))
  else await forgetRequest(ctx.db, entryOf(ctx, call))
  return outcome
}

const entryOf = (ctx: UserCtx, call: KeyedCall): RequestEntry => ({
  user_id: ctx.actor.userId,
  procedure: call.procedure,
  key_hash: hash('sha256', call.key),
})

const note = (ctx: UserCtx, call: KeyedCall): Promise<boolean> =>
  noteRequest(ctx.db, entryOf(ctx, call), { inputHash: hashInput(call.input), now: ctx.now })

/** The response to the first call; null if there was none, or if it is in progress. */
export async function earlierAnswer(ctx: UserCtx, call: KeyedCall): Promise<Outcome | null> {
  const earlier = await findRequest(ctx.db, entryOf(ctx, call))
  if (earlier === undefined) return null
  if (earlier.input_hash !== hashInput(call.input)) {
    throw new AppError('BAD_REQUEST', 'This idempotency key was used for another request.', {
      reason: KEY_REUSED,
    })
  }
  if (earlier.answer !== null) return { ok: true, data: open(call, earlier.answer) }
  return elapsedMs(earlier.created_at, ctx.services.clock()) > RESERVED_MS ? unfinished() : null
}

function unfinished(): never {
  throw new AppError(
    'CONFLICT',
    'This request was started before and its outcome is unknown. Please check before you repeat it.',
    { reason: 'outcome_unknown' },
  )
}

/** The response may contain a secret shown only once, so only the key can decrypt it. */
const seal = (call: KeyedCall, data: unknown): string => sealSecret(answerKey(call), JSON.stringify({ data }))

const open = (call: KeyedCall, answer: string): unknown =>
  JSON.parse(openSecret(answerKey(call), answer)).data

const answerKey = ({ key }: KeyedCall): Buffer => hash('sha256', `answer ${key}`, 'buffer')

/** Equal for equal inputs, whatever the order of their properties. */
export const hashInput = (input: unknown): string => hash('sha256', JSON.stringify(input, inOrder) ?? '')

/** The order of an object's properties doesn't matter. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
