import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '#server/base/core/config.ts'
import { bankAnswerEndpoints } from '#server/door/http/bank-answers.ts'
import { answerEndpoints } from '#server/door/http/endpoint.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const client = callerAs(db, home.client)
  const invoice_id = await sendInvoiceTo(callerAs(db, home.owner), home.client.clientId)
  const charge = await client.payments.payInvoice({ invoice_id, ...card('mock_card_3ds') })
  return { db, client, charge }
}

/** Sends what a browser would send, and returns the response's status. */
async function send(
  db: Awaited<ReturnType<typeof setUp>>['db'],
  body: unknown,
  config: Partial<Config> = {},
): Promise<number> {
  const app = express().use('/', answerEndpoints(testServices(db, { config }), bankAnswerEndpoints))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`http://127.0.0.1:${port}/`, init)).status
}

test('the payer’s response takes effect when the portal queries the provider', async () => {
  const { db, client, charge } = await setUp()
  const { payment_id: id, client_secret } = charge
  expect(await client.payments.confirm({ id })).toMatchObject({ status: 'requires_action', client_secret })
  expect(await send(db, { client_secret, approved: true })).toBe(204)
  expect(await client.payments.confirm({ id })).toMatchObject({ status: 'succeeded', client_secret: null })
})

test('an unknown secret or malformed response changes nothing', async () => {
  const { db, client, charge } = await setUp()
  const { payment_id: id, client_secret } = charge
  const unknown = `pi_secret_${'0'.repeat(24)}`
  const { provider_payment_id } = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .executeTakeFirstOrThrow()
  for (const body of [
    { client_secret: unknown, approved: true },
    { client_secret: provider_payment_id, approved: true },
    { client_secret: null, approved: true },
    { client_secret, approved: 'yes' },
    { client_secret, approved: true, id },
    [],
  ]) {
    expect(await send(db, body)).toBe(404)
  }
  expect((await client.payments.confirm({ id })).status).toBe('requires_action')
})

test("real providers don't accept simulated responses", async () => {
  const { db, client, charge } = await setUp()
  const stripe = { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: null, apiBase: null }
  const body = { client_secret: charge.client_secret, approved: true }
  expect(await send(db, body, { stripe })).toBe(404)
  expect(await send(db, body, { allowTestPayments: false })).toBe(404)
  expect((await client.payments.confirm({ id: charge.payment_id })).status).toBe('requires_action')
})
