import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, test } from 'vitest'
import { keyHeader, keyMutations } from '#client/lib/calls/request-keys.ts'
import type { AppRouter } from '#server/router.ts'

const refusal = (code: string) =>
  Object.assign(new TRPCClientError('refused'), { data: { code, httpStatus: 409 } })
const NO_ANSWER = new TRPCClientError('Failed to fetch')

/** Collects what the link sends; each call fails or stays pending until answered. */
function setUp() {
  let now = 0
  const sent: { key: unknown; answer: (failure?: unknown) => void }[] = []
  const link = keyMutations(() => now)({} as Parameters<TRPCLink<AppRouter>>[0])
  const call = (path: string, input: unknown, type: 'mutation' | 'query' = 'mutation') => {
    const op = { id: sent.length, type, path, input, context: {}, signal: null }
    const next = ({ context }: { context: Record<string, unknown> }) =>
      observable((observer) => {
        const answer = (failure?: unknown) => {
          if (failure !== undefined) return observer.error(failure as never)
          observer.next({ result: { data: {} } } as never)
          observer.complete()
        }
        sent.push({ key: context.idempotencyKey, answer })
      })
    link({ op, next } as unknown as Parameters<typeof link>[0]).subscribe({ error: () => {} })
    return sent.at(-1) as (typeof sent)[number]
  }
  return { call, pass: (ms: number) => (now += ms) }
}

test('keeps the key of a call until it is answered, then uses a new one', () => {
  const { call } = setUp()
  const first = call('tasks.save', { title: 'One' })
  expect(first.key).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/))
  first.answer()
  expect(call('tasks.save', { title: 'One' }).key).not.toBe(first.key)
})

test('uses the same key for a second click while the first call is pending', () => {
  const { call } = setUp()
  const first = call('tasks.save', { title: 'One' })
  expect(call('tasks.save', { title: 'One' }).key).toBe(first.key)
  expect(call('tasks.save', { title: 'Two' }).key).not.toBe(first.key)
  expect(call('quickTasks.add', { title: 'One' }).key).not.toBe(first.key)
})

test('uses the same key when an unchanged form is resubmitted after a lost response', () => {
  const { call } = setUp()
  for (const lost of [NO_ANSWER, refusal('TIMEOUT'), refusal('INTERNAL_SERVER_ERROR')]) {
    const first = call('tasks.save', { title: 'One' })
    first.answer(lost)
    const again = call('tasks.save', { title: 'One' })
    expect(again.key).toBe(first.key)
    again.answer()
  }
})

test('uses a new key after a rejection, a timeout or a later call', () => {
  const { call, pass } = setUp()
  const refused = call('tasks.save', { title: 'One' })
  refused.answer(refusal('CONFLICT'))
  const lost = call('tasks.save', { title: 'One' })
  expect(lost.key).not.toBe(refused.key)
  lost.answer(NO_ANSWER)
  pass(10 * 60_000 + 1)
  const late = call('tasks.save', { title: 'One' })
  expect(late.key).not.toBe(lost.key)
  late.answer(NO_ANSWER)
  // Set to done (response lost), set to to-do (answered): setting it to done again is a new call.
  call('tasks.save', { title: 'Two' }).answer()
  expect(call('tasks.save', { title: 'One' }).key).not.toBe(late.key)
})

test("adds no keys to queries, and lists a request's keys in the order of its calls", () => {
  const { call } = setUp()
  expect(call('tasks.list', {}, 'query').key).toBeUndefined()
  expect(keyHeader([{ context: {} }])).toEqual({})
  const keys = [
    { context: { idempotencyKey: 'one' } },
    { context: {} },
    { context: { idempotencyKey: 'two' } },
  ]
  expect(keyHeader(keys)).toEqual({ 'idempotency-key': 'one,,two' })
})
