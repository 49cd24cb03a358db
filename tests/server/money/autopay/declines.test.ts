import { expect, test } from 'vitest'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { atNoon, DUE, giveWith, setUpCharged } from '#tests/support/money/autopay.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'

const titlesOf = async (caller: Awaited<ReturnType<typeof setUpCharged>>['owner']) =>
  (await caller.notifications.list({})).items.map(({ title }) => title)

test.each([
  ['mock_card_expired', 'expired_card', 'The card has expired.'],
  ['mock_card_always3ds', 'authentication_required', 'The bank requires authentication.'],
] as const)(
  "%s isn't retried: autopay pauses, and both sides are notified immediately",
  async (token, code, words) => {
    const { run, spoil, charges, attempts, mails, owner, client, world } = await setUpCharged()
    await spoil(token)
    await run(DUE)
    for (const day of ['2026-04-04', '2026-04-06', '2026-04-10']) await run(atNoon(day))
    expect(await charges()).toMatchObject([{ status: 'failed', failure_code: code }])
    expect(await attempts()).toMatchObject([{ outcome: 'declined', reason: code, next_on: null }])
    const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
    expect(mandates[0]?.paused).toBe(words)
    const told = await mails(/could not be charged/)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/\/pay\?token=/)
    expect(told[0]?.text).toContain('/payments?cards=true')
    expect((await titlesOf(owner)).filter((title) => title.includes('Autopay is paused'))).toHaveLength(1)
    expect((await titlesOf(client)).filter((title) => title.includes('could not be charged'))).toHaveLength(1)
  },
)

test('insufficient funds are retried on schedule; then autopay pauses', async () => {
  const { run, spoil, attempts, charges, mails, owner, client, world, invoiceId } = await setUpCharged()
  await spoil('mock_card_insufficient')
  await run(DUE)
  expect(await owner.autopay.ofInvoice({ invoice_id: invoiceId })).toMatchObject({
    next: { on: '2026-04-06', retry: true },
    attempts: [{ number: 1, outcome: 'declined', message: 'Your card has insufficient funds.' }],
  })
  for (let day = 4; day <= 20; day += 1) await run(atNoon(`2026-04-${String(day).padStart(2, '0')}`))
  expect((await attempts()).map(({ charged_on, outcome }) => [charged_on, outcome])).toEqual([
    ['2026-04-03', 'declined'],
    ['2026-04-06', 'declined'],
    ['2026-04-08', 'declined'],
    ['2026-04-10', 'declined'],
  ])
  expect(await charges()).toHaveLength(4)
  expect(await mails(/could not be charged/)).toHaveLength(4)
  const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
  expect(mandates[0]?.paused).toContain('insufficient funds')
  const history = (await owner.activity.list({ invoice_id: invoiceId })).items.map(({ summary }) => summary)
  expect(history.filter((summary) => summary.includes('Autopay could not charge'))).toHaveLength(4)
})

test('a successful retry pays the invoice and ends the retries', async () => {
  const { run, spoil, attempts, owner, invoiceId } = await setUpCharged()
  await spoil('mock_card_insufficient')
  await run(DUE)
  await spoil('mock_card_visa')
  await run(atNoon('2026-04-06'))
  await run(atNoon('2026-04-08'))
  expect(await attempts()).toMatchObject([
    { outcome: 'declined', next_on: null },
    { outcome: 'succeeded', next_on: null },
  ])
  expect((await owner.invoices.get({ id: invoiceId })).status).toBe('paid')
})

test('no reminders are sent while a retry is planned; afterwards they resume', async () => {
  const { run, spoil, mails, db, owner } = await setUpCharged()
  await owner.autopay.saveRules({ version: 0, notice_days: 3, retry_days: [5, 10] })
  await spoil('mock_card_insufficient')
  await run(DUE)
  await markOverdueInvoices(ctxFor(db, null, atNoon('2026-04-05')))
  await run(atNoon('2026-04-08'))
  await remindOfInvoices(ctxFor(db, null, atNoon('2026-04-10')))
  expect(await mails(/overdue/)).toEqual([])
  expect((await titlesOf(owner)).filter((title) => title.includes('overdue'))).toEqual([])
  await run(atNoon('2026-04-13'))
  await markOverdueInvoices(ctxFor(db, null, atNoon('2026-04-14')))
  await remindOfInvoices(ctxFor(db, null, atNoon('2026-04-14')))
  expect(await mails(/is a week overdue/)).toHaveLength(1)
})

test('an expired card is tried once, regardless of the number of invoices due', async () => {
  const { run, spoil, charges, mails, owner, world } = await setUpCharged()
  for (let more = 0; more < 4; more += 1) await sendInvoiceTo(owner, world.home.client.clientId)
  await spoil('mock_card_expired')
  await run(DUE)
  await run(atNoon('2026-04-04'))
  expect(await charges()).toHaveLength(1)
  expect(await mails(/could not be charged/)).toHaveLength(1)
})

test('a manual payment ends the retries', async () => {
  const { run, spoil, charges, client, invoiceId } = await setUpCharged()
  await spoil('mock_card_insufficient')
  await run(DUE)
  await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_mastercard') })
  await run(atNoon('2026-04-06'))
  expect(await charges()).toHaveLength(2)
})

test('another card continues the planned retries', async () => {
  const { run, spoil, charges, client, db, world } = await setUpCharged()
  await spoil('mock_card_insufficient')
  await run(DUE)
  const later = callerAs(db, world.home.client, { now: atNoon('2026-04-04') })
  await client.payments.addCard(card('mock_card_mastercard'))
  const second = (await client.payments.cards()).find(({ last4 }) => last4 === '4444')
  await giveWith(later, { card_id: second?.id ?? '' })
  await run(atNoon('2026-04-06'))
  expect(await charges()).toMatchObject([{ status: 'failed' }, { status: 'succeeded' }])
})

test("a declining card is tried three times a day, not counting the client's own attempts", async () => {
  const { run, spoil, charges, client, invoiceId, owner, world } = await setUpCharged()
  for (let more = 0; more < 9; more += 1) await sendInvoiceTo(owner, world.home.client.clientId)
  await spoil('mock_card_notcharged')
  for (let times = 0; times < 3; times += 1) await run(DUE)
  expect(await charges()).toHaveLength(3)
  for (const day of ['2026-04-04', '2026-04-05']) await run(atNoon(day))
  expect(await charges()).toHaveLength(9)
  const paid = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_mastercard') })
  expect(paid.status).toBe('succeeded')
})
