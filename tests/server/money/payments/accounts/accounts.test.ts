import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { shareWithOnlyAgency } from '#migrations/0026-payment-accounts.ts'
import { addDays, toInstant } from '#server/base/db/values.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { CARDS_NOT_SET_UP } from '#shared/money/payments/payments.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { entered, FOREIGN_KEYS, HOME_KEYS, PROOF, setUpAccounts } from '#tests/support/two-accounts.ts'
import { addAgency, shareKeys } from '#tests/support/world.ts'

async function withInvoice(options?: { portal?: boolean }) {
  const portal = await setUpAccounts(options)
  const { as, world } = portal
  const owner = as(world.home.owner)
  const client = as(world.home.client)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  return { ...portal, owner, client, invoiceId }
}

test('without its own account an agency takes transfers but no cards', async () => {
  const { owner, client, invoiceId, stripes } = await withInvoice()
  await expect(
    client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') }),
  ).rejects.toThrow(CARDS_NOT_SET_UP)
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
  expect(await client.payments.provider()).toMatchObject({ provider: 'none', message: CARDS_NOT_SET_UP })
  expect(await client.payments.cards()).toEqual([])
  expect(await owner.payments.account()).toMatchObject({ takes: 'none', account: null })
  expect(stripes.portal.intents.known.size).toBe(0)
  await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 360_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  expect(await client.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid' })
})

test("the agency's keys take client payments; plans and the owner's Quick Pay go to the portal", async () => {
  const { owner, client, invoiceId, stripes } = await withInvoice()
  const account = await owner.payments.connectKeys(entered(HOME_KEYS))
  expect(account).toMatchObject({
    takes: 'keys',
    account: { kind: 'keys', name: 'Home at Stripe', test_mode: true, webhook: true, secret_hint: 'ency' },
  })
  expect(await client.payments.provider()).toMatchObject({
    provider: 'stripe',
    publishable_key: HOME_KEYS.publishable_key,
    test_mode: true,
  })
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  expect(charge.status).toBe('succeeded')
  await owner.payments.quickPay(card('pm_card_visa'))
  expect([
    stripes.home.intents.known.size,
    stripes.portal.intents.known.size,
    stripes.foreign.intents.known.size,
  ]).toEqual([1, 1, 0])
  await owner.payments.refund({ id: charge.payment_id, ...refundForm(1000) })
  expect(stripes.home.refunds.made).toMatchObject([{ amount: 1000 }])
})

test('the secret key is encrypted at rest and never shown again', async () => {
  const { db, owner } = await withInvoice()
  const answers = [await owner.payments.connectKeys(entered(HOME_KEYS)), await owner.payments.account()]
  expect(JSON.stringify(answers)).not.toContain(HOME_KEYS.secret_key)
  expect(JSON.stringify(answers)).not.toContain('whsec_')
  const rows = await db.selectFrom('payment_accounts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(HOME_KEYS.secret_key)
  expect(JSON.stringify(rows)).not.toContain('whsec_')
  const said = await db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify(said)).not.toContain(HOME_KEYS.secret_key)
  expect(said.map((entry) => entry.action)).toContain('payment-account.changed')
})

test('keys are verified before storing, and only the owner can enter them', async () => {
  const { db, owner, client, as, world, stripes } = await withInvoice()
  const wrong = { ...HOME_KEYS, secret_key: 'sk_test_somebodyelse' }
  await expect(owner.payments.connectKeys(entered(wrong))).rejects.toThrow('does not accept this secret key')
  const mixed = { ...HOME_KEYS, publishable_key: 'pk_live_homeagency' }
  await expect(owner.payments.connectKeys(entered(mixed))).rejects.toThrow('One key is for test mode')
  await expect(owner.payments.connectKeys({ ...HOME_KEYS, password: 'wrong' })).rejects.toMatchObject({
    cause: { details: { reason: 'wrong_password' } },
  })
  for (const person of [client, as(world.home.employee), as(world.admin)]) {
    await expect(person.payments.connectKeys(entered(HOME_KEYS))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(person.payments.account()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await db.selectFrom('payment_accounts').selectAll().execute()).toEqual([])
  expect(stripes.home.accounts.endpoints.size).toBe(0)
})

test('a publishable key of another account is refused, and the check leaves nothing behind at Stripe', async () => {
  const { db, owner, stripes } = await withInvoice()
  const theirs = { ...HOME_KEYS, publishable_key: FOREIGN_KEYS.publishable_key }
  const message = 'This publishable key belongs to another Stripe account than the secret key.'
  await expect(owner.payments.connectKeys(entered(theirs))).rejects.toMatchObject({
    message,
    cause: { details: { fields: { publishable_key: message } } },
  })
  const unknown = { ...HOME_KEYS, publishable_key: 'pk_test_nobodyknowsit' }
  await expect(owner.payments.connectKeys(entered(unknown))).rejects.toThrow(
    'Stripe does not accept this publishable key.',
  )
  expect(await db.selectFrom('payment_accounts').selectAll().execute()).toEqual([])
  await owner.payments.connectKeys(entered(HOME_KEYS))
  expect(stripes.home.setups.known.filter(({ status }) => status !== 'canceled')).toEqual([])
  expect([stripes.home.refunds.made, stripes.home.intents.known.size]).toEqual([[], 0])
})

test.each([
  ['POST /v1/payment_intents', 'write access to Payment Intents'],
  ['POST /v1/refunds', 'write access to Refunds'],
  ['POST /v1/customers', 'write access to Customers'],
  ['POST /v1/payment_methods', 'write access to Payment Methods'],
  ['DELETE /v1/webhook_endpoints', 'write access to Webhook Endpoints'],
  ['POST /v1/setup_intents', 'write access to Setup Intents'],
  ['GET /v1/charges', 'read access to Charges'],
  ['GET /v1/confirmation_tokens', 'read access to Confirmation Tokens'],
  ['GET /v1/balance_transactions', 'read access to Balance'],
  ['GET /v1/payouts', 'read access to Payouts'],
])('a restricted key that may not %s is refused, and the missing permission named', async (call, right) => {
  const { db, owner, stripes } = await withInvoice()
  stripes.home.denied.push(call)
  const message = `This key lacks ${right}. Allow it in Stripe’s dashboard.`
  await expect(owner.payments.connectKeys(entered(HOME_KEYS))).rejects.toMatchObject({
    message,
    cause: { details: { fields: { secret_key: message } } },
  })
  expect(await db.selectFrom('payment_accounts').selectAll().execute()).toEqual([])
})

test('all permissions that a key lacks are named in one message', async () => {
  const { owner, stripes } = await withInvoice()
  stripes.home.denied.push('POST /v1/refunds', 'POST /v1/customers', 'GET /v1/payouts')
  await expect(owner.payments.connectKeys(entered(HOME_KEYS))).rejects.toThrow(
    'This key lacks write access to Refunds and Customers, and read access to Payouts.',
  )
})

test('cards and customers belong to one account and are unknown to others', async () => {
  const { db, owner, client, stripes } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  await client.payments.addCard(card('pm_card_visa'))
  await owner.payments.addCard(card('pm_card_mastercard'))
  expect(await client.payments.cards()).toMatchObject([{ last4: '4242' }])
  expect(await owner.payments.cards()).toMatchObject([{ last4: '4444' }])
  expect([...stripes.home.methods.known.values()].map((method) => method.card.last4)).toEqual(['4242'])
  await owner.payments.connectKeys(entered(FOREIGN_KEYS))
  expect(await client.payments.cards()).toEqual([])
  expect(await owner.payments.cards()).toHaveLength(1)
  const kept = await db.selectFrom('payment_customers').select('account').execute()
  expect(kept).toEqual([{ account: 'instance' }])
})

test('another key of the same account keeps its cards; another account replaces it', async () => {
  const { db, owner, client, stripes, endpointOf } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  const before = endpointOf('home')
  await client.payments.addCard(card('pm_card_visa'))
  await owner.payments.connectKeys(entered(HOME_KEYS))
  expect(endpointOf('home')).toEqual(before)
  expect(await client.payments.cards()).toHaveLength(1)
  await owner.payments.connectKeys(entered(FOREIGN_KEYS))
  expect(stripes.home.accounts.endpoints.size).toBe(0)
  expect(endpointOf('foreign').path).not.toBe(before.path)
  const rows = await db
    .selectFrom('payment_accounts')
    .select(['secret_key', 'removed_at'])
    .orderBy('removed_at')
    .execute()
  expect(rows.filter((row) => row.removed_at !== null)).toMatchObject([{ secret_key: null }])
})

test('a removed account takes no new payments; pending ones finish and its history stays', async () => {
  const { owner, client, invoiceId, stripes } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  const paid = await client.payments.quickPay(card('pm_card_visa'))
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  expect(await owner.payments.removeAccount(PROOF)).toMatchObject({ takes: 'none', account: null })
  expect(stripes.home.accounts.endpoints.size).toBe(0)
  expect([...stripes.home.intents.known.values()].map((intent) => intent.status)).toEqual([
    'succeeded',
    'canceled',
  ])
  expect((await owner.payments.list({})).items.map((item) => item.status).toSorted()).toEqual([
    'failed',
    'succeeded',
  ])
  await expect(owner.payments.refund({ id: paid.payment_id, ...refundForm() })).rejects.toThrow(
    'no longer connected',
  )
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
  await expect(owner.payments.removeAccount(PROOF)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a removal that was interrupted is finished by the job, and the invoice can be paid otherwise', async () => {
  const { db, owner, client, invoiceId, stripes, services } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_authenticationRequired') })
  await db
    .updateTable('payment_accounts')
    .set({ removed_at: toInstant(TEST_NOW) })
    .execute()
  await reconcilePayments(ctxFor(services, null, TEST_NOW))
  expect([...stripes.home.intents.known.values()].map((intent) => intent.status)).toEqual(['canceled'])
  expect(stripes.home.accounts.endpoints.size).toBe(0)
  expect(await db.selectFrom('payment_accounts').select('secret_key').execute()).toEqual([
    { secret_key: null },
  ])
  const payment = { method: 'cash', request_id: crypto.randomUUID() } as const
  const { amount_due: amount } = await owner.invoices.get({ id: invoiceId })
  await owner.payments.recordManual({ invoice_id: invoiceId, amount, ...payment })
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
})

test('payments whose outcome Stripe can’t tell while an account is replaced are settled by the job', async () => {
  const { db, owner, client, invoiceId, stripes, services } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  const method = 'pm_card_authenticationRequired'
  const paid = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(method) })
  stripes.home.answerAtBank(paid.client_secret ?? '', true)
  stripes.home.fail = { status: 500, message: 'Down' }
  expect(await owner.payments.connectKeys(entered(FOREIGN_KEYS))).toMatchObject({
    account: { name: 'Foreign at Stripe' },
  })
  const former = () =>
    db
      .selectFrom('payment_accounts')
      .select('secret_key')
      .where('removed_at', 'is not', null)
      .executeTakeFirstOrThrow()
  const statuses = async () => (await owner.payments.list({})).items.map(({ status }) => status)
  expect(await statuses()).toEqual(['pending'])
  expect((await former()).secret_key).not.toBeNull()
  stripes.home.fail = null
  stripes.home.broken = ['DELETE /v1/webhook_endpoints']
  await reconcilePayments(ctxFor(services, null, TEST_NOW))
  expect(await statuses()).toEqual(['succeeded'])
  expect((await former()).secret_key).not.toBeNull()
  stripes.home.broken = []
  await reconcilePayments(ctxFor(services, null, addDays(TEST_NOW, 1)))
  expect((await former()).secret_key).toBeNull()
})

test('an account is neither removed nor replaced while it processes payments', async () => {
  const { owner, client, invoiceId, stripes, as, world } = await withInvoice()
  await owner.payments.connectKeys(entered(HOME_KEYS))
  await as(world.foreign.owner).payments.connectKeys(entered(FOREIGN_KEYS))
  const method = stripes.home.tokens.collect('us_bank_account')
  const debit = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(method) })
  expect(debit.status).toBe('processing')
  const refusal = {
    code: 'CONFLICT',
    message:
      '1 payment is still being processed by Home at Stripe, which can take up to 14 days. Wait until then.',
  }
  await expect(owner.payments.removeAccount(PROOF)).rejects.toMatchObject(refusal)
  await expect(owner.payments.connectKeys(entered(FOREIGN_KEYS))).rejects.toMatchObject(refusal)
  expect(stripes.foreign.accounts.endpoints.size).toBe(1)
  expect(await owner.payments.connectKeys(entered(HOME_KEYS))).toMatchObject({ takes: 'keys' })
  await as(world.foreign.owner).payments.removeAccount(PROOF)

  stripes.home.answerAtBank(debit.client_secret ?? '', true)
  expect((await client.payments.confirm({ id: debit.payment_id })).status).toBe('succeeded')
  expect(await owner.payments.removeAccount(PROOF)).toMatchObject({ takes: 'none' })
})

