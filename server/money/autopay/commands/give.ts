import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import { AUTOPAY_TEXT, type AutopayDto, autopayConsent, mandateWords } from '#shared/money/autopay/autopay.ts'
import type { giveAutopayInput } from '#shared/money/autopay/schemas/autopay.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Tx, UserCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { insertInto, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { payer, savedCard } from '../../payments/cards/queries/cards.ts'
import { type CardOwner, hasExpired } from '../../payments/rules.ts'
import { billedClient, getAutopay, plansOf } from '../queries/mandates.ts'

type Given = z.output<typeof giveAutopayInput>

/**
 * Authorizes the agency to charge one of the caller's saved cards. Stores the wording agreed to; replaces an
 * earlier mandate for the same invoices.
 */
export async function giveAutopay(ctx: UserCtx, input: Given): Promise<AutopayDto> {
  const { owner } = await payer(ctx)
  await transact(ctx, (tx) => writeMandate(tx, owner, input))
  return getAutopay(ctx, { client_id: ctx.reach.clientId ?? '' })
}

async function writeMandate(caller: Tx<UserCtx>, owner: CardOwner, input: Given): Promise<void> {
  const client = await billedClient(caller, caller.reach.clientId)
  const { agency_id: agencyId } = client
  const plan = await planNamed(caller, client, input.recurring_id ?? null)
  const card = await savedCard(caller, owner, input.card_id)
  if (hasExpired(card, dateInZone(caller.now, client.timezone))) {
    throw new AppError('BAD_REQUEST', 'This card has expired. Choose another one.')
  }
  const tx = inAgency(caller, { agencyId, zone: client.timezone })
  const limit = input.limit ?? null
  const now = toInstant(tx.now)
  const wording = autopayConsent({
    agency: client.agency_name,
    client: client.name,
    plan: plan?.title ?? null,
    card,
    limit,
  })
  const mandate = { id: newId(), agency_id: agencyId }
  const earlier = await updateTable(tx, 'autopay_mandates')
    .set({ ended_at: now, ended_by: caller.actor.name, updated_at: now })
    .where('client_id', '=', client.id)
    .where('ended_at', 'is', null)
    .where('recurring_id', plan === null ? 'is' : '=', plan?.id ?? null)
    .returning('id')
    .executeTakeFirst()
  await insertInto(tx, 'autopay_mandates')
    .values({
      ...mandate,
      client_id: client.id,
      recurring_id: plan?.id ?? null,
      recurring_title: plan?.title ?? null,
      user_id: caller.actor.userId,
      given_by: caller.actor.name,
      provider: owner.provider,
      account: owner.account,
      card_id: card.id,
      card_brand: card.brand,
      card_last4: card.last4,
      max_amount: limit?.amount ?? null,
      max_currency: limit?.currency ?? null,
      wording,
      text_version: AUTOPAY_TEXT,
      given_at: now,
      effective_on: dateInZone(tx.now, client.timezone),
      paused_at: null,
      pause_reason: null,
      ended_at: null,
      ended_by: null,
      updated_at: now,
    })
    .execute()
  if (earlier !== undefined) {
    // Scheduled retries use the new card.
    await updateTable(tx, 'autopay_attempts')
      .set({ mandate_id: mandate.id })
      .where('mandate_id', '=', earlier.id)
      .where('next_on', 'is not', null)
      .execute()
  }
  await record(caller, 'autopay.given', {
    id: client.id,
    agencyId,
    clientId: client.id,
    name: client.name,
    plan: plan?.title ?? null,
    words: mandateWords({ card, limit }),
    wording,
    clientEmail: client.email,
    agencyName: client.agency_name,
  })
}

async function planNamed(
  tx: Tx,
  client: { id: string; agency_id: Parameters<typeof plansOf>[1]['agencyId'] },
  id: string | null,
) {
  if (id === null) return null
  const plans = await plansOf(tx, { agencyId: client.agency_id, clientId: client.id })
  const plan = plans.find((entry) => entry.id === id)
  if (plan === undefined) throw notFound('This recurring invoice')
  return plan
}
