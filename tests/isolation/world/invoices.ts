import { randomUUID } from 'node:crypto'
import type { Db } from '#server/base/db/schema.ts'
import { addLike, insert, now } from './rows.ts'
import type { IsolationWorld } from './world.ts'

/** Invoices and payments of every issuer and payer, sent or not, with their dependent rows. */
export async function addInvoices(db: Db, { people, casts, rows }: IsolationWorld) {
  const none = { agency_id: null, client_id: null, project_id: null, number: null, run_key: null }
  const payers = [
    { payer_agency_id: casts.alpha.owner.agencyId },
    { payer_agency_id: casts.foreign.owner.agencyId },
    ...Object.values(people).map(({ userId }) => ({ payer_user_id: userId })),
  ]
  for (const payer of payers) {
    for (const issuer of ['platform', 'supplier']) {
      for (const status of ['sent', 'draft']) {
        await addLike(db, 'invoices', { id: rows.alpha.invoice }, { ...none, ...payer, issuer, status })
      }
      const unpaid = { invoice_id: null, client_id: null, agency_id: null, receipt_number: null }
      await addLike(
        db,
        'payments',
        { id: rows.alpha.announced },
        {
          ...unpaid,
          ...payer,
          payee: issuer,
          idempotency_key: randomUUID(),
          request_key: randomUUID(),
        },
      )
    }
  }
  await addLike(
    db,
    'payments',
    { id: rows.alpha.announced },
    {
      invoice_id: rows.alpha.invoice,
      idempotency_key: randomUUID(),
      request_key: randomUUID(),
    },
  )
  const invoices = await db.selectFrom('invoices').select('id').execute()
  const bare = await db.selectFrom('invoice_items').select('invoice_id').execute()
  const item = {
    position: 1,
    description: 'One',
    quantity: 1000,
    rate: 1,
    tax_bps: 0,
    amount: 1,
    discount: 0,
    tax: 0,
  }
  const having = new Set(bare.map(({ invoice_id }) => invoice_id))
  await insert(
    db,
    'invoice_items',
    invoices
      .filter(({ id }) => !having.has(id))
      .map(({ id }) => ({ ...item, id: randomUUID(), invoice_id: id })),
  )
  await insert(
    db,
    'invoice_instalments',
    invoices.map(({ id }) => ({ invoice_id: id, position: 0, due_on: now.slice(0, 10) })),
  )
  await insert(
    db,
    'invoice_reminders',
    invoices.map(({ id }) => ({ invoice_id: id, occasion: 'before', sent_at: now })),
  )
  await insert(
    db,
    'invoice_pay_links',
    invoices.map(({ id }) => ({ token_hash: id, invoice_id: id, created_at: now })),
  )
  const clients = await db.selectFrom('clients').select(['agency_id', 'id']).execute()
  await insert(
    db,
    'client_credits',
    clients.map(({ agency_id, id }) => ({
      agency_id,
      id: randomUUID(),
      client_id: id,
      currency: 'USD',
      kind: 'adjusted',
      amount: 1,
      occurred_on: now.slice(0, 10),
      created_at: now,
    })),
  )
  const agencies = await db.selectFrom('agencies').select('id').execute()
  await insert(
    db,
    'collection_rules',
    agencies.map(({ id }) => ({
      agency_id: id,
      late_fees: 'off',
      fee_type: 'percent',
      fee_bps: 100,
      fee_amount: 100,
      grace_days: 7,
      max_fees: 3,
      version: 1,
      updated_at: now,
    })),
  )
  const owners = [null, ...agencies.map(({ id }) => id)]
  await addPayouts(db, owners, now)
  await insert(
    db,
    'balance_reads',
    owners.map((agency_id) => ({
      account: agency_id ?? 'instance',
      agency_id,
      read_to: now,
      updated_at: now,
    })),
  )
  const payments = await db.selectFrom('payments').select('id').execute()
  await insert(
    db,
    'payment_refunds',
    payments.map(({ id }) => ({
      id: randomUUID(),
      payment_id: id,
      amount: 1,
      status: 'succeeded',
      idempotency_key: randomUUID(),
      created_at: now,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'payment_disputes',
    payments.map(({ id }) => ({
      id: randomUUID(),
      payment_id: id,
      provider_dispute_id: randomUUID(),
      amount: 1,
      reason: 'fraudulent',
      status: 'won',
      booked: 0,
      opened_at: now,
      updated_at: now,
    })),
  )
  // Stripe is still verifying them, so card payments go to the same account as before.
  await insert(
    db,
    'payment_accounts',
    agencies.map(({ id }) => ({
      id: randomUUID(),
      agency_id: id,
      kind: 'connect',
      provider_account_id: `acct_${id}`,
      livemode: 0,
      name: 'An account',
      charges_enabled: 0,
      payouts_enabled: 0,
      details_submitted: 0,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })),
  )
}

const PLATFORM_PAYOUT = randomUUID()

/** A payout with one movement for each agency, or for the platform if null; returns their ids. */
export async function addPayouts(
  db: Db,
  agencyIds: (string | null)[],
  now: string,
): Promise<[string, ...string[]]> {
  const payouts = agencyIds.map((agency_id) => ({
    // Deterministic, so that responses can be compared.
    id: agency_id ?? PLATFORM_PAYOUT,
    agency_id,
    account: agency_id ?? 'instance',
    provider_payout_id: agency_id ?? PLATFORM_PAYOUT,
    amount: 97,
    currency: 'USD',
    status: 'paid',
    itemization: 'complete',
    arrives_on: now.slice(0, 10),
    read_at: now,
    created_at: now,
    updated_at: now,
  }))
  await insert(db, 'provider_payouts', payouts)
  await insert(
    db,
    'unmatched_disputes',
    payouts.map(({ agency_id, account }) => ({
      id: randomUUID(),
      agency_id,
      account,
      provider_dispute_id: randomUUID(),
      amount: 1,
      currency: 'USD',
      reason: 'fraudulent',
      status: 'open',
      withdrawn: 1,
      withdrawn_currency: 'USD',
      movements: 1,
      created_at: now,
      updated_at: now,
    })),
  )
  await insert(
    db,
    'balance_movements',
    payouts.map(({ id, agency_id, account }) => ({
      id,
      agency_id,
      account,
      provider_movement_id: id,
      kind: 'payment',
      payout_id: id,
      amount: 100,
      fee: 3,
      platform_fee: 0,
      net: 97,
      currency: 'USD',
      description: 'A payment',
      occurred_at: now,
      booked: 1,
      created_at: now,
    })),
  )
  return payouts.map(({ id }) => id) as [string, ...string[]]
}
