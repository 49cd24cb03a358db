import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, inject, test } from 'vitest'
import type { DemoWorld } from '#scripts/seed/demo/world.ts'
import { openStorage } from '#server/base/adapters/storage/storage.ts'
import { type Config, readInstanceKey } from '#server/base/core/config.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { openSecret, sealSecret } from '#server/base/core/secret-box.ts'
import { ownershipOf, STAYING } from '#server/base/db/agency-move/ownership.ts'
import { deleteMove, findMove, findMoving } from '#server/base/db/agency-move/record.ts'
import { refuseAgencyWrites, stopRefusing } from '#server/base/db/agency-move/refusal.ts'
import { type Database, databaseOf } from '#server/base/db/engines/connection.ts'
import { listTables } from '#server/base/db/move/tables.ts'
import type { Db } from '#server/base/db/schema.ts'
import { toInstant } from '#server/base/db/values.ts'
import { listHosts } from '#server/identity/agencies/queries/host.ts'
import { abandonAgencyMove, moveAgency } from '#server/overview/platform/agencies/commands/move-agency.ts'
import { listFileRecords } from '#server/overview/platform/backups/queries/stored-files.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { openMigrated, otherThan } from '#tests/support/databases/move.ts'
import { openDemo } from '#tests/support/demo.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { fromPortal, startApp } from '#tests/support/servers/http.ts'
import { createWorld, shareKeys } from '#tests/support/world.ts'

const MOVING = 'Your agency is being moved and is read-only. Please try again shortly.'
const HERE = 'https://eu1.example.test'
const THERE = 'https://eu2.example.test'

function installation(database: Database, publicUrl: string, dataDir = temporaryFolder()) {
  const config: Partial<Config> = { dataDir, publicUrl, databaseUrl: publicUrl }
  readInstanceKey(dataDir)
  const services = testServices(database.db, { config })
  return { database, services, config: services.config }
}
type Installation = ReturnType<typeof installation>

const between = (from: Installation, to: Installation, report: (line: string) => void = () => {}) => ({
  services: from.services,
  target: { database: to.database, config: to.config },
  report,
})

/** If both databases are available, also between types. */
const PAIRS =
  inject('testDatabase').dialect === 'postgres'
    ? (['same', 'to the other', 'from the other'] as const)
    : (['same'] as const)

async function openPair(pair: (typeof PAIRS)[number]): Promise<[Database, Database]> {
  const own = await createTestDatabase()
  if (pair === 'same') return [own, await createTestDatabase()]
  const other = await openMigrated(otherThan(own.dialect))
  return pair === 'to the other' ? [own, other] : [other, own]
}

const nameOf = async (db: Db, id: string) =>
  (
    await db
      .selectFrom('agencies')
      .select('name')
      .where('id', '=', id as never)
      .executeTakeFirst()
  )?.name

test('every table moves with an agency or stays for a listed reason', async () => {
  const tables = await listTables(await createTestDatabase())
  for (const { name, columns } of tables) {
    const owned = ownershipOf(name)
    if (owned !== null)
      expect(
        columns.map((column) => column.name),
        name,
      ).toContain(owned.column)
  }
  const names = new Set(tables.map(({ name }) => name))
  expect(Object.keys(STAYING).filter((name) => !names.has(name))).toEqual([])
})

