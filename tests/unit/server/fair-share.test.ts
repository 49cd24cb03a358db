import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Caller, FairShare } from '#server/base/core/calls/fair-share.ts'

/** A share whose clock and processor time are controlled by the test. */
function setUp() {
  let [now, spent] = [0, 0]
  const share = new FairShare(
    () => now,
    () => spent,
  )
  const ended: string[] = []
  const call = (caller: Caller, cost: number, signal?: AbortSignal) =>
    share.run(
      caller,
      async () => {
        spent += cost
        await nextTurn()
        ended.push(caller.member)
      },
      signal,
    )
  const many = (count: number, caller: Caller, cost: number) =>
    Promise.all(Array.from({ length: count }, () => call(caller, cost)))
  const pass = (ms: number) => {
    now += ms
  }
  return { share, call, many, ended, pass }
}

const HEAVY = { lane: 'home', member: 'heavy' }
const COLLEAGUE = { lane: 'home', member: 'colleague' }
const STRANGER = { lane: 'elsewhere', member: 'stranger' }

test('calls start immediately while there is capacity', async () => {
  const { many, ended } = setUp()
  await many(8, HEAVY, 1)
  expect(ended).toHaveLength(8)
})

test('callers over their share wait for others, within the agency and beyond', async () => {
  const { call, many, ended } = setUp()
  await call(HEAVY, 1500)
  await call(STRANGER, 1)
  const heavy = many(20, HEAVY, 100)
  await nextTurn()
  await Promise.all([call(COLLEAGUE, 1), call(STRANGER, 1)])
  expect(ended.filter((member) => member === 'heavy').length).toBeLessThan(8)
  await heavy
  expect(ended.filter((member) => member === 'heavy')).toHaveLength(21)
})

test('of two callers over their share, the one who used less goes first', async () => {
  const { call, many, ended } = setUp()
  await call(HEAVY, 5000)
  await call(STRANGER, 1000)
  await call({ lane: 'third', member: 'light' }, 1)
  const heavy = many(3, HEAVY, 1)
  const stranger = many(3, STRANGER, 1)
  await Promise.all([heavy, stranger])
  expect(ended.slice(3)).toEqual(['stranger', 'stranger', 'stranger', 'heavy', 'heavy', 'heavy'])
})

test("a single heavy caller isn't delayed for long", async () => {
  const { call, many, ended } = setUp()
  await call(HEAVY, 60_000)
  await many(8, HEAVY, 100)
  expect(ended).toHaveLength(9)
})

test("long-running work doesn't block the queue", async () => {
  const { share, pass } = setUp()
  const held = Promise.withResolvers<void>()
  const slow = Array.from({ length: 8 }, () => share.run(HEAVY, () => held.promise))
  let ended = false
  const ninth = share.run(HEAVY, async () => {
    ended = true
  })
  await nextTurn()
  expect(ended).toBe(false)
  pass(501)
  await ninth
  expect(ended).toBe(true)
  held.resolve()
  await Promise.all(slow)
})

test('usage decays over time', async () => {
  const { share, call, pass } = setUp()
  const startsAtOnce = async () => {
    await call(STRANGER, 1)
    let started = false
    const running = share.run(HEAVY, async () => {
      started = true
    })
    const atOnce = started
    await running
    return atOnce
  }
  await call(HEAVY, 1500)
  expect(await startsAtOnce()).toBe(false)
  pass(6000)
  expect(await startsAtOnce()).toBe(true)
})

test("a caller who disconnects while waiting isn't run, and a flood is rejected", async () => {
  const { call, many, ended } = setUp()
  await call(HEAVY, 60_000)
  await call(STRANGER, 1)
  const waiting = many(20, HEAVY, 1)
  const leaving = new AbortController()
  const left = call({ lane: 'home', member: 'gone' }, 1, leaving.signal)
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { reason: 'busy' } })
  await waiting
  expect(ended).not.toContain('gone')
  const crowd = await Promise.allSettled(Array.from({ length: 300 }, () => call(HEAVY, 1)))
  const refused = crowd.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused.length).toBeLessThan(120)
})
