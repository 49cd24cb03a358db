import { MantineProvider, Select } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { zoneOptions } from '#client/features/overview/settings/section/time-zones.ts'
import { UnknownZones } from '#client/features/overview/settings/section/unknown-zones.tsx'
import { browserZone, useBooksZone, useZone } from '#client/lib/session/session.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each<[list: string, zones: () => string[]]>([
  ['with UTC', () => ['Africa/Cairo', 'Europe/Berlin', 'UTC']],
  ['with duplicates', () => ['Europe/Berlin', 'Europe/Berlin', 'UTC', 'Africa/Cairo', 'UTC']],
  [
    'that is missing',
    () => {
      throw new TypeError('Intl.supportedValuesOf is not a function')
    },
  ],
])('a time zone can be chosen from a browser list %s', (_, zones) => {
  vi.spyOn(Intl, 'supportedValuesOf').mockImplementation(zones)
  for (const current of [null, 'UTC', 'Europe/Berlin', 'America/Indianapolis']) {
    const values = zoneOptions(current).map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
    expect(values).toEqual(expect.arrayContaining(['UTC', ...(current === null ? [] : [current])]))
    render(
      <MantineProvider env="test">
        <Select label="Time zone" data={zoneOptions(current)} defaultValue={current} />
      </MantineProvider>,
    )
    cleanup()
  }
})

test('only zones are offered that can be stored', () => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Cairo', 'CET', 'EST5EDT'])
  const values = (current: string | null) => zoneOptions(current).map(({ value }) => value)
  expect(values(null)).toContain('Africa/Cairo')
  expect(values(null)).not.toContain('CET')
  expect(values('CET')).toContain('CET')
})

const browserIn = (timeZone?: string) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions)

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('a browser in %s shows times in %s', (named, shown) => {
  browserIn(named)
  expect(browserZone()).toBe(shown)
})

function Times() {
  const [own, books] = [useZone(), useBooksZone()]
  return [own, books].map((zone) => formatInstant('2026-06-01T12:00:00.000Z', zone)).join(' | ')
}

test.each<[zones: Pick<SessionUserDto, 'timezone' | 'books_timezone'>, times: string, note: string]>([
  [
    { timezone: 'Europe/Berlin', books_timezone: 'America/New_York' },
    'Jun 01, 2026 14:00 | Jun 01, 2026 08:00',
    '',
  ],
  [
    { timezone: 'America/Moonbase', books_timezone: '+02:61' },
    'Jun 01, 2026 21:00 | Jun 01, 2026 21:00',
    'This browser doesn’t support America/Moonbase and +02:61, so it shows times in Asia/Tokyo. A newer browser may support them.',
  ],
  [
    { timezone: 'America/Moonbase', books_timezone: 'America/Moonbase' },
    'Jun 01, 2026 21:00 | Jun 01, 2026 21:00',
    'This browser doesn’t support America/Moonbase, so it shows times in Asia/Tokyo. A newer browser may support it.',
  ],
])(
  'a zone that the browser does not support is shown as its own, with a notice in Settings',
  (zones, times, note) => {
    browserIn('Asia/Tokyo')
    currentSession.write({ status: 'signed-in', user: zones as SessionUserDto })
    const { container } = render(<Times />)
    expect(container.textContent).toBe(times)
    cleanup()
    const notice = render(
      <MantineProvider env="test">
        <UnknownZones />
      </MantineProvider>,
    )
    expect(notice.container.querySelector('p')?.textContent ?? '').toBe(note)
  },
)

test('a field that crashes affects only its card', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  const Broken = () => {
    throw new Error('Duplicate options are not supported')
  }
  render(
    <MantineProvider env="test">
      <SettingsCard title="Time">
        <Broken />
      </SettingsCard>
      <SettingsCard title="Name">Alex Morgan</SettingsCard>
    </MantineProvider>,
  )
  expect(screen.getByRole('region', { name: 'Time' }).textContent).toContain(
    'This part couldn’t be displayed.',
  )
  expect(screen.getByRole('region', { name: 'Name' }).textContent).toContain('Alex Morgan')
  expect(logged).toHaveBeenCalled()
})
