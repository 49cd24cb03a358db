import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_CARDS } from '#packages/stripe-stand-in/src/payments/test-cards.ts'
import { type Config, readConfig } from '#server/base/core/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { importBalances } from '#server/money/payments/book/commands/import-balances.ts'
import { PASSWORD } from '#tests/support/api-tokens.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { openDemo } from '#tests/support/demo.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { startApp } from '#tests/support/servers/http.ts'
import { assignmentsIn, cardsIn, readGuide } from '#tests/support/stripe/guide.ts'
import { createStripeCli, type StripeCli } from '#tests/support/stripe/stripe-cli.ts'
import { eventOf } from '#tests/support/stripe/stripe-portal.ts'
import { startStripeStandIn } from '#tests/support/stripe/stripe-stand-in.ts'
import { setUpAccounts } from '#tests/support/two-accounts.ts'

const TRIAL = 'In fifteen minutes'
const KEYS = { secretKey: 'sk_test_fifteenminutes', publishableKey: 'pk_test_fifteenminutes' }
const SECRET = 'whsec_ofthelistener'
const SCRIPTS: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

const demo = openDemo()
const guide = readGuide()

/** The environment that the guide's commands set for the portal and for Stripe's CLI. */
function carryOutCommands() {
  const environment: Record<string, string> = {}
  const cli: string[] = []
  const filled = { 'sk_test_…': KEYS.secretKey, 'pk_test_…': KEYS.publishableKey, 'whsec_…': SECRET }
  let started = false
  for (const line of guide.commands(TRIAL).flatMap((command) => command.split(/\s*&&\s*/))) {
    const script = /\bnpm run ([\w:-]+)/.exec(line)?.[1]
    if (line.startsWith('stripe ')) cli.push(line)
    else if (line.startsWith('export ') || script !== undefined) {
      Object.assign(environment, assignmentsIn(line, filled))
      if (script !== undefined) expect(SCRIPTS).toHaveProperty(script)
      started ||= script === 'demo'
    } else expect(line).toBe('npm ci')
  }
  expect(started, 'the guide starts the demo').toBe(true)
  return { environment, cli }
}

async function startTrial() {
  const { environment, cli: commands } = carryOutCommands()
  const { db, world } = demo()
  const stripe = await startStripeStandIn({ name: 'Trial account', ...KEYS })
  stripe.clock.now = TEST_NOW.getTime() / 1000
  // As on a developer's machine: Stripe can't reach the portal.
  const own = {
    ...environment,
    DEMO: '1',
    PUBLIC_URL: 'http://localhost:3000',
    STRIPE_API_BASE: stripe.apiBase,
  }
  const config: Partial<Config> = readConfig(own)
  const services = testServices(db, { config: { ...config, dataDir: testServices(db).config.dataDir } })
  const { url } = await startApp(services)
  const cli = createStripeCli({ portal: url, secret: SECRET })
  for (const command of commands) cli.run(command)
  const person = (email: string) => {
    expect(DEMO_ACCOUNTS.map((account) => account.email)).toContain(email)
    const [name] = email.split('@')
    const known = { admin: world.staff[0], owner: world.home.owner, client: world.client }[name ?? '']
    if (known === undefined) throw new Error(`The demo has no ${email}`)
    return callerAs(db, known, { config: services.config })
  }
  return { stripe, cli, person, services, clientId: world.client.clientId }
}

type Trial = Awaited<ReturnType<typeof startTrial>>

const methodOf = (number: string): string => {
  const known = Object.entries(TEST_CARDS).find(([, one]) => one.number === number)
  if (known === undefined) throw new Error(`The stand-in has no card ${number}`)
  return known[0]
}

/** Forwards Stripe's events since the last call. */
async function forwardNews({ stripe, cli }: Pick<Trial, 'stripe'> & { cli: StripeCli }) {
  const answers = []
  for (const event of stripe.events.splice(0)) answers.push(await cli.forward(event))
  return answers
}

async function pay(trial: Trial, step: string) {
  const [number = ''] = cardsIn(step)
  const invoiceId = await sendInvoiceTo(trial.person('owner@demo.test'), trial.clientId)
  const client = trial.person('client@demo.test')
  const charge = await client.payments.payInvoice({ invoice_id: invoiceId, ...card(methodOf(number)) })
  return { charge, answers: await forwardNews(trial) }
}

const intentsOf = ({ stripe }: Trial) => [...stripe.intents.known.values()]

