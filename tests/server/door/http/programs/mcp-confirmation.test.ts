import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { READING, WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, TEST_NOW } from '#tests/support/caller.ts'
import { draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { callTool, confirmationOf, openToAgents, overHttp } from '#tests/support/servers/agents.ts'

const WRITE = '?write=1'

/** The owner's agent, and a draft of theirs. */
async function setUp() {
  const portal = await openToAgents()
  const owner = callerAs(portal.db, portal.owner)
  const { clientId } = portal.world.home.client
  const draft = await owner.invoices.save(draftFor(clientId))
  const { token } = await portal.token(WRITING)
  const agent = await overHttp(portal, token, WRITE)
  /** Except emails about new access tokens. */
  const newMails = () =>
    portal.db
      .selectFrom('mail_outbox')
      .select(['recipient', 'subject'])
      .where('subject', 'not like', '%API token%')
      .execute()
  const statusOf = async (id: string) => (await owner.invoices.get({ id })).status
  return { ...portal, agent, caller: owner, clientId, draft, newMails, statusOf, secret: token }
}

const refusedFor = (reason: string) => ({ isError: true, structuredContent: { error: { reason } } })
const textOf = ({ content }: CallToolResult) => (content[0] as { text: string }).text

test('sending previews recipients and content first, and happens once confirmed', async () => {
  const { agent, draft, world, newMails, statusOf, db } = await setUp()
  const preview = await callTool(agent, 'invoices_send', { id: draft.id })
  expect(preview.isError).toBeUndefined()
  expect(preview.structuredContent).toMatchObject({
    confirmation_needed: true,
    tool: 'invoices_send',
    preview: {
      does: expect.stringContaining('Sends a draft invoice'),
      follows: expect.stringContaining('can no longer be edited'),
      changes: [expect.stringMatching(/sent to .*\(\$3,600\.00 USD\)$/)],
      emails: [expect.stringContaining(world.home.client.email)],
      notified: 1,
      webhooks: ['invoice.sent'],
    },
    expires_at: '2026-03-04T10:10:00.000Z',
  })
  expect(textOf(preview)).toMatch(/^Nothing has happened yet\./)
  expect([await statusOf(draft.id), await newMails()]).toEqual(['draft', []])
  expect(await db.selectFrom('keyed_requests').select('procedure').execute()).toEqual([])

  const confirmation = confirmationOf(preview)
  const done = await callTool(agent, 'invoices_send', { id: draft.id, confirmation })
  expect(done.structuredContent).toMatchObject({ id: draft.id, status: 'sent' })
  expect(await newMails()).toMatchObject([{ recipient: world.home.client.email }])

  // Sent again, it gets the first response and has no further effect.
  expect(await callTool(agent, 'invoices_send', { id: draft.id, confirmation })).toEqual(done)
  expect(await newMails()).toHaveLength(1)
})

test('20 concurrent calls with one confirmation send one invoice', async () => {
  const { agent, draft, newMails } = await setUp()
  const confirmation = confirmationOf(await callTool(agent, 'invoices_send', { id: draft.id }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => callTool(agent, 'invoices_send', { id: draft.id, confirmation })),
  )
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  expect(new Set(answers.map(textOf)).size).toBe(1)
  expect(await newMails()).toHaveLength(1)
})

test('a confirmed call repeated with its idempotency key gets the first response', async () => {
  const { agent, draft, caller, clientId, newMails } = await setUp()
  const id = await sendInvoiceTo(caller, clientId)
  const credit = { id, amount: 1000, reason: 'Late', idempotency_key: 'credit-note-of-an-agent' }
  const confirmation = confirmationOf(await callTool(agent, 'invoices_credit', credit))
  const done = await callTool(agent, 'invoices_credit', { ...credit, confirmation })
  expect(done.isError).toBeUndefined()
  expect(await callTool(agent, 'invoices_credit', { ...credit, confirmation })).toEqual(done)
  expect(await callTool(agent, 'invoices_credit', credit)).toEqual(done)
  expect(await callTool(agent, 'invoices_credit', { ...credit, amount: 2000 })).toMatchObject(
    refusedFor('idempotency_key_reused'),
  )
  expect(await caller.invoices.get({ id })).toMatchObject({ amount_credited: 1000 })

  // A confirmation is for the call with its key, so that two keys don't make two calls of it.
  const preview = await callTool(agent, 'invoices_send', { id: draft.id })
  const keyed = { id: draft.id, idempotency_key: 'another-key-of-the-agent' }
  expect(
    await callTool(agent, 'invoices_send', { ...keyed, confirmation: confirmationOf(preview) }),
  ).toMatchObject(refusedFor('confirmation_invalid'))

  // Its preview is generated from a description, since it can't be tried.
  const sent = (await newMails()).length
  const invitation = {
    ...{ email: 'new@client.example', role: 'client', client_id: clientId },
    idempotency_key: 'invitation-of-an-agent',
  }
  expect(
    await callTool(agent, 'invitations_create', { ...invitation, idempotency_key: 'short' }),
  ).toMatchObject(refusedFor('idempotency_key_malformed'))
  const stated = confirmationOf(await callTool(agent, 'invitations_create', invitation))
  const invited = await callTool(agent, 'invitations_create', { ...invitation, confirmation: stated })
  expect(invited.isError).toBeUndefined()
  expect(await callTool(agent, 'invitations_create', invitation)).toEqual(invited)
  expect(await newMails()).toHaveLength(sent + 1)
})

test('a stored response is only for the person who made the call', async () => {
  const portal = await setUp()
  const { agent, clientId, world } = portal
  const invitation = {
    ...{ email: 'new@client.example', role: 'client', client_id: clientId },
    idempotency_key: 'invitation-of-an-agent',
  }
  const stated = confirmationOf(await callTool(agent, 'invitations_create', invitation))
  await callTool(agent, 'invitations_create', { ...invitation, confirmation: stated })
  const scoped = await overHttp(portal, (await portal.token(['projects:write'])).token, WRITE)
  expect(await callTool(scoped, 'invitations_create', invitation)).toMatchObject(refusedFor('scope_missing'))
  const foreign = await overHttp(portal, (await portal.token(WRITING, world.foreign.owner)).token, WRITE)
  expect(await callTool(foreign, 'invitations_create', invitation)).not.toMatchObject({
    structuredContent: { email: invitation.email },
  })
})

test('a confirmation is only valid for one caller, token, tool and input', async () => {
  const portal = await setUp()
  const { agent, draft, world, caller, clientId, newMails, statusOf } = portal
  const other = await caller.invoices.save({ ...draftFor(clientId), title: 'Another' })
  const confirmation = confirmationOf(await callTool(agent, 'invoices_send', { id: draft.id }))
  const attempt = (as: typeof agent, tool: string, args: Record<string, unknown>) =>
    callTool(as, tool, { confirmation, ...args })
  const same = { id: draft.id }
  const agentOf = async (person: typeof portal.owner, query = WRITE, scopes = WRITING) =>
    overHttp(portal, (await portal.token(scopes, person)).token, query)

  const invalid = refusedFor('confirmation_invalid')
  expect(await attempt(agent, 'invoices_send', { id: other.id })).toMatchObject(invalid)
  expect(await attempt(agent, 'invoices_send', { ...same, apply_credit: true })).toMatchObject(invalid)
  expect(await attempt(agent, 'invoices_delete', same)).toMatchObject(invalid)
  expect(await attempt(await agentOf(portal.owner), 'invoices_send', same)).toMatchObject(invalid)
  expect(await attempt(await agentOf(world.home.client), 'invoices_send', same)).toMatchObject(invalid)
  expect(await attempt(await agentOf(world.foreign.owner), 'invoices_send', same)).toMatchObject(invalid)
  const reader = await agentOf(portal.owner, WRITE, READING)
  expect(await attempt(reader, 'invoices_send', same)).toMatchObject(invalid)
  expect(await attempt(await overHttp(portal, portal.secret), 'invoices_send', same)).toMatchObject(
    refusedFor('read_only'),
  )
  const [nonce = '', , mac = ''] = confirmation.split('.')
  for (const forged of [
    '',
    'yes',
    '\0',
    confirmation.slice(1),
    `${confirmation}\0`,
    `${nonce}.zzzzzzzzz.${mac}`,
    'x'.repeat(100_000),
  ]) {
    expect(await attempt(agent, 'invoices_send', { ...same, confirmation: forged })).toMatchObject(invalid)
  }
  expect([await statusOf(draft.id), await statusOf(other.id), await newMails()]).toEqual([
    'draft',
    'draft',
    [],
  ])
  expect((await attempt(agent, 'invoices_send', same)).isError).toBeUndefined()
})

test('a confirmation expires after ten minutes', async () => {
  const { agent, draft, services, statusOf } = await setUp()
  const confirmation = confirmationOf(await callTool(agent, 'invoices_send', { id: draft.id }))
  services.clock = () => new Date(TEST_NOW.getTime() + 600_000)
  expect(await callTool(agent, 'invoices_send', { id: draft.id, confirmation })).toMatchObject(
    refusedFor('confirmation_expired'),
  )
  expect(await statusOf(draft.id)).toBe('draft')
})

test("a preview fails like the call would, and reveals nothing the caller can't see", async () => {
  const portal = await setUp()
  const { agent, draft, world, caller, clientId } = portal
  const scoped = await overHttp(portal, (await portal.token(['projects:write'])).token, WRITE)
  const foreign = await overHttp(portal, (await portal.token(WRITING, world.foreign.owner)).token, WRITE)
  const client = await overHttp(portal, (await portal.token(WRITING, world.home.client)).token, WRITE)
  const id = await sendInvoiceTo(caller, clientId)
  const paid = await caller.payments.recordManual({
    invoice_id: id,
    amount: 1000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const missing = { isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } }
  expect(await callTool(scoped, 'invoices_send', { id: draft.id })).toMatchObject(refusedFor('scope_missing'))
  expect(await callTool(foreign, 'invoices_send', { id: draft.id })).toMatchObject(missing)
  expect(await callTool(client, 'invoices_send', { id: draft.id })).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'FORBIDDEN' } },
  })
  // These can't be tried, so their previews are generated from descriptions.
  const refund = { id: paid.id, ...refundForm(400) }
  expect(await callTool(scoped, 'payments_refund', refund)).toMatchObject(refusedFor('scope_missing'))
  expect(await callTool(foreign, 'payments_refund', refund)).toMatchObject(missing)
  expect(await callTool(agent, 'payments_refund', { ...refund, reason: '' })).toMatchObject({
    isError: true,
    structuredContent: { error: { reason: 'invalid_input', fields: { reason: 'Please enter a reason.' } } },
  })
  expect(await callTool(agent, 'payments_refund', { ...refund, reason: 'a\0b' })).toMatchObject(
    refusedFor('unstorable_text'),
  )
  expect(await callTool(agent, 'invoices_send', { id })).toMatchObject({ isError: true })
})

