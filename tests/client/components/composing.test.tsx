import { globSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { useOutboxDelivery } from '#client/features/work/messages/message/use-outbox.ts'
import { Composer } from '#client/features/work/messages/thread/composer.tsx'
import { EditMessage } from '#client/features/work/messages/thread/edit-message.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { MessageDto } from '#shared/work/messages.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

test.each([
  ['Chrome and Firefox', { isComposing: true, keyCode: 229 }],
  ['Safari', { isComposing: false, keyCode: 229 }],
])('in %s, the Enter that accepts a word of an input method editor does nothing else', (_, taken) => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <TextListField label="Tags" value={[]} onChange={onChange} />
    </MantineProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Tags' })
  fireEvent.change(field, { target: { value: '会議' } })
  fireEvent.keyDown(field, { key: 'Enter', ...taken })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['会議'])
})

/** On a device whose main pointer is a finger or a mouse. */
async function write(touch: boolean, field: ReactElement) {
  const matches = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === '(pointer: coarse)' ? ({ matches: touch } as MediaQueryList) : matches(query),
  )
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora', agency_id: 'a' } } as Session)
  const client = new QueryClient()
  const Frame = () => {
    useOutboxDelivery()
    return field
  }
  const root = createRootRoute({ component: Frame })
  render(
    <trpc.Provider client={trpcClient} queryClient={client}>
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <RouterProvider
            router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never}
          />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  )
  const input = await screen.findByRole<HTMLTextAreaElement>('textbox')
  return { input, user: userEvent.setup() }
}

test.each([
  ['Enter breaks the line on touch devices, which have no Shift+Enter', true, '{Enter}', 'One\n'],
  ['Ctrl+Enter sends there', true, '{Control>}{Enter}{/Control}', ''],
  ['Enter sends elsewhere', false, '{Enter}', ''],
  ['Shift+Enter breaks the line there', false, '{Shift>}{Enter}{/Shift}', 'One\n'],
])('in a message, %s', async (_, touch, keys, left) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { input, user } = await write(touch, <Composer projectId="p" people={[]} autoFocus={false} />)
  await user.type(input, `One${keys}`)
  await waitFor(() => expect(input.value).toBe(left))
  expect(localStorage.getItem('kept:outbox:nora') === null).toBe(left !== '')
})

test.each([true, false])(
  'in a sent message that is edited, the same keys save (touch: %s)',
  async (touch) => {
    const onClose = vi.fn()
    const message = { id: 'm', content: 'One', mentions: [] as string[] } as MessageDto
    const { input, user } = await write(
      touch,
      <EditMessage message={message} people={[]} onClose={onClose} />,
    )
    await user.click(input)
    await user.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledTimes(touch ? 0 : 1)
  },
)

test('people can be mentioned in a sent message that is edited', async () => {
  const message = { id: 'm', content: 'One', mentions: [] as string[] } as MessageDto
  const people = [{ user_id: 'emma', name: 'Emma Rivera', role: 'employee' } as const]
  const field = <EditMessage message={message} people={people} onClose={() => {}} />
  const { input, user } = await write(false, field)
  await user.type(input, ' @Em{Enter}')
  expect(input.value).toBe('One @Emma Rivera ')
})

test('every field handles composition the same way', () => {
  const own = globSync('client/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('nativeEvent.isComposing'),
  )
  expect(own).toEqual(['client/lib/composing.ts'])
})
