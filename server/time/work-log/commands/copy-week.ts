import type { z } from 'zod'
import { shiftDate, weekStartOf } from '#shared/base/calendar.ts'
import type { weekCopyInput } from '#shared/time/schemas/work-log.ts'
import type { CopiedWeek } from '#shared/time/work-log.ts'
import { dateOf, daysRange } from '../../../base/adapters/zone.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { entriesWithin } from '../queries/hours.ts'
import { openTimes } from '../queries/work.ts'
import { secondsBetween, secondsOfDay, toStretch, type WeekEntry } from '../rules.ts'
import { saveEntry } from './save.ts'

const DAYS = 7
const MIN_ENTRY_SECONDS = 60

/**
 * Records the finished time of the week before again as durations, one entry per day, project, task and note.
 * Where a project's day has time or is in a closed week, it is skipped.
 */
export function copyWeek(ctx: UserCtx, input: z.output<typeof weekCopyInput>): Promise<CopiedWeek> {
  return transact(ctx, async (tx) => {
    const timezone = input.timezone ?? ctx.actor.zone
    const first = weekStartOf(input.date, ctx.actor.weekStart)
    const rangeFrom = (day: string) => daysRange(day, shiftDate(day, DAYS - 1), timezone)
    const before = rangeFrom(shiftDate(first, -DAYS))
    const [earlier, present] = [await entriesWithin(tx, before), await entriesWithin(tx, rangeFrom(first))]
    const entries = toCopies(
      await withTaskProjects(
        tx,
        earlier.filter((entry) => entry.started_at >= before.from),
      ),
      timezone,
    )
    if (entries.length === 0) {
      throw new AppError('BAD_REQUEST', 'The week before has no time to copy.', { reason: 'nothing_to_copy' })
    }
    const taken = new Set(present.map((entry) => `${entry.project_id} ${dateOf(entry.started_at, timezone)}`))
    const isAccessible = await accessibleWork(tx, entries)
    const isOpenAt = await openTimes(tx, rangeFrom(first))
    const copied = entries.filter(
      (entry) =>
        isAccessible(entry) &&
        !taken.has(`${entry.project_id} ${entry.time.date}`) &&
        isOpenAt(toStretch(entry.time, timezone).started_at),
    )
    const ids: string[] = []
    for (const entry of copied) ids.push((await saveEntry(tx, { ...entry, timezone })).id)
    return { ids, skipped: entries.length - ids.length }
  })
}

/** With the projects that their tasks are in now. */
async function withTaskProjects(ctx: UserCtx, entries: WeekEntry[]): Promise<WeekEntry[]> {
  const ids = [...new Set(entries.map((entry) => entry.task_id).filter((id) => id !== null))]
  if (ids.length === 0) return entries
  const tasks = await selectFrom(ctx, 'tasks').select(['id', 'project_id']).where('id', 'in', ids).execute()
  const projects = new Map(tasks.map((task) => [task.id, task.project_id]))
  return entries.map((entry) => ({
    ...entry,
    project_id: projects.get(entry.task_id ?? '') ?? entry.project_id,
  }))
}

type Copy = ReturnType<typeof toCopies>[number]

/** The entries shifted by a week; equal ones of one day, such as the parts of a paused timer, are merged. */
function toCopies(entries: WeekEntry[], timezone: string) {
  const alike = Map.groupBy(entries, (entry) =>
    JSON.stringify([
      dateOf(entry.started_at, timezone),
      entry.project_id,
      entry.task_id,
      entry.billable,
      entry.note,
    ]),
  )
  return [...alike.values()].flatMap((group) => {
    const [entry] = group
    if (entry === undefined) return []
    const { project_id, task_id, note } = entry
    const date = shiftDate(dateOf(entry.started_at, timezone), DAYS)
    const duration = Math.min(secondsOfDay(date, timezone), finishedSeconds(group))
    if (duration < MIN_ENTRY_SECONDS) return []
    const time = { kind: 'duration' as const, date, duration }
    return [{ project_id, task_id, note, billable: fromFlag(entry.billable), time }]
  })
}

const finishedSeconds = (entries: WeekEntry[]): number =>
  entries.reduce(
    (sum, entry) => sum + (entry.ended_at === null ? 0 : secondsBetween(entry.started_at, entry.ended_at)),
    0,
  )

async function accessibleWork(ctx: UserCtx, entries: Copy[]): Promise<(entry: Copy) => boolean> {
  const projects = await idsAmong(
    entries.map((entry) => entry.project_id),
    (ids) =>
      selectFrom(ctx, 'projects')
        .select('id')
        .where('id', 'in', ids)
        .where('archived_at', 'is', null)
        .execute(),
  )
  const tasks = await idsAmong(
    entries.map((entry) => entry.task_id),
    (ids) => selectFrom(ctx, 'tasks').select('id').where('id', 'in', ids).execute(),
  )
  return (entry) => projects.has(entry.project_id) && tasks.has(entry.task_id)
}

/** The ids that are found, and null. */
async function idsAmong(ids: (string | null)[], find: (ids: string[]) => Promise<{ id: string }[]>) {
  const named = ids.filter((id) => id !== null)
  const found = named.length === 0 ? [] : await find(named)
  return new Set([null, ...found.map(({ id }) => id)])
}
