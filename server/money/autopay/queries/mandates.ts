import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import { type AutopayDto, type AutopayMandateDto, pauseWords } from '#shared/money/autopay/autopay.ts'
import { type autopayClientInput, autopayRulesWords } from '#shared/money/autopay/schemas/autopay.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { recurringRows } from '../../invoices/recurring/queries/recurring.ts'
import { accountFor } from '../../payments/accounts/queries/accounts.ts'
import { planOf } from './collected.ts'
import { autopayRulesOf } from './rules.ts'

export type MandateRow = Selectable<Schema['autopay_mandates']>

/** The latest ones; all of them are in the export. */
const SHOWN_ENDED = 20

/**
 * The client whose invoices the caller can see: the one given or the caller's own; throws NOT_FOUND
 * otherwise.
 */
export async function billedClient(ctx: UserCtx, clientId: string | null) {
  if (ctx.reach.kind === 'client' && (!ctx.reach.seesBilling || clientId !== ctx.reach.clientId)) {
    throw notFound('This client')
  }
  const client = await selectFrom(ctx, 'clients')
    .innerJoin('agencies', 'agencies.id', 'clients.agency_id')
    .select(['clients.id', 'clients.agency_id', 'clients.name', 'clients.email', 'clients.archived_at'])
    .select(['clients.billing_currency', 'clients.autopay_requested_at'])
    .select(['agencies.name as agency_name', 'agencies.timezone', 'agencies.currency'])
    .where('clients.id', '=', clientId ?? '')
    .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  return client
}

/** A client's mandates and what they can still authorize. */
export async function getAutopay(
  ctx: UserCtx,
  { client_id }: z.output<typeof autopayClientInput>,
): Promise<AutopayDto> {
  const client = await billedClient(ctx, client_id)
  const mandates = selectFrom(ctx, 'autopay_mandates').selectAll().where('client_id', '=', client.id)
  const [on, ended] = await Promise.all([
    mandates.where('ended_at', 'is', null).orderBy('given_at', 'desc').orderBy('id').execute(),
    mandates
      .where('ended_at', 'is not', null)
      .orderBy('ended_at', 'desc')
      .orderBy('id')
      .limit(SHOWN_ENDED)
      .execute(),
  ])
  return {
    agency_name: client.agency_name,
    client_name: client.name,
    currency: client.billing_currency ?? client.currency,
    mandates: on
      .toSorted((a, b) => Number(a.recurring_id !== null) - Number(b.recurring_id !== null))
      .map(toMandate),
    ended: ended.map(toMandate),
    plans: await plansOf(ctx, { agencyId: client.agency_id, clientId: client.id }),
    rules: autopayRulesWords(await autopayRulesOf(ctx, client.agency_id)),
    requested_at: client.autopay_requested_at,
    available: (await accountFor(ctx, client.agency_id)) !== null,
  }
}

/**
 * The client's active recurring invoices. Clients only see those that have produced an invoice, with the
 * values of the newest one, not what the agency merely plans.
 */
export async function plansOf(
  ctx: Ctx,
  { agencyId, clientId }: { agencyId: AgencyId; clientId: string },
): Promise<AutopayDto['plans']> {
  const rows = await recurringRows(inAgency(ctx, { agencyId }))
    .where('recurring_invoices.agency_id', '=', agencyId)
    .where('invoices.client_id', '=', clientId)
    .orderBy('recurring_invoices.next_on')
    .orderBy('recurring_invoices.id')
    .execute()
  const plans = rows
    .filter((row) => row.occurrences_left !== 0 && (row.ends_on === null || row.next_on <= row.ends_on))
    .map(({ id, title, total, currency }) => ({ id, title, amount: total, currency }))
  if (ctx.reach.kind !== 'client') return plans
  const newest = await newestOf(ctx, plans)
  return plans.flatMap((plan) => newest.find(({ id }) => id === plan.id) ?? [])
}

/** The newest invoice of each plan that the caller can see. */
async function newestOf(ctx: Ctx, plans: AutopayDto['plans']): Promise<AutopayDto['plans']> {
  if (plans.length === 0) return []
  const invoices = selectFrom(ctx, 'invoices')
    .select([planOf.as('id'), 'title', 'total as amount', 'currency'])
    .select(
      sql<number>`row_number() over (partition by ${planOf} order by created_at desc, id desc)`.as('age'),
    )
    .where(
      planOf,
      'in',
      plans.map(({ id }) => id),
    )
    .where('kind', '=', 'invoice')
  return ctx.db
    .selectFrom(invoices.as('of_plan'))
    .select(['id', 'title', 'amount', 'currency'])
    .where('age', '=', 1)
    .execute()
}

const toMandate = (row: MandateRow): AutopayMandateDto => ({
  id: row.id,
  client_id: row.client_id,
  plan: row.recurring_id === null ? null : { id: row.recurring_id, title: row.recurring_title ?? '' },
  card: { id: row.card_id, brand: row.card_brand, last4: row.card_last4 },
  limit:
    row.max_amount === null || row.max_currency === null
      ? null
      : { amount: row.max_amount, currency: row.max_currency },
  given_by: row.given_by,
  given_at: row.given_at,
  wording: row.wording,
  paused: row.pause_reason === null ? null : pauseWords(row.pause_reason),
  ended_at: row.ended_at,
  ended_by: row.ended_by,
})
