import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { chargeProblem } from '#shared/base/amounts/charge-limits.ts'
import { isCurrency } from '#shared/base/amounts/currencies.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InstallmentDto } from '#shared/money/invoices/installments.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { afterKeys, type ListKey, pagesOf } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { OWED_COLUMNS } from '../../../base/db/open-invoices.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { dueNext, planAt } from '../../invoices/queries/installments.ts'
import { notRefunded } from '../../invoices/queries/reminders.ts'
import type { Notice } from '../rules.ts'
import { covers } from './collected.ts'
import { notLost } from './lost.ts'

type CoveredRow = Awaited<ReturnType<ReturnType<typeof coveredInvoices>['executeTakeFirstOrThrow']>>

export interface CoveredInvoice extends CoveredRow {
  /** What is due and when: its installments, or the whole amount on one day. */
  plan: readonly InstallmentDto[]
  /** The notices of its charges, by due date. */
  notices: ReadonlyMap<string, Notice>
}

/**
 * Open invoices under an active mandate, with their last attempt. Excludes disputed invoices and those reopened by a
 * refund.
 */
export const coveredInvoices = (ctx: Ctx) =>
  selectFrom(ctx, 'autopay_mandates')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.agency_id', '=', 'autopay_mandates.agency_id').on(covers),
    )
    .innerJoin('agencies', 'agencies.id', 'autopay_mandates.agency_id')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.id', '=', 'autopay_mandates.client_id')
        .onRef('clients.agency_id', '=', 'autopay_mandates.agency_id'),
    )
    .leftJoin('autopay_rules', 'autopay_rules.agency_id', 'autopay_mandates.agency_id')
    .leftJoin('autopay_attempts as last', (join) =>
      join
        .onRef('last.invoice_id', '=', 'invoices.id')
        .on((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('autopay_attempts as later')
                .select('later.number')
                .whereRef('later.invoice_id', '=', 'last.invoice_id')
                .whereRef('later.number', '>', 'last.number'),
            ),
          ),
        ),
    )
    .select([
      'invoices.id',
      'invoices.agency_id',
      'clients.id as client_id',
      'invoices.number',
      'invoices.title',
      'invoices.issuer_name',
      'invoices.due_on',
      'invoices.instalment_due_on',
      'invoices.issued_on',
      'invoices.sent_at',
      'invoices.currency',
      ...OWED_COLUMNS,
      'autopay_mandates.agency_id as agency',
      'autopay_mandates.id as mandate_id',
      'autopay_mandates.user_id',
      'autopay_mandates.given_by',
      'autopay_mandates.provider',
      'autopay_mandates.account',
      'autopay_mandates.card_id',
      'autopay_mandates.card_brand',
      'autopay_mandates.card_last4',
      'autopay_mandates.max_amount',
      'autopay_mandates.max_currency',
      'autopay_mandates.given_at',
      'autopay_mandates.effective_on',
      'autopay_mandates.paused_at',
      'autopay_rules.notice_days',
      'agencies.timezone',
      'clients.name as client_name',
      'clients.email as client_email',
      'last.number as last_number',
      'last.outcome as last_outcome',
      'last.charged_on as last_charged_on',
      'last.next_on as last_next_on',
    ])
    .where('invoices.kind', '=', 'invoice')
    .where('invoices.issuer', '=', 'agency')
    .where('invoices.status', 'in', ['sent', 'overdue'])
    .where('clients.archived_at', 'is', null)
    .where('agencies.suspended_at', 'is', null)
    .where(notRefunded as never)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payment_disputes')
            .innerJoin('payments', 'payments.id', 'payment_disputes.payment_id')
            .select('payment_disputes.id')
            .whereRef('payments.invoice_id', '=', 'invoices.id')
            .where('payment_disputes.status', '!=', 'won'),
        ),
      ),
    )

type Tables = Schema & { last: Schema['autopay_attempts'] }

