import { join } from 'node:path'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { callerAs, testServices } from '../caller.ts'
import { draftFor } from '../money/money.ts'
import { cookieFor, fromPortal } from '../servers/http.ts'
import { startProcess } from '../servers/process.ts'
import { createWorld, shareKeys } from '../world.ts'
import { startStripeStandIn } from './stripe-stand-in.ts'

export const HOUR = 3_600_000

const KEYS = {
  secretKey: 'sk_test_stand_in',
  publishableKey: 'pk_test_stand_in',
  webhookSecret: 'whsec_for_tests',
}

/**
 * A portal in separate processes, one after the other, with an invoice over €3,600.00 payable through Stripe.
 */
export async function startStripeProcess(plan: Partial<InvoiceSaveInput> = {}) {
  const folder = temporaryFolder()
  const stripe = await startStripeStandIn()
  const keys = { ...KEYS, apiBase: stripe.apiBase }
  const database = openDatabase(`file:${join(folder, 'foyer.db')}`)
  await migrateToLatest(database.db)
  const { db } = database
  onTestFinished(() => database.close())
  const { home } = await createWorld(db)
  await shareKeys(db, home)
  const config = { stripe: keys }
  const owner = callerAs(db, home.owner, { config })
  const client = callerAs(db, home.client, { config })
  const sendAnother = async () => {
    const { id } = await owner.invoices.save({
      ...draftFor(home.client.clientId),
      currency: 'EUR',
      booking_rate: '1.1',
      ...plan,
    })
    await owner.invoices.send({ id })
    return id
  }
  const invoiceId = await sendAnother()
  const cookie = await cookieFor({ ...testServices(db), clock: () => new Date() }, home.client.userId)
  const env = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: keys.apiBase,
  }
  return {
    db,
    home,
    stripe,
    owner,
    client,
    invoiceId,
    sendAnother,
    services: (now: Date) => testServices(db, { config, now }),
    start: () => startProcess(folder, env),
    /** Submits a form like the client's browser; returns the response's status. */
    post: async (url: string, procedure: string, form: object): Promise<number> => {
      const headers = { ...fromPortal(url), cookie }
      const init = { method: 'POST', headers, body: JSON.stringify(form) }
      return (await fetch(`${url}/trpc/${procedure}`, init)).status
    },
    /** Sends an event like Stripe; returns the response's status. */
    deliver: async (url: string, event: object): Promise<number> => {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: keys.webhookSecret })
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      return (await fetch(`${url}/stripe/webhook`, { method: 'POST', headers, body: payload })).status
    },
  }
}
