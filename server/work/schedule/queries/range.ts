import type { NotNull } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import { type DueDto, MAX_DUES, MAX_OCCURRENCES, type ScheduleCounters } from '#shared/work/schedule.ts'
import type {
  conflictInput,
  EventDto,
  eventGetInput,
  rangeInput,
  ScheduleRange,
} from '#shared/work/schemas/schedule.ts'
import { dateOf, daysRange } from '../../../base/adapters/zone.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { withoutIndex } from '../../../base/db/engines/dialect.ts'
import { tasksByProject } from '../../tasks/queries/by-project.ts'
import { endOfTimes } from '../rules/times.ts'
import { occurrenceOf, occurrencesIn } from './events.ts'

/** Statuses of invoices with a due date. */
const SENT = ['sent', 'overdue', 'paid'] as const

/** Everything on the given days: events with their recurrences, and what is due. */
export async function listRange(ctx: UserCtx, input: z.output<typeof rangeInput>): Promise<ScheduleRange> {
  const timezone = input.timezone ?? ctx.actor.zone
  const range = daysRange(input.from, input.to, timezone)
  const [found, tasks, invoices] = await Promise.all([
    occurrencesIn(ctx, range, MAX_OCCURRENCES),
    dueTasks(ctx, input),
    dueInvoices(ctx, input),
  ])
  const dues = [...tasks, ...invoices].toSorted((a, b) => a.date.localeCompare(b.date))
  const truncated = found.truncated || dues.length > MAX_DUES
  return { events: found.events, dues: dues.slice(0, MAX_DUES), truncated, timezone }
}

/** The occurrence opened by a link or a reload. */
export const getOccurrence = (ctx: UserCtx, input: z.output<typeof eventGetInput>): Promise<EventDto> =>
  occurrenceOf(ctx, input.id, input.occurrence_start ? new Date(input.occurrence_start).toISOString() : null)

/** The number of events starting today, tomorrow, and within seven days including today, without declined ones. */
export async function countUpcoming(
  ctx: UserCtx,
  input: { timezone?: string | null },
): Promise<ScheduleCounters> {
  const timezone = input.timezone ?? ctx.actor.zone
  const date = dateOf(ctx.now, timezone)
  const last = shiftDate(date, 6)
  const { events } = await occurrencesIn(ctx, daysRange(date, last, timezone), MAX_OCCURRENCES)
  const days = events
    .filter((event) => event.my_reply !== 'declined')
    .map((event) => dateOf(event.starts_at, timezone))
  const tomorrow = shiftDate(date, 1)
  return {
    today: days.filter((day) => day === date).length,
    tomorrow: days.filter((day) => day === tomorrow).length,
    next_7_days: days.filter((day) => day >= date && day <= last).length,
    date,
    timezone,
  }
}

/** Visible events at that time with any of the same people, excluding declined ones. */
export async function findConflicts(
  ctx: UserCtx,
  input: z.output<typeof conflictInput>,
): Promise<EventDto[]> {
  const from = new Date(input.starts_at).toISOString()
  const { events } = await occurrencesIn(ctx, { from, to: endOfTimes(input) }, MAX_OCCURRENCES)
  const people = new Set(
    [{ kind: 'user', id: shownUserId(ctx) }, ...input.attendees].map(({ kind, id }) => `${kind}:${id}`),
  )
  return events.filter(
    (event) =>
      event.id !== input.exclude_event_id &&
      (people.has(`user:${event.organizer.id}`) ||
        event.attendees.some(
          (attendee) => attendee.reply !== 'declined' && people.has(`${attendee.kind}:${attendee.id}`),
        )),
  )
}

interface Days {
  from: string
  to: string
}

