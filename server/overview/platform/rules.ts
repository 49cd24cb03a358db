import { mondayOf } from '#shared/base/calendar.ts'
import { formatCount, formatFixed, formatMinutes } from '#shared/base/format.ts'
import type {
  BackupDto,
  BookDifference,
  DamagedFileDto,
  HealthDto,
  JobDto,
  OperationDto,
} from '#shared/overview/platform.ts'
import { CLOCK_DIFFERENCE_MINUTES } from '../../base/db/elapsed.ts'
import { addMinutes } from '../../base/db/values.ts'

const NAME = /^(daily|manual)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip(\.enc)?$/
const UPGRADE_NAME = /^before-.+-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(db|dump)$/

const DAILY_COPIES = 7
const WEEKLY_COPIES = 4

/** Parses the name of a file in the backup folder; null if it isn't one of ours. */
export function parseBackupName(name: string): Omit<BackupDto, 'size'> | null {
  const match = NAME.exec(name)
  if (match !== null) {
    const [, kind, day, hour, minute, second, encrypted] = match
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

/** Whether a backup's time, from its name or an instant, shows that the clock was ahead when it was made. */
export const isFromFuture = (time: string, now: Date): boolean =>
  new Date(time.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z')) > addMinutes(now, CLOCK_DIFFERENCE_MINUTES)

/** Sorts backups newest first; those from the future last, since their order is unknown. */
export function newestFirst<Item>(items: readonly Item[], timeOf: (item: Item) => string, now: Date): Item[] {
  const sorted = items.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
  const isAhead = (item: Item) => isFromFuture(timeOf(item), now)
  return [...sorted.filter((item) => !isAhead(item)), ...sorted.filter(isAhead)]
}

const COPY_NAME = /before-(.+)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.(?:db|dump)$/

const UPGRADE_COPIES = 3

/**
 * Copies from upgrades and restores to delete: keeps the newest of the last 3 upgrades, and the last 3 from
 * restores. Copies from the future are retained in addition, until their time has come.
 */
export function surplusCopies(names: readonly string[], now: Date): string[] {
  const copies = names
    .map((name) => ({ name, match: COPY_NAME.exec(name) }))
    .map(({ name, match }) => ({ name, before: match?.[1] ?? '', stamp: match?.[2] ?? '' }))
    .filter(({ stamp }) => stamp !== '' && !isFromFuture(stamp, now))
    .sort((a, b) => (a.stamp < b.stamp ? 1 : -1))
  const keep = new Set([
    ...copies
      .filter(({ before }) => before === 'restore')
      .slice(0, UPGRADE_COPIES)
      .map(({ name }) => name),
    ...newestOfEach(
      copies.filter(({ before }) => before !== 'restore'),
      ({ before }) => before,
    ).slice(0, UPGRADE_COPIES),
  ])
  return copies.map(({ name }) => name).filter((name) => !keep.has(name))
}

/**
 * Daily backups to delete: keeps the newest of each of the last 7 days and 4 weeks that have one, and those from the
 * future.
 */
export function expiredBackups(names: readonly string[], now: Date): string[] {
  const daily = names
    .map(parseBackupName)
    .filter((backup) => backup?.kind === 'daily')
    .filter((backup) => backup !== null)
    .filter(({ created_at }) => !isFromFuture(created_at, now))
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const keep = new Set([
    ...newestOfEach(daily, (backup) => backup.created_at.slice(0, 10)).slice(0, DAILY_COPIES),
    ...newestOfEach(daily, (backup) => mondayOf(backup.created_at.slice(0, 10))).slice(0, WEEKLY_COPIES),
  ])
  return daily.map((backup) => backup.name).filter((name) => !keep.has(name))
}

const BUCKET_NAME = /^(scheduled|manual)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.zip\.enc$/

/** The time of a backup in a bucket from its name, in a sortable form; null for other names. */
export const bucketBackupTime = (name: string): string | null => BUCKET_NAME.exec(name)?.[2] ?? null

/** Scheduled backups in a bucket to delete: all but the newest `keep` and those from the future. */
export const surplusBucketBackups = (names: readonly string[], keep: number, now: Date): string[] =>
  names
    .filter((name) => {
      const time = bucketBackupTime(name)
      return time !== null && name.startsWith('scheduled-') && !isFromFuture(time, now)
    })
    .sort()
    .reverse()
    .slice(keep)

/** The job runs hourly, but not at the exact minute. */
const DUE_EARLY_MINUTES = 30

/** Whether the last successful backup started at least about this many hours ago, or never. */
export const isBackupDue = (lastAt: string | null, everyHours: number, now: Date): boolean =>
  lastAt === null || now.getTime() - Date.parse(lastAt) >= (everyHours * 60 - DUE_EARLY_MINUTES) * 60_000

function newestOfEach<Item extends { name: string }>(items: Item[], keyOf: (item: Item) => string): string[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item))).map((item) => item.name)
}

