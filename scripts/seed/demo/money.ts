import { actAs, actAsPortal, type SeedMember, type SeedServices } from '#scripts/seed/person.ts'
import { addMinutes, newId, toInstant } from '#server/base/db/values.ts'
import { saveInvoice } from '#server/money/invoices/commands/save.ts'
import { sendInvoice } from '#server/money/invoices/sending/commands/send.ts'
import { settleAdvances } from '#server/money/invoices/sending/commands/settle-advances.ts'
import { postLedger } from '#server/money/ledger/commands/post-ledger.ts'
import { payInvoice, quickPay } from '#server/money/payments/charge/commands/pay.ts'
import { recordManualPayment } from '#server/money/payments/commands/record-manual.ts'
import { refund } from '#server/money/payments/commands/refund.ts'
import { createPayout } from '#server/money/payouts/commands/create.ts'
import { payBatch } from '#server/money/payouts/commands/pay.ts'
import { payOutTime } from '#server/time/timesheets/commands/bill-time.ts'
import { approvedUnpaidHours } from '#server/time/timesheets/queries/billing.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { INVOICES, type SeedInvoice } from './home-invoices.ts'
import { seedPersonalInvoices, seedSubscriptions } from './money-platform.ts'
import { at, type DemoAgency, type DemoWorld, daysAgo, HOME_ZONE, need } from './world.ts'

/** Creates the home agency's invoices and payments with the product's commands, and the others' history. */
export async function seedMoney(services: SeedServices, world: DemoWorld): Promise<void> {
  const invoices = new Map<string, string>()
  for (const invoice of INVOICES) invoices.set(invoice.title, await seedInvoice(services, world, invoice))
  await seedHomePayments(services, world, invoices)
  await seedPayouts(services, world)
  let index = 0
  for (const agency of world.agencies.values()) {
    if (agency !== world.home) await seedReceipts(services, world, agency, index)
    index++
  }
  await seedSubscriptions(services, world)
  await seedPersonalInvoices(services, world)
  // The emails of these commands count as delivered at the time.
  await services.db
    .updateTable('mail_outbox')
    .set((eb) => ({ status: 'sent', sent_at: eb.ref('created_at'), text: '', html: '' }))
    .where('status', '=', 'queued')
    .where('id', 'in', (eb) => eb.selectFrom('mail_attachments').select('mail_id'))
    .execute()
}

/** Invoices are created before they are sent, so that their history is in that order. */
const DRAFTING_MINUTES = 20

async function seedInvoice(services: SeedServices, world: DemoWorld, invoice: SeedInvoice): Promise<string> {
  const { home } = world
  const owner = at(home.owner, daysAgo(world, invoice.issuedDaysAgo))
  const draft = await saveInvoice(
    actAs(services, at(owner, addMinutes(owner.now, -DRAFTING_MINUTES))),
    invoiceSaveInput.parse({
      client_id: need(home.clients, invoice.client),
      project_id: invoice.project === undefined ? null : need(home.projects, invoice.project),
      title: invoice.title,
      due_date: dateInZone(daysAgo(world, -invoice.dueInDays), HOME_ZONE),
      items: invoice.items,
    }),
  )
  if (!invoice.draft) await sendInvoice(actAs(services, owner), { id: draft.id }, settleAdvances)
  return draft.id
}

/** All four statuses: paid with and without a receipt, declined, refunded, announced. */
async function seedHomePayments(
  services: SeedServices,
  world: DemoWorld,
  invoices: Map<string, string>,
): Promise<void> {
  const { home } = world
  const pay = (title: string, days: number, method: string) =>
    payInvoice(actAs(services, at(world.client, daysAgo(world, days))), {
      invoice_id: need(invoices, title),
      method,
      save_card: false,
      request_id: newId(),
    })
  await recordManualPayment(actAs(services, at(home.owner, daysAgo(world, 70))), {
    invoice_id: need(invoices, 'Mobile App, discovery'),
    amount: 300_000,
    method: 'bank',
    description: null,
    received: true,
    mail_receipt: false,

    request_id: newId(),
  })
  const unreceipted = await pay('Brand Refresh, final', 40, 'mock_card_visa')
  await services.db
    .updateTable('payments')
    .set({ receipt_number: null })
    .where('id', '=', unreceipted.payment_id)
    .execute()
  const returned = await quickPay(actAs(services, at(world.client, daysAgo(world, 15))), {
    method: 'mock_card_mastercard',
    save_card: false,
    request_id: newId(),
  })
  await refund(actAs(services, at(home.owner, daysAgo(world, 15, 1))), {
    id: returned.payment_id,
    request_id: newId(),
    reason: 'Paid by mistake',
    credit: false,
  })
  await pay('Spring Campaign, setup', 9, 'mock_card_declined')
  await pay('Website Redesign, milestone 1', 6, 'mock_card_visa')
  await recordManualPayment(actAs(services, at(home.owner, daysAgo(world, 3))), {
    client_id: world.client.clientId,
    amount: 25_000,
    method: 'bank',
    description: 'Deposit by bank transfer',
    received: false,
    mail_receipt: false,
    request_id: newId(),
  })
}

