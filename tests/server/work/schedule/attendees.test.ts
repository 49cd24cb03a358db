import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { queueNotificationMails } from '#server/reactions/notifications/commands/queue-mails.ts'
import { remindOfEvents } from '#server/work/schedule/commands/remind.ts'
import { feedEvents } from '#server/work/schedule/queries/feed.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { day, STAND_UP, setUpSchedule } from './setup.ts'

test('a client sees events they attend and can respond but not edit', async () => {
  const { owner, client, world } = await setUpSchedule()
  await owner.schedule.create(STAND_UP)
  const { id } = await owner.schedule.create({
    ...STAND_UP,
    title: 'Check-in',
    attendees: [{ kind: 'client', id: world.home.client.clientId }],
  })
  const seen = async () => (await client.schedule.range(day('2026-03-04'))).events
  expect(await seen()).toMatchObject([{ title: 'Check-in', my_reply: 'waiting', can_edit: false }])
  await expect(owner.schedule.reply({ id, reply: 'accepted' })).rejects.toThrow('not invited')
  await client.schedule.reply({ id, reply: 'accepted' })
  expect(await seen()).toMatchObject([{ my_reply: 'accepted' }])
  await expect(
    client.schedule.cancel({ id, occurrence_start: STAND_UP.starts_at, version: 1, scope: 'all' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test("people of another agency can't be invited", async () => {
  const { owner, world } = await setUpSchedule()
  for (const attendee of [
    { kind: 'user', id: world.foreign.employee.userId },
    { kind: 'client', id: world.foreign.client.clientId },
  ] as const)
    await expect(owner.schedule.create({ ...STAND_UP, attendees: [attendee] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
})

test("people without access can't be invited, but remain in existing events", async () => {
  const { owner, world } = await setUpSchedule()
  const { employee } = world.home
  const attendees = [{ kind: 'user', id: employee.userId } as const]
  const { id, occurrence_start } = await owner.schedule.create({ ...STAND_UP, attendees })
  await owner.employees.setDeactivated({ id: employee.employeeId, deactivated: true })
  await expect(owner.schedule.create({ ...STAND_UP, attendees })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await owner.schedule.update({ ...STAND_UP, title: 'Daily', id, occurrence_start, version: 1, attendees })
  const { events } = await owner.schedule.range(day('2026-03-04'))
  expect(events).toMatchObject([{ title: 'Daily', attendees: [{ id: employee.userId }] }])
})

test('invitees are notified once', async () => {
  const { owner, employee, world } = await setUpSchedule()
  const attendees = [{ kind: 'user', id: world.home.employee.userId }] as const
  const { id, occurrence_start } = await owner.schedule.create({ ...STAND_UP, attendees: [...attendees] })
  await owner.schedule.update({
    ...STAND_UP,
    id,
    occurrence_start,
    version: 1,
    attendees: [...attendees],
  })
  expect((await employee.notifications.list({})).items).toMatchObject([
    { title: 'Home Owner invited you to Stand-up, repeating from Mar 02, 2026 09:00 – 09:30' },
  ])
})

test('an invitation names the day and time in the time zone of the person', async () => {
  const { owner, employee, world } = await setUpSchedule()
  await employee.settings.savePreferences({ timezone: 'Asia/Kolkata' })
  const attendees = [{ kind: 'user', id: world.home.employee.userId } as const]
  const once = { ...STAND_UP, starts_at: '2026-03-05T08:00:00.000Z', recurrence: null }
  await owner.schedule.create({ ...once, attendees })
  const series = await owner.schedule.create(STAND_UP)
  const occurrence_start = '2026-03-06T08:00:00.000Z'
  const changed = { ...STAND_UP, id: series.id, occurrence_start, version: 1, attendees }
  await owner.schedule.update({ ...changed, title: 'Daily', starts_at: occurrence_start, scope: 'following' })
  const { items } = await employee.notifications.list({})
  expect(items.map(({ title }) => title).toSorted()).toEqual([
    'Home Owner invited you to Daily, repeating from Mar 06, 2026 13:30 – 14:00',
    'Home Owner invited you to Stand-up on Mar 05, 2026 13:30 – 14:00',
  ])
})

test('nobody is invited to an event or series that is over', async () => {
  const { db, owner, employee, client, world } = await setUpSchedule()
  const people = [
    { kind: 'client', id: world.home.client.clientId },
    { kind: 'user', id: world.home.employee.userId },
  ] as const
  const invitations = async () =>
    (await Promise.all([employee, client].map((caller) => caller.notifications.list({})))).flatMap(
      ({ items }) => items.map(({ title }) => title),
    )
  const once = { ...STAND_UP, title: 'Kickoff', recurrence: null }
  await owner.schedule.create({ ...once, attendees: [...people] })
  const { id } = await owner.schedule.create(once)
  const again = { ...once, id, occurrence_start: once.starts_at, version: 1, scope: 'all' as const }
  await owner.schedule.update({ ...again, attendees: [...people] })
  const ended = { frequency: 'daily', until: '2026-03-03' } as const
  await owner.schedule.create({ ...STAND_UP, recurrence: ended, attendees: [...people] })
  expect(await invitations()).toEqual([])
  await queueNotificationMails(ctxFor(db, null, new Date('2026-03-04T11:00:00.000Z')))
  expect(await db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
  await owner.schedule.create({ ...STAND_UP, attendees: [...people] })
  expect(await invitations(), 'a series that goes on').toHaveLength(2)
})

test('the organizer is notified of who declines, and if they change their mind', async () => {
  const { owner, employee, client, world } = await setUpSchedule()
  const { id } = await owner.schedule.create({
    ...STAND_UP,
    recurrence: null,
    starts_at: '2026-03-10T08:00:00.000Z',
    attendees: [
      { kind: 'user', id: world.home.employee.userId },
      { kind: 'client', id: world.home.client.clientId },
    ],
  })
  const news = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.filter((item) => item.event === 'event_declined')
  const titles = async (caller: typeof owner) => (await news(caller)).map(({ title }) => title)
  await employee.schedule.reply({ id, reply: 'accepted' })
  expect(await titles(owner)).toEqual([])
  await employee.schedule.reply({ id, reply: 'declined' })
  await employee.schedule.reply({ id, reply: 'declined' })
  expect(await news(owner)).toMatchObject([
    { title: 'Home Employee declined Stand-up on Mar 10, 2026', count: 1, link: `/schedules?event=${id}` },
  ])
  await employee.schedule.reply({ id, reply: 'tentative' })
  expect(await titles(owner), 'nobody has read it').toEqual([])
  await client.schedule.reply({ id, reply: 'declined' })
  await owner.notifications.markAllRead()
  await client.schedule.reply({ id, reply: 'accepted' })
  expect((await titles(owner)).toSorted()).toEqual([
    'Home Client declined Stand-up on Mar 10, 2026',
    'Home Client no longer declines Stand-up on Mar 10, 2026',
  ])
  expect([await titles(employee), await titles(client)]).toEqual([[], []])
})

test('nobody is notified of who declines an event that is over', async () => {
  const { owner, employee, world } = await setUpSchedule()
  const attendees = [{ kind: 'user', id: world.home.employee.userId } as const]
  const { id } = await owner.schedule.create({ ...STAND_UP, recurrence: null, attendees })
  await employee.schedule.reply({ id, reply: 'declined' })
  expect((await owner.notifications.list({})).items).toEqual([])
})

test('a conflict is an overlapping event with a shared attendee', async () => {
  const { owner, employee, world } = await setUpSchedule()
  const emma = { kind: 'user', id: world.home.employee.userId } as const
  const { id } = await owner.schedule.create({ ...STAND_UP, attendees: [emma] })
  const at = (starts_at: string) => ({ starts_at, duration_minutes: 30, attendees: [emma] })
  expect(await owner.schedule.conflicts(at('2026-03-10T08:15:00.000Z'))).toMatchObject([{ id }])
  expect(await owner.schedule.conflicts(at('2026-03-10T08:30:00.000Z'))).toEqual([])
  expect(await owner.schedule.conflicts({ ...at('2026-03-10T08:15:00.000Z'), exclude_event_id: id })).toEqual(
    [],
  )
  await employee.schedule.reply({ id, reply: 'declined' })
  expect(
    await employee.schedule.conflicts({ starts_at: '2026-03-10T08:15:00.000Z', duration_minutes: 30 }),
  ).toEqual([])
})

test('reminders are sent once before each occurrence, except to those who declined', async () => {
  const { db, owner, employee, client, world } = await setUpSchedule()
  const { id } = await owner.schedule.create({
    ...STAND_UP,
    reminder_minutes: 15,
    attendees: [
      { kind: 'user', id: world.home.employee.userId },
      { kind: 'client', id: world.home.client.clientId },
    ],
  })
  await client.schedule.reply({ id, reply: 'declined' })
  const remindAt = (instant: string) => remindOfEvents(ctxFor(db, null, new Date(instant)))
  const reminders = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.filter((item) => item.event === 'event_reminder').length
  await remindAt('2026-03-05T07:30:00.000Z')
  expect(await reminders(employee)).toBe(0)
  for (const minute of ['46', '47', '59']) await remindAt(`2026-03-05T07:${minute}:00.000Z`)
  expect([await reminders(employee), await reminders(owner), await reminders(client)]).toEqual([1, 1, 0])
  await remindAt('2026-03-06T07:50:00.000Z')
  expect(await reminders(employee)).toBe(2)
  const suspend = (suspended: boolean) =>
    callerAs(db, world.admin).agencies.setSuspended({ id: world.home.agencyId, suspended })
  await suspend(true)
  await remindAt('2026-03-09T07:50:00.000Z')
  await suspend(false)
  expect(await reminders(employee)).toBe(2)
})

test('reminders follow when an event of a series moves with all following ones, or back', async () => {
  const { db, owner, employee, world } = await setUpSchedule()
  const attendees = [{ kind: 'user', id: world.home.employee.userId } as const]
  const { id } = await owner.schedule.create({ ...STAND_UP, reminder_minutes: 2880, attendees })
  const remind = () => remindOfEvents(ctxFor(db, null, new Date('2026-03-04T09:00:00.000Z')))
  const reminders = async () =>
    (await employee.notifications.list({})).items
      .filter((item) => item.event === 'event_reminder')
      .map((item) => item.title)
      .toSorted()
  await remind()
  expect(await reminders()).toEqual([
    'Stand-up starts on Mar 05, 2026 at 09:00',
    'Stand-up starts on Mar 06, 2026 at 09:00',
  ])
  const move = (series: { id: string; occurrence_start: string }, starts_at: string) =>
    owner.schedule.move({
      id: series.id,
      occurrence_start: series.occurrence_start,
      version: 1,
      scope: 'following',
      starts_at,
      duration_minutes: 30,
    })
  const start = '2026-03-06T08:00:00.000Z'
  const moved = await move({ id, occurrence_start: start }, '2026-03-06T10:00:00.000Z')
  expect(await reminders()).toEqual(['Stand-up starts on Mar 05, 2026 at 09:00'])
  await remind()
  expect(await reminders()).toEqual(['Stand-up starts on Mar 05, 2026 at 09:00'])
  await remindOfEvents(ctxFor(db, null, new Date('2026-03-04T10:00:00.000Z')))
  expect(await reminders()).toEqual([
    'Stand-up starts on Mar 05, 2026 at 09:00',
    'Stand-up starts on Mar 06, 2026 at 11:00',
  ])
  await move(moved, start)
  expect(await reminders()).toEqual(['Stand-up starts on Mar 05, 2026 at 09:00'])
  await remind()
  expect(await reminders()).toContain('Stand-up starts on Mar 06, 2026 at 09:00')
})

test("platform administrators are reminded of the platform's events", async () => {
  const { db, admin, owner } = await setUpSchedule()
  await admin.schedule.create({ ...STAND_UP, title: 'Platform sync', reminder_minutes: 15 })
  await remindOfEvents(ctxFor(db, null, new Date('2026-03-05T07:50:00.000Z')))
  const reminders = async (caller: typeof owner) =>
    (await caller.notifications.list({})).items.filter((item) => item.event === 'event_reminder')
  expect(await reminders(admin)).toMatchObject([{ title: expect.stringMatching(/^Platform sync starts/) }])
  expect(await reminders(owner)).toEqual([])
})

test('a reminder names the time and is emailed at once, but not after the event began', async () => {
  const { db, owner, employee, world } = await setUpSchedule()
  await employee.notifications.savePreferences({
    delivery: 'daily',
    events: [{ event: 'event_reminder', in_app: true, email: true }],
  })
  await employee.settings.savePreferences({ timezone: 'Asia/Kolkata' })
  const attendees = [{ kind: 'user', id: world.home.employee.userId } as const]
  const soon = { title: 'Call', starts_at: '2026-03-05T08:00:00.000Z', reminder_minutes: 5, attendees }
  await owner.schedule.create(soon)
  await owner.schedule.create({ ...soon, title: 'Workshop', reminder_minutes: 1440 })
  await db.deleteFrom('notifications').execute()
  const at = async (instant: string) => {
    const ctx = ctxFor(testServices(db), null, new Date(instant))
    await remindOfEvents(ctx)
    return queueNotificationMails(ctx)
  }
  await at('2026-03-04T08:00:00.000Z')
  await at('2026-03-05T07:55:00.000Z')
  await at('2026-03-06T07:55:00.000Z')
  const mails = db.selectFrom('mail_outbox').select(['subject', 'created_at', 'not_after'])
  expect(
    await mails.where('recipient', '=', world.home.employee.email).orderBy('created_at').execute(),
  ).toEqual([
    {
      subject: 'Workshop starts on Mar 05, 2026 at 13:30',
      created_at: '2026-03-04T08:00:00.000Z',
      not_after: soon.starts_at,
    },
    { subject: 'Call starts at 13:30', created_at: '2026-03-05T07:55:00.000Z', not_after: soon.starts_at },
  ])
})

test('events that the caller declined are neither counted as upcoming nor in their feed', async () => {
  const { db, owner, employee, client, world } = await setUpSchedule()
  const { id } = await owner.schedule.create({
    ...STAND_UP,
    attendees: [
      { kind: 'user', id: world.home.employee.userId },
      { kind: 'client', id: world.home.client.clientId },
    ],
  })
  const figures = async (caller: typeof owner, person: SeedPerson) => [
    (await caller.schedule.counters({})).next_7_days,
    (await feedEvents(ctxFor(db, person))).length,
  ]
  await employee.schedule.reply({ id, reply: 'declined' })
  expect(await figures(employee, world.home.employee)).toEqual([0, 0])
  expect(await figures(client, world.home.client)).toEqual([7, 1])
  await client.schedule.reply({ id, reply: 'declined' })
  expect(await figures(client, world.home.client)).toEqual([0, 0])
  expect(await figures(owner, world.home.owner)).toEqual([7, 1])
  await employee.schedule.reply({ id, reply: 'tentative' })
  expect(await figures(employee, world.home.employee)).toEqual([7, 1])
})
