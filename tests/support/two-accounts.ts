import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Config } from '#server/base/core/config.ts'
import { answerEndpoints } from '#server/door/http/endpoint.ts'
import { stripeWebhookEndpoints } from '#server/door/http/stripe-webhook.ts'
import { givePasswords, PASSWORD } from './api-tokens.ts'
import { callerAs, TEST_NOW, testServices } from './caller.ts'
import { createTestDatabase } from './databases/database.ts'
import { startStripeStandIn } from './stripe/stripe-stand-in.ts'
import { createWorld } from './world.ts'

export const HOME_KEYS = { publishable_key: 'pk_test_homeagency', secret_key: 'sk_test_homeagency' }
export const FOREIGN_KEYS = { publishable_key: 'pk_test_foreignagency', secret_key: 'sk_test_foreignagency' }
export const PORTAL_KEYS = {
  secretKey: 'sk_test_portalportal',
  publishableKey: 'pk_test_portalportal',
  webhookSecret: 'whsec_of_the_portal',
}
export const CONNECT_SECRET = 'whsec_of_connected'

/** A portal of two agencies, with a Stripe account for each and one of the portal's own. */
export async function setUpAccounts(options: { portal?: boolean } = {}) {
  const { db } = await createTestDatabase()
  const stripes = {
    portal: await startStripeStandIn({ name: 'Portal', secretKey: PORTAL_KEYS.secretKey }),
    home: await startStripeStandIn({ name: 'Home at Stripe', ...asOptions(HOME_KEYS) }),
    foreign: await startStripeStandIn({ name: 'Foreign at Stripe', ...asOptions(FOREIGN_KEYS) }),
  }
  const apiBase = await dispatch({
    [HOME_KEYS.secret_key]: stripes.home.apiBase,
    [HOME_KEYS.publishable_key]: stripes.home.apiBase,
    [FOREIGN_KEYS.secret_key]: stripes.foreign.apiBase,
    [FOREIGN_KEYS.publishable_key]: stripes.foreign.apiBase,
    [PORTAL_KEYS.secretKey]: stripes.portal.apiBase,
  })
  const config: Partial<Config> = {
    publicUrl: 'https://portal.test',
    allowTestPayments: false,
    stripeApiBase: apiBase,
    connectWebhookSecret: CONNECT_SECRET,
    ...(options.portal !== false && { stripe: { ...PORTAL_KEYS, apiBase } }),
  }
  const world = await createWorld(db)
  await givePasswords(db)
  const as = (person: SeedPerson | null, now: Date = TEST_NOW) => callerAs(db, person, { config, now })
  const services = testServices(db, { config })
  const app = express().use('/stripe/webhook', answerEndpoints(services, stripeWebhookEndpoints))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  /** Sends an event to a URL below the webhook's. */
  const deliver = (event: object, to: { path: string; secret: string }) => {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: to.secret })
    return fetch(`http://127.0.0.1:${port}/stripe/webhook${to.path}`, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    })
  }
  /** The endpoint last registered by an account, as Stripe knows it. */
  const endpointOf = (name: 'home' | 'foreign') => {
    const endpoint = [...stripes[name].accounts.endpoints.values()].at(-1)
    if (endpoint === undefined) throw new Error('no endpoint was registered')
    return { path: new URL(endpoint.url).pathname.replace('/stripe/webhook', ''), secret: endpoint.secret }
  }
  return { db, config, world, stripes, as, services, deliver, endpointOf }
}

const asOptions = (keys: typeof HOME_KEYS) => ({
  secretKey: keys.secret_key,
  publishableKey: keys.publishable_key,
})

/** What the dialog submits: keys with the user's credentials. */
export const entered = <Keys extends object>(keys: Keys) => ({ ...keys, password: PASSWORD })
export const PROOF = { password: PASSWORD }

/** Stripe has one URL for all accounts: the key determines the account. */
async function dispatch(byKey: Record<string, string>): Promise<string> {
  const server = createServer((req, res) => {
    const key = (req.headers.authorization ?? '').replace(/^Bearer /, '')
    const base = byKey[key]
    if (base === undefined) {
      const error = { type: 'invalid_request_error', message: 'Invalid API Key provided.' }
      res.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return
    }
    const { method, headers } = req
    const onward = request(`${base}${req.url}`, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(res)
    })
    req.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