/** The two payouts cover Emma's approved hours, so that none can be paid out twice. */
async function seedPayouts(services: SeedServices, world: DemoWorld): Promise<void> {
  const { owner } = world.home
  const emma = world.home.contributors.find((person) => person.name === 'Emma Rivera')
  if (emma === undefined) throw new Error('The demo has no contributor yet')
  const enter = (days: number, hours: number, description: string) =>
    createPayout(actAs(services, at(world.home.owner, daysAgo(world, days))), {
      employee_id: emma.employeeId,
      minutes: hours * 60,
      description,
    })
  const { id } = await enter(20, 96, 'Website Redesign, 96 hours')
  await payBatch(actAs(services, at(world.home.owner, daysAgo(world, 12))), { ids: [id] })
  const waiting = await enter(4, 24, 'Website Redesign, 24 hours')
  const [hours] = await approvedUnpaidHours(actAs(services, owner), emma.employeeId)
  const entries = await services.db
    .selectFrom('time_entries')
    .select(['id', 'duration_seconds'])
    .where('agency_id', '=', owner.agencyId)
    .where('id', 'in', hours?.entry_ids ?? [])
    .orderBy('started_at')
    .execute()
  const covered = { paid: [] as string[], waiting: [] as string[] }
  let seconds = 0
  for (const entry of entries) {
    seconds += entry.duration_seconds ?? 0
    covered[seconds <= 96 * 3600 ? 'paid' : 'waiting'].push(entry.id)
  }
  await payOutTime(actAs(services, at(owner, daysAgo(world, 12))), covered.paid, id)
  await payOutTime(actAs(services, at(owner, daysAgo(world, 4))), covered.waiting, waiting.id)
}

/** The latest day of each thirty-day window, and over how many days its payments are spread. */
const WINDOWS = [
  { from: 2, spread: 8 },
  { from: 35, spread: 11 },
  { from: 65, spread: 11 },
  { from: 95, spread: 16 },
]

/** One received transfer per window. It is history: today's screens show no activity of it. */
async function seedReceipts(
  services: SeedServices,
  world: DemoWorld,
  agency: DemoAgency,
  index: number,
): Promise<void> {
  const [client] = agency.clients
  for (const [window, dollars] of agency.figures.revenue.entries()) {
    const place = WINDOWS[window]
    if (dollars === 0 || place === undefined) continue
    if (client === undefined) throw new Error(`${agency.figures.name} has no client to be paid by`)
    const paidAt = daysAgo(world, place.from + (index % place.spread))
    await seedTransfer(services, at(agency.owner, paidAt), client, 100 * dollars)
  }
}

async function seedTransfer(
  services: SeedServices,
  owner: SeedMember,
  [clientName, clientId]: [string, string],
  amount: number,
): Promise<void> {
  const id = newId()
  const now = toInstant(owner.now)
  await services.db
    .insertInto('payments')
    .values({
      id,
      payee: 'agency',
      agency_id: owner.agencyId,
      purpose: 'deposit',
      method: 'bank',
      invoice_id: null,
      client_id: clientId,
      plan_id: null,
      payer_agency_id: null,
      payer_user_id: null,
      payer_name: clientName,
      amount,
      currency: 'USD',
      status: 'succeeded',
      description: 'Bank transfer',
      provider: 'manual',
      provider_payment_id: null,
      provider_customer_id: null,
      method_token: null,
      idempotency_key: newId(),
      request_key: null,
      refund_key: null,
      receipt_number: null,
      card_brand: null,
      card_last4: null,
      failure_message: null,
      paid_at: now,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await postLedger(actAsPortal(services, owner.now), {
    agencyId: owner.agencyId,
    direction: 'income',
    category: 'deposits',
    amount,
    currency: 'USD',
    description: 'Bank transfer',
    paymentId: id,
    clientId,
  })
}
