import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EntryRow } from '#client/features/time/work-log/entries/entry-row.tsx'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'

const before = currentSession.read()
afterEach(() => {
  cleanup()
  currentSession.write(before)
})

const entry = {
  id: 'e',
  user_name: 'Sofia Patel',
  project: { id: 'p', name: 'Website' },
  task: null,
  kind: 'duration',
  note: null,
  started_at: '2026-03-04T09:00:00.000Z',
  ended_at: '2026-03-04T10:00:00.000Z',
  duration_seconds: 3600,
  billable: false,
  locked: 'submitted',
  is_own: false,
} as TimeEntryDto

function show(role: SessionUserDto['role']) {
  const user = { user_id: 'u', role, timezone: 'UTC' } as SessionUserDto
  currentSession.write({ status: 'signed-in', user } satisfies Session)
  render(
    <MantineProvider env="test">
      <EntryRow entry={entry} showPerson />
    </MantineProvider>,
  )
}

test('hides approval and billing of hours shared with a client', () => {
  show('client')
  expect(screen.getByText('Website')).toBeDefined()
  expect(screen.queryByText('Submitted')).toBeNull()
  expect(screen.queryByText('Not billable')).toBeNull()
})

test('shows the team whether hours are submitted and billable', () => {
  show('agency_admin')
  expect(screen.getByText('Submitted')).toBeDefined()
  expect(screen.getByText('Not billable')).toBeDefined()
})
