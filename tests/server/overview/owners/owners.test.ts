import { beforeEach, describe, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { WRITING } from '#tests/support/api-tokens.ts'
import { callerAs, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { mailedToken, openBrowser } from '#tests/support/servers/browser.ts'
import { cookieFor } from '#tests/support/servers/http.ts'
import { addCoOwner, createWorld, type World } from '#tests/support/world.ts'
import { addProject } from '../../work/projects/setup.ts'

const PASSWORD = 'quiet-harbour-7'

let db: Db
let world: World
let second: SeedPerson
let third: SeedPerson

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  third = await addCoOwner(db, world.home.agencyId, 'Third Owner')
  await setPassword(db, PASSWORD)
})

const ownersFor = (person: SeedPerson) => callerAs(db, person).owners
const names = async (person = world.home.owner) =>
  (await ownersFor(person).list()).map(({ name, primary, disabled }) => [
    name,
    ...(primary ? ['primary'] : []),
    ...(disabled ? ['disabled'] : []),
  ])
const mails = async () => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'subject'])
    .orderBy('recipient')
    .execute()
  return rows.map((row) => `${row.recipient}: ${row.subject}`)
}

/** All kinds of access the person has, and what each still gives access to. */
async function accessOf({ userId }: SeedPerson) {
  const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), userId) })
  const api = await browser.api()
  await api.apiTokens.create({ name: 'Kept', scopes: WRITING, password: PASSWORD })
  await api.schedule.createFeed()
  const count = async (table: 'sessions' | 'api_tokens' | 'schedule_feeds') =>
    (await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return {
    session: async () => (await (await browser.api()).auth.session()).user,
    left: async () => [await count('sessions'), await count('api_tokens'), await count('schedule_feeds')],
  }
}

type Api = ReturnType<typeof callerAs>

async function requireHidden({ workLog }: Api, { id, version }: { id: string; version: number }) {
  const gone = { code: 'NOT_FOUND' }
  expect((await workLog.list({ whose: 'own' })).items.map((found) => found.id)).not.toContain(id)
  const hours = { project_id: null, date: '2026-03-04', duration: '20h', entry: { id, version } }
  await expect(workLog.saveHours(hours)).rejects.toMatchObject(gone)
  await expect(workLog.delete({ id })).rejects.toMatchObject(gone)
}

/** The former owner accepts an invitation as a contact of the agency's client. */
async function returnAsContact() {
  const { email } = second
  const client_id = world.home.client.clientId
  await callerAs(db, world.home.owner).invitations.create({ role: 'client', client_id, email })
  const token = await mailedToken(db, email, 'invitation')
  const browser = openBrowser(db)
  await (await browser.api()).auth.signIn({ email, password: PASSWORD })
  await (await browser.api()).invitations.accept({ token })
  return browser.api()
}

test('the primary owner is listed first', async () => {
  expect(await names()).toEqual([['Home Owner', 'primary'], ['Second Owner'], ['Third Owner']])
  expect(await names(world.foreign.owner)).toEqual([['Foreign Owner', 'primary']])
})

test('an invited owner joins the list, and all owners are notified', async () => {
  await callerAs(db, second).invitations.create({
    email: 'fourth@example.test',
    role: 'agency_admin',
    password: PASSWORD,
  })
  const token = await mailedToken(db, 'fourth@example.test', 'invitation')
  await (await openBrowser(db).api()).invitations.accept({ token, name: 'Fourth Owner', password: PASSWORD })
  expect(await names()).toContainEqual(['Fourth Owner'])
  expect(await mails()).toEqual(
    expect.arrayContaining([
      'home.owner@example.test: Home Agency: fourth@example.test was invited as an owner',
      'second.owner@example.test: Home Agency: fourth@example.test was invited as an owner',
      'home.owner@example.test: Home Agency: fourth@example.test is now an owner',
    ]),
  )
  const [told] = (await callerAs(db, world.home.owner).notifications.list({})).items
  expect(told).toMatchObject({ link: '/settings?section=owners' })
})

