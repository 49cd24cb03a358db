import type { z } from 'zod'
import type { About } from '#shared/base/events/kind.ts'
import type { OutgoingMailInput } from '#shared/identity/letterhead/schemas/document-mails.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { sendInput } from '#shared/money/invoices/schemas/invoices.ts'
import { AppError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, InAgency, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { countRecipients } from '../../../../identity/agencies/commands/count-recipients.ts'
import { quoteOn } from '../../../ledger/queries/exchange-rates.ts'
import { bookingDay, booksToday } from '../../../ledger/queries/open-days.ts'
import { issueNumber } from '../../commands/issue-number.ts'
import { reportPaid } from '../../commands/report-paid.ts'
import { locked } from '../../commands/save.ts'
import { applyAllCredit } from '../../credit/commands/spend-credit.ts'
import { frozenParties } from '../../documents/queries/parties.ts'
import { baseTaxOf, bookingOf, inBase, requireBookable } from '../../queries/booking.ts'
import { planOf } from '../../queries/installments.ts'
import { getInvoice } from '../../queries/invoices.ts'
import { chosenFormat, requireComplete } from '../queries/e-invoice.ts'
import { billingRecipients, chosenRecipients, countOf } from '../queries/recipients.ts'
import { confirmCredit } from './apply-credit.ts'
import { addPayLink } from './create-pay-link.ts'
import { settleDueDates } from './settle-due-dates.ts'

/**
 * Numbers and locks a draft, and mails it with its PDF and a pay link to the client or the chosen recipients. `prepare`
 * comes first, in the same transaction.
 */
export async function sendInvoice(
  ctx: AgencyCtx,
  input: z.output<typeof sendInput>,
  prepare: (tx: Tx<InAgency>, id: string) => Promise<void>,
): Promise<InvoiceDocumentDto> {
  await countRecipients(ctx, await recipientsOf(ctx, input))
  return transact(ctx, async (tx) => {
    await prepare(tx, input.id)
    await issueInvoice(tx, input.id, {
      applyCredit: input.apply_credit,
      mail: input.mail,
      dueDate: input.due_date,
    })
    return getInvoice(tx, input.id)
  })
}

/** The number of recipients; a missing invoice is rejected later, when it is sent. */
async function recipientsOf(ctx: AgencyCtx, { id, mail }: z.output<typeof sendInput>): Promise<number> {
  if (mail !== undefined) return countOf(mail)
  const invoice = await selectFrom(ctx, 'invoices')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return invoice?.client_id ? countOf(await billingRecipients(ctx, invoice.client_id)) : 1
}

interface Issuing {
  by?: About['by']
  applyCredit?: boolean | undefined
  /** When the credit counts as applied, like that of a deposit received earlier; now by default. */
  creditedAt?: Date
  mail?: OutgoingMailInput | undefined
  /** Replaces the due date; earlier installments move with it. */
  dueDate?: string | undefined
}

/** Sends the invoice inside the caller's transaction; also used by recurring invoices and late fees. */
export async function issueInvoice(
  tx: Tx<InAgency>,
  id: string,
  { by, applyCredit, creditedAt, mail, dueDate }: Issuing = {},
): Promise<void> {
  const invoice = await draftOf(tx, id)
  const today = await bookingDay(tx, tx.reach.agencyId)
  const dueOn = await settleDueDates(tx, invoice, { issuedOn: today, chosen: dueDate })
  const plan = await planOf(tx, invoice)
  const booking = await bookingOf(
    tx,
    invoice,
    invoice.base_currency,
    await dayOfRate(tx, invoice, { creditedAt, today }),
  )
  const baseTotal = inBase(invoice.base_currency, { ...invoice, ...booking }, invoice.total)
  requireBookable(baseTotal)
  const baseTax = await baseTaxOf(tx, invoice.base_currency, { ...invoice, ...booking, id })
  const format = chosenFormat(invoice)
  if (format !== null) requireComplete(await getInvoice(tx, id), format)
  const parties = await frozenParties(tx, { ...invoice, clientName: invoice.client_name })
  const number = await issueNumber(tx, tx.reach.agencyId, 'invoice')
  const sent = await updateTable(tx, 'invoices')
    .set((eb) => ({
      number,
      issuer_name: invoice.agency_name,
      // A final invoice that was entirely paid in advance.
      ...(invoice.total === 0 ? { status: 'paid', paid_at: toInstant(tx.now) } : { status: 'sent' }),
      issued_on: today,
      open_since: today,
      due_on: dueOn,
      instalment_due_on: plan[0]?.due_date ?? null,
      ...booking,
      base_total: baseTotal,
      base_tax: baseTax,
      base_due: baseTotal,
      parties,
      sent_at: toInstant(tx.now),
      version: eb('version', '+', 1),
      updated_at: toInstant(tx.now),
    }))
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returning([
      'id',
      'status',
      'agency_id',
      'client_id',
      'currency',
      'total',
      'amount_paid',
      'amount_credited',
      'amount_applied',
      'amount_written_off',
    ])
    .executeTakeFirst()
  if (sent === undefined) throw locked()
  const applies = applyCredit ?? invoice.apply_credit === 1
  const applied = applies
    ? await applyAllCredit({ ...tx, bookedAt: creditedAt ?? tx.now }, sent, {
        ofDeposit: creditedAt !== undefined,
      })
    : null
  if (applied !== null) {
    const { amount: prepaid, received } = applied
    await updateTable(tx, 'invoices')
      .set({ prepaid, prepaid_granted: prepaid - received })
      .where('id', '=', id)
      .execute()
  }

  await record(tx, 'invoice.sent', {
    id,
    agencyId: tx.reach.agencyId,
    clientId: invoice.client_id,
    by,
    number,
    title: invoice.title,
    issuerName: invoice.agency_name,
    clientName: invoice.client_name,
    mailTo: await chosenRecipients(tx, invoice.client_id, mail),
    mailText: mail,
    total: invoice.total,
    currency: invoice.currency,
    status: applied?.invoice.status ?? sent.status,
    payToken: await addPayLink(tx, id),
  })
  if (applied !== null) await confirmCredit(tx, applied)
  else await reportPaid(tx, id)
}

/** Of a deposit received earlier, the day on which it was booked, so that both have the same rate. */
async function dayOfRate(
  tx: Tx<InAgency>,
  { currency, base_currency }: { currency: string; base_currency: string },
  { creditedAt, today }: { creditedAt: Date | undefined; today: string },
): Promise<string> {
  if (creditedAt === undefined || currency === base_currency) return today
  const received = await booksToday({ ...tx, bookedAt: creditedAt }, tx.reach.agencyId)
  return (await quoteOn(tx, currency, base_currency, received)) === null ? today : received
}

/** The draft with its agency's settings for sending; throws if it can't be sent. */
async function draftOf(tx: Tx<InAgency>, id: string) {
  const draft = await selectFrom(tx, 'invoices')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .innerJoin('agencies', 'agencies.id', 'invoices.agency_id')
    .leftJoin('billing_profiles', 'billing_profiles.agency_id', 'invoices.agency_id')
    .leftJoin('collection_rules', 'collection_rules.agency_id', 'invoices.agency_id')
    .select([
      'invoices.status',
      'invoices.stage',
      'invoices.title',
      'invoices.total',
      'invoices.currency',
      'invoices.agency_id',
      'invoices.issuer',
      'invoices.id',
      'invoices.booking_rate',
      'invoices.amount_paid',
      'invoices.amount_credited',
      'invoices.amount_applied',
      'invoices.amount_written_off',
      'invoices.due_on',
      'invoices.payment_days',
      'invoices.issuer_name',
      'clients.id as client_id',
      'clients.name as client_name',
      'clients.e_invoice_format as client_format',
      'invoices.parties',
      'agencies.name as agency_name',
      'agencies.currency as base_currency',
      'billing_profiles.e_invoice_format as agency_format',
      'collection_rules.apply_credit',
    ])
    .where('invoices.agency_id', '=', tx.reach.agencyId)
    .where('invoices.id', '=', id)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst()
  if (draft === undefined) throw notFound('This invoice')
  if (draft.status !== 'draft') throw locked()
  if (draft.total === 0 && draft.stage !== 'final')
    throw new AppError('BAD_REQUEST', 'An invoice with a zero total can’t be sent.')
  return draft
}
