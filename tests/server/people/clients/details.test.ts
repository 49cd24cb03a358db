import { expect, test } from 'vitest'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  return { db, world, owner: callerAs(db, world.home.owner), clientId: world.home.client.clientId }
}

test('the audit log contains who changed the access and recipients of a client', async () => {
  const { db, world, owner } = await setUp()
  const { clientId: client_id, name, email } = world.home.client
  const bo = { client_id, name: 'Bo', email: 'bo@client.test', portal_access: true }
  const { id } = await owner.clients.saveContact({ ...bo, can_see_projects: true, can_see_billing: false })
  await owner.clients.saveContact({ ...bo, id, can_see_projects: true, can_see_billing: true })
  await owner.clients.saveContact({ ...bo, id, portal_access: false })
  await owner.clients.removeContact({ id })
  await owner.clients.save({ id: client_id, name, email })
  const billing_cc = ['books@client.test', 'tax@client.test']
  await owner.clients.save({
    id: client_id,
    name,
    email: 'new@client.test',
    billing_cc,
    portal_access: false,
  })
  await owner.clients.setPortalAccess({ id: client_id, portal_access: true })
  await owner.clients.save({ id: client_id, name, email: 'new@client.test', billing_cc: [] })
  await owner.clients.setArchived({ id: client_id, archived: true })
  await owner.clients.setArchived({ id: client_id, archived: false })
  const { items } = await owner.audit.list({ action: 'client.' })
  expect(items.map((entry) => entry.actor_name)).toEqual(items.map(() => world.home.owner.name))
  const details = [
    `Bo added to ${name}: bo@client.test sees projects`,
    `Bo updated at ${name}: bo@client.test sees projects and billing`,
    `Bo updated at ${name}: bo@client.test, without portal access`,
    'Bo removed from the client’s contacts',
    `${name} updated`,
    `${name} updated: email new@client.test, CC books@client.test, tax@client.test, portal access off`,
    `Portal access turned on for ${name}`,
    `${name} updated: CC none`,
    `${name} archived`,
    `${name} restored`,
  ]
  expect(items.map((entry) => entry.detail).toSorted()).toEqual(details.toSorted())
  const stranger = callerAs(db, world.foreign.owner)
  expect((await stranger.audit.list({ action: 'client.' })).items).toEqual([])
})

test('a client has more than one contact, each with their own permissions', async () => {
  const { owner, clientId } = await setUp()
  const zoe = await owner.clients.saveContact({ client_id: clientId, name: 'Zoe', email: 'ZOE@example.test' })
  expect(zoe).toMatchObject({
    email: 'zoe@example.test',
    portal_access: false,
    can_see_projects: true,
    can_see_billing: false,
    portal_status: 'none',
  })
  await owner.clients.saveContact({
    client_id: clientId,
    name: 'Ann',
    email: 'ann@example.test',
    can_see_billing: true,
  })
  const { contacts, portal_status } = await owner.clients.details({ id: clientId })
  expect(contacts.map((contact) => contact.name)).toEqual(['Ann', 'Zoe'])
  expect(portal_status).toBe('active')
})

test('an email can be used for one contact per client', async () => {
  const { owner, clientId } = await setUp()
  const zoe = { client_id: clientId, name: 'Zoe', email: 'zoe@example.test' }
  await owner.clients.saveContact(zoe)
  await expect(owner.clients.saveContact(zoe)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This client already has a contact with this email.',
  })
})

test('the second of two editors of a contact gets a conflict', async () => {
  const { owner, clientId } = await setUp()
  const zoe = { client_id: clientId, name: 'Zoe', email: 'zoe@example.test' }
  const { id } = await owner.clients.saveContact(zoe)
  await owner.clients.saveContact({ ...zoe, id, version: 1, phone: '1' })
  await expect(owner.clients.saveContact({ ...zoe, id, version: 1, phone: '2' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a contact with portal access can be invited; removing them removes the invitation', async () => {
  const { db, owner, clientId } = await setUp()
  const { id } = await owner.clients.saveContact({
    portal_access: true,
    client_id: clientId,
    name: 'Zoe',
    email: 'zoe@example.test',
  })
  await owner.clients.saveContact({ client_id: clientId, name: 'Ann', email: 'ann@example.test' })
  const invitation = { role: 'client', client_id: clientId } as const
  await owner.invitations.create({ ...invitation, email: 'zoe@example.test' })
  await expect(owner.invitations.create({ ...invitation, email: 'ann@example.test' })).rejects.toThrow(
    'Turn on portal access',
  )
  const before = await owner.clients.details({ id: clientId })
  expect(before.contacts).toMatchObject([{ portal_status: 'none' }, { portal_status: 'invited' }])

  await owner.clients.removeContact({ id })
  expect((await owner.clients.details({ id: clientId })).contacts).toHaveLength(1)
  expect(await db.selectFrom('invitations').select('id').where('revoked_at', 'is', null).execute()).toEqual(
    [],
  )
})

test('notes are listed newest first and can be removed', async () => {
  const { owner, clientId } = await setUp()
  await owner.clients.addNote({ client_id: clientId, text: ' Prefers calls in the morning. ' })
  const { notes } = await owner.clients.details({ id: clientId })
  expect(notes).toMatchObject([{ author_name: 'Home Owner', text: 'Prefers calls in the morning.' }])
  await owner.clients.removeNote({ id: notes[0]?.id ?? '' })
  expect((await owner.clients.details({ id: clientId })).notes).toEqual([])
})

test('a client can never read notes about them', async () => {
  const { db, world, owner, clientId } = await setUp()
  await owner.clients.addNote({ client_id: clientId, text: 'Pays late.' })
  const client = callerAs(db, world.home.client)
  await expect(client.clients.details({ id: clientId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await db.selectFrom('activity').select('summary').execute()).toEqual([])
})

test('turning portal access off signs the client out immediately', async () => {
  const { db, world, owner, clientId } = await setUp()
  const stamp = '2026-03-04T10:00:00.000Z'
  await db
    .insertInto('sessions')
    .values({
      id: 'client',
      user_id: world.home.client.userId,
      created_at: stamp,
      expires_at: stamp,
      absolute_expires_at: stamp,
      last_seen_at: stamp,
      ip: null,
      user_agent: null,
    })
    .execute()
  const saved = await owner.clients.setPortalAccess({ id: clientId, portal_access: false })
  expect(saved).toMatchObject({ portal_access: false, version: 2 })
  expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
})
