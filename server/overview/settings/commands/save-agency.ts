import { sql } from 'kysely'
import type { z } from 'zod'
import type { agencySettingsInput } from '#shared/overview/schemas/settings.ts'
import type { AgencySettingsDto } from '#shared/overview/settings.ts'
import { AppError, conflict } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'
import { raiseNextNumber } from '../../../identity/letterhead/commands/save-numbering.ts'
import { getAgencySettings } from '../queries/settings.ts'
import { requireZoneName } from '../rules.ts'

/** Saves the agency's settings; throws CONFLICT if they were saved since the caller loaded them. */
export function saveAgencySettings(
  ctx: AgencyCtx,
  input: z.output<typeof agencySettingsInput>,
): Promise<AgencySettingsDto> {
  return transact(ctx, async (tx) => {
    const current = await getAgencySettings(tx, ctx.reach.agencyId)
    if (input.currency !== current.currency) await requireNothingPriced(tx)
    requireZoneName(input.timezone, current.timezone)
    await writeCard(tx, input)
    const next = input.next_invoice_number
    if (next !== undefined) await raiseNextNumber(tx, 'invoice', next, 'next_invoice_number')
    const id = ctx.reach.agencyId
    await record(tx, 'agency.updated', { id })
    if (input.timezone !== current.timezone) await record(tx, 'agency.days-moved', { id })
    return getAgencySettings(tx, ctx.reach.agencyId)
  })
}

async function writeCard(tx: Tx<AgencyCtx>, input: z.output<typeof agencySettingsInput>): Promise<void> {
  const { numUpdatedRows } = await updateTable(tx, 'agencies')
    .set({
      name: input.name,
      timezone: input.timezone,
      currency: input.currency,
      invoice_details: input.invoice_details,
      ...(input.accent !== undefined && { accent: input.accent }),
      version: input.version + 1,
      updated_at: toInstant(tx.now),
    })
    .where('id', '=', tx.reach.agencyId)
    .where('version', '=', input.version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw conflict('This agency')
}

/** Existing prices would be interpreted in the wrong currency. */
async function requireNothingPriced(tx: Tx<AgencyCtx>): Promise<void> {
  const first = <
    Table extends 'invoices' | 'ledger_entries' | 'payouts' | 'projects' | 'employees' | 'profiles',
  >(
    table: Table,
    priced: string | null,
  ) =>
    selectFrom(tx, table as 'invoices')
      .select('id')
      .where('agency_id', '=', tx.reach.agencyId)
      .$if(priced !== null, (query) => query.where(sql.ref<number>(priced ?? ''), '>', 0))
      .limit(1)
      .executeTakeFirst()
  const found = await Promise.all([
    first('invoices', null),
    first('ledger_entries', null),
    first('payouts', null),
    first('projects', 'total_price'),
    first('projects', 'billing_rate'),
    first('employees', 'hourly_rate'),
    first('profiles', 'billing_rate'),
    first('profiles', 'cost_rate'),
  ])
  if (found.every((row) => row === undefined)) return
  const message = 'The currency can no longer change: prices, rates, invoices or payments use it.'
  throw new AppError('CONFLICT', message, { fields: { currency: message } })
}
