import type { SeedServices } from '#scripts/seed/person.ts'
import { actAsPortal } from '#scripts/seed/person.ts'
import { paymentProvider, subscriptionProvider } from '#server/base/adapters/payments/instance-provider.ts'
import type { SubscriptionState } from '#server/base/adapters/payments/subscription-provider.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { postLedger } from '#server/money/ledger/commands/post-ledger.ts'
import { INSTANCE, receiptNumber } from '#server/money/payments/rules.ts'
import { listPlans } from '#server/money/plans/queries/plans.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { addInterval, type PlanDto } from '#shared/money/plans/packages.ts'
import { type DemoAgency, type DemoWorld, daysAgo } from './world.ts'

/** The price the platform agreed with agencies on its custom plan. */
const CONTRACT_PRICE = 49_900

/** Puts every agency on its plan; those past their trial have paid for the current month. */
export async function seedSubscriptions(services: SeedServices, world: DemoWorld): Promise<void> {
  const plans = await listPlans(actAsPortal(services), { archived: false })
  for (const [index, agency] of [...world.agencies.values()].entries()) {
    const kind = agency === world.home ? 'subscription' : 'package'
    const plan = plans.find((entry) => entry.name === agency.figures.plan && entry.kind === kind)
    if (plan === undefined) throw new Error(`There is no plan “${agency.figures.plan}”`)
    await seedSubscription(services, world, agency, plan, 2 + (index % 12))
  }
}

