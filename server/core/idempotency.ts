import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TRPCError } from '@trpc/server'
import { isUniqueViolation } from '../db/dialect.ts'
import {
  findRequest,
  forgetRequest,
  keepAnswer,
  noteRequest,
  type RequestEntry,
} from '../db/keyed-requests.ts'
import type { UserCtx } from './context.ts'
import { AppError } from './errors.ts'
import { openSecret, sealSecret } from './secret-box.ts'
import { transact } from './transaction.ts'

/**
 * How a repetition with the same key is kept from acting twice, where not by the usual way: the work, the
 * key and the answer in one transaction. `claim` notes the key first, for work outside the database and for
 * guesses that count although they fail; with `own` the command keeps its input's `request_id` itself.
 */
export type Repetition = 'claim' | 'own'

export interface KeyedCall {
  procedure: string
  key: string
  input: unknown
  repetition: Repetition | undefined
}

/** What a middleware's `next` resolves to, as far as it matters here. */
export type Outcome = { ok: true; data: unknown } | { ok: false; error: TRPCError }
type Run = (ctx: UserCtx) => Promise<Outcome>

const KEY = /^[\w.:-]{16,100}$/
/** A number that another call took in the same instant is taken anew. */
const ATTEMPTS = 10
const PAUSE_MS = 20
/** Longer than a request may take: what was claimed before that has been cut off. */
const CLAIM_MS = 45_000
const POLL_MS = 100

/** The keys that a request's header lists, in the order of its calls. */
export const readKeys = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((key) => key.trim().replace(/^"(.*)"$/, '$1'))

/** The key of one call; null where it has none. */
export function keyOf(keys: readonly string[], index: number): string | null {
  const key = keys[index]
  if (keys.length === 0 || key === '') return null
  if (key !== undefined && KEY.test(key)) return key
  throw new AppError(
    'BAD_REQUEST',
    'Idempotency-Key lists a key for each call: 16 to 100 letters, digits, ".", ":", "_" or "-".',
    { reason: 'idempotency_key_malformed' },
  )
}

/** Runs the call once for its person, procedure and key; whoever repeats it gets the first one's answer. */
export async function runKeyed(ctx: UserCtx, call: KeyedCall, run: Run): Promise<Outcome> {
  if (call.repetition === 'own') return run(ctx)
  return call.repetition === 'claim' ? claim(ctx, call, run) : inOneTransaction(ctx, call, run)
}

/** Carries a refusal out of the transaction, which it undoes. */
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
        const outcome = await run(tx)
        if (!outcome.ok) throw new Refused(outcome)
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

async function claim(ctx: UserCtx, call: KeyedCall, run: Run): Promise<Outcome> {
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

/** What the first of them was answered; null while it is under way or, by now, forgotten. */
async function earlierAnswer(ctx: UserCtx, call: KeyedCall): Promise<Outcome | null> {
  const earlier = await findRequest(ctx.db, entryOf(ctx, call))
  if (earlier === undefined) return null
  if (earlier.input_hash !== hashInput(call.input)) {
    throw new AppError('BAD_REQUEST', 'This idempotency key was used for another request.', {
      reason: 'idempotency_key_reused',
    })
  }
  if (earlier.answer !== null) return { ok: true, data: open(call, earlier.answer) }
  return ctx.services.clock().getTime() - Date.parse(earlier.created_at) > CLAIM_MS ? unfinished() : null
}

function unfinished(): never {
  throw new AppError(
    'CONFLICT',
    'This was begun before, and how it ended is not known. Please check before doing it again.',
    { reason: 'outcome_unknown' },
  )
}

/** The answer may hold a secret that is told once: only who has the key can open it. */
const seal = (call: KeyedCall, data: unknown): string => sealSecret(answerKey(call), JSON.stringify({ data }))

const open = (call: KeyedCall, answer: string): unknown =>
  JSON.parse(openSecret(answerKey(call), answer)).data

const answerKey = ({ key }: KeyedCall): Buffer => hash('sha256', `answer ${key}`, 'buffer')

const hashInput = (input: unknown): string => hash('sha256', JSON.stringify(input, inOrder) ?? '')

/** The order of an object's entries says nothing. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
