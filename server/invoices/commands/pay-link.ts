import { recordActivity } from '../../activity/record.ts'
import type { AgencyScope } from '../../auth/scope.ts'
import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Services } from '../../trpc/context.ts'
import { hashPayToken, newPayToken, payLink } from '../rules.ts'

/** A fresh token for the invoice; only its hash stays behind. */
export async function addPayLink(trx: Trx, invoiceId: string, now: Date): Promise<string> {
  const token = newPayToken()
  await trx
    .insertInto('invoice_pay_links')
    .values({
      token_hash: hashPayToken(token),
      invoice_id: invoiceId,
      created_at: toInstant(now),
      revoked_at: null,
    })
    .execute()
  return token
}

/** Makes a link with which anyone can see and pay the invoice; its address is shown this once. */
export function createPayLink(
  services: Pick<Services, 'db' | 'config'>,
  scope: AgencyScope,
  input: { id: string },
): Promise<{ url: string }> {
  return transact(services.db, async (trx) => {
    const invoice = await ownInvoice(trx, scope, input.id)
    if (invoice.number === null) throw new AppError('BAD_REQUEST', 'Send the invoice first.')
    const token = await addPayLink(trx, input.id, scope.now)
    await recordActivity(trx, scope, {
      action: 'invoice.link_created',
      subject: { type: 'invoice', id: input.id },
      summary: `Pay link made for ${invoice.number}`,
      touches: ['invoices'],
    })
    return { url: payLink(services.config.publicUrl, token) }
  })
}

/** Ends every pay link of the invoice, those in mails included. */
export function revokePayLinks(
  db: Services['db'],
  scope: AgencyScope,
  input: { id: string },
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const invoice = await ownInvoice(trx, scope, input.id)
    await trx
      .updateTable('invoice_pay_links')
      .set({ revoked_at: toInstant(scope.now) })
      .where('invoice_id', '=', input.id)
      .where('revoked_at', 'is', null)
      .execute()
    await recordActivity(trx, scope, {
      action: 'invoice.links_revoked',
      subject: { type: 'invoice', id: input.id },
      summary: `Pay links of ${invoice.number ?? invoice.title} revoked`,
      touches: ['invoices'],
    })
    return { id: input.id }
  })
}

async function ownInvoice(trx: Trx, scope: AgencyScope, id: string) {
  const invoice = await trx
    .selectFrom('invoices')
    .select(['number', 'title'])
    .where('agency_id', '=', scope.agencyId)
    .where('id', '=', id)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (invoice === undefined) throw notFound('This invoice')
  return invoice
}
