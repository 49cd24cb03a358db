import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outbox, type OutgoingMessage } from '#client/features/work/messages/message/outbox.ts'
import { ApiError } from '#client/lib/calls/api.ts'
import { clearStored } from '#client/lib/session/local-store.ts'
import type { MessageDto } from '#shared/work/messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const written = (id: string): OutgoingMessage => ({
  id,
  project_id: 'p',
  content: id,
  mentions: [],
  attachments: [],
  timestamp: '2026-01-01T00:00:00.000Z',
  refusal: null,
})

/** A server that stores each id once, and can be unreachable or reject messages. */
function setUp() {
  const stored: string[] = []
  const arrived: string[] = []
  const server = { reachable: true, losesAnswers: false, refuses: false }
  const create = () =>
    new Outbox({
      key: 'outbox:me',
      onSent: (message) => void arrived.push(message.id),
      send: async ({ id }) => {
        if (!server.reachable) throw new TypeError('Failed to fetch')
        if (server.refuses)
          throw new ApiError('This project is gone.', { code: 'NOT_FOUND', httpStatus: 404 })
        if (!stored.includes(id)) stored.push(id)
        if (server.losesAnswers) throw new TypeError('Failed to fetch')
        return { id } as MessageDto
      },
    })
  return { stored, arrived, server, create }
}

test('sends immediately while the server responds, and stores nothing', async () => {
  const { stored, create } = setUp()
  const outbox = create()
  expect(await outbox.submit(written('a'))).toBe('sent')
  expect(stored).toEqual(['a'])
  expect(outbox.read()).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('stores unsent messages across a reload and sends them once, in order', async () => {
  const { stored, arrived, server, create } = setUp()
  server.reachable = false
  const before = create()
  expect(await before.submit(written('a'))).toBe('queued')
  expect(await before.submit(written('b'))).toBe('queued')
  before.stop()

  const after = create()
  after.resume()
  await vi.advanceTimersByTimeAsync(0)
  expect(after.read().map((message) => message.id)).toEqual(['a', 'b'])
  server.reachable = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toEqual(['a', 'b'])
  expect(arrived).toEqual(['a', 'b'])
  expect(after.read()).toEqual([])
})

test("doesn't duplicate a message after a lost response", async () => {
  const { stored, arrived, server, create } = setUp()
  const outbox = create()
  server.losesAnswers = true
  expect(await outbox.submit(written('a'))).toBe('queued')
  server.losesAnswers = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toEqual(['a'])
  expect(arrived).toEqual(['a'])
})

test('lets the author retry or discard a rejected message', async () => {
  const { stored, server, create } = setUp()
  const outbox = create()
  server.refuses = true
  await expect(outbox.submit(written('a'))).rejects.toThrow('This project is gone.')
  expect(outbox.read()).toEqual([])

  server.reachable = false
  await outbox.submit(written('b'))
  await outbox.submit(written('c'))
  server.reachable = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(outbox.read().map((message) => message.refusal)).toEqual([
    'This project is gone.',
    'This project is gone.',
  ])
  server.refuses = false
  outbox.retry('b')
  await vi.advanceTimersByTimeAsync(0)
  expect(stored).toEqual(['b'])
  outbox.discard('c')
  expect(outbox.read()).toEqual([])
})

test('clears stored messages on sign-out', async () => {
  const { server, create } = setUp()
  server.reachable = false
  const outbox = create()
  await outbox.submit(written('a'))
  localStorage.setItem('sidebar-collapsed', 'true')
  clearStored()
  outbox.stop()
  expect(create().read()).toEqual([])
  expect(localStorage.getItem('sidebar-collapsed')).toBe('true')
})