async function seedSubscription(
  services: SeedServices,
  world: DemoWorld,
  agency: DemoAgency,
  plan: PlanDto,
  paidDaysAgo: number,
): Promise<void> {
  const { db } = services
  const { owner, figures } = agency
  const price = plan.price ?? CONTRACT_PRICE
  const start = daysAgo(world, figures.trial ? figures.joinedDaysAgo : paidDaysAgo)
  const now = toInstant(start)
  const periodEnd = toInstant(addInterval(start, plan.interval))
  const subscription = figures.trial ? null : await subscribe(services, agency, { plan, price, start })
  const subscriptionId = subscription?.id ?? null
  await db
    .insertInto('agency_subscriptions')
    .values({
      agency_id: owner.agencyId,
      plan_id: plan.id,
      status: figures.trial ? 'trialing' : 'active',
      price,
      currency: plan.currency,
      billing_interval: plan.interval,
      period_start: now,
      period_end: periodEnd,
      cancel_at_period_end: 0,
      canceled_at: null,
      converted_from_trial: figures.trial ? 0 : 1,
      provider: figures.trial ? null : 'test',
      provider_subscription_id: subscriptionId,
      synced_at: now,
      provider_customer_id: subscription?.customer ?? null,
      provider_method_id: subscription?.method ?? null,
      card_brand: subscription?.card?.brand ?? null,
      card_last4: subscription?.card?.last4 ?? null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (subscription === null) return
  const [bill] = subscription.bills
  const id = newId()
  const description = `${plan.name} plan, monthly`
  await db
    .insertInto('payments')
    .values({
      id,
      payee: 'platform',
      agency_id: null,
      purpose: 'subscription',
      method: 'card',
      invoice_id: null,
      client_id: null,
      plan_id: plan.id,
      payer_agency_id: owner.agencyId,
      payer_user_id: owner.userId,
      payer_name: figures.name,
      amount: price,
      currency: plan.currency,
      status: 'succeeded',
      description,
      provider: 'test',
      provider_subscription_id: subscriptionId,
      provider_bill_id: bill?.id ?? null,
      provider_payment_id: bill?.intentId ?? null,
      provider_customer_id: subscription.customer,
      method_token: subscription.method,
      idempotency_key: newId(),
      request_key: null,
      refund_key: null,
      receipt_number: receiptNumber(id),
      card_brand: 'visa',
      card_last4: '4242',
      failure_message: null,
      paid_at: now,
      refunded_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const entry = {
    category: 'subscriptions',
    amount: price,
    currency: plan.currency,
    description,
    paymentId: id,
  }
  await postLedger(actAsPortal(services, start), { ...entry, agencyId: null, direction: 'income' })
  await postLedger(actAsPortal(services, start), { ...entry, agencyId: owner.agencyId, direction: 'expense' })
}

/** The provider's own subscription, paid by a card of the owner's at the start of its period. */
async function subscribe(
  services: SeedServices,
  { owner }: DemoAgency,
  { plan, price, start }: { plan: PlanDto; price: number; start: Date },
): Promise<SubscriptionState> {
  const then = { ...services, clock: () => start }
  const { agencyId, email, name, userId } = owner
  const customer = await paymentProvider(then).createCustomer({ email, name, idempotencyKey: newId() })
  await services.db
    .insertInto('payment_customers')
    .values({
      provider: 'test',
      account: INSTANCE,
      user_id: userId,
      provider_customer_id: customer,
      cards_checked_at: null,
      created_at: toInstant(start),
    })
    .execute()
  const provider = subscriptionProvider(then)
  const { currency, interval } = plan
  const placed = await provider.create({
    agencyId,
    terms: { planId: plan.id, planName: plan.name, price, currency, interval },
    customer,
    method: 'mock_card_visa',
    idempotencyKey: newId(),
  })
  const state = 'id' in placed ? await provider.retrieve(placed.id) : null
  if (state === null) throw new Error(`The plan of ${name} could not be paid`)
  return state
}

/** An unpaid invoice for each demo account other than the client, from the platform or a supplier. */
export async function seedPersonalInvoices({ db }: SeedServices, world: DemoWorld): Promise<void> {
  const emma = world.home.contributors.find((person) => person.name === 'Emma Rivera')
  const [admin] = world.staff
  if (emma === undefined || admin === undefined) throw new Error('The demo accounts are missing')
  const issued = daysAgo(world, 4)
  const invoices: {
    issuer: 'platform' | 'supplier'
    issuerName: string
    number: string
    title: string
    amount: number
    payerAgencyId: AgencyId | null
    payerUserId: string | null
  }[] = [
    {
      issuer: 'platform',
      issuerName: 'Platform',
      number: 'PLT-1001',
      title: 'Platform subscription, Basic, next month',
      amount: 2900,
      payerAgencyId: world.home.owner.agencyId,
      payerUserId: null,
    },
    {
      issuer: 'supplier',
      issuerName: 'Certification Board',
      number: 'CB-4127',
      title: 'Certification fee',
      amount: 7500,
      payerAgencyId: null,
      payerUserId: emma.userId,
    },
    {
      issuer: 'supplier',
      issuerName: 'Northwind Hosting',
      number: 'NH-2208',
      title: 'Hosting renewal',
      amount: 24_000,
      payerAgencyId: null,
      payerUserId: admin.userId,
    },
  ]
  for (const invoice of invoices) {
    const id = newId()
    const now = toInstant(issued)
    await db
      .insertInto('invoices')
      .values({
        id,
        issuer: invoice.issuer,
        agency_id: null,
        issuer_name: invoice.issuerName,
        kind: 'invoice',
        number: invoice.number,
        client_id: null,
        payer_agency_id: invoice.payerAgencyId,
        payer_user_id: invoice.payerUserId,
        project_id: null,
        credited_invoice_id: null,
        run_key: null,
        title: invoice.title,
        description: null,
        notes: null,
        currency: 'USD',
        booking_rate: '1',
        rate_source: 'base',
        booked_on: dateInZone(issued, 'UTC'),
        base_total: invoice.amount,
        base_due: invoice.amount,
        discount_type: 'none',
        discount_value: 0,
        subtotal: invoice.amount,
        discount: 0,
        tax: 0,
        total: invoice.amount,
        amount_paid: 0,
        amount_credited: 0,
        status: 'sent',
        issued_on: dateInZone(issued, 'UTC'),
        due_on: dateInZone(daysAgo(world, -30), 'UTC'),
        sent_at: now,
        viewed_at: null,
        paid_at: null,
        voided_at: null,
        version: 1,
        created_by: invoice.issuer,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await db
      .insertInto('invoice_items')
      .values({
        id: newId(),
        invoice_id: id,
        position: 0,
        description: invoice.title,
        quantity: 1000,
        rate: invoice.amount,
        tax_bps: 0,
        amount: invoice.amount,
        discount: 0,
        net: invoice.amount,
        tax: 0,
      })
      .execute()
  }
}
