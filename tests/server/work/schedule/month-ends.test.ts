import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expand, type StoredEvent, type StoredException } from '#server/work/schedule/rules/occurrences.ts'
import { upgradedFrom } from '#tests/support/databases/upgraded.ts'
import { setUpSchedule } from './setup.ts'

const REPORT = {
  title: 'Report',
  starts_at: '2026-01-31T08:00:00.000Z',
  duration_minutes: 60,
  timezone: 'Europe/Berlin',
  recurrence: { frequency: 'monthly' },
} as const

async function setUpReport() {
  const world = await setUpSchedule()
  const { id } = await world.owner.schedule.create(REPORT)
  const dates = async () => {
    const spans = [1, 2, 3, 4, 5].map((month) => ({ from: `2026-0${month}-15`, to: `2026-0${month + 1}-14` }))
    const found = await Promise.all(spans.map((span) => world.owner.schedule.range(span)))
    return found.flatMap(({ events }) => events.map((event) => event.starts_at.slice(5, 16)))
  }
  return { ...world, id, dates }
}

test('an event on the 31st takes place on the last day of shorter months, at the same local time', async () => {
  const { owner, id, dates } = await setUpReport()
  expect(await dates()).toEqual(['01-31T08:00', '02-28T08:00', '03-31T07:00', '04-30T07:00', '05-31T07:00'])
  const february = await owner.schedule.get({ id, occurrence_start: '2026-02-28T08:00:00.000Z' })
  expect(february.recurrence).toMatchObject({ frequency: 'monthly', month_day: 31 })
})

const FEBRUARY = { occurrence_start: '2026-02-28T08:00:00.000Z', version: 1 } as const

test('a series that is split in a short month keeps its day', async () => {
  const { owner, id, dates } = await setUpReport()
  const { recurrence } = await owner.schedule.get({ id })
  await owner.schedule.update({
    ...REPORT,
    ...FEBRUARY,
    id,
    scope: 'following',
    recurrence,
    starts_at: '2026-02-28T10:00:00.000Z',
  })
  expect(await dates()).toEqual(['01-31T08:00', '02-28T10:00', '03-31T09:00', '04-30T09:00', '05-31T09:00'])
})

test('moving one occurrence of a monthly series moves all to its new day, with their exceptions', async () => {
  const { owner, id, dates } = await setUpReport()
  await owner.schedule.cancel({
    id,
    occurrence_start: '2026-03-31T07:00:00.000Z',
    version: 1,
    scope: 'this',
  })
  const { occurrence_start } = await owner.schedule.move({
    id,
    ...FEBRUARY,
    version: 2,
    scope: 'all',
    starts_at: '2026-02-27T08:00:00.000Z',
    duration_minutes: 60,
  })
  expect(occurrence_start).toBe('2026-02-27T08:00:00.000Z')
  expect(await dates()).toEqual(['01-27T08:00', '02-27T08:00', '04-27T07:00', '05-27T07:00'])
  expect((await owner.schedule.get({ id, occurrence_start })).recurrence).toMatchObject({ month_day: 27 })
})

test('an API client can start a series on the 31st in a short month, or on the 28th', async () => {
  const { owner } = await setUpSchedule()
  const begun = async (month_day: number | null) => {
    const { id } = await owner.schedule.create({
      ...REPORT,
      starts_at: '2026-02-28T08:00:00.000Z',
      recurrence: { frequency: 'monthly', month_day },
    })
    const { events } = await owner.schedule.range({ from: '2026-03-01', to: '2026-03-31' })
    return events.filter((event) => event.id === id).map((event) => event.starts_at.slice(0, 10))
  }
  expect(await begun(31)).toEqual(['2026-03-31'])
  expect(await begun(null)).toEqual(['2026-03-28'])
  expect(await begun(5)).toEqual(['2026-03-28'])
})

const RULES = [
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYMONTHDAY=28',
]

test('after an upgrade, series have the new days from now on, and past days are unchanged', async () => {
  const upgradedAt = new Date()
  const db = await upgradedFrom('0126-lower-letters', async (old) => {
    const at = '2023-12-31T08:00:00.000Z'
    for (const [index, rrule] of RULES.entries()) {
      await sql`insert into events (id, agency_id, organizer_id, title, type, status, timezone, starts_at, ends_at,
          rrule, version, created_at, updated_at)
        values (${`e${index}`}, 'a', 'u', 'Report', 'meeting', 'confirmed', 'Europe/Berlin', ${at},
          '2023-12-31T09:00:00.000Z', ${rrule}, 1, ${at}, ${at})`.execute(old)
    }
    await sql`insert into event_exceptions (event_id, occurrence_start, cancelled, title)
      values ('e0', '2024-02-29T08:00:00.000Z', 0, 'Stays')`.execute(old)
  })
  const { rows: events } = await sql<StoredEvent>`select * from events order by id`.execute(db)
  const { rows: exceptions } = await sql<StoredException>`select * from event_exceptions`.execute(db)
  const datesIn = (index: number, year: number) => {
    const own = exceptions.filter((exception) => exception.event_id === `e${index}`)
    const range = { from: `${year}-01-01T00:00:00.000Z`, to: `${year + 1}-01-01T00:00:00.000Z` }
    const found = events[index] === undefined ? [] : expand(events[index], own, range)
    return found.map((one) => one.starts_at.slice(5, 10)).toSorted()
  }
  const long = ['01-31', '03-31', '05-31', '07-31', '08-31', '10-31', '12-31']
  expect(datesIn(0, 2024)).toEqual(['02-29', ...long].toSorted())
  expect(datesIn(0, 2025)).toEqual(long)
  expect(datesIn(1, 2025)).toEqual(['04-30', '06-30', '08-30', '10-30', '12-30'])
  const next = upgradedAt.getUTCFullYear() + 1
  expect(datesIn(0, next)).toEqual(
    [...long, '02-28', '04-30', '06-30', '09-30', '11-30'].toSorted().map(leap(next)),
  )
  expect(datesIn(1, next)).toHaveLength(6)
  expect(exceptions.some((exception) => exception.event_id === 'e2')).toBe(false)
})

const leap = (year: number) => (day: string) => (day === '02-28' && year % 4 === 0 ? '02-29' : day)
