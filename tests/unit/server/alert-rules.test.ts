import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupCondition, diskCondition, outboxCondition } from '#server/overview/platform/rules.ts'

const NOW = '2026-03-04T10:00:00.000Z'
const before = (hours: number): string => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()

test('a disk is low below the limit, almost low up to a tenth above, otherwise fine', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.integer({ min: 1, max: 50 }),
      (free, limit) => {
        const { state } = diskCondition(
          { folder: '/data', free: free * 1024 ** 3, total: 100 * 1024 ** 3 },
          limit,
        )
        if (free < limit * 0.999) expect(state).toBe('bad')
        else if (free > limit * 1.101) expect(state).toBe('good')
        else if (free > limit * 1.001 && free < limit * 1.099) expect(state).toBe('near')
      },
    ),
  )
  expect(diskCondition({ folder: '/data', free: 0, total: 1e9 }, 0).state).toBe('good')
})

test('a backup is overdue after the limit, and a failed one at any age', () => {
  const facts = {
    isOn: true,
    newest: before(29),
    run: null,
    where: '' as const,
    portalSince: before(500),
    hours: 30,
    now: NOW,
  }
  expect(backupCondition(facts).state).toBe('good')
  expect(backupCondition({ ...facts, newest: before(31) })).toEqual({
    state: 'bad',
    details: 'The newest backup is 31 hours old.',
  })
  expect(backupCondition({ ...facts, newest: before(31), isOn: false }).state).toBe('good')
  expect(backupCondition({ ...facts, newest: null, portalSince: before(2) }).details).toBe(
    'The first backup runs tonight.',
  )
  const run = { status: 'running', started_at: before(1), alive_until: before(0.5), error: null }
  expect(backupCondition({ ...facts, run })).toEqual({
    state: 'bad',
    details: 'The backup of 2026-03-04 09:00 UTC was interrupted.',
  })
  expect(backupCondition({ ...facts, run: { ...run, alive_until: NOW } }).state).toBe('near')
  expect(backupCondition({ ...facts, newest: before(0.2), run }).state).toBe('good')
  const started_at = '2026-03-04T09:00:00.456Z'
  const own = { ...facts, newest: '2026-03-04T09:00:00.000Z', run: { ...run, started_at } }
  expect(backupCondition(own).state).toBe('good')
})

test('the outbox alert starts at the limit and ends at half of it', () => {
  const facts = { unsent: { count: 0, error: null }, minutes: 30, now: NOW }
  const after = (minutes: number) => outboxCondition({ ...facts, dueAt: [null, before(minutes / 60)] }).state
  expect([31, 16, 14, -5].map(after)).toEqual(['bad', 'near', 'good', 'good'])
  const unsent = (count: number) => outboxCondition({ ...facts, dueAt: [], unsent: { count, error: null } })
  expect([1, 2].map((count) => unsent(count).state)).toEqual(['near', 'bad'])
})
