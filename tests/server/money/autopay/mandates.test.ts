import { expect, test } from 'vitest'
import { AUTOPAY_TEXT } from '#shared/money/autopay/autopay.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { atNoon, DUE, giveWith, setUpAutopay, setUpCharged } from '#tests/support/money/autopay.ts'
import { card, sendInvoiceTo } from '#tests/support/money/money.ts'
import { addContact } from '#tests/support/world.ts'

test("the authorization's text, author and time are stored, and both sides can read it", async () => {
  const { db, owner, client, world, mails } = await setUpAutopay()
  const { clientId } = world.home.client
  await giveWith(client, { limit: { amount: 50_000, currency: 'USD' } })
  const { mandates } = await owner.autopay.ofClient({ client_id: clientId })
  expect(mandates).toMatchObject([
    {
      card: { brand: 'visa', last4: '4242' },
      limit: { amount: 50_000, currency: 'USD' },
      given_by: 'Home Client',
      given_at: TEST_NOW.toISOString(),
      paused: null,
      plan: null,
    },
  ])
  expect(mandates[0]?.wording).toContain(
    'I authorize Home Agency to charge my Visa ending in 4242 for every invoice it sends Home Client, on the due ' +
      'date, for the amount that is then due, up to $500.00 USD for each charge.',
  )
  const row = await db.selectFrom('autopay_mandates').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ text_version: AUTOPAY_TEXT, user_id: world.home.client.userId })
  const { items } = await owner.audit.list({})
  expect(items.map(({ detail }) => detail)).toContain(
    'Home Client, all invoices: card ending 4242, up to $500.00 USD',
  )
  expect(await mails(/^Autopay is on/)).toHaveLength(1)
})

test('another card or limit creates a new mandate; the old one ends and is retained as evidence', async () => {
  const { owner, client, world } = await setUpAutopay()
  await giveWith(client)
  await client.payments.addCard(card('mock_card_mastercard'))
  const second = (await client.payments.cards()).find(({ last4 }) => last4 === '4444')
  const { mandates, ended } = await giveWith(client, { card_id: second?.id ?? '' })
  expect(mandates).toMatchObject([{ card: { last4: '4444' } }])
  expect(ended).toMatchObject([{ card: { last4: '4242' }, ended_by: 'Home Client' }])
  expect(await owner.autopay.ofClient({ client_id: world.home.client.clientId })).toMatchObject({
    mandates: [{ card: { last4: '4444' } }],
  })
})

test('mandates that ended, however many, don’t hide those that are on', async () => {
  const { db, owner, client, world } = await setUpAutopay()
  const input = { client_id: world.home.client.clientId }
  await giveWith(client)
  const [mandate] = (await client.autopay.ofClient(input)).mandates
  await client.autopay.end({ id: mandate?.id ?? '' })
  const row = await db.selectFrom('autopay_mandates').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 60 }, () => ({ ...row, id: crypto.randomUUID() }))
  await db.insertInto('autopay_mandates').values(copies).execute()
  const { id } = (await giveWith(client)).mandates[0] ?? {}
  const { mandates, ended } = await owner.autopay.ofClient(input)
  expect(mandates.map((on) => on.id)).toEqual([id])
  expect(ended).toHaveLength(20)
})

