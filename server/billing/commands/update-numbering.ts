import type { z } from 'zod'
import {
  type DocumentKind,
  firstOf,
  type NumberSeriesDto,
  type numberingInput,
  periodOf,
} from '#shared/numbering.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { counterOf, getSeries, nextNumberOf, seriesOf } from '../queries/numbering.ts'

type Numbering = z.output<typeof numberingInput>

/** How documents of a kind are numbered from now on; those that were sent keep their numbers. */
export function saveNumbering(ctx: AgencyCtx, input: Numbering): Promise<NumberSeriesDto> {
  return transact(ctx, async (tx) => {
    await requireOwnPrefix(tx, input)
    await writeFormat(tx, input)
    await raiseNextNumber(tx, input.kind, input.next_number)
    const what = input.kind === 'invoice' ? 'Numbers of invoices' : 'Numbers of credit notes'
    await record(tx, 'billing.changed', { id: ctx.reach.agencyId, what })
    return getSeries(tx, input.kind)
  })
}

/** The next number by the format in force; it can only rise once the count has begun. */
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
  const begun = current !== null
  const raised =
    begun && next < current
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
  throw new AppError('BAD_REQUEST', message, { fields: { [field]: message } })
}

/** Two series with one prefix would come to the same numbers. */
async function requireOwnPrefix(tx: Tx<AgencyCtx>, { kind, prefix }: Numbering): Promise<void> {
  const other = kind === 'invoice' ? 'credit_note' : 'invoice'
  const series = await seriesOf(tx, tx.reach.agencyId, other)
  if (series.prefix.toLowerCase() !== prefix.toLowerCase()) return
  const message = 'Invoices and credit notes need prefixes of their own.'
  throw new AppError('BAD_REQUEST', message, { fields: { prefix: message } })
}

async function writeFormat(tx: Tx<AgencyCtx>, input: Numbering): Promise<void> {
  const { agencyId: agency_id } = tx.reach
  const { kind, version } = input
  const columns = {
    prefix: input.prefix,
    digits: input.digits,
    yearly: toFlag(input.yearly),
    version: version + 1,
    updated_at: toInstant(tx.now),
  }
  const saved =
    version === 0
      ? await insertInto(tx, 'number_formats')
          .values({ agency_id, kind, ...columns })
          .onConflict((clash) => clash.columns(['agency_id', 'kind']).doNothing())
          .returning('kind')
          .executeTakeFirst()
      : await updateTable(tx, 'number_formats')
          .set(columns)
          .where('agency_id', '=', agency_id)
          .where('kind', '=', kind)
          .where('version', '=', version)
          .returning('kind')
          .executeTakeFirst()
  if (saved === undefined) throw conflict('This numbering')
}
