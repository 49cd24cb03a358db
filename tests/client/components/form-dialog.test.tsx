import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ConfirmModal } from '#client/components/dialogs/confirm-modal.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { theme } from '#client/theme/theme.ts'

afterEach(cleanup)

function Sample({ onClose }: { onClose: () => void }) {
  const form = useAppForm({
    schema: z.strictObject({ name: z.string() }),
    initialValues: { name: '' },
    onSubmit: async () => {},
    fallback: 'Failed to save',
  })
  return (
    <FormDialog title="Add Client" opened onClose={onClose} form={form} submitLabel="Add Client">
      <TextInput label="Name" {...form.fields.getInputProps('name')} />
    </FormDialog>
  )
}

function show() {
  const onClose = vi.fn()
  render(
    <MantineProvider env="test" theme={theme}>
      <Sample onClose={onClose} />
    </MantineProvider>,
  )
  return { onClose, user: userEvent.setup() }
}

const type = async (user: ReturnType<typeof userEvent.setup>) =>
  user.type(screen.getByRole('textbox', { name: 'Name' }), 'Nora')

test('Escape closes a dialog without input immediately', async () => {
  const { onClose, user } = show()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test.each(['Escape', 'the close button'])('%s asks before discarding input', async (way) => {
  const { onClose, user } = show()
  await type(user)
  const leave = () =>
    way === 'Escape'
      ? user.keyboard('{Escape}')
      : user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await leave()
  const question = screen.getByRole('alertdialog', { name: 'Discard changes' })
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(question.isConnected && screen.queryByRole('alertdialog')).toBeFalsy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Nora')
  await leave()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a confirmation stays open until what it confirms is done', async () => {
  const done = Promise.withResolvers<void>()
  const onClose = vi.fn()
  const user = userEvent.setup()
  render(
    <MantineProvider env="test" theme={theme}>
      <ConfirmModal
        opened
        onClose={onClose}
        title="Delete project"
        message="This can’t be undone."
        confirmLabel="Delete"
        onConfirm={() => done.promise}
      />
    </MantineProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
  done.resolve()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Cancel discards input without asking', async () => {
  const { onClose, user } = show()
  await type(user)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('shows the preview beside the form, or behind a switch on phones, and keeps the input', async () => {
  const user = userEvent.setup()
  function WithPreview() {
    const form = useAppForm({
      schema: z.strictObject({ name: z.string() }),
      initialValues: { name: '' },
      onSubmit: async () => {},
      fallback: 'Failed to save',
    })
    const { name } = form.fields.getValues()
    const beside = { label: 'Preview', content: <p>Dear {name}</p> }
    return (
      <FormDialog title="Letter" opened onClose={() => {}} form={form} submitLabel="Save" beside={beside}>
        <TextInput label="Name" {...form.fields.getInputProps('name')} />
      </FormDialog>
    )
  }
  render(
    <MantineProvider env="test" theme={theme}>
      <WithPreview />
    </MantineProvider>,
  )
  await type(user)
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toBe('Dear Nora')
  await user.click(screen.getByRole('radio', { name: 'Preview' }))
  await user.click(screen.getByRole('radio', { name: 'Edit' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Nora')
})

test('what is typed while a form is being saved stays, unsaved', async () => {
  const user = userEvent.setup()
  const saved = Promise.withResolvers<void>()
  function Card() {
    const form = useAppForm({
      schema: z.strictObject({ name: z.string(), city: z.string(), version: z.int() }),
      initialValues: { name: '', city: '', version: 1 },
      onSubmit: async ({ name, ...values }) => {
        await saved.promise
        return { ...values, name: name.trim(), version: 2 }
      },
      fallback: 'Failed to save',
      resetOnSuccess: false,
    })
    const { fields } = form
    return (
      <AppForm form={form} aria-label="Company">
        <TextInput label="Name" {...fields.getInputProps('name')} />
        <TextInput label="City" {...fields.getInputProps('city')} />
        <SubmitButton>Save</SubmitButton>
        <output>{`${fields.isDirty() ? 'unsaved' : 'saved'}, version ${fields.getValues().version}`}</output>
      </AppForm>
    )
  }
  render(
    <MantineProvider env="test" theme={theme}>
      <Card />
    </MantineProvider>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Nora {Enter}')
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Rome')
  saved.resolve()
  const state = screen.getByRole('status')
  await waitFor(() => expect(state.textContent).toContain('version 2'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Nora')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'City' }).value).toBe('Rome')
  expect(state.textContent).toBe('unsaved, version 2')
  await user.clear(screen.getByRole('textbox', { name: 'City' }))
  expect(state.textContent).toBe('saved, version 2')
})

/** A query as the library returns it: later changes are reported only of the fields that were read. */
function loadingQuery() {
  const read = new Set<string | symbol>()
  const result = {
    data: undefined,
    error: null,
    fetchStatus: 'fetching' as const,
    isFetchedAfterMount: false,
    refetch: () => {},
  }
  const query = new Proxy(result, {
    get: (target, field, receiver) => {
      read.add(field)
      return Reflect.get(target, field, receiver)
    },
  })
  return { query, read }
}

type LoadingQuery = ReturnType<typeof loadingQuery>['query']

const LOADING = {
  dialog: ({ query }: { query: LoadingQuery }) => (
    <EditDialog title="Edit Entry" query={query} onClose={() => {}}>
      {() => null}
    </EditDialog>
  ),
  drawer: ({ query }: { query: LoadingQuery }) => (
    <RecordDrawer title="Entry" query={query} opened onClose={() => {}}>
      {() => null}
    </RecordDrawer>
  ),
}

test.each(['dialog', 'drawer'] as const)(
  'a %s notices that its record failed to load before its content is shown',
  (kind) => {
    const { query, read } = loadingQuery()
    const Loading = LOADING[kind]
    // On a server, the content of overlays isn't mounted at all.
    renderToString(
      <MantineProvider theme={theme}>
        <Loading query={query} />
      </MantineProvider>,
    )
    expect([...read]).toEqual(expect.arrayContaining(['data', 'error', 'fetchStatus']))
  },
)