describe('the demo agency', () => {
  const demo = openDemo()

  const figuresOf = async (db: Db, { home }: DemoWorld) => {
    const as = (person: Parameters<typeof callerAs>[1]) => callerAs(db, person, { now: TEST_NOW })
    const owner = as(home.owner)
    return {
      homes: await Promise.all([home.owner, ...home.contributors].map((one) => as(one).dashboard.stats())),
      charts: await owner.dashboard.charts(),
      // Documents issued by the platform stay in its ledger.
      invoices: (await owner.invoices.list({ limit: 100 })).items.filter(
        ({ issuer }) => issuer !== 'platform',
      ),
      tasks: await owner.tasks.list({ limit: 100 }),
      clients: await owner.clients.list({}),
      found: await owner.search.all({ query: 'brand' }),
    }
  }

  test('is identical at the target, including files, and can be moved back', async () => {
    const { db, world } = demo()
    const folder = temporaryFolder()
    cpSync(join(inject('testDatabase').folder, 'demo', 'data'), folder, { recursive: true })
    const source = installation(databaseOf(db), HERE, folder)
    const target = installation(await createTestDatabase(), THERE)
    const id = world.home.owner.agencyId
    const name = (await nameOf(db, id)) ?? ''
    const plans = await db.selectFrom('plans').selectAll().execute()
    await target.database.db.deleteFrom('plans').execute()
    await target.database.db
      .insertInto('plans')
      .values(plans.map((plan) => ({ ...plan, id: `other-${plan.id}` })))
      .execute()
    const samples = await db
      .selectFrom('process_templates')
      .selectAll()
      .where('agency_id', 'is', null)
      .execute()
    await target.database.db
      .insertInto('process_templates')
      .values(samples.map((sample) => ({ ...sample, id: `other-${sample.id}` })))
      .execute()
    const files = (await listFileRecords(db)).filter(({ agencyId }) => agencyId === id)
    expect(files.length).toBeGreaterThan(0)
    const bytesOf = async ({ config }: Installation) =>
      Promise.all(files.map(async ({ key }) => buffer(await openStorage(config).read(key))))
    const bytes = await bytesOf(source)
    const agencies = await db.selectFrom('agencies').select('id').execute()

    await expect(moveAgency(between(source, target), name)).rejects.toThrow('1 payment is in progress.')
    expect(await findMoving(db)).toBeNull()
    await db.updateTable('payments').set({ status: 'failed' }).where('status', '=', 'pending').execute()
    const before = await figuresOf(db, world)
    const sums = await moveAgency(between(source, target), name)
    expect(sums.filter(({ rows }) => rows > 0).length).toBeGreaterThan(30)
    expect(await figuresOf(target.database.db, world)).toEqual(before)
    expect((await bytesOf(target)).every((one, place) => bytes[place]?.equals(one))).toBe(true)
    expect(await nameOf(db, id)).toBeUndefined()
    expect((await db.selectFrom('agencies').select('id').execute()).length).toBe(agencies.length - 1)
    expect(await findMove(db, id)).toMatchObject({ state: 'moved', address: THERE })

    await moveAgency(between(target, source), id)
    expect(await figuresOf(db, world)).toEqual(before)
    expect((await bytesOf(source)).every((one, place) => bytes[place]?.equals(one))).toBe(true)
    expect(await findMove(db, id)).toMatchObject({ state: 'arrived', address: THERE })
  })
})

