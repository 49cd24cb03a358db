import { chargeByAutopay } from '#server/autopay/commands/charge.ts'
import type { Db } from '#server/db/schema.ts'
import { AUTOPAY_TEXT } from '#shared/autopay.ts'
import type { TestCardToken } from '#shared/payments.ts'
import { type Caller, callerAs, ctxFor, TEST_NOW } from './caller.ts'
import { createTestDatabase } from './database.ts'
import { card, sendInvoiceTo } from './money.ts'
import { createWorld } from './world.ts'

/** A client with a saved card of the test provider and an invoice of 3,600.00 due on 2026-04-03 in Berlin. */
export async function setUpAutopay() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  await client.payments.addCard(card())
  return { ...reading(db), db, world, owner, client }
}

export const DUE = new Date('2026-04-03T10:00:00Z')

/** What turning autopay on sends, with the caller's first card. */
export async function giveWith(caller: Caller, more: Partial<Parameters<Caller['autopay']['give']>[0]> = {}) {
  const [first] = await caller.payments.cards()
  return caller.autopay.give({ card_id: first?.id ?? '', text_version: AUTOPAY_TEXT, agreed: true, ...more })
}

/** The same client with autopay on and the invoice sent. */
export async function setUpCharged(more: Parameters<typeof giveWith>[1] = {}) {
  const portal = await setUpAutopay()
  const { client, owner, world } = portal
  await giveWith(client, more)
  const invoiceId = await sendInvoiceTo(owner, world.home.client.clientId)
  return { ...portal, invoiceId }
}

function reading(db: Db) {
  return {
    run: (now: Date) => chargeByAutopay(ctxFor(db, null, now)),
    charges: () =>
      db
        .selectFrom('payments')
        .select(['amount', 'status', 'failure_code', 'payer_name'])
        .orderBy('created_at')
        .orderBy('request_key')
        .execute(),
    attempts: () =>
      db
        .selectFrom('autopay_attempts')
        .select(['number', 'outcome', 'reason', 'charged_on', 'next_on'])
        .orderBy('number')
        .execute(),
    mails: async (subject: RegExp) =>
      (
        await db
          .selectFrom('mail_outbox')
          .select(['recipient', 'subject', 'text'])
          .orderBy('created_at')
          .execute()
      ).filter((mail) => subject.test(mail.subject)),
    /** From now on the saved card behaves as this one. */
    spoil: (token: TestCardToken) => db.updateTable('test_methods').set({ token }).execute(),
  }
}

export const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)
export { TEST_NOW }
