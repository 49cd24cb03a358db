import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { formatInstant, today } from '#client/lib/time/dates.ts'
import { fromWall } from '#client/lib/time/from-wall.ts'
import { wallClock, wallDate } from '#client/lib/time/wall-time.ts'
import { fromWallTime, toWallTime } from '#server/base/adapters/zone.ts'
import { dateInZone, wallTimeInZone } from '#shared/base/dates.ts'
import { timeZone } from '#shared/base/schemas/dates.ts'

/** What some versions print for any locale: US order, Arabic and Persian digits, years of other calendars. */
const FOREIGN = ['en-US', 'ar-EG', 'fa-IR', 'th-TH', 'ja-JP-u-ca-japanese', 'my-MM']

const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2190-01-01'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString())

/** A different time zone for each locale, because formatters are cached. */
const ZONES = [
  'Europe/Vienna',
  'America/Chicago',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Asia/Tehran',
]

afterEach(() => vi.unstubAllGlobals())

function printAs(locale: string) {
  const Original = Intl.DateTimeFormat
  const Foreign = class extends Original {
    constructor(_: unknown, options?: Intl.DateTimeFormatOptions) {
      super(locale, options)
    }
  }
  vi.stubGlobal('Intl', { ...Object.fromEntries(names(Intl)), DateTimeFormat: Foreign })
}

const names = (of: object) =>
  Object.getOwnPropertyNames(of).map((name) => [name, Reflect.get(of, name)] as const)

test.each(FOREIGN.map((locale, at) => [locale, ZONES[at] ?? 'UTC'] as const))(
  'dates and times are the same in a browser that formats as %s, in %s',
  (locale, zone) => {
    printAs(locale)
    expect(timeZone.safeParse(zone).success).toBe(true)
    expect(today(zone)).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(formatInstant('2026-11-28T12:00:00.000Z', zone)).toMatch(/^Nov 28, 2026 \d\d:\d\d$/)
    fc.assert(
      fc.property(instant, (at) => {
        const wall = toWallTime(at, zone)
        expect(dateInZone(new Date(at), zone)).toBe(wall.toPlainDate().toString())
        expect(wallTimeInZone(new Date(at), zone)).toBe(wall.toString({ smallestUnit: 'second' }))
        expect(`${wallDate(at, zone)}T${wallClock(at, zone)}`).toBe(wall.toString({ smallestUnit: 'minute' }))
      }),
    )
  },
)

test('local times become the instants that the server computes, also when clocks change', () => {
  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  )
  const near = fc
    .tuple(
      fc.constantFrom(
        '2026-03-29T01:00Z',
        '2026-10-25T01:00Z',
        '2026-03-08T07:00Z',
        '2026-11-01T06:00Z',
        '2026-10-03T15:30Z',
      ),
      fc.integer({ min: -2000, max: 2000 }),
    )
    .map(([change, minutes]) => new Date(Date.parse(change) + minutes * 60_000).toISOString())
  fc.assert(
    fc.property(fc.oneof(near, instant), zone, (text, where) => {
      const [date, clock] = [text.slice(0, 10), text.slice(11, 16)]
      expect(fromWall(date, clock, where)).toBe(fromWallTime(`${date}T${clock}`, where))
    }),
    { numRuns: 1000 },
  )
})
