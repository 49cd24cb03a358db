import { setImmediate } from 'node:timers/promises'
import type { ImportKind, ImportPlan, ImportSkipped } from '#shared/overview/imports.ts'
import type { ImportMapping } from '#shared/overview/schemas/imports.ts'
import { createWorkQueue } from '../../../base/adapters/work-queue.ts'
import { AppError, fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { pagesOf } from '../../../base/core/rows/paging.ts'
import { type Decision, decide } from '../rules.ts'
import { type ImportRow, overviewOf } from './imports.ts'
import { mostFirst, SHOWN_LINES } from './result.ts'
import { learn, nextItems, openState } from './state.ts'

const ROWS_AT_ONCE = 500

const queue = createWorkQueue({ of: 'dry runs', atOnce: 1, waiting: 10, perCaller: 1 })

/** Runs the same decisions for all rows without creating anything, and returns the result. */
export const planImport = (ctx: AgencyCtx, row: ImportRow, mapping: ImportMapping): Promise<ImportPlan> =>
  queue.run(ctx.actor.userId, () => planInTurn(ctx, row, mapping))

/** Throws CONFLICT if it has been started, BAD_REQUEST if its date order is unknown. */
export function requireStartable(row: ImportRow, mapping: ImportMapping): void {
  if (row.status !== 'ready' && row.status !== 'failed') {
    throw new AppError('CONFLICT', 'This import has already been started.', { reason: 'import_started' })
  }
  const { dates, date_sample } = overviewOf(row)
  if (dates !== 'ask' || mapping.date_order !== null) return
  const message = `Choose whether ${date_sample ?? 'a date'} starts with the day or the month.`
  throw fieldError('date_order', message)
}

async function planInTurn(ctx: AgencyCtx, row: ImportRow, mapping: ImportMapping): Promise<ImportPlan> {
  const state = await openState(ctx, row, mapping)
  const plan: ImportPlan = {
    made: { client: 0, project: 0, task: 0, comment: 0, entry: 0 },
    matched: 0,
    skipped: [],
    noted: [],
    seconds: 0,
    billable_seconds: 0,
    project_room: state.projectRoom,
  }
  const pages = pagesOf(
    (after, limit) => nextItems(ctx, row, mapping, { after: Number(after?.[0] ?? -1), limit }),
    ({ position }) => [String(position)],
    ROWS_AT_ONCE,
  )
  for await (const items of pages) {
    await learn(
      ctx,
      row,
      items.map(({ item }) => item),
      state,
    )
    for (const { id, line, item } of items) {
      const decision = decide(state, item, id)
      tally(plan, { kind: item.kind, line, decision })
      if (decision.outcome === 'made' && decision.make?.kind === 'entry') {
        const { stretch, billable } = decision.make
        plan.seconds += stretch.duration_seconds
        if (billable) plan.billable_seconds += stretch.duration_seconds
      }
    }
    await setImmediate()
  }
  plan.skipped.sort(mostFirst)
  plan.noted.sort(mostFirst)
  return plan
}

function tally(
  plan: ImportPlan,
  { kind, line, decision }: { kind: ImportKind; line: number | null; decision: Decision },
): void {
  if (decision.outcome === 'made') plan.made[kind]++
  if (decision.outcome === 'matched') plan.matched++
  if (decision.outcome === 'skipped') addTo(plan.skipped, { kind, line, reason: decision.reason })
  if (decision.outcome === 'made' && decision.note) addTo(plan.noted, { kind, line, reason: decision.note })
}

function addTo<Reason>(
  groups: ImportSkipped<Reason>[],
  { kind, line, reason }: { kind: ImportKind; line: number | null; reason: Reason },
): void {
  let group = groups.find((one) => one.kind === kind && one.reason === reason)
  if (group === undefined) {
    group = { kind, reason, count: 0, lines: [] }
    groups.push(group)
  }
  group.count++
  if (line !== null && group.lines.length < SHOWN_LINES) group.lines.push(line)
}
