import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { hashSecret, newSecret } from '../../../../base/core/secret-box.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { agencyUrl } from '../../../../identity/agencies/queries/host.ts'
import { payLink } from '../../rules.ts'

/** Adds a new token to the invoice; only its hash is stored. */
export async function addPayLink(tx: Tx, invoiceId: string): Promise<string> {
  const token = newSecret()
  await insertInto(tx, 'invoice_pay_links')
    .values({
      token_hash: hashSecret(token),
      invoice_id: invoiceId,
      created_at: toInstant(tx.now),
      revoked_at: null,
    })
    .execute()
  return token
}

/** Creates a link with which anyone can view and pay the invoice; its URL is only shown once. */
export function createPayLink(ctx: AgencyCtx, input: { id: string }): Promise<{ url: string }> {
  return transact(ctx, async (tx) => {
    const invoice = await ownInvoice(tx, input.id)
    if (invoice.number === null) throw new AppError('BAD_REQUEST', 'Send the invoice first.')
    const token = await addPayLink(tx, input.id)
    await record(tx, 'invoice.link-created', { id: input.id, number: invoice.number })
    return { url: payLink(await agencyUrl(tx, ctx.reach.agencyId), token) }
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
