import { expect, test } from 'vitest'
import { toVtimezone } from '#server/door/http/downloads/ical.ts'

/** The offsets in summer and winter, as calendar programs parse them. */
function offsetsOf(zone: string): Record<string, string[]> {
  const now = new Date('2026-06-01T00:00:00Z')
  const text = toVtimezone(zone, { from: '2024-06-01T00:00:00.000Z', now })
  const found = [...text.matchAll(/BEGIN:(\w+)\r\nDTSTART[\s\S]*?TZOFFSETTO:(\S+)/g)]
  const kinds = Map.groupBy(found, ([, kind = '']) => kind)
  return Object.fromEntries(
    [...kinds].map(([kind, all]) => [kind, [...new Set(all.map((one) => one[2] ?? ''))]]),
  )
}

test.each([
  ['America/New_York', '-0500', '-0400'],
  ['America/St_Johns', '-0330', '-0230'],
  ['Pacific/Easter', '-0600', '-0500'],
  ['Atlantic/Azores', '-0100', '+0000'],
  ['Europe/Berlin', '+0100', '+0200'],
  ['Australia/Lord_Howe', '+1030', '+1100'],
])('%s has %s as its standard time and %s in summer', (zone, standard, daylight) => {
  expect(offsetsOf(zone)).toEqual({ STANDARD: [standard], DAYLIGHT: [daylight] })
})
