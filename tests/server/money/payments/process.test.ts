import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import Stripe from 'stripe'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/base/db/engines/connection.ts'
import { migrateToLatest } from '#server/base/db/engines/migrator.ts'
import { TEST_CARDS } from '#shared/money/payments/payments.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { cookieFor, fromPortal } from '#tests/support/servers/http.ts'
import { startProcess } from '#tests/support/servers/process.ts'
import { startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

const WEBHOOK_SECRET = 'whsec_for_tests'
const PAYMENTS = 25

/** An agency in the folder's database, as the server process will find it. */
async function seed<Result>(
  folder: string,
  fill: (world: Awaited<ReturnType<typeof createWorld>>, db: Parameters<typeof createWorld>[0]) => Result,
): Promise<Awaited<Result>> {
  const database = openDatabase(`file:${join(folder, 'foyer.db')}`)
  await migrateToLatest(database.db)
  const result = await fill(await createWorld(database.db), database.db)
  await database.close()
  return result
}

function signed(event: object) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body: payload,
  }
}

/** Steps through by 97, wrapping around: shuffled but reproducible. */
const shuffled = <Item>(items: Item[]): Item[] =>
  items.flatMap((_, index) => items[(index * 97) % items.length] ?? [])

/** All files below the folder, as stored on disk. */
function bytesOf(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  return Buffer.concat(files.map((path) => readFileSync(path)))
}

describe.skipIf(inject('testDatabase').dialect !== 'sqlite')('payments of a server process', () => {
  test('Stripe events sent ten times, shuffled, concurrently and interrupted apply once', async () => {
    const folder = temporaryFolder()
    const stripe = await startStripeStandIn()
    const keys = {
      secretKey: 'sk_test_stand_in',
      publishableKey: 'pk_test_stand_in',
      webhookSecret: WEBHOOK_SECRET,
      apiBase: stripe.apiBase,
    }
    await seed(folder, async (world, db) => {
      await shareKeys(db, world.home)
      const client = callerAs(db, world.home.client, { config: { stripe: keys } })
      for (let index = 0; index < PAYMENTS; index++) {
        await client.payments.quickPay(card('pm_card_authenticationRequired'))
      }
    })
    const events = [...stripe.intents.known.values()].map((intent) => {
      stripe.intents.succeed(intent)
      const type = 'payment_intent.succeeded'
      return {
        id: `evt_${intent.id}`,
        object: 'event',
        api_version: Stripe.API_VERSION,
        livemode: false,
        type,
        data: { object: intent },
      }
    })
    const env = {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE: keys.apiBase,
    }
    const deliveries = shuffled(Array.from({ length: 10 }, () => events).flat())

    const { child, url } = await startProcess(folder, env)
    const acknowledged = new Set<string>()
    const enough = Promise.withResolvers<void>()
    const deliver = async (event: (typeof events)[number]) => {
      const { status } = await fetch(`${url}/stripe/webhook`, signed(event))
      if (status === 200) acknowledged.add(event.id)
      if (acknowledged.size === 8) enough.resolve()
    }
    const ended = Promise.allSettled(deliveries.map(deliver))
    await Promise.race([enough.promise, ended])
    child.kill('SIGKILL')
    await ended

    const booked = () => {
      const file = new BetterSqlite(join(folder, 'foyer.db'))
      const rows = file
        .prepare(
          'select payment_id, sum(amount) as amount, count(*) as entries from ledger_entries group by 1',
        )
        .all() as { payment_id: string; amount: number; entries: number }[]
      const paid = file.prepare("select id from payments where status = 'succeeded'").pluck().all()
      expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
      file.close()
      expect(rows.map((row) => row.payment_id).toSorted()).toEqual((paid as string[]).toSorted())
      expect(rows.every((row) => row.amount === 10_000 && row.entries === 1)).toBe(true)
      return rows.length
    }
    expect(booked()).toBeGreaterThanOrEqual(acknowledged.size)

    const again = await startProcess(folder, env)
    const responses = await Promise.all(
      deliveries.map((event) => fetch(`${again.url}/stripe/webhook`, signed(event))),
    )
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(booked()).toBe(PAYMENTS)
  })

  test('no card number appears in any file, log line or email', async () => {
    const folder = temporaryFolder()
    const { cookie, invoiceId } = await seed(folder, async (world, db) => ({
      cookie: await cookieFor({ ...testServices(db), clock: () => new Date() }, world.home.client.userId),
      invoiceId: await sendInvoiceTo(callerAs(db, world.home.owner), world.home.client.clientId),
    }))
    const { child, url, log } = await startProcess(folder, { LOG_LEVEL: 'trace', ALLOW_TEST_PAYMENTS: '1' })
    const post = async (procedure: string, body: object): Promise<number> => {
      const headers = { ...fromPortal(url), cookie }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${url}/trpc/${procedure}`, init)).status
    }
    const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
    for (const [token, { number }] of Object.entries(TEST_CARDS)) {
      expect(await post('payments.quickPay', card(token))).toBe(200)
      for (const method of [number, grouped(number)]) {
        expect(await post('payments.quickPay', card(method))).toBe(400)
        expect(await post('payments.payInvoice', { invoice_id: invoiceId, ...card(method) })).toBe(400)
      }
    }
    expect(await post('payments.payInvoice', { invoice_id: invoiceId, ...card() })).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')

    const kept = Buffer.concat([bytesOf(folder), Buffer.from(log())])
    expect(kept.includes('mock_pi_')).toBe(true)
    expect(log()).toContain('payments.payInvoice')
    for (const { number } of Object.values(TEST_CARDS)) {
      expect(kept.includes(number)).toBe(false)
      expect(kept.includes(grouped(number))).toBe(false)
    }
  })
})
