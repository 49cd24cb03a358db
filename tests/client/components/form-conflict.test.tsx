import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { changedFields } from '#client/components/forms/form-conflict.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ApiError } from '#client/lib/calls/api.ts'

afterEach(cleanup)

const schema = z.strictObject({ name: z.string(), phone: z.string(), version: z.int() })
type Values = z.infer<typeof schema>

const loaded: Values = { name: 'Harbor', phone: '1', version: 1 }
/** Someone else saved a new phone number. */
const saved: Values = { name: 'Harbor', phone: '2', version: 2 }

function Sample({ send }: { send: (values: Values) => void }) {
  const form = useAppForm({
    schema,
    initialValues: loaded,
    resetOnSuccess: false,
    onSubmit: (values) => {
      if (values.version !== saved.version) {
        throw new ApiError('This client was changed by someone else in the meantime.', {
          code: 'CONFLICT',
          reason: 'changed_meanwhile',
        })
      }
      send(values)
    },
    fallback: 'Failed to save client',
    latest: async () => saved,
  })
  return (
    <FormDialog title="Edit" opened onClose={() => {}} form={form} submitLabel="Save">
      <TextInput label="Name" {...form.fields.getInputProps('name')} />
      <TextInput label="Phone" {...form.fields.getInputProps('phone')} />
    </FormDialog>
  )
}

async function collide() {
  const send = vi.fn()
  render(
    <MantineProvider env="test">
      <Sample send={send} />
    </MantineProvider>,
  )
  const user = userEvent.setup()
  await user.type(field('Name'), ' & Co')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('This client was changed by someone else in the meantime.')
  expect(notice.textContent).toContain('Phone: 2')
  expect(field('Name').value).toBe('Harbor & Co')
  return { user, send }
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })

test("keeps the user's edits, takes the other fields from the newer version, and can then save", async () => {
  const { user, send } = await collide()
  await user.click(screen.getByRole('button', { name: 'Keep my changes' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => send).toHaveBeenCalledWith({ name: 'Harbor & Co', phone: '2', version: 2 })
})

test("discards the user's edits when the newer version is loaded", async () => {
  const { user, send } = await collide()
  await user.click(screen.getByRole('button', { name: 'Load their version' }))
  expect(field('Name').value).toBe('Harbor')
  expect(field('Phone').value).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => send).toHaveBeenCalledWith(saved)
})

test('describes changes in words where a value is human-readable', () => {
  expect(
    changedFields(
      { id: '1', version: 1, phone: '1', portal_access: true, skills: ['a'], rate: 1 },
      { id: '2', version: 2, phone: '', portal_access: false, skills: ['a', 'b'], rate: 2 },
    ),
  ).toEqual([
    { label: 'Phone', text: 'empty' },
    { label: 'Portal Access', text: 'off' },
    { label: 'Skills', text: 'a, b' },
    { label: 'Rate', text: null },
  ])
})
