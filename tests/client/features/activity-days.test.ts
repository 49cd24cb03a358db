import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deedsOf } from '#client/components/activity/activity-days.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'

const entry = (id: string, created_at: string, action = 'task.created', actor_name = 'Emma') =>
  ({ id, created_at, action, actor_name, agency_name: null, summary: id }) as ActivityDto

test('groups three similar entries within an hour, but not two', () => {
  const burst = ['10:30', '10:10', '10:00'].map((time, index) => entry(`b${index}`, `2026-03-04T${time}:00Z`))
  const pair = ['08:30', '08:10'].map((time, index) => entry(`p${index}`, `2026-03-04T${time}:00Z`))
  const lines = deedsOf([...burst, ...pair], 'UTC')
  expect(lines.map(({ entry: { id }, more }) => [id, more.length])).toEqual([
    ['b0', 2],
    ['p0', 0],
    ['p1', 0],
  ])
})

test('starts a new group for another person, action or day', () => {
  const at = (minute: number) => `2026-03-04T00:${String(minute).padStart(2, '0')}:00Z`
  const same = [5, 4, 3].map((minute) => entry(`s${minute}`, at(minute)))
  const others = [entry('o1', at(2), 'task.created', 'Liam'), entry('o2', at(1), 'task.updated', 'Liam')]
  const eve = [entry('e1', '2026-03-03T23:59:00Z'), entry('e2', '2026-03-03T23:58:00Z')]
  const lines = deedsOf([...same, ...others, ...eve], 'UTC')
  expect(lines.map(({ entry: { id } }) => id)).toEqual(['s5', 'o1', 'o2', 'e1', 'e2'])
  expect(lines.map(({ day }) => day)).toEqual(['2026-03-04', null, null, '2026-03-03', null])
})

test("uses the reader's time zone for days", () => {
  const late = entry('late', '2026-03-04T23:30:00Z')
  expect(deedsOf([late], 'UTC')[0]?.day).toBe('2026-03-04')
  expect(deedsOf([late], 'Europe/Berlin')[0]?.day).toBe('2026-03-05')
})

test('keeps every entry in order and names each day once', () => {
  const arbitrary = fc.record({
    minute: fc.nat(5000),
    action: fc.constantFrom('task.created', 'task.updated'),
    actor: fc.constantFrom('Emma', 'Liam'),
  })
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 30 }), (deeds) => {
      const entries = deeds
        .toSorted((one, other) => other.minute - one.minute)
        .map(({ minute, action, actor }, index) =>
          entry(String(index), new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString(), action, actor),
        )
      const lines = deedsOf(entries, 'America/New_York')
      expect(lines.flatMap((line) => [line.entry, ...line.more])).toEqual(entries)
      const days = lines.flatMap(({ day }) => day ?? [])
      expect(new Set(days).size).toBe(days.length)
    }),
  )
})
