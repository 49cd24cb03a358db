import express from 'express'
import ICAL from 'ical.js'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { newId } from '#server/base/db/values.ts'
import { icalEndpoints, toVtimezone } from '#server/door/http/downloads/ical.ts'
import { answerEndpoints } from '#server/door/http/endpoint.ts'
import { monthsBetween, shiftDate, shiftMonths } from '#shared/base/calendar.ts'
import { MAX_FEED_EVENTS } from '#shared/work/schedule.ts'
import { callerAs, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { STAND_UP, setUpSchedule } from './setup.ts'

async function serveFeed(db: Db): Promise<(path: string) => Promise<Response>> {
  const app = express().use('/calendar', answerEndpoints(testServices(db), icalEndpoints))
  const server = await new Promise<ReturnType<typeof app.listen>>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return (path) => fetch(`http://127.0.0.1:${port}${path}`)
}

/** The feed between two instants as parsed by an independent library: start, end and title. */
function occurrencesOf(text: string, from: string, to: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component, { exceptions: [] }))
  const series = events.filter((event) => !event.isRecurrenceException())
  for (const exception of events.filter((event) => event.isRecurrenceException()))
    series.find((event) => event.uid === exception.uid)?.relateException(exception)
  const found: string[] = []
  for (const event of series) {
    const iterator = event.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { item, startDate, endDate } = event.getOccurrenceDetails(next)
      const [start, end] = [startDate, endDate].map((time) => time.toJSDate().toISOString())
      if (next.toJSDate().toISOString() >= to) break
      if (start && end && start < to && end > from) found.push(`${start} ${end} ${item.summary}`)
      if (!event.isRecurring()) break
    }
  }
  return found.toSorted()
}

test.each([
  ['Europe/Berlin', '2026-03-02T08:00:00.000Z', '2026-03-20'],
  ['America/New_York', '2026-03-02T14:00:00.000Z', '2026-03-01'],
  ['Australia/Lord_Howe', '2026-03-02T22:00:00.000Z', '2026-03-25'],
])('in %s the feed matches the screen across daylight-saving changes', async (timezone, starts_at, from) => {
  const { db, owner } = await setUpSchedule()
  const to = new Date(Date.parse(from) + 28 * 86_400_000).toISOString().slice(0, 10)
  const daily = await owner.schedule.create({ ...STAND_UP, starts_at, timezone })
  await owner.schedule.create({
    ...STAND_UP,
    title: 'Weekly, with; signs',
    starts_at,
    timezone,
    recurrence: { frequency: 'weekly', weekdays: ['TU', 'FR'], until: to },
  })
  await owner.schedule.create({ title: 'Once', starts_at: `${to}T10:00:00.000Z`, duration_minutes: 90 })
  const shown = await owner.schedule.range({ from, to, timezone })
  const ours = shown.events.filter((event) => event.id === daily.id)
  const [cancelled, moved] = [ours[4]?.occurrence_start ?? '', ours[6]?.occurrence_start ?? '']
  await owner.schedule.cancel({ id: daily.id, occurrence_start: cancelled, version: 1, scope: 'this' })
  await owner.schedule.move({
    id: daily.id,
    occurrence_start: moved,
    version: 2,
    scope: 'this',
    starts_at: new Date(Date.parse(moved) + 3_600_000).toISOString(),
    duration_minutes: 15,
  })
  const { path } = await owner.schedule.createFeed()
  const response = await (await serveFeed(db))(path)
  expect(response.headers.get('content-type')).toContain('text/calendar')
  const text = await response.text()
  const range = [`${from}T20:00:00.000Z`, `${to}T20:00:00.000Z`] as const
  const { events } = await owner.schedule.range({ from, to, timezone: 'UTC' })
  const screen = events
    .filter((event) => event.starts_at < range[1] && event.ends_at > range[0])
    .map((event) => `${event.starts_at} ${event.ends_at} ${event.title}`)
    .toSorted()
  expect(screen.length).toBeGreaterThan(30)
  expect(occurrencesOf(text, ...range)).toEqual(screen)
  expect(text).toContain(`DTSTART;TZID=${timezone}:`)
  expect(text).toMatch(/DTSTART:\d{8}T100000Z/)
})