/** What a reader does in each minute, given the step and the expected result in the guide. */
const STEPS: Record<string, (trial: Trial, step: string, expected: string) => Promise<void>> = {
  2: async ({ person }, step) => {
    const admin = person(/`(\S+@demo\.test)`/.exec(step)?.[1] ?? '')
    expect(step).toContain(DEMO_PASSWORD)
    expect(await admin.platform.payments()).toMatchObject({ keys: 'test', webhook: true })
  },
  4: async ({ person }, step) => {
    const owner = person(/`(\S+@demo\.test)`/.exec(step)?.[1] ?? '')
    const keys = { publishable_key: KEYS.publishableKey, secret_key: KEYS.secretKey }
    expect(await owner.payments.connectKeys({ ...keys, password: DEMO_PASSWORD })).toMatchObject({
      takes: 'keys',
      account: { name: 'Trial account', test_mode: true, webhook: true },
    })
  },
  6: async (trial, step, expected) => {
    const { charge, answers } = await pay(trial, step)
    expect(charge.status).toBe('succeeded')
    expect(expected).toContain('200')
    expect(answers).toEqual([{ status: 200, applied: true }])
  },
  8: async (trial, step, expected) => {
    const { charge } = await pay(trial, step)
    expect(expected).toContain(charge.failure)
  },
  9: async (trial, step) => {
    expect((await pay(trial, step)).charge.status).toBe('succeeded')
  },
  11: async (trial) => {
    const intent = intentsOf(trial).find(({ status }) => status === 'succeeded')
    if (intent?.latest_charge == null) throw new Error('nothing was charged')
    intent.latest_charge.amount_refunded = 1000
    const news = eventOf('evt_refund', 'charge.refunded', intent.latest_charge)
    expect(await trial.cli.forward(news)).toEqual({ status: 200, applied: true })
    const { items } = await trial.person('owner@demo.test').payments.list({})
    expect(items.find(({ id }) => id === intent.metadata.payment_id)).toMatchObject({ refunded: 1000 })
  },
  13: async (trial) => {
    const charged = intentsOf(trial).filter(({ status }) => status === 'succeeded')
    for (const intent of charged) trial.stripe.balance.charged(intent, { fee: 100 })
    await importBalances(ctxFor(trial.services, null))
    const summary = await trial.person('owner@demo.test').finance.summary({})
    expect(summary.current).toMatchObject({ provider_fees: 100 * charged.length })
  },
  15: async (trial) => {
    trial.stripe.balance.payOut({ currency: 'usd', arrives: '2026-03-06' })
    await importBalances(ctxFor(trial.services, null))
    const { items } = await trial.person('owner@demo.test').finance.providerPayouts({})
    expect(items).toHaveLength(1)
  },
}

test('every command and step of the fifteen-minute guide works as written', async () => {
  const trial = await startTrial()
  const rows = guide.rows(TRIAL)
  expect(rows.map(([minute]) => minute)).toEqual(Object.keys(STEPS))
  for (const [minute = '', step = '', expected = ''] of rows) await STEPS[minute]?.(trial, step, expected)
})

test('events forwarded as described in the other sections reach the right account', async () => {
  const { stripes, as, world, services, db } = await setUpAccounts()
  services.config.publicUrl = 'http://localhost:3000'
  const { url } = await startApp(services)
  const owner = callerAs(db, world.home.owner, { config: services.config })
  const keys = { publishable_key: 'pk_test_homeagency', secret_key: 'sk_test_homeagency' }
  const forwarded = 'whsec_ofthesecondlistener'
  // Without a signing secret they are saved, and the owner sees where to forward events.
  const alone = await owner.payments.connectKeys({ ...keys, password: PASSWORD })
  expect(alone).toMatchObject({ takes: 'keys', account: { webhook: false } })
  const connected = await owner.payments.connectKeys({
    ...keys,
    webhook_secret: forwarded,
    password: PASSWORD,
  })
  expect(connected).toMatchObject({ account: { webhook: true } })
  const id = new URL(connected.webhook_url ?? '').pathname.split('/').at(-1) ?? ''
  const invoiceId = await sendInvoiceTo(as(world.home.owner), world.home.client.clientId)
  await callerAs(db, world.home.client, { config: services.config }).payments.payInvoice({
    invoice_id: invoiceId,
    ...card('pm_card_authenticationRequired'),
  })
  const [listen, ...others] = guide.listens("An agency's own keys")
  expect(others).toEqual([])
  const cli = createStripeCli({ portal: url, secret: forwarded })
  cli.run(listen?.replace('<id>', id) ?? '')
  const [intent] = stripes.home.intents.known.values()
  if (intent !== undefined) stripes.home.intents.succeed(intent)
  const news = eventOf('evt_home', 'payment_intent.succeeded', intent ?? {})
  expect(await cli.forward(news)).toEqual({ status: 200, applied: true })
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid' })
})

test('each `stripe listen` of the guide requests the latest version and forwards to the portal', () => {
  const titles = ["The portal's keys", "An agency's own keys", 'Stripe Connect']
  const commands = [...titles.flatMap(guide.listens), ...guide.commands(TRIAL)].filter((line) =>
    line.startsWith('stripe listen'),
  )
  expect(commands).toHaveLength(4)
  for (const command of commands) {
    createStripeCli({ portal: '', secret: SECRET }).run(command)
    expect(command).toContain('--latest')
    expect(command).toMatch(/ localhost:3000\/stripe\/webhook(\/connect|\/accounts\/<id>)?$/)
  }
})
