import { expect, test } from 'vitest'
import { type Caller, FairShare } from '#server/base/core/calls/fair-share.ts'
import { givePasswords, READING, tokenOf } from '#tests/support/api-tokens.ts'
import { testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { builtClient } from '#tests/support/servers/built-client.ts'
import { cookieFor, fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

class Recorded extends FairShare {
  readonly callers: Caller[] = []

  override run<Result>(caller: Caller, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    this.callers.push(caller)
    return super.run(caller, work, signal)
  }
}

test('calls and downloads are queued fairly by agency and person, or by address', async () => {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  await givePasswords(db)
  const share = new Recorded()
  const services = { ...testServices(db, { config: { trustProxy: 1 } }), share }
  const { url } = await startApp(services, { client: 'built', clientFolder: builtClient() })
  const cookie = await cookieFor(services, home.owner.userId)
  const owner = { lane: home.agencyId, member: home.owner.userId }
  const asked = async (path: string, init: RequestInit & { headers: Record<string, string> }) => {
    share.callers.length = 0
    await (await fetch(url + path, init)).text()
    return share.callers
  }
  expect(await asked('/trpc/clients.list?input={}', { headers: { cookie } })).toEqual([owner])
  const batch = '/trpc/clients.list,tasks.list?batch=1&input={"0":{},"1":{}}'
  expect(await asked(batch, { headers: { cookie } })).toEqual([owner, owner])
  expect(await asked('/exports/clients.csv', { headers: { cookie } })).toEqual([owner])
  const first = await asked('/clients', { headers: { cookie } })
  expect(first.length).toBeGreaterThan(0)
  expect(first.filter(({ member }) => member !== owner.member)).toEqual([])
  const agent = await asked('/mcp', {
    method: 'POST',
    headers: {
      ...(await tokenOf(db, home.owner, READING)).headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'clients_list', arguments: {} },
    }),
  })
  expect(new Set(agent.map(({ lane }) => lane))).toEqual(new Set([home.agencyId]))
  const stranger = (ip: string) => ({ ...fromPortal(url), 'x-forwarded-for': ip })
  expect(await asked('/trpc/auth.info', { headers: stranger('203.0.113.7') })).toEqual([
    { lane: '203.0.113.7', member: '203.0.113.7' },
  ])
  const network = { lane: '2001:db8:0:1::/64', member: '2001:db8:0:1::/64' }
  expect(await asked('/trpc/auth.info', { headers: stranger('2001:db8:0:1:2::3') })).toEqual([network])
  expect(await asked('/calendar/nobody.ics', { headers: stranger('2001:db8:0:1::4') })).toEqual([network])
})
