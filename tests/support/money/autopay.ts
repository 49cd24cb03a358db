import type { Db } from '#server/base/db/schema.ts'
import { addDays } from '#server/base/db/values.ts'
import { announceCharges } from '#server/money/autopay/commands/announce.ts'
import { chargeByAutopay } from '#server/money/autopay/commands/charge.ts'
import { UNSET } from '#server/money/autopay/rules.ts'
import { AUTOPAY_TEXT } from '#shared/money/autopay/autopay.ts'
import type { TestCardToken } from '#shared/money/payments/payments.ts'
import { type Caller, callerAs, ctxFor } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { createWorld } from '../world.ts'
import { card, sendInvoiceTo } from './money.ts'
import { spoilCards } from './provider.ts'

/** A client with a saved test card and an invoice of 3,600.00 due on 2026-04-03 in Berlin. */
export async function setUpAutopay() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const client = callerAs(db, world.home.client)
  await client.payments.addCard(card())
  return { ...reading(db), db, world, owner, client }
}

export const DUE = new Date('2026-04-03T10:00:00Z')

/** The input that turns on autopay with the caller's first card. */
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
    /** Runs the job in a portal that sent notices on each of the days before. */
    run: async (now: Date) => {
      for (let days = UNSET.notice_days; days > 0; days -= 1)
        await announceCharges(ctxFor(db, null, addDays(now, -days)))
      return chargeByAutopay(ctxFor(db, null, now))
    },
    /** Runs the job after an outage. */
    resume: (now: Date) => chargeByAutopay(ctxFor(db, null, now)),
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
    /** From now on, the saved card behaves like this test card. */
    spoil: (token: TestCardToken) => spoilCards(db, token),
  }
}

export const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)
