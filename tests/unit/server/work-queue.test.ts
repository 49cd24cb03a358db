import { expect, test } from 'vitest'
import { createWorkQueue } from '#server/base/adapters/work-queue.ts'

/** A queue with work that ends on command. */
function setUp() {
  const queue = createWorkQueue({ of: 'documents', atOnce: 1, waiting: 3, perCaller: 2 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (caller: string | null, name: string) =>
    queue.run(caller, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { start, endNext, begun }
}

test("runs one item at a time in order, the portal's own first", async () => {
  const { start, endNext, begun } = setUp()
  const first = start('ann', 'first')
  const second = start('bob', 'second')
  const own = start(null, 'a mail')
  await endNext()
  expect(begun).toEqual(['first', 'a mail'])
  await endNext()
  expect(begun).toEqual(['first', 'a mail', 'second'])
  await endNext()
  expect(await Promise.all([first, second, own])).toEqual(['first', 'second', 'a mail'])
})

test('the next item is from the caller served least recently, also after that caller had none', async () => {
  const { start, endNext, begun } = setUp()
  const items = [start('ann', 'a1'), start('ann', 'a2'), start('bob', 'b1')]
  await endNext()
  items.push(start('bob', 'b2'), start('cid', 'c1'))
  for (const next of ['a2', 'c1']) {
    await endNext()
    expect(begun.at(-1)).toBe(next)
  }
  items.push(start('cid', 'c2'))
  for (const _ of 'abc') await endNext()
  expect((await Promise.all(items)).length).toBe(6)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'c2'])
})

test('new callers don’t delay those who have waited since before', async () => {
  const { start, endNext, begun } = setUp()
  const items = [start('ann', 'a1'), start('ann', 'a2'), start('new', '1')]
  for (const name of ['2', '3', '4', '5']) {
    items.push(start(`new ${name}`, name))
    await endNext()
  }
  expect(begun).toEqual(['a1', '1', '2', 'a2', '3'])
  for (const _ of items) await endNext()
  expect((await Promise.all(items)).length).toBe(7)
})

test("the portal's own items run in order", async () => {
  const { start, endNext, begun } = setUp()
  const items = ['1', '2', '3'].map((name) => start(null, name))
  for (const _ of items) await endNext()
  await Promise.all(items)
  expect(begun).toEqual(['1', '2', '3'])
})

test("running and waiting work is limited per caller and overall; the portal itself isn't", async () => {
  const { start, endNext } = setUp()
  const taken = [start('ann', '1'), start('ann', '2'), start('bob', '3'), start('cid', '4')]
  await expect(start('ann', '5')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'You have other documents in progress. Please try again in a few seconds.',
    details: { reason: 'busy', retry_after: 5 },
  })
  await expect(start('dan', '6')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many documents are in progress. Please try again in a few seconds.',
    details: { reason: 'busy', retry_after: 5 },
  })
  taken.push(start(null, 'a mail'))
  for (const _ of taken) await endNext()
  expect((await Promise.all(taken)).length).toBe(5)
  const again = start('ann', 'later')
  await endNext()
  expect(await again).toBe('later')
})

test('failed work frees its slot like any other', async () => {
  const queue = createWorkQueue({ of: 'documents', atOnce: 1, waiting: 0, perCaller: 1 })
  await expect(queue.run('ann', () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
  expect(await queue.run('ann', async () => 'done')).toBe('done')
})
