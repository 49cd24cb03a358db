import { dateInZone } from '#shared/base/dates.ts'
import type { SendingNotesDto } from '#shared/identity/letterhead/document-mails.ts'
import { DEFAULT_PAYMENT_TERMS } from '#shared/identity/letterhead/profile.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { shownUserId } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { hasConfirmedEmail } from '../../../../identity/auth/accounts/queries/confirmed-email.ts'
import { bankChangeOf, letterheadProfileOf } from '../../../../identity/letterhead/queries/profile-row.ts'
import { quoteOn } from '../../../ledger/queries/exchange-rates.ts'
import { listAdvances } from '../../queries/advances.ts'
import { getIssued } from '../../queries/invoices.ts'
import { offeredDueDate } from '../../rules.ts'
import { taxNotesOf } from './tax-notes.ts'

export async function getSendingNotes(ctx: AgencyCtx, { id }: { id: string }): Promise<SendingNotesDto> {
  const invoice = await getIssued(ctx, id)
  const { kind, number } = invoice
  return {
    may_send: await hasConfirmedEmail(ctx, shownUserId(ctx)),
    bank_change: kind === 'invoice' && number === null ? await recentBankChange(ctx) : null,
    due: number === null ? await passedDue(ctx, invoice) : null,
    open_advances: invoice.stage === 'final' && number === null ? await openAdvances(ctx, invoice) : [],
    taxes: number === null ? await taxNotesOf(ctx, invoice.items) : [],
    exchange_rate: number === null ? await enteredRate(ctx, invoice) : null,
  }
}

async function enteredRate(
  ctx: AgencyCtx,
  { booking_rate: entered, currency }: Awaited<ReturnType<typeof getIssued>>,
): Promise<SendingNotesDto['exchange_rate']> {
  const base = await agencyCurrency(ctx, ctx.reach.agencyId)
  if (entered === null || currency === base) return null
  const quote = await quoteOn(ctx, currency, base, dateInZone(ctx.now, ctx.reach.booksZone))
  if (quote === null || Number(quote.rate) === Number(entered)) return null
  return { entered, table: quote.rate, quoted_on: quote.quotedOn }
}

async function passedDue(
  ctx: AgencyCtx,
  { client_id, dueDate, instalments }: Awaited<ReturnType<typeof getIssued>>,
): Promise<SendingNotesDto['due']> {
  const [passed = dueDate, ...later] = instalments.map(({ due_date }) => due_date)
  const { payment_terms } = await selectFrom(ctx, 'clients')
    .select('payment_terms')
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('id', '=', client_id)
    .executeTakeFirstOrThrow()
  const profile = await letterheadProfileOf(ctx, ctx.reach.agencyId)
  const days = payment_terms ?? profile?.payment_terms ?? DEFAULT_PAYMENT_TERMS
  const offered = offeredDueDate([passed, ...later], dateInZone(ctx.now, ctx.reach.booksZone), days)
  return offered === null ? null : { passed, offered }
}

async function openAdvances(
  ctx: AgencyCtx,
  { id, client_id, currency, deductions }: Awaited<ReturnType<typeof getIssued>>,
): Promise<SendingNotesDto['open_advances']> {
  const advances = await listAdvances(ctx, { client_id, currency, final_id: id })
  const deducted = new Set(deductions.map((deduction) => deduction.invoice_id))
  return advances
    .filter(({ due }) => due > 0)
    .map((advance) => ({
      id: advance.id,
      number: advance.number,
      due: advance.due,
      deducted: deducted.has(advance.id),
    }))
}

/** How many invoices mention changed bank details. */
const INVOICES_WITH_NOTICE = 3

async function recentBankChange(ctx: AgencyCtx): Promise<SendingNotesDto['bank_change']> {
  const { agencyId } = ctx.reach
  const change = bankChangeOf(await letterheadProfileOf(ctx, agencyId))
  if (change === null) return null
  const sent = await selectFrom(ctx, 'invoices')
    .select('id')
    .where('agency_id', '=', agencyId)
    .where('kind', '=', 'invoice')
    .where('sent_at', '>', change.at)
    .limit(INVOICES_WITH_NOTICE)
    .execute()
  return sent.length < INVOICES_WITH_NOTICE ? change : null
}
