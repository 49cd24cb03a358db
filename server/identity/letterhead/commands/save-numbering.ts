import type { z } from 'zod'
import {
  type DocumentKind,
  firstOf,
  type NumberSeriesDto,
  periodOf,
} from '#shared/identity/letterhead/numbering.ts'
import type { numberingInput } from '#shared/identity/letterhead/schemas/numbering.ts'
import { fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { saveSettings } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag } from '../../../base/db/values.ts'
import { counterOf, getSeries, nextNumberOf, seriesOf } from '../queries/numbering.ts'

type Numbering = z.output<typeof numberingInput>

/** Sets the format of future document numbers; sent documents keep theirs. */
export function saveNumbering(ctx: AgencyCtx, input: Numbering): Promise<NumberSeriesDto> {
  return transact(ctx, async (tx) => {
    await requireOwnPrefix(tx, input)
    const { kind, version, prefix, digits } = input
    const key = { agency_id: ctx.reach.agencyId, kind }
    const format = { prefix, digits, yearly: toFlag(input.yearly) }
    await saveSettings(tx, 'number_formats', key, version, format, 'This numbering')
    await raiseNextNumber(tx, input.kind, input.next_number)
    const what = input.kind === 'invoice' ? 'Invoice numbers' : 'Credit note numbers'
    await record(tx, 'billing.changed', { id: ctx.reach.agencyId, what })
    return getSeries(tx, input.kind)
  })
}

/** Sets the next number in the current format; once numbering has started, it can only be increased. */
export async function raiseNextNumber(
  tx: Tx<AgencyCtx>,
  kind: DocumentKind,
  next: number,
  field = 'next_number',
): Promise<void> {
  const { agencyId: book } = tx.reach
  const series = await seriesOf(tx, book, kind)
  const period = periodOf(series, series.today)
  const current = await counterOf(tx, book, kind, period)
  if (next === (current ?? firstOf(period))) return
  const hasStarted = current !== null
  const raised =
    hasStarted && next < current
      ? undefined
      : await tx.db
          .insertInto('invoice_numbers')
          .values({ book, kind, period, next_number: next })
          .onConflict((clash) =>
            clash
              .columns(['book', 'kind', 'period'])
              .doUpdateSet({ next_number: next })
              .where('invoice_numbers.next_number', '<', next),
          )
          .returning('book')
          .executeTakeFirst()
  if (raised !== undefined) return
  const name = kind === 'invoice' ? 'invoice' : 'credit note'
  const least = await nextNumberOf(tx, book, kind)
  const message = `The next ${name} number cannot be below ${least}.`
  throw fieldError(field, message)
}

/** Two series with the same prefix would produce duplicate numbers. */
async function requireOwnPrefix(tx: Tx<AgencyCtx>, { kind, prefix }: Numbering): Promise<void> {
  const other = kind === 'invoice' ? 'credit_note' : 'invoice'
  const series = await seriesOf(tx, tx.reach.agencyId, other)
  if (series.prefix.toLowerCase() !== prefix.toLowerCase()) return
  const message = 'Invoices and credit notes need different prefixes.'
  throw fieldError('prefix', message)
}
