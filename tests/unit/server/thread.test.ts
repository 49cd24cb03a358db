import { expect, test } from 'vitest'
import { createThread } from '#server/base/adapters/threads/thread.ts'

const setUp = (timeLimitMs = 60_000) =>
  createThread<string, number | Uint8Array, string>({
    program: new URL('../../support/threads/obedient-thread.ts', import.meta.url),
    timeLimitMs,
    memoryLimitMb: 64,
    tooMuch: () => new Error('too much'),
  })

test('a thread is reused for the next task, even after it refused one', async () => {
  const thread = setUp()
  expect(await thread.run('count')).toBe(1)
  await expect(thread.run('refuse')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'No',
    details: { reason: 'busy' },
  })
  expect(await thread.run('count')).toBe(2)
})

test('parts arrive in order before the result', async () => {
  const parts: string[] = []
  expect(await setUp().run('parts', (part) => parts.push(part))).toBe(1)
  expect(parts).toEqual(['a', 'b', 'c'])
})

test('bytes arrive unchanged', async () => {
  expect(await setUp().run('bytes')).toEqual(Uint8Array.of(1, 2, 3))
})

test.for([
  ['fail', 'failed'],
  ['exit', 'ended without a result'],
  ['fill', 'too much'],
])('after “%s” the next task has a new thread', async ([task, message]) => {
  const thread = setUp()
  expect(await thread.run('count')).toBe(1)
  await expect(thread.run(task as string)).rejects.toThrow(message)
  expect(await thread.run('count')).toBe(1)
})

test('a task that exceeds its time limit is terminated', async () => {
  await expect(setUp(50).run('wait')).rejects.toThrow('too much')
})
