import { expect, test } from 'vitest'
import { STAND_UP, setUpSchedule } from './setup.ts'

/** A series and calls that change one of its events, each with the current version. */
async function setUpSeries(series: object = {}) {
  const world = await setUpSchedule()
  const { owner } = world
  let { id } = await owner.schedule.create({ ...STAND_UP, ...series })
  const read = async (from = '2026-03-01', to = '2026-04-15') =>
    (await owner.schedule.range({ from, to })).events
  const open = (start: string) => owner.schedule.get({ id, occurrence_start: instant(start) })
  const named = async (start: string, scope: 'this' | 'following' | 'all') => {
    const { version } = await open(start)
    return { id, occurrence_start: instant(start), version, scope }
  }
  const shown = async (from?: string, to?: string) =>
    (await read(from, to)).map((event) => `${event.starts_at.slice(5, 16)} ${event.title}`)
  return {
    ...world,
    read,
    open,
    shown,
    days: async (from?: string, to?: string) =>
      (await read(from, to)).map((event) => event.starts_at.slice(5, 10)),
    cancel: async (start: string) => owner.schedule.cancel(await named(start, 'this')),
    drag: async (start: string, starts_at: string, duration_minutes = 30) =>
      owner.schedule.move({
        ...(await named(start, 'this')),
        starts_at: instant(starts_at),
        duration_minutes,
      }),
    /** Saves the form as it was opened, apart from the changes. */
    save: async (start: string, scope: 'this' | 'following' | 'all', changes: object = {}) => {
      const { title, description, type, location, status, starts_at, ends_at, recurrence } = await open(start)
      const values = { title, description, type, location, status, starts_at, ends_at, recurrence }
      const saved = await owner.schedule.update({ ...(await named(start, scope)), ...values, ...changes })
      id = saved.id
      return saved
    },
  }
}

/** From `03-02T08:00`, in UTC. */
const instant = (text: string): string => `2026-${text}:00.000Z`

const WEEKLY = { recurrence: { frequency: 'weekly' } } as const

test('a series stays in its time zone unless it is changed', async () => {
  const { save, open, read } = await setUpSeries({ ...WEEKLY, timezone: 'Europe/Berlin' })
  await save('03-09T08:00', 'all', { title: 'Weekly' })
  expect(await open('03-09T08:00')).toMatchObject({ title: 'Weekly', timezone: 'Europe/Berlin' })
  // 14:30 in Kolkata, where clocks don't change.
  await save('04-06T07:00', 'all', {
    timezone: 'Asia/Kolkata',
    starts_at: instant('04-06T09:00'),
    ends_at: null,
  })
  expect((await read()).map((event) => event.starts_at.slice(5, 16))).toEqual(
    ['03-02', '03-09', '03-16', '03-23', '03-30', '04-06', '04-13'].map((day) => `${day}T09:00`),
  )
})

test('saving all events from one that was moved leaves the others where they are', async () => {
  const { drag, save, shown, read } = await setUpSeries(WEEKLY)
  await drag('03-09T08:00', '03-10T13:00', 90)
  await save('03-09T08:00', 'all', { location: 'Room 2' })
  expect(await shown('2026-03-01', '2026-03-20')).toEqual([
    '03-02T08:00 Stand-up',
    '03-10T13:00 Stand-up',
    '03-16T08:00 Stand-up',
  ])
  expect((await read()).map((event) => [event.duration_minutes, event.location])).toEqual([
    [30, 'Room 2'],
    [90, 'Room 2'],
    ...Array.from({ length: 5 }, () => [30, 'Room 2']),
  ])
})

test('all events move by as much as a moved one does', async () => {
  const { drag, save, shown } = await setUpSeries(WEEKLY)
  await drag('03-09T08:00', '03-10T13:00')
  const times = { starts_at: instant('03-11T14:00'), ends_at: instant('03-11T14:45') }
  await save('03-09T08:00', 'all', times)
  expect(await shown('2026-03-01', '2026-03-20')).toEqual([
    '03-03T09:00 Stand-up',
    '03-11T14:00 Stand-up',
    '03-17T09:00 Stand-up',
  ])
})

test('following events of a moved one stay as well', async () => {
  const { drag, save, shown } = await setUpSeries(WEEKLY)
  await drag('03-09T08:00', '03-10T13:00')
  const saved = await save('03-09T08:00', 'following', { title: 'Weekly' })
  expect(saved.occurrence_start).toBe(instant('03-09T08:00'))
  expect(await shown('2026-03-01', '2026-03-20')).toEqual([
    '03-02T08:00 Stand-up',
    '03-10T13:00 Weekly',
    '03-16T08:00 Weekly',
  ])
})

