import { MantineProvider, Select } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { zoneOptions } from '#client/features/overview/settings/section/time-zones.ts'

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
])('a browser list %s can be chosen from', (_, zones) => {
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

test('a field that fails takes only its card with it', () => {
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
    "This part couldn't be displayed.",
  )
  expect(screen.getByRole('region', { name: 'Name' }).textContent).toContain('Alex Morgan')
  expect(logged).toHaveBeenCalled()
})