test("the portal's keys are shared only with the agency the administrator chose", async () => {
  const { db, client, invoiceId, as, world, stripes } = await withInvoice()
  const admin = as(world.admin)
  expect(await admin.platform.payments()).toMatchObject({ keys: 'test', share_with: null, agencies: 2 })
  const off = { share_keys: false, connect: false, connect_fee_bps: 0 }
  await expect(admin.platform.savePayments({ ...off, ...PROOF, share_keys: true })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await shareKeys(db, world.home)
  expect(await admin.platform.payments()).toMatchObject({ share_with: { name: 'Home Agency', shared: true } })
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })
  expect(stripes.portal.intents.known.size).toBe(1)
  await expect(as(world.foreign.client).payments.quickPay(card('pm_card_visa'))).rejects.toThrow(
    CARDS_NOT_SET_UP,
  )
  expect(await admin.platform.savePayments({ ...off, ...PROOF })).toMatchObject({ share_with: null })
  await expect(client.payments.quickPay(card('pm_card_visa'))).rejects.toThrow(CARDS_NOT_SET_UP)
})

test("an agency's own keys work on a portal without any", async () => {
  const { owner, client, invoiceId } = await withInvoice({ portal: false })
  await owner.payments.connectKeys(entered(HOME_KEYS))
  expect(await client.payments.payInvoice({ invoice_id: invoiceId, ...card('pm_card_visa') })).toMatchObject({
    status: 'succeeded',
  })
  await expect(owner.payments.quickPay(card('pm_card_visa'))).rejects.toThrow('not configured on this portal')
})