test('what only one event has stays its own when all are saved or moved from it', async () => {
  const { save, shown, owner, open } = await setUpSeries(WEEKLY)
  await save('03-09T08:00', 'this', {
    title: 'Review',
    starts_at: instant('03-09T09:00'),
    ends_at: instant('03-09T10:00'),
  })
  await save('03-09T08:00', 'all', { description: 'Bring figures' })
  const { id, occurrence_start, version } = await open('03-09T08:00')
  const starts_at = instant('03-09T09:30')
  await owner.schedule.move({ id, occurrence_start, version, scope: 'all', starts_at, duration_minutes: 60 })
  expect(await shown('2026-03-01', '2026-03-20')).toEqual([
    '03-02T08:30 Stand-up',
    '03-09T09:30 Review',
    '03-16T08:30 Stand-up',
  ])
})

test('a monthly series stays on its day when all are saved from a moved event', async () => {
  const { drag, save, days } = await setUpSeries({ recurrence: { frequency: 'monthly', month_day: 2 } })
  await drag('03-02T08:00', '03-05T08:00')
  await save('03-02T08:00', 'all', { starts_at: instant('03-05T09:00'), ends_at: instant('03-05T10:00') })
  expect(await days()).toEqual(['03-05', '04-02'])
})

test.each([
  ['its end', { until: '2026-03-30' }],
  ['its number of events', { count: 5 }],
  ['its weekdays', { weekdays: ['MO', 'FR'], until: '2026-03-30' }],
] as const)('changing %s keeps canceled and moved events that still take place', async (_, rule) => {
  const { cancel, drag, save, days } = await setUpSeries(WEEKLY)
  await cancel('03-09T08:00')
  await drag('03-16T08:00', '03-17T12:00')
  await cancel('04-13T07:00')
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: ['MO'], ...rule }
  await save('03-23T08:00', 'all', { recurrence })
  const fridays = recurrence.weekdays.length > 1 ? ['03-06', '03-13', '03-20', '03-27'] : []
  expect(await days()).toEqual(['03-02', '03-17', '03-23', '03-30', ...fridays].toSorted())
})

test('changing the end of following events keeps canceled and moved ones among them', async () => {
  const { cancel, drag, save, days } = await setUpSeries(WEEKLY)
  await cancel('03-23T08:00')
  await drag('03-30T07:00', '03-31T12:00')
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: ['MO'], until: '2026-04-06' }
  await save('03-16T08:00', 'following', { recurrence })
  expect(await days()).toEqual(['03-02', '03-09', '03-16', '03-31', '04-06'])
})

test('exceptions of events that no longer take place are dropped', async () => {
  const { cancel, save, days } = await setUpSeries(WEEKLY)
  await cancel('03-09T08:00')
  await cancel('03-23T08:00')
  const recurrence = { frequency: 'weekly', interval: 2, weekdays: [] } as const
  await save('03-02T08:00', 'all', { recurrence })
  expect(await days()).toEqual(['03-02', '03-16', '03-30', '04-13'])
  await save('03-16T08:00', 'all', { recurrence: { ...recurrence, interval: 1 } })
  expect(await days('2026-03-01', '2026-03-25')).toEqual(['03-02', '03-09', '03-16', '03-23'])
  await cancel('03-09T08:00')
  await save('03-16T08:00', 'following', { recurrence: null })
  expect(await days()).toEqual(['03-02', '03-16'])
})

const TWICE_A_WEEK = { recurrence: { frequency: 'weekly', weekdays: ['MO', 'WE'] } } as const

test('moving one weekday of a series leaves the others where they are', async () => {
  const { cancel, save, days } = await setUpSeries(TWICE_A_WEEK)
  await cancel('03-09T08:00')
  await cancel('03-11T08:00')
  const saved = await save('03-04T08:00', 'all', {
    starts_at: instant('03-05T09:00'),
    ends_at: instant('03-05T09:30'),
  })
  expect(saved.occurrence_start).toBe(instant('03-05T09:00'))
  expect(await days('2026-03-01', '2026-03-22')).toEqual(['03-02', '03-05', '03-16', '03-19'])
})

