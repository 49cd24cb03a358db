import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Asker, FairShare } from '#server/base/core/calls/fair-share.ts'

/** A share whose processor time is controlled by the test. */
function setUp() {
  let spent = 0
  const share = new FairShare(
    () => performance.now(),
    () => spent,
  )
  const ended: string[] = []
  const call = (asker: Asker, cost: number, signal?: AbortSignal) =>
    share.run(
      asker,
      async () => {
        spent += cost
        await nextTurn()
        ended.push(asker.member)
      },
      signal,
    )
  const many = (count: number, asker: Asker, cost: number) =>
    Promise.all(Array.from({ length: count }, () => call(asker, cost)))
  return { call, many, ended }
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

test('usage decays over time, and long-running work makes room', async () => {
  const { call, many } = setUp()
  const share = new FairShare()
  let ended = 0
  const slow = Array.from({ length: 8 }, () => share.run(HEAVY, () => sleep(900).then(() => ended++)))
  await share.run(HEAVY, async () => {})
  expect(ended).toBe(0)
  await Promise.all(slow)
  await call(HEAVY, 900)
  await many(1, HEAVY, 1)
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