test("after the upgrade, a portal's only agency keeps the portal's keys; with more agencies, none does", async () => {
  const { db } = await createTestDatabase()
  const sharing = () => db.selectFrom('platform_settings').select('instance_keys_agency_id as id').execute()
  const only = await addAgency(db, 'Only Agency')
  await shareWithOnlyAgency(db as unknown as Kysely<unknown>)
  expect(await sharing()).toEqual([{ id: only.agencyId }])
  await addAgency(db, 'Second Agency')
  await shareWithOnlyAgency(db as unknown as Kysely<unknown>)
  expect(await sharing()).toEqual([{ id: null }])
})

test.each([
  [['GET /v1/balance_transactions'], 'Balance'],
  [['GET /v1/payouts'], 'Payouts'],
  [['GET /v1/balance_transactions', 'GET /v1/payouts'], 'Balance and Payouts'],
])("a restricted key that can't %s is rejected, naming the permission", async (denied, named) => {
  const { owner, stripes } = await withInvoice()
  stripes.home.denied = denied
  const words = `This key lacks read access to ${named}. Allow it in Stripe’s dashboard.`
  await expect(owner.payments.connectKeys(entered(HOME_KEYS))).rejects.toThrow(words)
  expect(await owner.payments.account()).toMatchObject({ takes: 'none' })
  expect(stripes.home.accounts.endpoints.size).toBe(0)
  stripes.home.denied = []
  expect(await owner.payments.connectKeys(entered(HOME_KEYS))).toMatchObject({ takes: 'keys' })
})
