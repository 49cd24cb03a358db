import { MantineProvider, PasswordInput, TextInput } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { clearStored, FORM_DRAFTS, storeFor } from '#client/lib/session/local-store.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'

const signedInAs = (user_id: string) => ({ status: 'signed-in', user: { user_id } }) as Session

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  currentSession.write(signedInAs('nora'))
})

afterEach(cleanup)

interface SampleProps {
  initial?: Record<string, unknown>
  title?: string
  secret?: boolean
  onClose?: () => void
}

function Sample({
  initial = { name: '' },
  title = 'Add Client',
  secret = false,
  onClose = () => {},
}: SampleProps) {
  const form = useAppForm({
    schema: z.object({ name: z.string().min(2) }),
    initialValues: initial,
    onSubmit: () => onClose(),
    fallback: 'Failed to save',
  })
  return (
    <FormDialog title={title} opened onClose={onClose} form={form} submitLabel="Save">
      <TextInput label="Name" {...form.fields.getInputProps('name')} />
      {secret && <PasswordInput label="Password" {...form.fields.getInputProps('password')} />}
    </FormDialog>
  )
}

/** A page with the dialog; unmounting it without closing the dialog simulates a reload. */
function load(props: SampleProps = {}) {
  const { unmount } = render(
    <MantineProvider env="test">
      <Sample onClose={() => unmount()} {...props} />
    </MantineProvider>,
  )
  return { reload: unmount, user: userEvent.setup() }
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const restore = () => screen.queryByRole('button', { name: 'Restore what you typed' })

async function typeAndReload(props: SampleProps = {}) {
  const { reload, user } = load(props)
  await user.type(name(), 'Nora')
  reload()
}

test('typed input is offered again after each reload, and restored on request', async () => {
  await typeAndReload()
  load().reload()
  const { user } = load()
  expect(name().value).toBe('')
  await user.click(restore() as HTMLElement)
  expect(name().value).toBe('Nora')
  expect(restore()).toBeNull()
})

test('nothing is offered when the form is shown again with its input', async () => {
  function WithAnother() {
    const [another, setAnother] = useState(false)
    const form = useAppForm({
      schema: z.object({ name: z.string() }),
      initialValues: { name: '' },
      onSubmit: () => {},
      fallback: 'Failed to save',
    })
    if (another)
      return (
        <button type="button" onClick={() => setAnother(false)}>
          Return
        </button>
      )
    return (
      <FormDialog title="Add Client" opened onClose={() => {}} form={form} submitLabel="Save">
        <TextInput label="Name" {...form.fields.getInputProps('name')} />
        <button type="button" onClick={() => setAnother(true)}>
          Elsewhere
        </button>
      </FormDialog>
    )
  }
  render(
    <MantineProvider env="test">
      <WithAnother />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  await user.type(name(), 'Nora')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.click(screen.getByRole('button', { name: 'Return' }))
  expect(name().value).toBe('Nora')
  expect(restore()).toBeNull()
})

test.each(['Save', 'Cancel'])('nothing is offered after %s', async (button) => {
  const { user } = load()
  await user.type(name(), 'Nora')
  await user.click(screen.getByRole('button', { name: button }))
  expect(screen.queryByRole('dialog')).toBeNull()
  load()
  expect(restore()).toBeNull()
})

test('input that the server rejected is offered again, input that the user declined is not', async () => {
  const first = load()
  await first.user.type(name(), 'N')
  await first.user.click(screen.getByRole('button', { name: 'Save' }))
  first.reload()
  const second = load()
  await second.user.click(screen.getByRole('button', { name: 'Discard it' }))
  second.reload()
  load()
  expect(restore()).toBeNull()
})

test('only the same dialog offers it, and for a record only while its fields are unchanged', async () => {
  await typeAndReload({ initial: { id: 'a', name: 'Anna' } })
  const { reload } = load({ title: 'Add Contact', initial: { id: 'a', name: 'Anna' } })
  expect(restore()).toBeNull()
  reload()
  const other = load({ initial: { id: 'b', name: 'Bert' } })
  expect(restore()).toBeNull()
  other.reload()
  await typeAndReload({ initial: { id: 'a', name: 'Anna', version: 1 } })
  load({ initial: { id: 'a', name: 'Anna', version: 2 } })
  expect(restore()).not.toBeNull()
})

test.each(['id', 'payout_id'])('only a form with the same %s offers it', async (field) => {
  const of = (id: string) => ({ initial: { [field]: id, request_id: `${id}-${Math.random()}`, name: '' } })
  await typeAndReload(of('a'))
  const { reload } = load(of('b'))
  expect(restore()).toBeNull()
  reload()
  load(of('a'))
  expect(restore()).not.toBeNull()
})

test('no other user sees it, and nobody at all after a sign-out in any tab', async () => {
  await typeAndReload()
  currentSession.write(signedInAs('otto'))
  const { reload } = load()
  expect(restore()).toBeNull()
  reload()

  currentSession.write(signedInAs('nora'))
  await typeAndReload()
  clearStored()
  expect(sessionStorage.getItem(FORM_DRAFTS)).toBeNull()

  await typeAndReload()
  const otherTab = sessionStorage.getItem(FORM_DRAFTS) ?? ''
  clearStored()
  sessionStorage.setItem(FORM_DRAFTS, otherTab)
  storeFor('nora')
  load()
  expect(restore()).toBeNull()
})

test('a dialog with a password is never stored, even while it is open', async () => {
  const { user, reload } = load({ secret: true, initial: { name: '', password: '' } })
  await user.type(screen.getByLabelText('Password'), 'hunter2')
  await user.type(name(), 'Nora')
  for (const toggle of document.querySelectorAll('button[aria-hidden]')) await user.click(toggle)
  await user.type(name(), '!')
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/hunter2|Nora/)
  reload()
  load()
  expect(restore()).toBeNull()
})

test("files and other values that don't survive storage are left out", async () => {
  await typeAndReload({ initial: { name: '', file: null } })
  const draft = JSON.parse(sessionStorage.getItem(FORM_DRAFTS) ?? '{}')
  expect(Object.values(draft.forms)).toEqual([{ typed: { name: 'Nora' }, before: { name: '' } }])
})

function Screen() {
  const { pathname } = useLocation()
  return pathname === '/page' ? <Sample /> : <p>At {pathname}</p>
}

/** The dialog as a screen of a router. */
async function openByRouter() {
  const history = createMemoryHistory({ initialEntries: ['/page'] })
  const router = createRouter({ history, routeTree: createRootRoute({ component: Screen }) })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  await screen.findByRole('dialog')
  return { history, user: userEvent.setup() }
}

test('a link leaves an untouched dialog', async () => {
  const { history } = await openByRouter()
  history.push('/elsewhere')
  expect(await screen.findByText('At /elsewhere')).toBeTruthy()
})

test('a link asks before it discards input, and is then followed', async () => {
  const { history, user } = await openByRouter()
  await user.type(name(), 'Nora')
  history.push('/elsewhere')
  await screen.findByRole('alertdialog', { name: 'Discard changes' })
  await user.keyboard('{Escape}')
  expect([name().value, history.location.pathname]).toEqual(['Nora', '/page'])
  history.push('/elsewhere')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByText('At /elsewhere')).toBeTruthy()
})

test("navigation by the dialog itself doesn't ask", async () => {
  const { history, user } = await openByRouter()
  await user.type(name(), 'Nora')
  history.push('/page?filter=open')
  await screen.findByRole('dialog')
  expect(history.location.search).toBe('?filter=open')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