test('a refund and an invitation are previewed first, and happen once', async () => {
  const { agent, caller, clientId, newMails } = await setUp()
  const id = await sendInvoiceTo(caller, clientId)
  const payment = await caller.payments.recordManual({
    invoice_id: id,
    amount: 1000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const refund = { id: payment.id, ...refundForm(400) }
  const stated = await callTool(agent, 'payments_refund', refund)
  expect(stated.structuredContent).toMatchObject({
    confirmation_needed: true,
    preview: {
      changes: [
        'A refund of $4.00 USD of “INV-1001 Milestone 2” is recorded. No money moves: pay it to Home Client yourself.',
      ],
    },
  })
  const credited = await callTool(agent, 'payments_refund', { ...refund, credit: true })
  expect(credited.structuredContent).toMatchObject({
    preview: { changes: [expect.any(String), 'A credit note for the same amount is issued.'] },
  })
  const amounts = async () =>
    (await caller.payments.list({ invoice_id: id })).items.map(({ refunded }) => refunded)
  expect(await amounts()).toEqual([0])
  const confirmed = { ...refund, confirmation: confirmationOf(stated) }
  const answers = await Promise.all([1, 2, 3].map(() => callTool(agent, 'payments_refund', confirmed)))
  expect(answers.filter(({ isError }) => isError)).toEqual([])
  expect(await amounts()).toEqual([400])

  const invitation = { email: 'new@client.example', role: 'client', client_id: clientId }
  const before = (await newMails()).length
  const asked = await callTool(agent, 'invitations_create', invitation)
  expect(asked.structuredContent).toMatchObject({
    preview: { changes: ['new@client.example gets an email with a link to join as a client.'] },
  })
  expect(await newMails()).toHaveLength(before)
  const sent = { ...invitation, confirmation: confirmationOf(asked) }
  const invited = await callTool(agent, 'invitations_create', sent)
  expect(invited.isError).toBeUndefined()
  expect(await callTool(agent, 'invitations_create', sent)).toEqual(invited)
  expect(await newMails()).toHaveLength(before + 1)
})

test('a call that notifies no one needs no confirmation, even if its tool may require one', async () => {
  const { agent, world, caller } = await setUp()
  const meeting = {
    title: 'Review',
    starts_at: '2026-03-05T09:00:00.000Z',
    ends_at: '2026-03-05T10:00:00.000Z',
  }
  const alone = await callTool(agent, 'schedule_create', meeting)
  expect(alone.structuredContent).toMatchObject({ id: expect.any(String) })
  const attendees = [{ kind: 'client', id: world.home.client.clientId }]
  const invited = await callTool(agent, 'schedule_create', { ...meeting, title: 'Kickoff', attendees })
  expect(invited.structuredContent).toMatchObject({
    confirmation_needed: true,
    preview: {
      changes: ['1 attendee invited to Kickoff', 'Kickoff scheduled'],
      emails: [],
      notified: 1,
      notified_by_email: 1,
      notified_addresses: [world.home.client.email],
    },
  })
  const range = { from: '2026-03-05', to: '2026-03-06' }
  const titles = async () => (await caller.schedule.range(range)).events.map(({ title }) => title)
  expect(await titles()).toEqual(['Review'])
})

test('moving an event names whom it emails, unless no one is notified', async () => {
  const { agent, world, caller } = await setUp()
  const { client } = world.home
  const times = { starts_at: '2026-03-05T09:00:00.000Z', ends_at: '2026-03-05T10:00:00.000Z' }
  const later = { starts_at: '2026-03-05T11:00:00.000Z', ends_at: '2026-03-05T12:00:00.000Z' }
  const alone = await caller.schedule.create({ title: 'Focus', ...times })
  expect(
    (await callTool(agent, 'schedule_move', { ...alone, ...later, version: 1 })).structuredContent,
  ).toMatchObject({
    id: alone.id,
  })
  const attendees = [{ kind: 'client' as const, id: client.clientId }]
  const meeting = await caller.schedule.create({ title: 'Kickoff', ...times, attendees })
  const preview = await callTool(agent, 'schedule_move', { ...meeting, ...later, version: 1 })
  expect(preview.structuredContent).toMatchObject({
    confirmation_needed: true,
    preview: {
      changes: ['Kickoff moved'],
      notified: 1,
      notified_by_email: 1,
      notified_addresses: [client.email],
    },
  })
  expect(textOf(preview)).toContain(
    `Notified: 1 person. Emailed, unless they read it in the portal first: 1 (${client.email}).`,
  )
  const confirmation = confirmationOf(preview)
  expect(
    (await callTool(agent, 'schedule_move', { ...meeting, ...later, version: 1, confirmation })).isError,
  ).toBeUndefined()
})
