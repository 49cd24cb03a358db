import { mondayOf } from '#shared/calendar.ts'
import type { BackupDto, BookDifference } from '#shared/platform.ts'

const NAME = /^(daily|manual)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip(\.enc)?$/
const UPGRADE_NAME = /^before-.+-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(db|dump)$/

export const KEPT_DAYS = 7
export const KEPT_WEEKS = 4

/** What a file in the folder of backups is, by its name; null for anything else. */
export function parseBackupName(name: string): Omit<BackupDto, 'size'> | null {
  const made = NAME.exec(name)
  if (made !== null) {
    const [, kind, day, hour, minute, second, encrypted] = made
    return {
      name,
      kind: kind === 'daily' ? 'daily' : 'manual',
      created_at: `${day}T${hour}:${minute}:${second}.000Z`,
      encrypted: encrypted !== undefined,
    }
  }
  const upgrade = UPGRADE_NAME.exec(name)
  if (upgrade === null) return null
  const [, day, hour, minute, second] = upgrade
  const created_at = `${day}T${hour}:${minute}:${second}.000Z`
  return { name, kind: 'before-upgrade', created_at, encrypted: false }
}

const COPY_NAME = /before-(.+)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.(?:db|dump)$/

export const KEPT_COPIES = 3

/** Copies from before upgrades and restores to delete: all but the newest of the last 3 upgrades, and the last 3 restores'. */
export function surplusCopies(names: readonly string[]): string[] {
  const copies = names
    .map((name) => ({ name, match: COPY_NAME.exec(name) }))
    .map(({ name, match }) => ({ name, before: match?.[1] ?? '', stamp: match?.[2] ?? '' }))
    .filter(({ stamp }) => stamp !== '')
    .sort((a, b) => (a.stamp < b.stamp ? 1 : -1))
  const keep = new Set([
    ...copies
      .filter(({ before }) => before === 'restore')
      .slice(0, KEPT_COPIES)
      .map(({ name }) => name),
    ...newestOfEach(
      copies.filter(({ before }) => before !== 'restore'),
      ({ before }) => before,
    ).slice(0, KEPT_COPIES),
  ])
  return copies.map(({ name }) => name).filter((name) => !keep.has(name))
}

/** Daily backups to delete: all but the newest of each of the last 7 days and of the last 4 weeks with one. */
export function expiredBackups(names: readonly string[]): string[] {
  const daily = names
    .map(parseBackupName)
    .filter((backup) => backup?.kind === 'daily')
    .filter((backup) => backup !== null)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const keep = new Set([
    ...newestOfEach(daily, (backup) => backup.created_at.slice(0, 10)).slice(0, KEPT_DAYS),
    ...newestOfEach(daily, (backup) => mondayOf(backup.created_at.slice(0, 10))).slice(0, KEPT_WEEKS),
  ])
  return daily.map((backup) => backup.name).filter((name) => !keep.has(name))
}

const BUCKET_NAME = /^(scheduled|manual)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.zip\.enc$/

/** When the backup of that name in a bucket was made, in a form that sorts; null for any other name. */
export const bucketBackupTime = (name: string): string | null => BUCKET_NAME.exec(name)?.[2] ?? null

/** Scheduled backups in a bucket to delete: all but the newest `keep`. */
export const surplusBucketBackups = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => bucketBackupTime(name) !== null && name.startsWith('scheduled-'))
    .sort()
    .reverse()
    .slice(keep)

/** The job comes once an hour, and never to the minute. */
const DUE_EARLY_MINUTES = 30

/** True where the last good backup began about so many hours ago, or there is none. */
export const isBackupDue = (lastAt: string | null, everyHours: number, now: Date): boolean =>
  lastAt === null || now.getTime() - Date.parse(lastAt) >= (everyHours * 60 - DUE_EARLY_MINUTES) * 60_000

function newestOfEach<Item extends { name: string }>(items: Item[], keyOf: (item: Item) => string): string[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item))).map((item) => item.name)
}

const DAY_MS = 86_400_000

/** A trial that is over is extended from today, a running one from its end. */
export const extendedTrialEnd = (endsAt: string | null, days: number, now: Date): Date =>
  new Date(Math.max(endsAt === null ? 0 : Date.parse(endsAt), now.getTime()) + days * DAY_MS)

/** Numbers of one series that are not consecutive: what stands before the digits at their end tells series apart. */
export function numberGaps(numbers: readonly string[]): BookDifference[] {
  const series = Map.groupBy(numbers, (number) => number.replace(/\d+$/, ''))
  return [...series].flatMap(([prefix, own]) => {
    const values = own.map((number) => Number(number.slice(prefix.length))).toSorted((a, b) => a - b)
    const after = values.find((value, index) => index + 1 < values.length && values[index + 1] !== value + 1)
    if (after === undefined) return []
    const next = values[values.indexOf(after) + 1]
    const details = `Numbers are missing between ${prefix}${after} and ${prefix}${next}.`
    return [{ kind: 'numbers', subject: `${prefix}${after}`, details }]
  })
}
