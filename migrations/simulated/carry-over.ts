import { type Kysely, sql } from 'kysely'
import {
  balanceOf,
  courseOf,
  idLike,
  intentObject,
  invoiceObject,
  isCard,
  keptMethod,
  methodObject,
  refundObject,
  seconds,
  setupObject,
  subscriptionObject,
} from './objects.ts'
import type { Bill, Intent, Method, Refund, Setup, Subscription } from './rows.ts'

type Put = (kind: string, id: string, body: unknown) => void
/** Rows per statement, far below the databases' parameter limits. */
const BATCH = 200

/** Turns the earlier provider's rows into objects with the same ids and secrets. */
export async function carryOver(db: Kysely<unknown>): Promise<void> {
  const objects = new Map<string, { kind: string; id: string; body: string }>()
  const put: Put = (kind, id, body) =>
    void objects.set(`${kind} ${id}`, { kind, id, body: JSON.stringify(body) })
  const { rows: intents } = await sql<Intent>`
    select t.*, p.id as payment_id, p.status as payment_status, p.created_at as payment_created_at
    from test_intents t left join payments p on p.idempotency_key = t.idempotency_key
    order by t.created_at, t.id`.execute(db)
  const customers = await carrySubscriptions(db, put)
  for (const intent of intents) carryIntent(put, intent, customers)
  const currencies = new Map(intents.map(({ id, currency }) => [id, currency]))
  const { rows: refunds } = await sql<Refund>`select * from test_refunds order by created_at, id`.execute(db)
  for (const refund of refunds) {
    put('refunds', refund.id, refundObject(refund, currencies.get(refund.intent_id) ?? ''))
  }
  const { rows: setups } = await sql<Setup>`select * from test_setups order by created_at, id`.execute(db)
  for (const setup of setups) {
    const method = idLike('pm', setup.id)
    put('payment_methods', method, methodObject(method, setup.token, null))
    put('setup_intents', setup.id, setupObject(setup))
  }
  // Last, because these determine to whom the cards belong.
  const { rows: methods } = await sql<Method>`select * from test_methods order by created_at, id`.execute(db)
  for (const method of methods) put('payment_methods', method.id, keptMethod(method))
  await insertAll(db, [...objects.values()])
}

function carryIntent(put: Put, intent: Intent, customers: ReadonlyMap<string, string>): void {
  const { id, method_token: token } = intent
  const own = isCard(token) ? idLike('pm', id) : null
  if (own !== null && isCard(token)) put('payment_methods', own, methodObject(own, token, null))
  const saved = token?.startsWith('mock_pm_') ? token : null
  const customer = intent.keep_for ?? customers.get(id) ?? null
  put('payment_intents', id, intentObject(intent, customer, own ?? saved))
  const course = courseOf(intent)
  if (course !== null) put('courses', id, course)
  // When queried again, the provider finds the charge by its payment.
  if (intent.payment_status === 'pending') put('answers', intent.idempotency_key, { request: '', answer: {} })
}

/** The customers of the bills' charges. */
async function carrySubscriptions(db: Kysely<unknown>, put: Put): Promise<Map<string, string>> {
  const customers = new Map<string, string>()
  const { rows: subscriptions } = await sql<Subscription>`
    select s.*, a.owner_id, c.provider_customer_id as owner_customer
    from test_subscriptions s
      left join agencies a on a.id = s.agency_id
      left join payment_customers c
        on c.user_id = a.owner_id and c.provider = 'test' and c.account = 'instance'
    order by s.created_at, s.id`.execute(db)
  const { rows: bills } = await sql<Bill>`select * from test_bills order by created_at, id`.execute(db)
  for (const subscription of subscriptions) {
    const own = bills.filter(({ subscription_id: id }) => id === subscription.id)
    const customer = subscription.customer_id ?? (await customerFor(db, subscription))
    const method = isCard(subscription.method) ? idLike('pm', subscription.id) : subscription.method
    if (isCard(subscription.method)) {
      put('payment_methods', method, methodObject(method, subscription.method, customer))
    }
    put('subscriptions', subscription.id, subscriptionObject(subscription, { customer, method, bills: own }))
    put('balances', customer, balanceOf(subscription, own))
    for (const bill of own) {
      const intentId = bill.intent_id ?? carryUnpaid(put, bill, subscription, customer)
      if (intentId !== null) customers.set(intentId, customer)
      put('invoices', bill.id, invoiceObject(bill, { subscription, customer, intentId }))
      put('tries', bill.id, seconds(`${bill.tried_on}T00:00:00.000Z`))
    }
    await sql`
      update agency_subscriptions set provider_customer_id = ${customer}, provider_method_id = ${method}
      where provider = 'test' and provider_subscription_id = ${subscription.id}`.execute(db)
  }
  return customers
}

/** A subscription from before there were customers belongs to the agency's owner from now on. */
async function customerFor(db: Kysely<unknown>, subscription: Subscription): Promise<string> {
  if (subscription.owner_customer !== null) return subscription.owner_customer
  const customer = idLike('cus', subscription.id)
  if (subscription.owner_id === null) return customer
  await sql`
    insert into payment_customers (provider, account, user_id, provider_customer_id, created_at)
    values ('test', 'instance', ${subscription.owner_id}, ${customer}, ${subscription.created_at})
    on conflict do nothing`.execute(db)
  return customer
}

/** The charge of a bill that hasn't been attempted yet. */
function carryUnpaid(put: Put, bill: Bill, { currency }: Subscription, customer: string): string | null {
  if (bill.status !== 'open' || Number(bill.amount) === 0) return null
  const id = idLike('pi', bill.id)
  const untried: Intent = {
    id,
    idempotency_key: id,
    amount: bill.amount,
    currency,
    status: 'failed',
    failure_message: null,
    card_brand: '',
    card_last4: '',
    refunded: 0,
    method_token: null,
    keep_for: null,
    clears_at: null,
    created_at: bill.created_at,
    payment_id: null,
    payment_status: null,
    payment_created_at: null,
  }
  put('payment_intents', id, intentObject(untried, customer, null))
  return id
}

async function insertAll(
  db: Kysely<unknown>,
  objects: readonly { kind: string; id: string; body: string }[],
): Promise<void> {
  for (let from = 0; from < objects.length; from += BATCH) {
    const rows = objects
      .slice(from, from + BATCH)
      .map(({ kind, id, body }, index) => sql`(${kind}, ${id}, ${body}, ${from + index + 1}, 1)`)
    await sql`insert into simulated_objects (kind, id, body, made, version) values ${sql.join(rows)}`.execute(
      db,
    )
  }
  const count = objects.length + 1
  await sql`
    insert into simulated_objects (kind, id, body, made, version)
    values ('count', '', null, ${count}, ${count})`.execute(db)
}
