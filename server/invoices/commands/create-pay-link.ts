import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { hashPayToken, newPayToken, payLink } from '../rules.ts'

/** A fresh token for the invoice; only its hash stays behind. */
export async function addPayLink(tx: Tx, invoiceId: string): Promise<string> {
  const token = newPayToken()
  await insertInto(tx, 'invoice_pay_links')
    .values({
      token_hash: hashPayToken(token),
      invoice_id: invoiceId,
      created_at: toInstant(tx.now),
      revoked_at: null,
    })
    .execute()
  return token
}

/** Makes a link with which anyone can see and pay the invoice; its address is shown this once. */
export function createPayLink(ctx: AgencyCtx, input: { id: string }): Promise<{ url: string }> {
  return transact(ctx, async (tx) => {
    const invoice = await ownInvoice(tx, input.id)
    if (invoice.number === null) throw new AppError('BAD_REQUEST', 'Send the invoice first.')
    const token = await addPayLink(tx, input.id)
    await record(tx, 'invoice.link-created', { id: input.id, number: invoice.number })
    return { url: payLink(ctx.services.config.publicUrl, token) }
  })
}

export async function ownInvoice(tx: Tx<AgencyCtx>, id: string) {
  const invoice = await selectFrom(tx, 'invoices')
    .select(['number', 'title'])
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  return invoice
}