test('moving one weekday from an event on moves the following ones only', async () => {
  const { cancel, save, shown } = await setUpSeries(TWICE_A_WEEK)
  await cancel('03-04T08:00')
  await cancel('03-16T08:00')
  await cancel('03-18T08:00')
  const times = { starts_at: instant('03-13T09:00'), ends_at: instant('03-13T09:30') }
  const saved = await save('03-09T08:00', 'following', times)
  expect(saved.occurrence_start).toBe(instant('03-13T09:00'))
  expect(await shown('2026-03-01', '2026-03-29')).toEqual(
    ['03-02T08:00', '03-11T09:00', '03-13T09:00', '03-25T09:00', '03-27T09:00'].map(
      (start) => `${start} Stand-up`,
    ),
  )
})

test('every other week, a weekday moves within its week and the weeks stay', async () => {
  const { save, days, open } = await setUpSeries({
    recurrence: { ...TWICE_A_WEEK.recurrence, interval: 2 },
  })
  await save('03-04T08:00', 'all', { starts_at: instant('03-03T08:00'), ends_at: instant('03-03T08:30') })
  expect(await days('2026-03-01', '2026-03-20')).toEqual(['03-02', '03-03', '03-16', '03-17'])
  await expect(
    save('03-03T08:00', 'all', { starts_at: instant('03-01T08:00'), ends_at: instant('03-01T08:30') }),
  ).rejects.toThrow(/within its week/)
  expect((await open('03-03T08:00')).recurrence?.weekdays).toEqual(['MO', 'TU'])
  await save('03-03T08:00', 'all', { starts_at: instant('03-10T08:00'), ends_at: instant('03-10T08:30') })
  expect(await days('2026-03-01', '2026-03-31')).toEqual(['03-09', '03-10', '03-23', '03-24'])
})

test('new weekdays can be chosen along with a new day', async () => {
  const { cancel, save, days } = await setUpSeries(TWICE_A_WEEK)
  await cancel('03-09T08:00')
  await cancel('03-11T08:00')
  const times = { starts_at: instant('03-05T08:00'), ends_at: instant('03-05T08:30') }
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: ['MO', 'TH', 'SA'] } as const
  await save('03-04T08:00', 'all', { ...times, recurrence })
  expect(await days('2026-03-01', '2026-03-19')).toEqual([
    '03-02',
    '03-05',
    '03-07',
    '03-14',
    '03-16',
    '03-19',
  ])
  // Saturdays move to Mondays, which the series has already.
  const same = { starts_at: instant('03-16T08:00'), ends_at: instant('03-16T08:30') }
  await cancel('03-21T08:00')
  await save('03-14T08:00', 'all', { ...same, recurrence: { ...recurrence, weekdays: ['MO', 'TH'] } })
  expect(await days('2026-03-01', '2026-03-24')).toEqual(['03-02', '03-05', '03-16', '03-19', '03-23'])
})

test('the end of a series moves with it', async () => {
  const { save, days, open } = await setUpSeries({ recurrence: { frequency: 'daily', count: 5 } })
  const move = (from: string, to: string) =>
    save(`${from}T08:00`, 'all', { starts_at: instant(`${to}T08:00`), ends_at: instant(`${to}T08:30`) })
  await move('03-04', '03-05')
  expect(await days()).toEqual(['03-03', '03-04', '03-05', '03-06', '03-07'])
  await move('03-05', '03-03')
  expect(await days()).toEqual(['03-01', '03-02', '03-03', '03-04', '03-05'])
  expect((await open('03-03T08:00')).recurrence).toMatchObject({ until: '2026-03-05' })
  await save('03-02T08:00', 'all', {
    starts_at: instant('03-04T08:00'),
    ends_at: instant('03-04T08:30'),
    recurrence: { frequency: 'daily', interval: 1, weekdays: [], until: '2026-03-05' },
  })
  expect(await days()).toEqual(['03-03', '03-04', '03-05', '03-06', '03-07'])
})

test('from an event that stops repeating, following ones are gone', async () => {
  const { save, days } = await setUpSeries(TWICE_A_WEEK)
  const times = { starts_at: instant('03-13T08:00'), ends_at: instant('03-13T08:30') }
  const saved = await save('03-09T08:00', 'following', { ...times, recurrence: null })
  expect(saved.occurrence_start).toBe(instant('03-13T08:00'))
  expect(await days()).toEqual(['03-02', '03-04', '03-13'])
})

