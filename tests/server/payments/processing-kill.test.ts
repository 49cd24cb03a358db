import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/connection.ts'
import { migrateToLatest } from '#server/db/migrator.ts'
import { reconcilePayments } from '#server/payments/commands/reconcile.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { cookieFor, fromPortal } from '#tests/support/http.ts'
import { card, draftFor } from '#tests/support/money.ts'
import { dataFolder, startProcess } from '#tests/support/process.ts'
import { settleDebit } from '#tests/support/stripe-stand-in/tokens.ts'
import { startStripeStandIn } from '#tests/support/stripe-stand-in.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

const HOUR = 3_600_000
const PATIENCE = { timeout: 180_000 }

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('a debit', PATIENCE, () => {
  // Killed as Stripe hears of its token, before it hears of the charge, and after it has made it.
  test.each(['GET /v1/confirmation_tokens', 'before POST /v1/payment_intents', 'POST /v1/payment_intents'])(
    'killed at %s is charged once, whatever is tried again',
    async (step) => {
      const folder = dataFolder()
      const stripe = await startStripeStandIn()
      const keys = {
        secretKey: 'sk_test_stand_in',
        publishableKey: 'pk_test_stand_in',
        webhookSecret: 'whsec_for_tests',
        apiBase: stripe.apiBase,
      }
      const database = openDatabase(`file:${join(folder, 'foyer.db')}`)
      await migrateToLatest(database.db)
      const { db } = database
      const { home } = await createWorld(db)
      await shareKeys(db, home)
      const owner = callerAs(db, home.owner, { config: { stripe: keys } })
      const { id } = await owner.invoices.save({
        ...draftFor(home.client.clientId),
        currency: 'EUR',
        booking_rate: '1.1',
      })
      await owner.invoices.send({ id })
      const cookie = await cookieFor({ ...testServices(db), clock: () => new Date() }, home.client.userId)
      const form = { invoice_id: id, ...card(stripe.tokens.collect('sepa_debit')) }
      const env = {
        STRIPE_SECRET_KEY: keys.secretKey,
        STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
        STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
        STRIPE_API_BASE: keys.apiBase,
      }
      const post = async (url: string) => {
        const headers = { ...fromPortal(url), cookie }
        const answer = await fetch(`${url}/trpc/payments.payInvoice`, {
          method: 'POST',
          headers,
          body: JSON.stringify(form),
        })
        return answer.status
      }
      const { child, url } = await startProcess(folder, env)
      const isEarly = step.startsWith('before ')
      stripe.interrupt((call, stage) => {
        if (!call.startsWith(step.replace('before ', '')) || stage !== (isEarly ? 'heard' : 'done')) return
        child.kill('SIGKILL')
      })
      await expect(post(url)).rejects.toThrow()
      stripe.interrupt(() => {})
      const again = await startProcess(folder, env)
      expect(await post(again.url)).toBe(200)
      expect(await post(again.url)).toBe(200)
      again.child.kill('SIGKILL')

      expect(stripe.intents.size).toBe(1)
      const [intent] = stripe.intents.values()
      if (intent === undefined) throw new Error('no intent was made')
      const now = new Date(Date.now() + HOUR * 72)
      const services = testServices(db, { config: { stripe: keys }, now })
      settleDebit(intent, true)
      await reconcilePayments(ctxFor(services, null, now))
      await reconcilePayments(ctxFor(services, null, now))
      const booked = await db.selectFrom('ledger_entries').select('amount').execute()
      expect(booked).toEqual([{ amount: 360_000 }])
      expect((await owner.invoices.get({ id })).status).toBe('paid')
      await database.close()
    },
  )
})
