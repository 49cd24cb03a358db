import { expect, test } from 'vitest'
import { expiredBackups, parseBackupName } from '#server/overview/platform/rules.ts'

const nightOf = (day: Date) => `daily-${day.toISOString().slice(0, 10)}T02-15-00Z.zip`
const nights = (count: number) =>
  Array.from({ length: count }, (_, index) => nightOf(new Date(Date.UTC(2026, 2, 31 - index))))

test('nightly backups of seven days and four weeks are retained', () => {
  const names = nights(60)
  const expired = new Set(expiredBackups(names))
  expect(names.filter((name) => !expired.has(name))).toEqual(
    [31, 30, 29, 28, 27, 26, 25, 22, 15].map((day) => nightOf(new Date(Date.UTC(2026, 2, day)))),
  )
})

test('manual and pre-upgrade backups are never deleted automatically', () => {
  const names = ['manual-2020-01-01T00-00-00Z.zip', 'before-0002-live-2020-01-01T00-00-00Z.db', 'notes.txt']
  expect(expiredBackups([...names, ...nights(3)])).toEqual([])
  expect(names.map((name) => parseBackupName(name)?.kind)).toEqual(['manual', 'before-upgrade', undefined])
})