describe.each(PAIRS)('an agency moved between database types: %s', (pair) => {
  test("is read-only during the move while others aren't, and the installations stay separate", async () => {
    const [one, two] = await openPair(pair)
    const [source, target] = [installation(one, HERE), installation(two, THERE)]
    const world = await createWorld(one.db)
    const { agencyId, owner, client } = world.home
    const secret = sealSecret(readInstanceKey(source.config.dataDir), 'TOTP')
    await one.db
      .insertInto('two_factors')
      .values({
        user_id: owner.userId,
        sealed_secret: secret,
        confirmed_at: toInstant(TEST_NOW),
        last_step: 0,
        created_at: toInstant(TEST_NOW),
      })
      .execute()
    await one.db
      .updateTable('agencies')
      .set({ host: 'home.example.test' })
      .where('id', '=', agencyId)
      .execute()
    const before = await callerAs(one.db, owner).clients.list({})
    const save = (db: Db, person: typeof owner, name: string) =>
      callerAs(db, person).clients.save({ name, email: `${name}@example.test` })
    const tried: Promise<unknown>[] = []
    await moveAgency(
      between(source, target, (line) => {
        if (!line.includes('read-only')) return
        tried.push(save(one.db, owner, 'refused').catch((error: Error) => error.message))
        tried.push(callerAs(one.db, owner).clients.list({}))
        tried.push(save(one.db, world.foreign.owner, 'taken').then(() => 'saved'))
      }),
      agencyId,
    )
    expect(await Promise.all(tried)).toEqual([MOVING, before, 'saved'])
    expect(await callerAs(two.db, owner).clients.list({})).toEqual(before)
    expect(await nameOf(two.db, world.foreign.agencyId)).toBeUndefined()
    expect(await listHosts(systemContext({ services: target.services }))).toContain('home.example.test')
    expect(await listHosts(systemContext({ services: source.services }))).toEqual(['eu1.example.test'])
    const { sealed_secret } = await two.db
      .selectFrom('two_factors')
      .select('sealed_secret')
      .where('user_id', '=', owner.userId)
      .executeTakeFirstOrThrow()
    expect(openSecret(readInstanceKey(target.config.dataDir), sealed_secret)).toBe('TOTP')
    expect(() => openSecret(readInstanceKey(source.config.dataDir), sealed_secret)).toThrow()
    const gone = one.db.selectFrom('users').select('id').where('id', 'in', [owner.userId, client.userId])
    expect(await gone.execute()).toEqual([])
    await save(two.db, owner, 'there')
    await save(one.db, world.foreign.owner, 'here')
    expect(await findMoving(one.db)).toBeNull()
  })

  test("isn't moved if someone has an account at the target, and the error names them", async () => {
    const [one, two] = await openPair(pair)
    const world = await createWorld(one.db)
    await createWorld(two.db)
    for (const { db } of [one, two]) {
      await db
        .updateTable('agencies')
        .set({ host: 'home.example.test' })
        .where('name', '=', 'Home Agency')
        .execute()
    }
    const move = moveAgency(between(installation(one, HERE), installation(two, THERE)), 'Home Agency')
    await expect(move).rejects.toThrow(
      /home\.example\.test is the host name of “Home Agency” at the target\./,
    )
    await expect(move).rejects.toThrow(`${world.home.client.email} already has an account at the target.`)
    expect(await findMoving(one.db)).toBeNull()
  })

  test('killed midway, rejects changes until the move is resumed or canceled', async () => {
    const [one, two] = await openPair(pair)
    const [source, target] = [installation(one, HERE), installation(two, THERE)]
    const world = await createWorld(one.db)
    const { agencyId, owner } = world.home
    const record = {
      agency_id: agencyId,
      move_id: 'killed',
      name: 'Home Agency',
      state: 'moving',
      address: THERE,
      began_at: toInstant(TEST_NOW),
      ended_at: null,
    } as const
    const save = () => callerAs(one.db, owner).clients.save({ name: 'New', email: 'new@example.test' })
    await refuseAgencyWrites(one, await listTables(one), record)
    await expect(save()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: MOVING })
    await expect(moveAgency(between(source, target), 'Foreign Agency')).rejects.toThrow(
      '“Home Agency” is being moved.',
    )
    await expect(abandonAgencyMove(between(source, target), 'Foreign Agency')).rejects.toThrow(
      '“Home Agency” is being moved.',
    )
    expect(await abandonAgencyMove(between(source, target), 'Home Agency')).toBe(true)
    await save()
    expect(await abandonAgencyMove(between(source, target), 'Home Agency')).toBe(false)

    await refuseAgencyWrites(one, await listTables(one), record)
    await moveAgency(between(source, target), 'Home Agency')
    expect(await findMove(two.db, agencyId)).toMatchObject({ move_id: 'killed', state: 'arrived' })
    await stopRefusing(one)
  })
})