test('an occurrence moved long after the end of its series is in the feed', async () => {
  const { db, owner } = await setUpSchedule()
  const ended = { ...STAND_UP, starts_at: '2025-09-01T08:00:00.000Z', timezone: 'UTC' }
  const recurrence = { frequency: 'daily', until: '2025-09-05' } as const
  await owner.schedule.create({ ...ended, title: 'Over', recurrence })
  const { id } = await owner.schedule.create({ ...ended, recurrence })
  await owner.schedule.move({
    id,
    occurrence_start: '2025-09-05T08:00:00.000Z',
    version: 1,
    scope: 'this',
    starts_at: '2026-03-10T08:00:00.000Z',
    duration_minutes: 15,
  })
  const { path } = await owner.schedule.createFeed()
  const text = await (await (await serveFeed(db))(path)).text()
  expect(occurrencesOf(text, '2026-01-01', '2026-12-31')).toEqual([
    `2026-03-10T08:00:00.000Z 2026-03-10T08:15:00.000Z ${STAND_UP.title}`,
  ])
  expect(text).not.toContain('Over')
})

test.each(['2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31', '2026-02-28'])(
  'the feed and the screen show a monthly series from %s in every month',
  async (first) => {
    const { db, owner } = await setUpSchedule()
    const series = { ...STAND_UP, starts_at: `${first}T08:00:00.000Z`, timezone: 'Europe/Berlin' }
    await owner.schedule.create({ ...series, recurrence: { frequency: 'monthly', month_day: 30 } })
    await owner.schedule.create({ ...series, recurrence: { frequency: 'monthly', interval: 5 } })
    const { path } = await owner.schedule.createFeed()
    const text = await (await (await serveFeed(db))(path)).text()
    const shown: string[] = []
    const months = Array.from({ length: 40 }, (_, index) => shiftMonths('2026-01-15', index))
    for (const from of months) {
      const { events } = await owner.schedule.range({
        from,
        to: shiftDate(shiftMonths(from, 1), -1),
        timezone: 'UTC',
      })
      shown.push(...events.map((event) => `${event.starts_at} ${event.ends_at} ${event.title}`))
    }
    expect(new Set(shown.map((line) => line.slice(0, 7))).size).toBe(monthsBetween(first, '2029-04-30') + 1)
    expect(occurrencesOf(text, '2026-01-15', '2029-05-15')).toEqual(shown.toSorted())
  },
)

test('the URL works until it is revoked or replaced, and shows only what its owner sees', async () => {
  const { db, owner, client } = await setUpSchedule()
  await owner.schedule.create(STAND_UP)
  const get = await serveFeed(db)
  const first = await client.schedule.createFeed()
  expect(await (await get(first.path)).text()).not.toContain('Stand-up')
  const second = await client.schedule.createFeed()
  expect((await get(first.path)).status).toBe(404)
  expect((await get(second.path)).status).toBe(200)
  expect(await client.schedule.feed()).toMatchObject({ active: true, last_read_at: TEST_NOW.toISOString() })
  await client.schedule.revokeFeed()
  expect((await get(second.path)).status).toBe(404)
  expect(await client.schedule.feed()).toMatchObject({ active: false })
})

test('a client without portal access loses the feed immediately', async () => {
  const { db, client, world } = await setUpSchedule()
  const { path } = await client.schedule.createFeed()
  const get = await serveFeed(db)
  await db
    .updateTable('clients')
    .set({ portal_access: 0 })
    .where('id', '=', world.home.client.clientId)
    .execute()
  expect((await get(path)).status).toBe(404)
})