test('a weekly series without weekdays keeps its exceptions when it moves', async () => {
  const { cancel, save, days } = await setUpSeries({ recurrence: { frequency: 'weekly', count: 4 } })
  await cancel('03-09T08:00')
  const times = { starts_at: instant('03-03T08:00'), ends_at: instant('03-03T08:30') }
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: [], until: '2026-03-23' } as const
  await save('03-02T08:00', 'all', { ...times, recurrence })
  expect(await days()).toEqual(['03-03', '03-17', '03-24'])
})

test.each(['all', 'following'] as const)(
  'an event that was only moved has the new texts of %s events, and what is its own stays',
  async (scope) => {
    const { drag, save, read } = await setUpSeries({
      ...WEEKLY,
      location: 'Room 1',
      description: 'Bring figures',
    })
    await drag('03-16T08:00', '03-17T12:00', 60)
    await save('03-23T08:00', 'this', { title: 'Review' })
    await save('03-09T08:00', scope, {
      title: 'Weekly',
      location: 'Room 2',
      description: null,
      status: 'pending',
      starts_at: instant('03-09T09:00'),
      ends_at: instant('03-09T09:45'),
    })
    const facts = (await read('2026-03-09', '2026-03-31')).map((event) => [
      event.title,
      event.starts_at.slice(5, 16),
      event.duration_minutes,
      event.location,
      event.description,
      event.status,
    ])
    const common = ['Room 2', null, 'pending']
    expect(facts).toEqual([
      ['Weekly', '03-09T09:00', 45, ...common],
      ['Weekly', '03-17T12:00', 60, ...common],
      ['Review', '03-23T09:00', 45, ...common],
      ['Weekly', '03-30T08:00', 45, ...common],
    ])
  },
)

test('a series that starts in the hour that a clock change skips has the written time on all other days', async () => {
  // At 02:30 in Berlin, which is postponed to 03:30 on that day.
  const { save, shown, owner, open } = await setUpSeries({
    recurrence: { frequency: 'daily', count: 5 },
    timezone: 'Europe/Berlin',
    starts_at: instant('03-29T01:30'),
    written_start: '02:30',
  })
  const at = (title = 'Stand-up') =>
    ['03-29T01:30', '03-30T00:30', '03-31T00:30', '04-01T00:30', '04-02T00:30'].map(
      (day) => `${day} ${title}`,
    )
  expect(await shown()).toEqual(at())
  await save('03-29T01:30', 'all', { title: 'Early' })
  await save('03-31T00:30', 'all', { title: 'Call' })
  expect(await shown()).toEqual(at('Call'))
  const { id, version } = await open('04-02T00:30')
  await owner.schedule.cancel({
    id,
    version,
    occurrence_start: instant('04-02T00:30'),
    scope: 'following',
  })
  expect(await shown()).toEqual(at('Call').slice(0, 4))
  await save('03-30T00:30', 'following', { title: 'Later' })
  expect(await shown()).toEqual([...at('Call').slice(0, 1), ...at('Later').slice(1, 4)])
})

test('a written time that no clock change postponed is ignored', async () => {
  const { save, shown } = await setUpSeries({ recurrence: { frequency: 'daily', count: 2 } })
  const [start, end] = [instant('03-02T09:00'), instant('03-02T09:30')]
  await save('03-02T08:00', 'all', { starts_at: start, ends_at: end, written_start: '05:00' })
  expect(await shown()).toEqual(['03-02T09:00 Stand-up', '03-03T09:00 Stand-up'])
})

test('a series split on the day on which a clock change postpones it has its own time on all other days', async () => {
  const { save, shown } = await setUpSeries({
    recurrence: { frequency: 'daily', count: 4 },
    timezone: 'Europe/Berlin',
    starts_at: instant('03-28T01:30'),
  })
  await save('03-29T01:30', 'following', { title: 'Split' })
  expect(await shown()).toEqual([
    '03-28T01:30 Stand-up',
    '03-29T01:30 Split',
    '03-30T00:30 Split',
    '03-31T00:30 Split',
  ])
})

test('a written time that is the start’s own, or none of it, changes nothing', async () => {
  for (const written_start of ['09:00', '02:30']) {
    const { shown } = await setUpSeries({ ...WEEKLY, timezone: 'Europe/Berlin', written_start })
    expect((await shown()).slice(0, 2)).toEqual(['03-02T08:00 Stand-up', '03-09T08:00 Stand-up'])
  }
})
