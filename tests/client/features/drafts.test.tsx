import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DecisionForm } from '#client/components/forms/decision-form.tsx'
import { CommentForm } from '#client/features/work/tasks/detail/comment-form.tsx'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'

beforeEach(() => {
  localStorage.clear()
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } } as Session)
})

afterEach(cleanup)

/** Opens the form; `close` leaves its screen. */
async function open(form: ReactElement) {
  const root = createRootRoute({ component: () => form })
  const history = createMemoryHistory()
  const { unmount } = render(
    <MantineProvider env="test">
      <RouterProvider router={createRouter({ routeTree: root, history }) as never} />
    </MantineProvider>,
  )
  const input = await screen.findByRole<HTMLTextAreaElement>('textbox')
  return { input, close: unmount, user: userEvent.setup() }
}

const comment = (place: string, onSubmit: () => Promise<unknown> = async () => {}, initialText?: string) => (
  <CommentForm
    label="Comment"
    submitLabel="Add"
    place={place}
    team={[]}
    {...(initialText !== undefined && { initialText })}
    onSubmit={onSubmit}
    onCancel={() => {}}
  />
)

test('a comment survives leaving the task, until it is added', async () => {
  const first = await open(comment('task:a'))
  await first.user.type(first.input, 'Half a thought')
  first.close()

  const other = await open(comment('task:b'))
  expect(other.input.value).toBe('')
  other.close()

  const again = await open(comment('task:a'))
  expect(again.input.value).toBe('Half a thought')
  await again.user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(again.input.value).toBe(''))
  again.close()
  expect((await open(comment('task:a'))).input.value).toBe('')
})

test('a changed comment survives leaving the task, until the change is cancelled', async () => {
  const edit = () => open(comment('comment:c', undefined, 'Before'))
  const first = await edit()
  await first.user.type(first.input, ' and after')
  first.close()
  const again = await edit()
  expect(again.input.value).toBe('Before and after')
  await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
  again.close()
  expect((await edit()).input.value).toBe('Before')
})

test('what is typed while a comment is being sent isn’t lost', async () => {
  const sent = Promise.withResolvers<void>()
  const { input, user } = await open(comment('task:a', () => sent.promise))
  await user.type(input, 'Done')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(input.readOnly).toBe(true))
  sent.resolve()
  await waitFor(() => expect([input.value, input.readOnly]).toEqual(['', false]))
})

test('a comment isn’t added, not even by keyboard, until its file is uploaded', async () => {
  const uploads: { status: number; response: object; onload: () => void }[] = []
  class Upload {
    status = 201
    response = { id: 'f', name: 'f.txt', content_type: 'text/plain', size: 4 }
    upload = {}
    onload = () => {}
    open = () => {}
    abort = () => {}
    send = () => void uploads.push(this)
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const submit = vi.fn(async () => {})
  const task = { id: 't', project_id: 'p' }
  const { input, user } = await open(
    <CommentForm label="Comment" submitLabel="Add" place="task:t" team={[]} task={task} onSubmit={submit} />,
  )
  await user.upload(document.querySelector('input[type="file"]') as HTMLElement, new File(['text'], 'f.txt'))
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.type(input, 'See the file{Control>}{Enter}{/Control}')
  uploads[0]?.onload()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(false),
  )
  expect(submit).not.toHaveBeenCalled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(submit.mock.calls).toEqual([[{ text: 'See the file', mentions: [], shared: false }, ['f']]]),
  )
})

test('a comment is internal unless shared, each time anew', async () => {
  const submit = vi.fn(async () => {})
  const { input, user } = await open(
    <CommentForm
      label="Comment"
      submitLabel="Add"
      place="task:t"
      team={[]}
      client="Acme"
      onSubmit={submit}
    />,
  )
  const internal = screen.getByRole<HTMLInputElement>('radio', { name: 'Internal' })
  const visible = screen.getByRole<HTMLInputElement>('radio', { name: 'Visible to Acme' })
  expect(internal.checked).toBe(true)
  await user.click(visible)
  await user.type(input, 'Ready')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(submit.mock.calls).toEqual([[{ text: 'Ready', mentions: [], shared: true }, []]]),
  )
  await waitFor(() => expect(internal.checked).toBe(true))
})

test('the note of a decision survives leaving it, until it is saved', async () => {
  const reject = vi.fn(async (_note: string): Promise<unknown> => {
    throw new Error('Refused')
  })
  const choice = { label: 'Approve', onClick: async () => {} }
  const decide = () =>
    open(
      <DecisionForm
        label="Response"
        description="Why?"
        place="timesheet:t"
        limit={100}
        pending={false}
        no={{ label: 'Reject', onClick: reject }}
        yes={choice}
      />,
    )
  const first = await decide()
  await first.user.type(first.input, 'Friday is missing')
  await first.user.click(screen.getByRole('button', { name: 'Reject' }))
  first.close()

  const again = await decide()
  expect(again.input.value).toBe('Friday is missing')
  reject.mockResolvedValueOnce(undefined)
  await again.user.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(again.input.value).toBe(''))
  expect(reject.mock.calls).toEqual([['Friday is missing'], ['Friday is missing']])
  again.close()
  expect((await decide()).input.value).toBe('')
})
