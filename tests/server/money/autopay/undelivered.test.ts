import { expect, test } from 'vitest'
import type { MailSender } from '#server/base/adapters/mail.ts'
import type { Db } from '#server/base/db/schema.ts'
import { addDays, addMinutes } from '#server/base/db/values.ts'
import { deliverDueMails } from '#server/reactions/mail/delivery/commands/deliver.ts'
import { breakRows } from '#tests/support/broken/rows.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { atNoon, giveWith, setUpAutopay, setUpCharged } from '#tests/support/money/autopay.ts'
import { draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'

const ANNOUNCED = /^Your card will be charged/
/** When an email is attempted, in minutes after the first attempt. */
const TRIES = [0, 1, 6, 21, 81, 321, 1041, 2481]

/**
 * Attempts to deliver all emails until they fail for good; those with this subject to these recipients are rejected.
 */
async function deliverAll(db: Db, now: Date, subject: RegExp, isRefused: (recipient: string) => boolean) {
  const sender: MailSender = {
    send: async (mail) => {
      if (subject.test(mail.subject) && isRefused(mail.recipient)) throw new Error('550 Unknown address')
      return '250 OK'
    },
    close: () => {},
  }
  for (const minutes of TRIES) {
    const at = addMinutes(now, minutes)
    await deliverDueMails(ctxFor(testServices(db, { now: at }), null), sender)
  }
}

/** An invoice of 2026-04-03 whose client has these additional addresses, and the notice sent three days before. */
async function setUpNoticed(...copies: string[]) {
  const portal = await setUpCharged()
  const { db, world, owner, resume } = portal
  const setAddress = (address: { email?: string; billing_cc?: string }) =>
    db.updateTable('clients').set(address).where('id', '=', world.home.client.clientId).execute()
  if (copies.length > 0) await setAddress({ billing_cc: copies.join(',') })
  const deliver = (now: Date, isRefused: (recipient: string) => boolean) =>
    deliverAll(db, now, ANNOUNCED, isRefused)
  const notices = () => portal.mails(ANNOUNCED)
  const told = async () =>
    (await owner.notifications.list({})).items.filter(({ event }) => event === 'stopped')
  await resume(atNoon('2026-03-31'))
  return { ...portal, address: world.home.client.email, setAddress, deliver, notices, told }
}

test("a notice that reaches nobody doesn't count: nothing is charged, and the owner is notified once", async () => {
  const { deliver, resume, attempts, notices, told, owner } = await setUpNoticed()
  await deliver(atNoon('2026-03-31'), () => true)
  for (const day of ['04-01', '04-02', '04-03', '04-04']) await resume(atNoon(`2026-${day}`))
  expect(await attempts()).toEqual([])
  expect(await notices()).toHaveLength(1)
  expect((await told()).map(({ title, count }) => [title, count])).toEqual([
    [
      'Charge notice for invoice INV-1001 stopped after it failed repeatedly. It could not be emailed to any address of the client. Nothing is charged without it. Resolve the problem described, then try again.',
      1,
    ],
  ])
  expect(await owner.stoppedWork.list()).toMatchObject([{ work: 'autopay-notice' }])
})

test('a new notice is sent to another address, and the charge follows it', async () => {
  const { deliver, resume, attempts, notices, setAddress, owner } = await setUpNoticed()
  await deliver(atNoon('2026-03-31'), () => true)
  await setAddress({ email: 'mended@example.test' })
  await resume(atNoon('2026-04-02'))
  expect((await notices()).map(({ recipient }) => recipient).at(-1)).toBe('mended@example.test')
  await deliver(atNoon('2026-04-02'), () => false)
  expect(await owner.stoppedWork.list()).toEqual([])
  for (const day of ['04-03', '04-04', '04-05']) await resume(atNoon(`2026-${day}`))
  expect(await attempts()).toMatchObject([{ charged_on: '2026-04-05', outcome: 'succeeded' }])
  expect(await notices()).toHaveLength(2)
})

test('when the owner retries it, a notice is sent again, also to the same address', async () => {
  const { db, world, deliver, resume, attempts, notices } = await setUpNoticed()
  await deliver(atNoon('2026-03-31'), () => true)
  await resume(atNoon('2026-04-01'))
  const [failed] = await db.selectFrom('mail_outbox').select('id').where('status', '=', 'failed').execute()
  const retried = callerAs(db, world.admin).platform.retryMail({ id: failed?.id ?? '' })
  await expect(retried).rejects.toThrow('too old to be sent again')
  const [item = ''] = (await callerAs(db, world.home.owner).stoppedWork.list()).map((work) => work.item)
  const owner = callerAs(db, world.home.owner, { now: atNoon('2026-04-02') })
  expect(await owner.stoppedWork.retry({ work: 'autopay-notice', item })).toEqual({ reason: null })
  expect(await notices()).toHaveLength(2)
  await deliver(atNoon('2026-04-02'), () => false)
  await resume(atNoon('2026-04-05'))
  expect(await attempts()).toMatchObject([{ charged_on: '2026-04-05' }])
})

test.each([
  ['delivered to one of two addresses', (own: string) => (to: string) => to === own],
  ['still to be delivered to one', (own: string) => (to: string) => to === own],
])('a notice %s counts', async (name, refusing) => {
  const { db, deliver, resume, attempts, notices, told, address } = await setUpNoticed('books@example.test')
  if (name.startsWith('still'))
    await db
      .updateTable('mail_outbox')
      .set({ next_attempt_at: atNoon('2026-05-01').toISOString() })
      .where('recipient', '=', 'books@example.test')
      .execute()
  await deliver(atNoon('2026-03-31'), refusing(address))
  await resume(atNoon('2026-04-03'))
  expect(await attempts()).toMatchObject([{ charged_on: '2026-04-03' }])
  expect(await notices()).toHaveLength(2)
  expect(await told()).toEqual([])
})

test('a notice whose copies all failed is withdrawn once', async () => {
  const { deliver, resume, attempts, told } = await setUpNoticed('books@example.test', 'tax@example.test')
  await deliver(atNoon('2026-03-31'), () => true)
  await resume(atNoon('2026-04-03'))
  expect(await attempts()).toEqual([])
  expect(await told()).toMatchObject([{ count: 1 }])
})

test('a charge made before its notice failed is left unchanged', async () => {
  const { deliver, resume, attempts, told } = await setUpNoticed()
  await resume(atNoon('2026-04-03'))
  await deliver(atNoon('2026-04-03'), () => true)
  expect(await attempts()).toMatchObject([{ charged_on: '2026-04-03', outcome: 'succeeded' }])
  expect(await told()).toEqual([])
})

test('no email announced by a withdrawn notice stays in the outbox', async () => {
  const { db, deliver, resume } = await setUpNoticed('books@example.test')
  const ofNotice = db.selectFrom('mail_outbox').where('notice_of', 'is not', null)
  const read = () => ofNotice.select(['text', 'html', 'unsubscribe_url', 'notice_on']).execute()
  await db.updateTable('mail_outbox').set({ unsubscribe_url: 'https://portal.test/unsubscribe' }).execute()
  await deliver(atNoon('2026-03-31'), () => true)
  await resume(atNoon('2026-04-01'))
  const erased = { text: '', html: '', unsubscribe_url: null, notice_on: null }
  expect(await read()).toEqual([erased, erased])
})

test("a notice that can't be withdrawn delays no other invoice, and its own isn't charged", async () => {
  const { db, world, deliver, resume, attempts, owner, invoiceId } = await setUpNoticed()
  const other = await sendInvoiceTo(owner, world.home.client.clientId)
  await resume(atNoon('2026-03-31'))
  await deliver(atNoon('2026-03-31'), () => true)
  await db.updateTable('mail_outbox').set({ status: 'sent' }).where('notice_of', '=', other).execute()
  const repair = await breakRows(db, {
    table: 'invoice_reminders',
    event: 'delete',
    when: `old.invoice_id = '${invoiceId}'`,
  })
  for (const day of ['04-01', '04-03']) await resume(atNoon(`2026-${day}`))
  expect(await db.selectFrom('autopay_attempts').select('invoice_id').execute()).toEqual([
    { invoice_id: other },
  ])
  expect(await db.selectFrom('failing_work').select(['work', 'item']).execute()).toEqual([
    { work: 'autopay-withdrawal', item: invoiceId },
  ])
  await repair()
  await resume(atNoon('2026-04-05'))
  expect(await attempts()).toHaveLength(1)
  expect(await owner.stoppedWork.list()).toMatchObject([{ work: 'autopay-notice', item: invoiceId }])
})

/** An invoice sent within the notice period, due on 2026-03-06. */
async function setUpSoonDue() {
  const portal = await setUpAutopay()
  await giveWith(portal.client)
  const draft = { ...draftFor(portal.world.home.client.clientId), due_date: '2026-03-06' }
  const { id } = await portal.owner.invoices.save(draft)
  await portal.owner.invoices.send({ id })
  return { ...portal, invoiceId: id }
}

/** An invoice whose charge was declined on 2026-04-03, so that it is retried on 2026-04-06. */
async function setUpDeclined() {
  const portal = await setUpCharged()
  await portal.resume(atNoon('2026-03-31'))
  await portal.spoil('mock_card_insufficient')
  await portal.resume(atNoon('2026-04-03'))
  await portal.spoil('mock_card_visa')
  return portal
}

test.each([
  ['that sends an invoice', setUpSoonDue, /^Invoice /, ['2026-03-04', '2026-03-06', '2026-03-09']],
  ['about a decline', setUpDeclined, /could not be charged/, ['2026-04-03', '2026-04-06', '2026-04-09']],
] as const)(
  'an email %s announces no charge if it reaches nobody, and another notice is given',
  async (_, setUp, subject, [sentOn, day, later]) => {
    const { db, owner, world, invoiceId, resume, attempts, mails } = await setUp()
    const before = (await attempts()).length
    const next = async (on: string) =>
      (await callerAs(db, world.home.owner, { now: atNoon(on) }).autopay.ofInvoice({ invoice_id: invoiceId }))
        .next?.on
    expect((await owner.invoices.get({ id: invoiceId })).reminded_at === null).toBe(before === 0)
    expect(await next(day)).toBe(day)
    await deliverAll(db, atNoon(sentOn), subject, () => true)
    await resume(atNoon(day))
    expect(await attempts()).toHaveLength(before)
    expect(await owner.stoppedWork.list()).toMatchObject([{ work: 'autopay-notice', item: invoiceId }])
    expect(
      (await owner.notifications.list({})).items.filter(({ event }) => event === 'stopped'),
    ).toHaveLength(1)
    await db
      .updateTable('clients')
      .set({ email: 'mended@example.test' })
      .where('id', '=', world.home.client.clientId)
      .execute()
    await resume(atNoon(day))
    expect((await mails(ANNOUNCED)).at(-1)).toMatchObject({ recipient: 'mended@example.test' })
    expect(await next(day)).toBe(later)
    await resume(addDays(atNoon(later), -1))
    expect(await attempts()).toHaveLength(before)
    await resume(atNoon(later))
    expect((await attempts()).at(-1)).toMatchObject({ charged_on: later, outcome: 'succeeded' })
  },
)

test.each([
  ['that sends an invoice', setUpSoonDue, /^Invoice /, ['2026-03-04', '2026-03-06']],
  ['about a decline', setUpDeclined, /could not be charged/, ['2026-04-03', '2026-04-06']],
] as const)('an email %s announces its charge if it arrives', async (_, setUp, subject, [sentOn, day]) => {
  const { db, resume, attempts, mails } = await setUp()
  const before = (await mails(ANNOUNCED)).length
  await deliverAll(db, atNoon(sentOn), subject, () => false)
  await resume(atNoon(day))
  expect((await attempts()).at(-1)).toMatchObject({ charged_on: day, outcome: 'succeeded' })
  expect(await mails(ANNOUNCED)).toHaveLength(before)
})