/** A contributor's own tasks, all of the agency's for an owner, or those of a client's projects. */
async function dueTasks(ctx: UserCtx, days: Days): Promise<DueDto[]> {
  if (ctx.reach.agencyId === null) return []
  const tasks =
    ctx.reach.kind === 'client'
      ? tasksByProject(ctx)
      : selectFrom(ctx, 'tasks').innerJoin('projects', (join) =>
          join
            .onRef('projects.agency_id', '=', 'tasks.agency_id')
            .onRef('projects.id', '=', 'tasks.project_id'),
        )
  const date = dueDate(ctx)
  const rows = await tasks
    .select(['tasks.id', 'tasks.title', 'tasks.due_date', 'tasks.status', 'tasks.project_id'])
    .where('projects.archived_at', 'is', null)
    .where(date, '>=', days.from)
    .where(date, '<=', days.to)
    .$narrowType<{ due_date: NotNull }>()
    .$if(ctx.reach.kind === 'contributor', (query) =>
      query.where('tasks.assigned_to_id', '=', ctx.reach.employeeId ?? 'none'),
    )
    .orderBy(date)
    .orderBy('tasks.id')
    .limit(MAX_DUES + 1)
    .execute()
  return rows.map((row) => ({
    kind: 'task',
    id: row.id,
    title: row.title,
    date: row.due_date,
    done: row.status === 'done',
    project_id: row.project_id,
  }))
}

/** Matches the index that sorts them for owners; contributors and clients have few, found in another way. */
function dueDate({ reach }: UserCtx) {
  if (reach.kind === 'agency') return sql<string>`coalesce(tasks.due_date, '9999-99-99')`
  return reach.kind === 'client' ? withoutIndex('tasks.due_date') : sql.ref<string>('tasks.due_date')
}

/** The agency's invoices for its owner, and a client's own without drafts; other people see none. */
async function dueInvoices(ctx: UserCtx, days: Days): Promise<DueDto[]> {
  const { kind, agencyId } = ctx.reach
  if (agencyId === null || (kind !== 'agency' && kind !== 'client')) return []
  const sent = selectFrom(ctx, 'invoices')
    .select(['invoices.id', 'invoices.number', 'invoices.title', 'invoices.status', 'invoices.project_id'])
    .where('invoices.agency_id', '=', agencyId)
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.status', 'in', SENT)
    .limit(MAX_DUES + 1)
  // Each is due on its installment's day, else on the invoice's; both have an index, a combined condition wouldn't.
  const [whole, installments] = await Promise.all([
    sent
      .select('invoices.due_on')
      .where('invoices.due_on', '>=', days.from)
      .where('invoices.due_on', '<=', days.to)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('invoice_instalments')
              .select('invoice_instalments.position')
              .whereRef('invoice_instalments.invoice_id', '=', 'invoices.id'),
          ),
        ),
      )
      .orderBy('invoices.due_on')
      .orderBy('invoices.id')
      .execute(),
    sent
      .innerJoin('invoice_instalments', 'invoice_instalments.invoice_id', 'invoices.id')
      .select([
        'invoice_instalments.due_on',
        'invoice_instalments.position',
        'invoices.instalment_due_on as next_due_on',
      ])
      .where('invoice_instalments.due_on', '>=', days.from)
      .where('invoice_instalments.due_on', '<=', days.to)
      // Found through the installments, of which there are few.
      .where((eb) =>
        eb(
          'invoices.id',
          'in',
          eb
            .selectFrom('invoice_instalments as part')
            .select('part.invoice_id')
            .where('part.due_on', '>=', days.from)
            .where('part.due_on', '<=', days.to),
        ),
      )
      .orderBy('invoice_instalments.due_on')
      .orderBy('invoices.id')
      .execute(),
  ])
  const dues = [...whole.map((row) => ({ ...row, position: null, next_due_on: null })), ...installments]
  return dues
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on) || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_DUES + 1)
    .map((row) => ({
      kind: 'invoice',
      id: row.id,
      title: [row.number, row.title].filter(Boolean).join(' ') + partOf(row.position),
      date: row.due_on,
      done:
        row.status === 'paid' ||
        (row.position !== null && row.next_due_on !== null && row.due_on < row.next_due_on),
      project_id: row.project_id,
    }))
}

const partOf = (position: number | null): string => (position === null ? '' : `, installment ${position + 1}`)