const DAY_MS = 86_400_000

/** Extends an expired trial from today, and a running one from its end. */
export const extendedTrialEnd = (endsAt: string | null, days: number, now: Date): Date =>
  new Date(Math.max(endsAt === null ? 0 : Date.parse(endsAt), now.getTime()) + days * DAY_MS)

/** Gaps in number series; the part before the trailing digits identifies the series. */
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

/** The state of a check: `near` keeps an existing warning open but doesn't raise one. */
export interface Condition {
  state: 'good' | 'near' | 'bad'
  /** One sentence, for any state. */
  details: string
}

/** The job that backs up to the bucket. */
export const BUCKET_BACKUP_JOB = 's3-backup'

interface BackupFacts {
  /** The destination, as words after "backup". */
  where: '' | ' to the bucket'
  /** Whether scheduled backups are enabled. */
  isOn: boolean
  newest: string | null
  /** The latest run of the backup job. */
  run: { status: string; started_at: string; alive_until: string | null; error: string | null } | null
  /** When the portal first ran, as far as recorded. */
  portalSince: string | null
  hours: number
  now: string
}

/** Checks for a failed backup, or none for too long while scheduled backups are enabled. */
export function backupCondition(facts: BackupFacts): Condition {
  const { where, isOn, newest, run, portalSince, hours, now } = facts
  // Archive names have whole seconds; an instance restored from its own archive shows that backup's run as
  // still running.
  const isFresh = run === null || (newest !== null && newest.slice(0, 19) >= run.started_at.slice(0, 19))
  if (run?.status === 'running' && (run.alive_until ?? '') >= now) {
    return { state: 'near', details: `A backup${where} is being made.` }
  }
  if (!isFresh && (run.status === 'failed' || run.status === 'running')) {
    const reason = run.status === 'failed' ? `failed: ${run.error ?? 'no reason'}` : 'was interrupted'
    return { state: 'bad', details: `The backup${where} of ${utcText(run.started_at)} ${reason}.` }
  }
  const age = hoursSince(newest ?? portalSince ?? now, now)
  if (isOn && age > hours) {
    return {
      state: 'bad',
      details:
        newest === null
          ? `No backup${where} has been made in ${Math.floor(age)} hours.`
          : `The newest backup${where} is ${Math.floor(age)} hours old.`,
    }
  }
  if (newest !== null)
    return { state: 'good', details: `The newest backup${where} is from ${utcText(newest)}.` }
  return { state: 'good', details: isOn ? 'The first backup runs tonight.' : 'Nightly backups are off.' }
}

const WORST_FIRST = ['bad', 'near', 'good'] as const

/** Returns the worst of the conditions. */
export const worstOf = (conditions: readonly [Condition, ...Condition[]]): Condition =>
  conditions.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))[0] ??
  conditions[0]

/** Warnings end 10 percent above the limit, to prevent flapping. */
const ROOM = 1.1

export function diskCondition(
  disk: { folder: string; free: number; total: number } | null,
  limitGb: number,
): Condition {
  if (disk === null) return { state: 'good', details: 'The free disk space is unknown.' }
  const limit = limitGb * GIGABYTE
  const free = `${gigabytes(disk.free)} of ${gigabytes(disk.total)} is free on the disk of ${disk.folder}`
  if (disk.free < limit) return { state: 'bad', details: `${free}, less than the limit of ${limitGb} GB.` }
  return { state: disk.free < limit * ROOM ? 'near' : 'good', details: `${free}.` }
}

/** One failing address is that address's problem; two, with no mail delivered, are the mail server's. */
const MANY_ADDRESSES = 2

interface OutboxFacts {
  /** The time of each queue's oldest due item; in the future if none are due. */
  dueAt: readonly (string | null)[]
  /** The number of addresses waiting for longer than that, and the error of one, if no mail was delivered meanwhile. */
  unsent: { count: number; error: string | null }
  minutes: number
  now: string
}

