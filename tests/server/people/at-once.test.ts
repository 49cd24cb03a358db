import { expect, test } from 'vitest'
import { atOnce } from '#tests/support/at-once.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { createWorld } from '#tests/support/world.ts'

const TIMES = 4

/** Wanda, who has an account but no agency; `browser` is hers. */
async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const cookie = await cookieFor(testServices(db), world.waitingClient.userId)
  const [browser, other] = [openBrowser(db, { cookie }), openBrowser(db, { cookie })]
  const wandas = () =>
    db
      .selectFrom('profiles')
      .select(['agency_id', 'client_id'])
      .where('user_id', '=', world.waitingClient.userId)
      .executeTakeFirstOrThrow()
  const tokenNow = () => mailedToken(db, world.waitingClient.email, 'invitation')
  return { db, world, browser, other, wandas, tokenNow }
}

test('a contact who is removed while joining gets no access', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { db, world, browser, wandas, tokenNow } = await setUp()
    const owner = callerAs(db, world.home.owner)
    const { clientId: client_id } = world.home.client
    const { name, email } = world.waitingClient
    const contact = await owner.clients.saveContact({ client_id, name, email, portal_access: true })
    await owner.invitations.create({ email, role: 'client', client_id })
    const token = await tokenNow()
    const wanda = await browser.api()
    await atOnce(wanda.invitations.accept({ token }), owner.clients.removeContact({ id: contact.id }))
    expect(await wandas()).toEqual({ agency_id: null, client_id: null })
  }
})

test('of two invitations accepted concurrently, one succeeds', async () => {
  for (let time = 0; time < TIMES; time += 1) {
    const { db, world, browser, other, wandas, tokenNow } = await setUp()
    const { email } = world.waitingClient
    const tokens: string[] = []
    for (const agency of [world.home, world.foreign]) {
      await callerAs(db, agency.owner).invitations.create({ email, role: 'employee' })
      tokens.push(await tokenNow())
      await db.deleteFrom('mail_outbox').execute()
    }
    const [first, second] = [await browser.api(), await other.api()]
    const [joinedHome, joinedForeign] = await atOnce(
      first.invitations.accept({ token: tokens[0] ?? '' }),
      second.invitations.accept({ token: tokens[1] ?? '' }),
    )
    expect([joinedHome, joinedForeign]).toEqual([!joinedForeign, !joinedHome])
    const agencyId = joinedHome ? world.home.agencyId : world.foreign.agencyId
    expect((await wandas()).agency_id).toBe(agencyId)
    const accepted = await db
      .selectFrom('invitations')
      .select('agency_id')
      .where('accepted_at', 'is not', null)
      .execute()
    expect(accepted).toEqual([{ agency_id: agencyId }])
  }
})