describe('disabling an owner', () => {
  test('revokes all access immediately, and enabling restores sign-in', async () => {
    const ways = await accessOf(second)
    await ownersFor(third).setDisabled({ user_id: second.userId, disabled: true, password: PASSWORD })
    expect(await names()).toContainEqual(['Second Owner', 'disabled'])
    expect(await ways.session()).toBeNull()
    expect(await ways.left()).toEqual([0, 0, 0])
    const signIn = async () =>
      (await openBrowser(db).api()).auth.signIn({ email: second.email, password: PASSWORD })
    await expect(signIn()).rejects.toMatchObject({ code: 'FORBIDDEN' })

    await ownersFor(third).setDisabled({ user_id: second.userId, disabled: false, password: PASSWORD })
    await signIn()
    expect(await names()).toContainEqual(['Second Owner'])
  })

  test('is audited, and notified and emailed to all owners and the person concerned', async () => {
    await ownersFor(third).setDisabled({ user_id: second.userId, disabled: true, password: PASSWORD })
    expect(await mails()).toEqual([
      'home.owner@example.test: Home Agency: Second Owner was disabled as an owner',
      'second.owner@example.test: Home Agency: Second Owner was disabled as an owner',
      'third.owner@example.test: Home Agency: Second Owner was disabled as an owner',
    ])
    const { items } = await callerAs(db, world.home.owner).audit.list({ action: 'owner.' })
    expect(items).toMatchObject([{ action: 'owner.disabled', actor_name: 'Third Owner' }])
    const { items: told } = await callerAs(db, world.home.owner).notifications.list({})
    expect(told.map(({ title }) => title)).toEqual(['Second Owner was disabled as an owner'])
  })
})

