import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)
const send = () => sendInvoiceTo(asOwner(), world.home.client.clientId)

/** Returns and removes the only queued email. */
async function takeMail() {
  const mails = await db.selectFrom('mail_outbox').select(['subject', 'text', 'html']).execute()
  await db.deleteFrom('mail_outbox').execute()
  expect(mails).toHaveLength(1)
  const [mail = { subject: '', text: '', html: '' }] = mails
  return mail
}

test("without custom texts an agency's emails use the standard ones", async () => {
  await send()
  const mail = await takeMail()
  expect(mail.subject).toBe('Invoice INV-1001 from Home Agency')
  expect(mail.text).toContain('Home Agency sent you invoice INV-1001')
  expect(mail.text).toContain('The invoice is attached as a PDF.')
})

test("invoice and reminder emails use the agency's texts with placeholders filled in", async () => {
  await asOwner().letterhead.saveMailText({
    occasion: 'invoice',
    subject: 'Your bill {number}',
    body: 'Dear {client},\nhere is {title}: {amount}, until {due date}.\n\nPay at {link}\n\n{agency}',
    version: 0,
  })
  await asOwner().letterhead.saveMailText({
    occasion: 'by_hand',
    subject: '{number} {standing}',
    body: 'Still open: {amount}',
    version: 0,
  })
  const id = await send()
  const first = await takeMail()
  expect(first.subject).toBe('Your bill INV-1001')
  expect(first.text).toMatch(/Pay at http:\/\/localhost:3000\/pay\?token=\S{20,}/)
  expect(first.html).toMatch(/Dear [^<{]+,<br>here is/)
  expect(first.text).not.toContain('{')
  await asOwner().invoices.remind({ id })
  expect(await takeMail()).toMatchObject({
    subject: expect.stringMatching(/^INV-1001 is due in \d+ days$/),
    text: expect.stringContaining('Still open: $'),
  })
})

test('automatic reminders use the custom text for their stage, or the standard one after a reset', async () => {
  const text = { occasion: 'due', subject: 'Today: {number}', body: '{amount}', version: 0 } as const
  await asOwner().letterhead.saveMailText(text)
  const id = await send()
  await takeMail()
  const { dueDate } = await asOwner().invoices.get({ id })
  const remind = async (day: string) => {
    await db.deleteFrom('invoice_reminders').execute()
    await remindOfInvoices(ctxFor(db, null, new Date(`${day}T10:00:00.000Z`)))
    return (await takeMail()).subject
  }
  expect(await remind(dueDate)).toBe('Today: INV-1001')
  const reset = await asOwner().letterhead.resetMailText({ occasion: 'due' })
  expect(reset).toMatchObject({ subject: 'Invoice {number} {standing}', version: 0 })
  expect(await remind(dueDate)).toBe('Invoice INV-1001 is due today')
})

test('an unknown placeholder is rejected, and a second tab gets a conflict', async () => {
  const text = { occasion: 'week', subject: 'Hello', body: 'For {amount}', version: 0 } as const
  await expect(asOwner().letterhead.saveMailText({ ...text, body: '{sum}' })).rejects.toThrow(
    '{sum} is not a placeholder',
  )
  await asOwner().letterhead.saveMailText(text)
  await expect(asOwner().letterhead.saveMailText(text)).rejects.toMatchObject({ code: 'CONFLICT' })
  const texts = await asOwner().letterhead.mailTexts()
  expect(texts.map(({ occasion, version }) => [occasion, version])).toEqual([
    ['invoice', 0],
    ['credit_note', 0],
    ['receipt', 0],
    ['part_payment', 0],
    ['before', 0],
    ['due', 0],
    ['week', 1],
    ['fortnight', 0],
    ['month', 0],
    ['by_hand', 0],
  ])
})