test("only the secret's hash is stored, and malformed URLs aren't found", async () => {
  const { db, owner } = await setUpSchedule()
  const { path } = await owner.schedule.createFeed()
  const secret = path.replace('/calendar/', '').replace('.ics', '')
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  const { token_hash } = await db.selectFrom('schedule_feeds').select('token_hash').executeTakeFirstOrThrow()
  expect(token_hash).not.toContain(secret)
  const get = await serveFeed(db)
  for (const wrong of ['/calendar/x.ics', `/calendar/${secret}`, `/calendar/${'A'.repeat(43)}.ics`])
    expect((await get(wrong)).status).toBe(404)
})

test.each([
  ['Europe/Berlin', '2019-10-01T07:00:00.000Z'],
  ['America/New_York', '2012-02-15T14:00:00.000Z'],
  ['Asia/Kolkata', '2021-07-01T03:30:00.000Z'],
])('in %s a series has the correct times from its first day, even years ago', async (timezone, starts_at) => {
  const { db, owner } = await setUpSchedule()
  await owner.schedule.create({ ...STAND_UP, starts_at, timezone })
  const { path } = await owner.schedule.createFeed()
  const text = await (await (await serveFeed(db))(path)).text()
  const first = /DTSTART;TZID=\S+?:(\S+)/.exec(text)?.[1] ?? ''
  const onsets = [...text.matchAll(/DTSTART:(\S+)\r\nTZOFFSETFROM/g)].map(([, onset]) => onset)
  expect(onsets.toSorted()[0]?.localeCompare(first)).toBe(-1)
  const to = new Date(Date.parse(starts_at) + 60 * 86_400_000).toISOString()
  const range = { from: starts_at.slice(0, 10), to: to.slice(0, 10), timezone: 'UTC' }
  const { events } = await owner.schedule.range(range)
  const screen = events.map((event) => `${event.starts_at} ${event.ends_at} ${event.title}`)
  expect(screen.length).toBeGreaterThan(59)
  expect(occurrencesOf(text, starts_at, `${to.slice(0, 10)}T24:00:00.000Z`)).toEqual(screen.toSorted())
})

test('no number of single events excludes a series from the feed', async () => {
  const { db, owner } = await setUpSchedule()
  await owner.schedule.create({ ...STAND_UP, starts_at: '2020-03-02T08:00:00.000Z' })
  const { id } = await owner.schedule.create({ title: 'Once', starts_at: '2026-04-01T10:00:00.000Z' })
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const copies = Array.from({ length: MAX_FEED_EVENTS }, () => ({ ...row, id: newId() }))
  for (let at = 0; at < copies.length; at += 500)
    await db
      .insertInto('events')
      .values(copies.slice(at, at + 500))
      .execute()
  const { path } = await owner.schedule.createFeed()
  const text = await (await (await serveFeed(db))(path)).text()
  expect(text.match(/SUMMARY:Stand-up/g)).toHaveLength(1)
  expect(text.match(/SUMMARY:Once/g)).toHaveLength(MAX_FEED_EVENTS - 1)
})

test('zones without daylight saving are supported', () => {
  const text = toVtimezone('Asia/Kolkata', { from: TEST_NOW.toISOString(), now: TEST_NOW })
  expect(text).toContain('TZOFFSETTO:+0530')
  expect(() => ICAL.parse(`BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR`)).not.toThrow()
})

test('people without an agency or with an unconfirmed email get no URL', async () => {
  const { db, world } = await setUpSchedule()
  await expect(callerAs(db, world.waitingClient).schedule.createFeed()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'You can do this once you belong to an agency.',
  })
  await db.updateTable('users').set({ email_verified_at: null }).execute()
  const strict = callerAs(db, world.home.client, { config: { requireEmailVerification: true } })
  await expect(strict.schedule.createFeed()).rejects.toThrow('Please confirm your email first.')
  await callerAs(db, world.home.client).schedule.createFeed()
  expect(await db.selectFrom('schedule_feeds').select('user_id').execute()).toHaveLength(1)
})
