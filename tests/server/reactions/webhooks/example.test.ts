import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { deliverDueWebhooks } from '#server/reactions/webhooks/commands/deliver.ts'
import { VERIFY_EXAMPLE } from '#shared/reactions/webhook-example.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { saveWebhook } from '#tests/support/webhooks.ts'
import { createWorld } from '#tests/support/world.ts'

type IsGenuine = (secret: string, signature: string, body: string) => boolean

/** The example as run by someone who copied it. */
async function loadExample(): Promise<IsGenuine> {
  const folder = temporaryFolder()
  const path = join(folder, 'verify.ts')
  writeFileSync(path, VERIFY_EXAMPLE)
  const module: { isGenuine: IsGenuine } = await import(/* @vite-ignore */ pathToFileURL(path).href)
  return module.isGenuine
}

/** The raw delivery a receiver gets when a client is added at that instant. */
async function receive(now: Date, { renewals = 0 } = {}) {
  const received: { signature: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ signature: String(request.headers['foyer-signature']), body })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner, { now })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const { id, secret } = await saveWebhook(db, owner, url)
  const renewed: string[] = []
  for (let renewal = 0; renewal < renewals; renewal++) {
    renewed.push((await owner.webhooks.renewSecret({ id })).secret ?? '')
  }
  await owner.clients.save({ name: 'Zoë “Ž” 株式会社', email: 'zoe@example.test' })
  await deliverDueWebhooks(ctxFor(testServices(db, { now }), null), undefined, 'anywhere')
  const [delivery] = received
  return {
    secret: secret ?? '',
    renewed,
    signature: delivery?.signature ?? '',
    body: delivery?.body ?? '',
  }
}

test('the example accepts a real delivery and nothing that differs from it', async () => {
  const isGenuine = await loadExample()
  const { secret, signature, body } = await receive(new Date())
  expect(body).toContain('client.created')
  expect(isGenuine(secret, signature, body)).toBe(true)
  expect(isGenuine(secret, signature, `${body} `)).toBe(false)
  expect(isGenuine(`${secret}x`, signature, body)).toBe(false)
  const [time = '', digest = ''] = signature.split(',')
  const later = `t=${Number(time.slice(2)) + 1}`
  for (const forged of ['', 'v1=00', `${later},${digest}`, `${time},v1=${'0'.repeat(64)}`, `${signature},x`])
    expect(isGenuine(secret, forged, body)).toBe(false)
})

test('the example rejects signatures older than five minutes', async () => {
  const isGenuine = await loadExample()
  const { secret, signature, body } = await receive(new Date(Date.now() - 301_000))
  expect(isGenuine(secret, signature, body)).toBe(false)
})

test.each([1, 2])(
  'the example accepts deliveries with each secret of a day (%i renewals)',
  async (renewals) => {
    const isGenuine = await loadExample()
    const { secret, renewed, signature, body } = await receive(new Date(), { renewals })
    const secrets = [secret, ...renewed]
    expect(new Set(secrets).size).toBe(renewals + 1)
    for (const known of secrets) expect(isGenuine(known, signature, body)).toBe(true)
    expect(isGenuine(`${renewed[0]}x`, signature, body)).toBe(false)
  },
)

test('the documentation shows the same example', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toContain(`\`\`\`ts\n${VERIFY_EXAMPLE}\`\`\``)
})
