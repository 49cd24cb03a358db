import { mondayOf } from '#shared/calendar.ts'
import type { BackupDto, BookDifference, HealthDto, JobDto, OperationDto } from '#shared/platform.ts'

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

/** How something stands: `near` keeps a warning alive that has begun, but begins none. */
export interface Condition {
  state: 'good' | 'near' | 'bad'
  /** One sentence, whatever the state. */
  details: string
}

/** The job that sends backups to the bucket. */
export const BUCKET_BACKUP_JOB = 's3-backup'

interface BackupFacts {
  /** Where it goes, as words after "backup". */
  where: '' | ' to the bucket'
  /** Whether backups are made there on schedule. */
  isOn: boolean
  newest: string | null
  /** The newest run of the job that makes them. */
  run: { status: string; started_at: string; alive_until: string | null; error: string | null } | null
  /** When the portal ran first, as far as it remembers. */
  portalSince: string | null
  hours: number
  now: string
}

/** A backup that failed, or none for too long where they are made on schedule. */
export function backupCondition(facts: BackupFacts): Condition {
  const { where, isOn, newest, run, portalSince, hours, now } = facts
  // Names of archives hold whole seconds; one restored from its own archive says that its run goes on.
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

/** What is to be said of several parts of one thing: of the worst of them. */
export const worstOf = (conditions: readonly [Condition, ...Condition[]]): Condition =>
  conditions.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))[0] ??
  conditions[0]

/** Warnings end a tenth above the limit, so that a disk around it doesn't ring all day. */
const ROOM = 1.1

export function diskCondition(disk: { free: number; total: number } | null, limitGb: number): Condition {
  if (disk === null) return { state: 'good', details: 'The system doesn’t tell how much room is left.' }
  const limit = limitGb * GIGABYTE
  const free = `${gigabytes(disk.free)} of ${gigabytes(disk.total)} are free`
  if (disk.free < limit) return { state: 'bad', details: `${free}, less than the limit of ${limitGb} GB.` }
  return { state: disk.free < limit * ROOM ? 'near' : 'good', details: `${free}.` }
}

/** One address that takes no mail holds up nobody else; two, and none delivered, are the server's trouble. */
const MANY_ADDRESSES = 2

interface OutboxFacts {
  /** Since when each queue has had something due; later than now where nothing is. */
  dueAt: readonly (string | null)[]
  /** How many addresses wait for longer than that, while no mail was delivered. */
  unsent: number
  minutes: number
  now: string
}

/** What is due and nobody takes, or a mail server that takes nothing. */
export function outboxCondition({ dueAt, unsent, minutes, now }: OutboxFacts): Condition {
  const waits = dueAt.map((due) => (due === null ? 0 : hoursSince(due, now) * 60))
  const longest = Math.floor(Math.max(0, ...waits))
  if (longest >= minutes) {
    return { state: 'bad', details: `Emails or webhook deliveries have been due for ${longest} minutes.` }
  }
  if (unsent >= MANY_ADDRESSES) {
    const details = `No email was delivered in ${minutes} minutes, and ${unsent} addresses wait for one.`
    return { state: 'bad', details }
  }
  const state = longest >= minutes / 2 || unsent > 0 ? 'near' : 'good'
  return { state, details: 'Emails and webhook deliveries leave in time.' }
}

export function booksCondition(differences: number): Condition {
  if (differences === 0) return { state: 'good', details: 'Ledger, payments and documents agree.' }
  const places = differences === 1 ? '1 place' : `${differences} places`
  return { state: 'bad', details: `Ledger, payments and documents disagree in ${places}.` }
}

const GIGABYTE = 1024 ** 3
const hoursSince = (instant: string, now: string): number =>
  (Date.parse(now) - Date.parse(instant)) / 3_600_000
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`

/** An instant as mails and logs write it. */
export const utcText = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

/** How one of the queues fares. */
export function queueHealth(
  { queue, queued, oldest_at, failed }: OperationDto['queues'][number],
  { isStuck, now }: { isStuck: boolean; now: string },
): HealthDto {
  const minutes = oldest_at === null ? 0 : Math.floor(hoursSince(oldest_at, now) * 60)
  const waiting = queued === 0 ? 'Nothing waits.' : `${queued} waiting, the oldest for ${minutes} min.`
  const words = failed === 0 ? waiting : `${waiting} ${failed} given up.`
  if (isStuck && queued > 0) return { part: queue, state: 'bad', words }
  return { part: queue, state: failed > 0 ? 'attention' : 'good', words }
}

/** How the last runs of all jobs ended. */
export function jobsHealth(jobs: readonly Pick<JobDto, 'name' | 'last_run'>[]): HealthDto {
  const broken = jobs.filter(({ last_run }) => ['failed', 'interrupted'].includes(last_run?.status ?? ''))
  if (broken.length > 0) {
    const names = broken.map(({ name }) => name.replaceAll('-', ' ')).join(', ')
    return { part: 'jobs', state: 'bad', words: `Failed: ${names}.` }
  }
  const ran = jobs.filter(({ last_run }) => last_run !== null).length
  return { part: 'jobs', state: 'good', words: ran === 0 ? 'None has run yet.' : 'Each last run ended well.' }
}
