import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { observable } from '@trpc/server/observable'
import { act, type ReactElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CountryField } from '#client/components/fields/country-field.tsx'
import { TaskField } from '#client/features/time/work-log/entries/task-field.tsx'
import { useMentionChoice } from '#client/features/work/messages/message/use-mention-choice.ts'
import { AttendeeField } from '#client/features/work/schedule/event/attendee-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import { foldedChoices } from '#client/theme/folded-choices.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

const before = currentSession.read()
afterEach(() => {
  cleanup()
  currentSession.write(before)
})

interface Named {
  id: string
  name: string
  title: string
  company: null
  project_id: string
}

const numbered = (number: number): Named => {
  const name = `Record ${number}`
  return { id: `r${number}`, name, title: name, company: null, project_id: 'p' }
}

/** A server with this many clients and tasks, whose lists return the newest that match. */
function show(count: number, field: ReactElement) {
  const user = { user_id: 'u', role: 'agency_admin', timezone: 'UTC' } as SessionUserDto
  currentSession.write({ status: 'signed-in', user } satisfies Session)
  const records = Array.from({ length: count }, (_, index) => numbered(count - index))
  const answer = (path: string, { search = '', limit = count }) =>
    path === 'people.list'
      ? []
      : { items: records.filter(({ name }) => name.includes(search)).slice(0, limit), nextCursor: null }
  const client = trpc.createClient({
    links: [
      () =>
        ({ op }) =>
          observable((observer) => {
            observer.next({ result: { type: 'data', data: answer(op.path, op.input ?? {}) } })
            observer.complete()
          }),
    ],
  })
  const queryClient = new QueryClient()
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <MantineThemeProvider theme={foldedChoices}>{field}</MantineThemeProvider>
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
  return userEvent.setup()
}

test("time can be recorded on any of a project's tasks, however many are newer", async () => {
  const Field = () => {
    const [value, setValue] = useState<string | null>(null)
    return <TaskField projectId="p" entry={null} value={value} onChange={setValue} />
  }
  const user = show(150, <Field />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Task' })
  await user.type(field, 'Record 7')
  await user.click(await screen.findByRole('option', { name: 'Record 7' }))
  expect(field.value).toBe('Record 7')
})

test('any client can be invited, and stays named when others are searched for', async () => {
  const Field = () => {
    const [value, setValue] = useState<string[]>([])
    return <AttendeeField event={null} value={value} onChange={setValue} />
  }
  const user = show(150, <Field />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Attendees' })
  await user.type(field, 'Record 7')
  await user.click(await screen.findByRole('option', { name: 'Record 7 (client)' }))
  await user.clear(field)
  await user.type(field, 'Record 99')
  await screen.findByRole('option', { name: 'Record 99 (client)' })
  expect(screen.getByText('Record 7 (client)')).toBeDefined()
})

test.each([
  ["cote d'ivoire", 'Côte d’Ivoire'],
  ['turkiye', 'Türkiye'],
  ['RÉUNION', 'Réunion'],
])('typing %s finds the choice %s', async (typed, name) => {
  const user = show(0, <CountryField />)
  await user.type(screen.getByRole('combobox', { name: 'Country' }), typed)
  expect(await screen.findByRole('option', { name })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Norway' })).toBeNull()
})

test('people are mentioned without the marks of their letters', () => {
  const people = [
    { user_id: 'l', name: 'Łukasz Żak', role: 'employee' },
    { user_id: 'a', name: 'Ada Cole', role: 'employee' },
  ]
  const { result } = renderHook(() => useMentionChoice(people))
  for (const typed of ['@lukasz', '@zak', '@Łu']) {
    const text = Object.assign(document.createElement('textarea'), { value: typed })
    text.setSelectionRange(typed.length, typed.length)
    act(() => result.current.follow(text))
    expect(
      result.current.options.map(({ name }) => name),
      typed,
    ).toEqual(['Łukasz Żak'])
  }
})
