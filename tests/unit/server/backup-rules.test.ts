import { expect, test } from 'vitest'
import {
  expiredBackups,
  parseBackupName,
  surplusBucketBackups,
  surplusCopies,
} from '#server/overview/platform/rules.ts'

const NOW = new Date('2026-04-01T00:00:00.000Z')
const nightOf = (day: Date) => `daily-${day.toISOString().slice(0, 10)}T02-15-00Z.zip`
const nights = (count: number) =>
  Array.from({ length: count }, (_, index) => nightOf(new Date(Date.UTC(2026, 2, 31 - index))))

test('nightly backups of seven days and four weeks are retained', () => {
  const names = nights(60)
  const expired = new Set(expiredBackups(names, NOW))
  expect(names.filter((name) => !expired.has(name))).toEqual(
    [31, 30, 29, 28, 27, 26, 25, 22, 15].map((day) => nightOf(new Date(Date.UTC(2026, 2, day)))),
  )
})

test('manual and pre-upgrade backups are never deleted automatically', () => {
  const names = ['manual-2020-01-01T00-00-00Z.zip', 'before-0002-live-2020-01-01T00-00-00Z.db', 'notes.txt']
  expect(expiredBackups([...names, ...nights(3)], NOW)).toEqual([])
  expect(names.map((name) => parseBackupName(name)?.kind)).toEqual(['manual', 'before-upgrade', undefined])
})

test('backups made while the clock was ahead displace no others', () => {
  const ahead = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2027, 2, 31 - index)))
  expect(expiredBackups([...ahead.map(nightOf), ...nights(2)], NOW)).toEqual([])
  const copyOf = (day: Date) => `before-restore-${day.toISOString().slice(0, 10)}T02-15-00Z.db`
  const copies = [...ahead.slice(0, 3).map(copyOf), 'before-restore-2026-03-31T02-15-00Z.db']
  expect(surplusCopies(copies, NOW)).toEqual([])
  const sent = [2025, 2026, 2027].map((year) => `scheduled-${year}-03-01T00-00-00Z.zip.enc`)
  expect(surplusBucketBackups(sent, 1, NOW)).toEqual(['scheduled-2025-03-01T00-00-00Z.zip.enc'])
})
