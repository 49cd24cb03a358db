import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { setHost } from '#server/identity/agencies/commands/set-host.ts'
import { linksAt } from '#server/reactions/mail/templates.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { sendInvoiceTo } from '#tests/support/money/money.ts'
import { cookieFor, startApp } from '#tests/support/servers/http.ts'
import { processEnv } from '#tests/support/servers/process.ts'
import { createWorld } from '#tests/support/world.ts'

const PUBLIC_URL = 'https://eu1.example.test:8443'
const HOST = 'home.example.test'
const TOKEN = 'a-token-of-the-proxy'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const services = { ...testServices(db, { config: { publicUrl: PUBLIC_URL, metricsToken: TOKEN } }) }
  const give = (agency: { agencyId: typeof world.home.agencyId }, host: string | null, now = TEST_NOW) =>
    setHost(systemContext({ services, now }), agency.agencyId, host)
  return { db, world, services, give }
}

describe('an agency with its own host', () => {
  test('uses it in its emails and pay links, unlike other agencies', async () => {
    const { db, world, services, give } = await setUp()
    await give(world.home, 'HOME.example.test')
    for (const { agency, at } of [
      { agency: world.home, at: `https://${HOST}:8443` },
      { agency: world.foreign, at: PUBLIC_URL },
    ]) {
      const owner = callerAs(db, agency.owner, { config: services.config })
      const id = await sendInvoiceTo(owner, agency.client.clientId)
      expect((await owner.invoices.createPayLink({ id })).url).toMatch(`${at}/pay?token=`)
      const { email } = agency.client
      const mails = await db.selectFrom('mail_outbox').selectAll().where('recipient', '=', email).execute()
      expect(mails).toHaveLength(1)
      for (const text of mails.flatMap((mail) => [mail.text, mail.html])) {
        expect(text.match(/https:\/\/[^/\s"]+\/pay/g)?.every((link) => link === `${at}/pay`)).toBe(true)
      }
    }
    await give(world.home, null)
    const id = await sendInvoiceTo(callerAs(db, world.home.owner), world.home.client.clientId)
    const owner = callerAs(db, world.home.owner, { config: services.config })
    expect((await owner.invoices.createPayLink({ id })).url).toMatch(`${PUBLIC_URL}/pay?token=`)
  })

  test("can't be given an invalid host, the portal's or another agency's", async () => {
    const { world, give } = await setUp()
    await give(world.home, HOST)
    await give(world.home, HOST)
    await expect(give(world.foreign, HOST)).rejects.toThrow(`${HOST} belongs to “Home Agency”.`)
    await expect(give(world.foreign, 'eu1.example.test')).rejects.toThrow('is the host of PUBLIC_URL')
    for (const wrong of [
      'https://a.test',
      'a.test:80',
      'a b',
      '',
      '-a.test',
      'a..b',
      'a\0b',
      'a.1',
      '1.2.3',
      `${'a'.repeat(64)}.test`,
    ]) {
      await expect(give(world.foreign, wrong)).rejects.toThrow('isn’t a host name')
    }
  })

  test('has each change of host in the audit log, but no failed or unchanged ones', async () => {
    const { db, world, give } = await setUp()
    await give(world.home, HOST)
    await give(world.home, HOST.toUpperCase())
    await expect(give(world.foreign, HOST)).rejects.toThrow('belongs to “Home Agency”')
    await give(world.home, null, new Date(TEST_NOW.getTime() + 1000))
    const log = async (person: typeof world.admin) => (await callerAs(db, person).audit.list({})).items
    const entries = await log(world.admin)
    expect(entries).toMatchObject([
      {
        action: 'agency.host-changed',
        agency_name: 'Home Agency',
        actor_name: 'The portal',
        subject_id: world.home.agencyId,
        detail: `Home Agency: ${HOST} → none`,
      },
      { action: 'agency.host-changed', detail: `Home Agency: none → ${HOST}` },
    ])
    expect((await log(world.home.owner)).map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
    expect(await log(world.foreign.owner)).toEqual([])
  })

  test('is listed by /directory only for requests with the token', async () => {
    const { world, services, give } = await setUp()
    await give(world.home, HOST)
    const { url } = await startApp(services, { client: 'none' })
    const cookie = await cookieFor(services, world.admin.userId)
    const ask = (headers: Record<string, string>) => fetch(`${url}/directory`, { headers })
    for (const headers of [{}, { cookie }, { authorization: 'Bearer wrong' }]) {
      const refused = await ask(headers as Record<string, string>)
      expect(refused.status).toBe(401)
      expect(await refused.text()).not.toContain(HOST)
    }
    const answer = await ask({ authorization: `Bearer ${TOKEN}` })
    expect(await answer.json()).toEqual({ hosts: ['eu1.example.test', HOST] })
  })

  test("replaces only the portal's exact address in links", () => {
    const text = `${PUBLIC_URL}/a ${PUBLIC_URL} ${PUBLIC_URL}0/ https://eu1.example.test/`
    const own = `https://${HOST}:8443`
    expect(linksAt(text, PUBLIC_URL, HOST)).toBe(`${own}/a ${own} ${PUBLIC_URL}0/ https://eu1.example.test/`)
    expect(linksAt(text, PUBLIC_URL, null)).toBe(text)
  })
})

describe('the map of multiple installations', () => {
  /** Responds with these hosts to requests that have the token. */
  async function installation(answer: { hosts: unknown }): Promise<string> {
    const server = createServer((req, res) => {
      res.statusCode = req.headers.authorization === `Bearer ${TOKEN}` ? 200 : 401
      res.end(JSON.stringify(answer))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function write(map: string, ...args: string[]) {
    const child = spawn(process.execPath, ['scripts/operate/directory.ts', '--map', map, ...args], {
      env: { ...processEnv, METRICS_TOKEN: TOKEN },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
    const [code] = await once(child, 'close')
    return { code, said: said.join('') }
  }

  test("follows an agency, and isn't changed if an answer is missing or contradictory", async () => {
    const folder = temporaryFolder()
    const map = join(folder, 'hosts.map')
    const [first, second] = [
      { hosts: ['eu1.test', 'b.test', 'a.test'] },
      { hosts: ['eu2.test'] as unknown[] },
    ]
    const names = [`eu1=${await installation(first)}`, `eu2=${await installation(second)}/`]
    const then = ['--run', `cat '${map}' >> '${folder}/read'`]
    expect(await write(map, ...then, ...names)).toMatchObject({ code: 0 })
    const before = 'a.test eu1\nb.test eu1\neu1.test eu1\neu2.test eu2\n'
    expect(readFileSync(map, 'utf8')).toBe(before)
    expect(await write(map, ...then, ...names)).toMatchObject({ code: 0, said: '' })

    second.hosts.push('b.test')
    const both = await write(map, ...then, ...names)
    expect(both).toMatchObject({
      code: 1,
      said: expect.stringContaining('b.test is served by eu1 and by eu2.'),
    })
    const silent = await write(map, ...then, ...names, 'eu3=http://127.0.0.1:9')
    expect(silent).toMatchObject({
      code: 1,
      said: expect.stringContaining('The hosts of eu3 could not be read'),
    })
    second.hosts[1] = 'b.test eu1\nevil.test'
    const wrong = await write(map, ...then, ...names)
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("isn't a list of hosts") })
    expect(readFileSync(map, 'utf8')).toBe(before)

    second.hosts[1] = 'b.test'
    first.hosts = ['eu1.test', 'a.test']
    expect(await write(map, ...then, ...names)).toMatchObject({ code: 0 })
    const after = 'a.test eu1\nb.test eu2\neu1.test eu1\neu2.test eu2\n'
    expect(readFileSync(join(folder, 'read'), 'utf8')).toBe(before + after)
    expect(readdirSync(folder).sort()).toEqual(['hosts.map', 'read'])
  })
})
