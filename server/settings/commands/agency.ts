import type { z } from 'zod'
import { ALL_DOMAINS } from '#shared/live.ts'
import type { AgencySettingsDto, agencySettingsInput } from '#shared/settings.ts'
import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, conflict } from '../../errors.ts'
import { getAgencySettings } from '../queries.ts'

const TOUCHES = ['settings', 'agencies', 'auth']

/** Saves the agency's card; CONFLICT when somebody saved it after the caller loaded it. */
export function saveAgencySettings(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof agencySettingsInput>,
): Promise<AgencySettingsDto> {
  return transact(db, async (trx) => {
    const current = await getAgencySettings(trx, scope.agencyId)
    if (input.currency !== current.currency) await requireNoBooks(trx, scope)
    const { numUpdatedRows } = await trx
      .updateTable('agencies')
      .set({
        name: input.name,
        timezone: input.timezone,
        currency: input.currency,
        invoice_details: input.invoice_details,
        version: input.version + 1,
        updated_at: toInstant(scope.now),
      })
      .where('id', '=', scope.agencyId)
      .where('version', '=', input.version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw conflict('This agency')
    const next = input.next_invoice_number
    if (next !== undefined && next !== current.next_invoice_number) {
      await raiseInvoiceNumber(trx, scope, current.next_invoice_number, next)
    }
    await recordActivity(trx, scope, {
      action: 'agency.updated',
      subject: { type: 'agency', id: scope.agencyId },
      summary: 'Agency settings changed',
      touches: input.timezone === current.timezone ? TOUCHES : [...TOUCHES, ALL_DOMAINS],
    })
    return getAgencySettings(trx, scope.agencyId)
  })
}

/** Amounts already written would be read in the wrong currency. */
async function requireNoBooks(trx: Trx, scope: AgencyScope): Promise<void> {
  const [invoice, entry] = await Promise.all([
    trx
      .selectFrom('invoices')
      .select('id')
      .where('agency_id', '=', scope.agencyId)
      .limit(1)
      .executeTakeFirst(),
    trx
      .selectFrom('ledger_entries')
      .select('id')
      .where('agency_id', '=', scope.agencyId)
      .limit(1)
      .executeTakeFirst(),
  ])
  if (invoice === undefined && entry === undefined) return
  const message = 'The currency cannot change any more: there are invoices or payments in it.'
  throw new AppError('CONFLICT', message, { fields: { currency: message } })
}

async function raiseInvoiceNumber(
  trx: Trx,
  scope: AgencyScope,
  current: number,
  next: number,
): Promise<void> {
  if (next < current) {
    const message = `The next invoice number cannot be below ${current}.`
    throw new AppError('BAD_REQUEST', message, { fields: { next_invoice_number: message } })
  }
  await trx
    .insertInto('invoice_numbers')
    .values({ book: scope.agencyId, kind: 'invoice', next_number: next })
    .onConflict((clash) =>
      clash
        .columns(['book', 'kind'])
        .doUpdateSet({ next_number: next })
        .where('invoice_numbers.next_number', '<', next),
    )
    .execute()
}