/** Checks for due items that aren't processed, and for a mail server that accepts nothing. */
export function outboxCondition({ dueAt, unsent, minutes, now }: OutboxFacts): Condition {
  const waits = dueAt.map((due) => (due === null ? 0 : hoursSince(due, now) * 60))
  const longest = Math.floor(Math.max(0, ...waits))
  if (longest >= minutes) {
    return { state: 'bad', details: `Emails or webhook deliveries have been due for ${longest} minutes.` }
  }
  if (unsent.count >= MANY_ADDRESSES) {
    const details = `No email was delivered in ${minutes} minutes, and ${unsent.count} addresses are waiting for one.`
    return { state: 'bad', details: unsent.error === null ? details : `${details} Reason: ${unsent.error}` }
  }
  const state = longest >= minutes / 2 || unsent.count > 0 ? 'near' : 'good'
  return { state, details: 'Emails and webhook deliveries are sent on time.' }
}

export function booksCondition(differences: number): Condition {
  if (differences === 0) return { state: 'good', details: 'Ledger, payments and documents agree.' }
  const places = formatCount(differences, 'place')
  return { state: 'bad', details: `Ledger, payments and documents differ in ${places}.` }
}

/** Describes a damaged file so that it can be found. */
export const describeFile = ({ name, id, agency_name }: Omit<DamagedFileDto, 'state'>): string =>
  `${name} (${[agency_name, id].filter((part) => part !== null && part !== '').join(', ')})`

export function filesCondition({ count, named }: { count: number; named: DamagedFileDto[] }): Condition {
  if (count === 0) return { state: 'good', details: 'No stored file is known to be damaged or missing.' }
  const files = formatCount(count, 'stored file is', 'stored files are')
  const list = named.map((file) => `${describeFile(file)}, ${file.state}`).join('; ')
  const more = count > named.length ? `; and ${count - named.length} more` : ''
  return { state: 'bad', details: `${files} damaged or missing: ${list}${more}.` }
}

const GIGABYTE = 1024 ** 3
const hoursSince = (instant: string, now: string): number =>
  (Date.parse(now) - Date.parse(instant)) / 3_600_000
const gigabytes = (bytes: number): string => `${formatFixed(bytes / GIGABYTE, 1)} GB`

/** Formats an instant for mails and logs. */
export const utcText = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

/** The health of one queue. */
export function queueHealth(
  { queue, queued, oldest_at, failed }: OperationDto['queues'][number],
  { isStuck, now }: { isStuck: boolean; now: string },
): HealthDto {
  const minutes = oldest_at === null ? 0 : Math.floor(hoursSince(oldest_at, now) * 60)
  const waiting =
    queued === 0 ? 'Nothing is queued.' : `${queued} waiting, the oldest for ${formatMinutes(minutes)}.`
  const words = failed === 0 ? waiting : `${waiting} ${failed} failed.`
  if (isStuck && queued > 0) return { part: queue, state: 'bad', words }
  return { part: queue, state: failed > 0 ? 'attention' : 'good', words }
}

/** A job whose latest runs failed. */
export interface FailingJob {
  name: string
  error: string
  /** Whether it has failed often enough to notify somebody. */
  isLasting: boolean
}

/** Checks for jobs that keep failing and for work of the platform that they gave up on. */
export function jobsCondition(failing: readonly FailingJob[], stopped: readonly string[]): Condition {
  const named = failing.map(({ name, error }) => `The job “${name}” keeps failing. ${error}`)
  const isBad = stopped.length > 0 || failing.some(({ isLasting }) => isLasting)
  if (isBad) return { state: 'bad', details: [...named, ...stopped].join(' ') }
  if (failing.length > 0) return { state: 'near', details: named.join(' ') }
  return { state: 'good', details: 'No job keeps failing.' }
}

/** The health of all jobs, from their latest runs. */
export function jobsHealth(jobs: readonly Pick<JobDto, 'name' | 'last_run'>[]): HealthDto {
  const broken = jobs.filter(({ last_run }) => ['failed', 'interrupted'].includes(last_run?.status ?? ''))
  if (broken.length > 0) {
    const names = broken.map(({ name }) => name.replaceAll('-', ' ')).join(', ')
    return { part: 'jobs', state: 'bad', words: `Failed: ${names}.` }
  }
  const ran = jobs.filter(({ last_run }) => last_run !== null).length
  return {
    part: 'jobs',
    state: 'good',
    words: ran === 0 ? 'No job has run yet.' : 'The last run of each job succeeded.',
  }
}