test('redirects people, tokens and links to its new address after the move', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  const [source, target] = [installation(one, HERE), installation(two, THERE)]
  const world = await createWorld(one.db)
  const { owner, client } = world.home
  const { email } = await one.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  await setPassword(one.db, 'correct horse', [owner.userId])
  const as = callerAs(one.db, owner)
  const { token } = await as.apiTokens.create({
    name: 'Reports',
    scopes: ['projects:read'],
    expires_in_days: 30,
    password: 'correct horse',
  })
  const invoice = await sendInvoiceTo(as, client.clientId)
  const { url: payUrl } = await as.invoices.createPayLink({ id: invoice })
  const path = new URL(payUrl).pathname + new URL(payUrl).search
  await moveAgency(between(source, target), 'Home Agency')

  const { url } = await startApp(source.services)
  const call = (at: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${url}${at}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
    })
  const went = { message: `Home Agency has moved to ${THERE}. Please use that address from now on.` }
  const bearer = { authorization: `Bearer ${token}` }
  const program = await call('/trpc/tasks.list?input=%7B%7D', bearer)
  expect(program.status).toBe(403)
  expect(await program.json()).toMatchObject({ error: { ...went, data: { reason: 'agency_moved' } } })
  const signIn = (password: string) => call('/trpc/auth.signIn', fromPortal(url), { email, password })
  expect(await (await signIn('correct horse')).json()).toMatchObject({ error: went })
  expect(await (await signIn('wrong horse')).json()).toMatchObject({
    error: { message: 'Invalid email or password.' },
  })
  const page = await call(path, {})
  expect([page.status, page.headers.get('location')]).toEqual([307, `${THERE}${path}`])
  expect((await call(path.replace(/.{4}$/, 'zzzz'), {})).status).toBe(404)

  const there = await startApp(target.services)
  const listed = await fetch(`${there.url}/trpc/tasks.list?input=%7B%7D`, { headers: bearer })
  expect(listed.status).toBe(200)
})

test("payments rejected during a move don't count as declines", async () => {
  const one = await createTestDatabase()
  const { home } = await createWorld(one.db)
  await shareKeys(one.db, home)
  const invoice_id = await sendInvoiceTo(callerAs(one.db, home.owner), home.client.clientId)
  const pay = () => callerAs(one.db, home.client).payments.payInvoice({ invoice_id, ...card() })
  await refuseAgencyWrites(one, await listTables(one), {
    agency_id: home.agencyId,
    move_id: 'payers',
    name: 'Home Agency',
    state: 'moving',
    address: THERE,
    began_at: toInstant(TEST_NOW),
    ended_at: null,
  })
  for (let tried = 0; tried < 10; tried++) await expect(pay()).rejects.toThrow(MOVING)
  await deleteMove(one.db, home.agencyId)
  await stopRefusing(one)
  expect(await pay()).toMatchObject({ status: 'succeeded' })
})

test('what belongs to the source’s own Stripe account is set aside at a target with another one', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  const [source, target] = [installation(one, HERE), installation(two, THERE)]
  const { home, foreign } = await createWorld(one.db)
  const now = toInstant(TEST_NOW)
  for (const [user_id, provider] of [
    [home.owner.userId, 'stripe'],
    [home.client.userId, 'test'],
    [foreign.owner.userId, 'stripe'],
  ] as const) {
    const customer = { provider, account: 'instance', user_id, provider_customer_id: `cus_${user_id}` }
    await one.db
      .insertInto('payment_customers')
      .values({ ...customer, cards_checked_at: null, created_at: now })
      .execute()
  }
  const identify = ({ db }: Database, stripe_identity: string) =>
    db.updateTable('platform_settings').set({ stripe_identity }).execute()
  await identify(one, 'acct_one:live')
  await identify(two, 'acct_two:live')
  const accountsIn = async ({ db }: Database) =>
    (await db.selectFrom('payment_customers').select(['provider', 'account']).orderBy('provider').execute())
      .map(({ provider, account }) => `${provider} ${account}`)
      .toSorted()
  await moveAgency(between(source, target), 'Home Agency')
  expect(await accountsIn(two)).toEqual(['stripe instance:acct_one:live', 'test instance'])
  expect(await accountsIn(one)).toEqual(['stripe instance'])
  await moveAgency(between(target, source), 'Home Agency')
  expect(await accountsIn(one)).toEqual(['stripe instance', 'stripe instance', 'test instance'])
})
