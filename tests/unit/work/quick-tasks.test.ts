import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { parseDateWords, parseQuickTask } from '#shared/work/quick-tasks.ts'

/** A Wednesday. */
const TODAY = '2026-03-04'

test.for([
  ['today', '2026-03-04'],
  ['tonight', '2026-03-04'],
  ['Tomorrow', '2026-03-05'],
  ['fri', '2026-03-06'],
  ['Friday', '2026-03-06'],
  ['wed', '2026-03-11'],
  ['next fri', '2026-03-13'],
  ['next sunday', '2026-03-15'],
  ['next week', '2026-03-09'],
  ['next month', '2026-04-01'],
  ['in 3 days', '2026-03-07'],
  ['in a week', '2026-03-11'],
  ['in 2 months', '2026-05-04'],
  ['12 Mar', '2026-03-12'],
  ['March 12th', '2026-03-12'],
  ['4 mar', '2026-03-04'],
  ['3 Mar', '2027-03-03'],
  ['12 Mar 2028', '2028-03-12'],
  ['29 Feb', '2028-02-29'],
  ['2026-12-01', '2026-12-01'],
])('“%s” is %s', ([words = '', date]) => {
  expect(parseDateWords(words, TODAY)).toBe(date)
})

test.for(['31 Feb', '2026-02-30', 'th', 'march', 'in 3', 'soon', '12', 'next', ''])(
  "“%s” isn't a date",
  (words) => {
    expect(parseDateWords(words, TODAY)).toBeNull()
  },
)

test.for([
  ['Call Priya tomorrow', 'Call Priya', '2026-03-05'],
  ['Send invoice by fri', 'Send invoice', '2026-03-06'],
  ['Pay rent on 12 Mar', 'Pay rent', '2026-03-12'],
  ['Review Friday report', 'Review Friday report', null],
  ['tomorrow', 'tomorrow', null],
  ['  Tidy   up ', 'Tidy up', null],
  ['Plan next month', 'Plan', '2026-04-01'],
])('“%s” is the task “%s”, due %s', ([text, title, due_date]) => {
  expect(parseQuickTask(text ?? '', TODAY)).toEqual({ title, due_date })
})

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
const calendarDay = day.map((date) => date.toISOString().slice(0, 10))

test('the end of next month is never in the month after', () => {
  expect(parseDateWords('in 1 month', '2026-01-31')).toBe('2026-02-28')
  fc.assert(
    fc.property(calendarDay, fc.integer({ min: 1, max: 999 }), (today, months) => {
      const due = parseDateWords(`in ${months} months`, today) ?? ''
      const monthsApart =
        (Number(due.slice(0, 4)) - Number(today.slice(0, 4))) * 12 +
        Number(due.slice(5, 7)) -
        Number(today.slice(5, 7))
      expect(monthsApart).toBe(months)
    }),
  )
})

test('a weekday is one to seven days ahead and is that weekday', () => {
  const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  fc.assert(
    fc.property(calendarDay, fc.nat({ max: 6 }), (today, weekday) => {
      const due = parseDateWords(names[weekday] ?? '', today) ?? ''
      expect(new Date(`${due}T00:00:00Z`).getUTCDay()).toBe(weekday)
      expect(due > today && due <= shiftDate(today, 7)).toBe(true)
    }),
  )
})

test('every written-out date is parsed, and a plain title is never changed', () => {
  fc.assert(
    fc.property(calendarDay, calendarDay, (today, due) => {
      expect(parseQuickTask(`Write report ${due}`, today)).toEqual({ title: 'Write report', due_date: due })
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('call', 'Priya', 'about', 'the', 'logo'), { minLength: 1 }),
      (words) => {
        expect(parseQuickTask(words.join(' '), TODAY)).toEqual({ title: words.join(' '), due_date: null })
      },
    ),
  )
})

test("“tomorrow” is the next day on the caller's calendar", () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati'),
      (instant, zone) => {
        const today = dateInZone(instant, zone)
        const noon = new Date(`${today}T12:00:00Z`)
        expect(parseDateWords('tomorrow', today)).toBe(
          new Date(noon.getTime() + 86_400_000).toISOString().slice(0, 10),
        )
      },
    ),
  )
})