/** Invoices with an amount due between two days that hasn't been attempted. */
export const untriedBetween =
  (first: string, last: string) =>
  (eb: ExpressionBuilder<Tables, 'autopay_mandates' | 'invoices' | 'last'>) =>
    eb.or([
      eb.and([
        eb('invoices.instalment_due_on', 'is', null),
        eb('last.number', 'is', null),
        eb('invoices.due_on', '>=', eb.ref('autopay_mandates.effective_on')),
        eb.between('invoices.due_on', first, last),
      ]),
      eb.exists(
        eb
          .selectFrom('invoice_instalments as part')
          .select('part.position')
          .whereRef('part.invoice_id', '=', 'invoices.id')
          .whereRef('part.due_on', '>=', 'invoices.instalment_due_on')
          .whereRef('part.due_on', '>=', 'autopay_mandates.effective_on')
          .where('part.due_on', '>', (late) => late.fn.coalesce('last.charged_on', late.val('')))
          .where((day) => day.between('part.due_on', first, last)),
      ),
    ])

type CoveredQuery = ReturnType<typeof coveredInvoices>

const BY_DUE_DATE: readonly ListKey[] = [
  { by: sql`${dueNext(expressionBuilder<Schema, 'invoices'>())}`, direction: 'asc' },
  { by: sql.ref('invoices.id'), direction: 'asc' },
]

/** The first invoices of a query that match a rule, longest due first. */
export async function firstCovered(
  ctx: Ctx,
  query: CoveredQuery,
  isSelected: (invoice: CoveredInvoice) => boolean,
  most = Number.POSITIVE_INFINITY,
): Promise<CoveredInvoice[]> {
  const pages = pagesOf(
    (after, limit) => withPlans(ctx, afterKeys(query, BY_DUE_DATE, after).limit(limit)),
    ({ id, instalment_due_on, due_on }) => [instalment_due_on ?? due_on, id],
  )
  const found: CoveredInvoice[] = []
  for await (const page of pages) {
    found.push(...page.filter(isSelected))
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

/** The invoices of a query of at most a page, each with its payment plan and the notices of its charges. */
export async function withPlans(ctx: Ctx, query: Pick<CoveredQuery, 'execute'>): Promise<CoveredInvoice[]> {
  const rows = await query.execute()
  const planned = rows.filter((row) => row.instalment_due_on !== null).map(({ id }) => id)
  const days =
    planned.length === 0
      ? []
      : await selectFrom(ctx, 'invoice_instalments')
          .select(['invoice_id', 'due_on'])
          .where('invoice_id', 'in', planned)
          .orderBy('position')
          .execute()
  const datesOf = Map.groupBy(days, ({ invoice_id }) => invoice_id)
  const noticesOf = Map.groupBy(await givenNotices(ctx, rows), ({ invoice_id }) => invoice_id)
  return rows.map((row) => {
    const dates = datesOf.get(row.id)?.map(({ due_on }) => due_on)
    const plan = planAt(dates ?? [row.due_on], row)
    const given = (noticesOf.get(row.id) ?? []).map(({ occasion, charge_on, charge_amount }) => {
      const due = occasion === NOTICE ? row.due_on : occasion.slice(0, -NOTICE.length - 1)
      return [due, { on: charge_on ?? due, amount: charge_amount ?? ANY }] as const
    })
    return { ...row, plan, notices: new Map(given) }
  })
}

export const NOTICE = 'autopay'
const ANY = Number.POSITIVE_INFINITY

async function givenNotices(ctx: Ctx, rows: readonly { id: string }[]) {
  if (rows.length === 0) return []
  return selectFrom(ctx, 'invoice_reminders')
    .select(['invoice_id', 'occasion', 'charge_on', 'charge_amount'])
    .where(
      'invoice_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where((eb) => eb.or([eb('occasion', '=', NOTICE), eb('occasion', 'like', `% ${NOTICE}`)]))
    .where(notLost)
    .execute()
}

/** Why an amount of the invoice can't be charged; null if it can. */
export function blockOf(invoice: CoveredInvoice, due: number): { reason: string; message: string } | null {
  const { currency, max_amount, max_currency } = invoice
  if (max_amount !== null && max_currency !== null) {
    if (currency !== max_currency) {
      return {
        reason: 'other_currency',
        message: `The autopay limit is in ${max_currency}, and this invoice is in ${currency}.`,
      }
    }
    if (due > max_amount) {
      return {
        reason: 'above_limit',
        message: `${formatCharged(due, currency)} is above the limit of ${formatCharged(max_amount, currency)} for a charge.`,
      }
    }
  }
  const problem = isCurrency(currency) ? chargeProblem(due, currency) : null
  return problem === null ? null : { reason: 'not_chargeable', message: problem }
}