describe('removing an owner', () => {
  test('revokes all access; the account waits for an invitation and sees nothing of the agency', async () => {
    const ways = await accessOf(second)
    await ownersFor(world.home.owner).remove({ user_id: second.userId, password: PASSWORD })
    expect(await names()).toEqual([['Home Owner', 'primary'], ['Third Owner']])
    expect(await ways.session()).toBeNull()
    expect(await ways.left()).toEqual([0, 0, 0])

    const browser = openBrowser(db)
    await (await browser.api()).auth.signIn({ email: second.email, password: PASSWORD })
    const api = await browser.api()
    expect((await api.auth.session()).user).toMatchObject({ agency_id: null, role: 'employee' })
    expect((await api.projects.list({})).items).toEqual([])
    await expect(api.owners.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('hides the events and quick tasks they made or were invited to in the agency', async () => {
    const { schedule, quickTasks } = callerAs(db, second)
    const times = { starts_at: '2026-03-05T08:00:00.000Z', duration_minutes: 30 }
    const { id, occurrence_start } = await schedule.create({ ...times, title: 'Pricing' })
    const attendees = [{ kind: 'user', id: second.userId } as const]
    await callerAs(db, world.home.owner).schedule.create({ ...times, title: 'Budget', attendees })
    const task = await quickTasks.save({ title: 'Call the bank' })
    await ownersFor(world.home.owner).remove({ user_id: second.userId, password: PASSWORD })

    const browser = openBrowser(db)
    await (await browser.api()).auth.signIn({ email: second.email, password: PASSWORD })
    const api = await browser.api()
    const day = { from: '2026-03-05', to: '2026-03-05' }
    expect((await api.schedule.range(day)).events).toEqual([])
    const gone = { code: 'NOT_FOUND' }
    const event = { id, occurrence_start, version: 1 }
    await expect(api.schedule.cancel(event)).rejects.toMatchObject(gone)
    await expect(api.schedule.update({ ...times, ...event, title: 'Mine' })).rejects.toMatchObject(gone)
    expect((await api.quickTasks.counters()).pending).toBe(0)
    await expect(api.quickTasks.get({ id: task.id })).rejects.toMatchObject(gone)
    expect((await callerAs(db, world.home.owner).schedule.range(day)).events).toHaveLength(2)
  })

  test('hides the hours they recorded, which remain as they are', async () => {
    const { workLog } = callerAs(db, second)
    const entry = await workLog.save({
      project_id: await addProject(db, world.home, 'Website'),
      time: { kind: 'duration', date: '2026-03-04', duration: '2h' },
    })
    await workLog.start({ note: 'Running' })
    await ownersFor(world.home.owner).remove({ user_id: second.userId, password: PASSWORD })
    const recorded = () =>
      db.selectFrom('time_entries').selectAll().where('agency_id', 'is not', null).execute()
    const before = await recorded()

    const browser = openBrowser(db)
    await (await browser.api()).auth.signIn({ email: second.email, password: PASSWORD })
    const alone = await browser.api()
    await requireHidden(alone, entry)
    expect(await recorded()).toEqual(before)
    // Ends the running one, as the job for lost timers would.
    await alone.workLog.start({ note: 'Private' })
    expect((await recorded()).map(({ ended_at }) => ended_at === null)).toEqual([false, false])
    await alone.workLog.stop()

    const contact = await returnAsContact()
    await requireHidden(contact, entry)
    expect((await contact.workLog.list({ whose: 'own' })).items).toMatchObject([{ note: 'Private' }])
    expect((await callerAs(db, world.home.owner).workLog.list({ whose: 'agency' })).items).toHaveLength(2)
  })

  test("hides the agency's events from someone who returns as a contact of a client", async () => {
    const times = { starts_at: '2026-03-05T08:00:00.000Z', duration_minutes: 30 }
    const { id } = await callerAs(db, second).schedule.create({ ...times, title: 'Pricing' })
    const attendees = [{ kind: 'user', id: second.userId } as const]
    const owner = callerAs(db, world.home.owner)
    const invited = await owner.schedule.create({ ...times, title: 'Budget', attendees })
    await ownersFor(world.home.owner).remove({ user_id: second.userId, password: PASSWORD })
    expect(await owner.schedule.get({ id })).toMatchObject({ organizer: { id: world.home.owner.userId } })
    expect(await owner.schedule.get({ id: invited.id })).toMatchObject({ attendees: [] })
    // As left by an earlier version.
    await db.updateTable('events').set({ organizer_id: second.userId }).where('id', '=', id).execute()
    const contact = await returnAsContact()
    expect((await contact.schedule.range({ from: '2026-03-05', to: '2026-03-05' })).events).toEqual([])
  })

  test('is audited and emailed', async () => {
    await ownersFor(world.home.owner).remove({ user_id: second.userId, password: PASSWORD })
    expect(await mails()).toContain(
      'second.owner@example.test: Home Agency: Second Owner was removed as an owner',
    )
    const { items } = await callerAs(db, world.home.owner).audit.list({ action: 'owner.' })
    expect(items).toMatchObject([
      { action: 'owner.removed', detail: 'second.owner@example.test is no longer an owner' },
    ])
  })

  test('is possible for the owner who leaves', async () => {
    await ownersFor(second).remove({ user_id: second.userId, password: PASSWORD })
    expect(await names()).toEqual([['Home Owner', 'primary'], ['Third Owner']])
    expect(await mails()).toContain('home.owner@example.test: Home Agency: Second Owner left the agency')
  })

  test('by each other concurrently leaves one owner', async () => {
    const outcomes = await Promise.allSettled([
      ownersFor(second).remove({ user_id: third.userId, password: PASSWORD }),
      ownersFor(third).remove({ user_id: second.userId, password: PASSWORD }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await names()).toHaveLength(2)
  })

  test("doesn't apply to contributors or people of another agency", async () => {
    for (const user_id of [world.home.employee.userId, world.foreign.owner.userId]) {
      const owners = ownersFor(world.home.owner)
      await expect(owners.remove({ user_id, password: PASSWORD })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect(owners.setDisabled({ user_id, disabled: true, password: PASSWORD })).rejects.toMatchObject(
        {
          code: 'NOT_FOUND',
        },
      )
    }
  })
})

test('open invitations of an owner who loses access no longer work; those of other owners do', async () => {
  const losses: (() => Promise<unknown>)[] = [
    () => ownersFor(third).setDisabled({ user_id: second.userId, disabled: true, password: PASSWORD }),
    () => ownersFor(third).remove({ user_id: second.userId, password: PASSWORD }),
    async () => {
      const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), third.userId) })
      await (await browser.api()).settings.deleteAccount({ confirm_email: third.email, password: PASSWORD })
    },
  ]
  const inviters = [second, second, third]
  for (const [index, lose] of losses.entries()) {
    await ownersFor(third)
      .setDisabled({ user_id: second.userId, disabled: false, password: PASSWORD })
      .catch(() => {})
    const invite = async (from: SeedPerson, email: string) => {
      await callerAs(db, from).invitations.create({ role: 'agency_admin', email, password: PASSWORD })
      const token = await mailedToken(db, email, 'invitation')
      return async () => (await openBrowser(db).api()).invitations.get({ token })
    }
    const theirs = await invite(inviters[index] ?? second, `theirs${index}@example.test`)
    const other = await invite(world.home.owner, `other${index}@example.test`)
    await lose()
    await expect(theirs()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await other()).email).toBe(`other${index}@example.test`)
  }
  const { items } = await callerAs(db, world.home.owner).audit.list({ action: 'invitation.revoked' })
  expect(items).toHaveLength(3)
})

test('disabling, enabling, removing an owner or leaving requires the password', async () => {
  const owners = ownersFor(third)
  const proof = { password: 'a guess' }
  const refused = { cause: { details: { reason: 'wrong_password' } } }
  for (const act of [
    () => owners.remove({ user_id: second.userId, ...proof }),
    () => owners.remove({ user_id: third.userId, ...proof }),
    () => owners.setDisabled({ user_id: second.userId, disabled: true, ...proof }),
    () => owners.setDisabled({ user_id: second.userId, disabled: false, ...proof }),
  ]) {
    await expect(act()).rejects.toMatchObject(refused)
  }
  await expect(owners.remove({ user_id: second.userId } as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await names()).toEqual([['Home Owner', 'primary'], ['Second Owner'], ['Third Owner']])
})

describe('the agency keeps an owner', () => {
  test("the primary owner can't be disabled or removed and can't leave", async () => {
    const { userId: user_id } = world.home.owner
    for (const person of [second, world.home.owner]) {
      const owners = ownersFor(person)
      const refusal = { code: 'CONFLICT', cause: { details: { reason: 'primary_owner' } } }
      await expect(owners.remove({ user_id, password: PASSWORD })).rejects.toMatchObject(refusal)
      await expect(owners.setDisabled({ user_id, disabled: true, password: PASSWORD })).rejects.toMatchObject(
        refusal,
      )
    }
  })

  test("the last active owner can't leave, be disabled or be removed", async () => {
    for (const { userId } of [second, third])
      await ownersFor(world.home.owner).setDisabled({ user_id: userId, disabled: true, password: PASSWORD })
    const owners = ownersFor(world.home.owner)
    const { userId: user_id } = world.home.owner
    const refusal = { code: 'CONFLICT', cause: { details: { reason: 'last_owner' } } }
    await expect(owners.remove({ user_id, password: PASSWORD })).rejects.toMatchObject(refusal)
    await expect(owners.setDisabled({ user_id, disabled: true, password: PASSWORD })).rejects.toMatchObject(
      refusal,
    )
    const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), user_id) })
    await expect(
      (await browser.api()).settings.deleteAccount({
        confirm_email: world.home.owner.email,
        password: PASSWORD,
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('an owner who deletes their account leaves the list, and the others are notified', async () => {
    const browser = openBrowser(db, { cookie: await cookieFor(testServices(db), second.userId) })
    await (await browser.api()).settings.deleteAccount({ confirm_email: second.email, password: PASSWORD })
    expect(await names()).toEqual([['Home Owner', 'primary'], ['Third Owner']])
    expect(await mails()).toContain('third.owner@example.test: Home Agency: Second Owner left the agency')
    await expect(
      ownersFor(third).setDisabled({ user_id: second.userId, disabled: false, password: PASSWORD }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('transferring the agency', () => {
  test('makes another owner primary, who can then remove the former one', async () => {
    const input = { user_id: second.userId, password: PASSWORD }
    await ownersFor(world.home.owner).handOver(input)
    expect(await names()).toEqual([['Second Owner', 'primary'], ['Home Owner'], ['Third Owner']])
    expect(await mails()).toContain(
      'third.owner@example.test: Home Agency: Second Owner is now the primary owner',
    )
    const { items } = await callerAs(db, second).audit.list({ action: 'owner.' })
    expect(items).toMatchObject([
      { action: 'owner.handed-over', detail: 'From Home Owner to second.owner@example.test' },
    ])
    await ownersFor(second).remove({ user_id: world.home.owner.userId, password: PASSWORD })
    expect(await names(second)).toEqual([['Second Owner', 'primary'], ['Third Owner']])
  })

  test('requires the primary owner and their password', async () => {
    const owners = ownersFor(world.home.owner)
    const { userId: user_id } = second
    await expect(owners.handOver({ user_id, password: 'wrong' })).rejects.toMatchObject({
      cause: { details: { reason: 'wrong_password' } },
    })
    await expect(ownersFor(third).handOver({ user_id, password: PASSWORD })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await names()).toContainEqual(['Home Owner', 'primary'])
  })

  test('requires an active owner of the same agency', async () => {
    const owners = ownersFor(world.home.owner)
    for (const { userId: user_id } of [world.home.employee, world.foreign.owner]) {
      await expect(owners.handOver({ user_id, password: PASSWORD })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    await owners.setDisabled({ user_id: second.userId, disabled: true, password: PASSWORD })
    await expect(owners.handOver({ user_id: second.userId, password: PASSWORD })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('leaves a primary owner if the target is removed concurrently', async () => {
    await Promise.allSettled([
      ownersFor(world.home.owner).handOver({ user_id: second.userId, password: PASSWORD }),
      ownersFor(third).remove({ user_id: second.userId, password: PASSWORD }),
    ])
    const [primary] = await names(third)
    expect(primary).toContain('primary')
  })
})