test('only a contact with access to invoices can turn it on, with their own card', async () => {
  const { db, owner, client, world } = await setUpAutopay()
  const [first] = await client.payments.cards()
  const give = {
    card_id: first?.id ?? '',
    text_version: AUTOPAY_TEXT as typeof AUTOPAY_TEXT,
    agreed: true as const,
  }
  for (const person of [world.home.owner, world.home.employee, world.admin]) {
    await expect(callerAs(db, person).autopay.give(give)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const rights = { seesProjects: true, seesBilling: false }
  const contact = callerAs(db, await addContact(db, world.home.client, 'Cleo Contact', rights))
  await contact.payments.addCard(card())
  await expect(giveWith(contact)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const foreign = callerAs(db, world.foreign.client)
  await expect(foreign.autopay.give(give)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { mandates } = await giveWith(client)
  const [mandate] = mandates
  await expect(foreign.autopay.end({ id: mandate?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const stale = { ...give, text_version: '2020-01' as typeof AUTOPAY_TEXT }
  await expect(client.autopay.give(stale)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await owner.autopay.end({ id: mandate?.id ?? '' })
  expect((await client.autopay.ofClient({ client_id: world.home.client.clientId })).mandates).toEqual([])
})

test("the owner can request it by email once a day, but can't authorize it", async () => {
  const { owner, client, world, mails, db } = await setUpAutopay()
  const input = { client_id: world.home.client.clientId }
  await owner.autopay.request(input)
  expect(await mails(/asks you to pay automatically/)).toMatchObject([
    { recipient: 'home.client@example.test' },
  ])
  await expect(owner.autopay.request(input)).rejects.toMatchObject({ code: 'CONFLICT' })
  const tomorrow = callerAs(db, world.home.owner, { now: new Date(TEST_NOW.getTime() + 86_400_000) })
  await tomorrow.autopay.request(input)
  await giveWith(client)
  const later = callerAs(db, world.home.owner, { now: atNoon('2026-03-20') })
  await expect(later.autopay.request(input)).rejects.toThrow('Autopay is already on.')
})

test('after it is turned off nothing is charged, and reminders are sent as usual', async () => {
  const { run, charges, client, owner, invoiceId, world } = await setUpCharged()
  const { mandates } = await client.autopay.ofClient({ client_id: world.home.client.clientId })
  await client.autopay.end({ id: mandates[0]?.id ?? '' })
  await client.autopay.end({ id: mandates[0]?.id ?? '' })
  expect((await owner.autopay.ofInvoice({ invoice_id: invoiceId })).next).toBeNull()
  await run(DUE)
  expect(await charges()).toEqual([])
  const titles = (await owner.notifications.list({})).items.map(({ title }) => title)
  expect(titles.filter((title) => title.includes('turned off'))).toHaveLength(1)
})

test.each([
  ['the card is removed', 'The card was removed.'],
  ['the person leaves the client', 'can no longer pay'],
  ['the client loses access to the portal', 'can no longer pay'],
  ['the account of the agency changes', 'have changed'],
])('when %s, it pauses and both sides are notified immediately', async (what, words) => {
  const { run, charges, mails, owner, client, world, db } = await setUpCharged()
  const { clientId, userId } = world.home.client
  if (what === 'the card is removed') {
    const [first] = await client.payments.cards()
    await client.payments.removeCard({ id: first?.id ?? '' })
  } else if (what === 'the person leaves the client') {
    await db.updateTable('profiles').set({ client_id: null }).where('user_id', '=', userId).execute()
  } else if (what === 'the client loses access to the portal') {
    await owner.clients.setPortalAccess({ id: clientId, portal_access: false })
  } else {
    await db.updateTable('autopay_mandates').set({ account: 'elsewhere' }).execute()
  }
  await run(atNoon('2026-03-10'))
  await run(DUE)
  expect(await charges()).toEqual([])
  const { mandates } = await owner.autopay.ofClient({ client_id: clientId })
  expect(mandates[0]?.paused).toContain(words)
  expect(await mails(/^Autopay for Home Agency is paused/)).toHaveLength(1)
  const titles = (await owner.notifications.list({})).items.map(({ title }) => title)
  expect(titles.filter((title) => title.includes('is paused'))).toHaveLength(1)
})

test.each(['can_see_billing', 'portal_access'] as const)(
  "a contact without %s isn't charged",
  async (lost) => {
    const { run, charges, owner, world, db } = await setUpAutopay()
    const { client } = world.home
    const bea = await addContact(db, client, 'Bea Billing', { seesProjects: true, seesBilling: true })
    await callerAs(db, bea).payments.addCard(card())
    await giveWith(callerAs(db, bea))
    await sendInvoiceTo(owner, client.clientId)
    await db
      .updateTable('client_contacts')
      .set({ [lost]: 0 })
      .execute()
    await run(DUE)
    expect(await charges()).toEqual([])
    const { mandates } = await owner.autopay.ofClient({ client_id: client.clientId })
    expect(mandates[0]?.paused).toContain('can no longer pay')
  },
)

test("archived clients and suspended agencies aren't charged, not even retroactively", async () => {
  const { run, charges, db, world } = await setUpCharged()
  const at = TEST_NOW.toISOString()
  await db
    .updateTable('clients')
    .set({ archived_at: at })
    .where('id', '=', world.home.client.clientId)
    .execute()
  await run(DUE)
  await db.updateTable('clients').set({ archived_at: null }).execute()
  await db.updateTable('agencies').set({ suspended_at: at }).execute()
  await run(DUE)
  expect(await charges()).toEqual([])
  await db.updateTable('agencies').set({ suspended_at: null }).execute()
  await run(atNoon('2026-04-20'))
  expect(await charges()).toEqual([])
})
