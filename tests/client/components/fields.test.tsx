import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { TextListField } from '#client/components/fields/text-list-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { SearchField } from '#client/components/lists/filter-bar.tsx'
import { ApiError } from '#client/lib/calls/api.ts'
import { currentSession } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

beforeEach(() => {
  vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
  vi.spyOn(toasts, 'showError').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const schema = z.strictObject({
  name: z.string().trim().min(1, 'Please fill in all required fields'),
  tags: z.array(z.string()),
})

interface SampleProps {
  onSubmit: (values: z.output<typeof schema>) => Promise<unknown>
}

function Sample({ onSubmit }: SampleProps) {
  const form = useAppForm({
    schema,
    initialValues: { name: '', tags: [] as string[] },
    onSubmit,
    fallback: 'Failed to save',
  })
  return (
    <AppForm form={form}>
      <TextInput label="Name" {...form.fields.getInputProps('name')} />
      <TextListField label="Tags" {...form.fields.getInputProps('tags')} />
      <SubmitButton>Save</SubmitButton>
    </AppForm>
  )
}

function show(onSubmit: SampleProps['onSubmit'] = async () => {}) {
  render(
    <MantineProvider env="test">
      <Sample onSubmit={onSubmit} />
    </MantineProvider>,
  )
  return userEvent.setup()
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Save|Saving/ })

test('shows one toast and field messages for invalid input, and sends nothing', async () => {
  const send = vi.fn()
  const user = show(send)
  await user.click(submit())
  await screen.findByText('Please fill in all required fields')
  expect(toasts.toastDestructive).toHaveBeenCalledExactlyOnceWith({
    title: 'Check your input',
    message: 'Please fill in all required fields',
  })
  expect(send).not.toHaveBeenCalled()
})

test('shows a saving label on the button, then resets the form after success', async () => {
  const sent = Promise.withResolvers<void>()
  const send = vi.fn(() => sent.promise)
  const user = show(send)
  await user.type(field('Name'), '  Harbor  ')
  await user.click(submit())
  expect(submit().textContent).toBe('Saving...')
  expect(submit().disabled).toBe(true)
  sent.resolve()
  await waitFor(() => expect(field('Name').value).toBe(''))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Harbor', tags: [] })
})

test('keeps rejected input in the form and shows the server message at the field', async () => {
  const user = show(async () => {
    throw new ApiError('Taken', { code: 'CONFLICT', httpStatus: 409, fields: { name: 'Choose another' } })
  })
  await user.type(field('Name'), 'Harbor')
  await user.click(submit())
  await screen.findByText('Choose another')
  expect(field('Name').value).toBe('Harbor')
  expect(toasts.showError).toHaveBeenCalledOnce()
})

test('adds a trimmed list entry on Enter without submitting, and ignores empty entries', async () => {
  const send = vi.fn()
  const user = show(send)
  await user.type(field('Tags'), '  a  {Enter}')
  await user.type(field('Tags'), '   {Enter}')
  expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
  expect(screen.getByText('a')).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
  expect(toasts.toastDestructive).not.toHaveBeenCalled()
})

function Amount({ onChange }: { onChange: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(0)
  const change = (next: number | null) => {
    setValue(next)
    onChange(next)
  }
  return <MoneyField label="Budget" currency="USD" value={value} onChange={change} />
}

test('accepts common amount formats, stores minor units and rejects letters', async () => {
  const changed = vi.fn()
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <Amount onChange={changed} />
    </MantineProvider>,
  )
  await user.type(field('Budget'), 'abc4,800.5')
  expect(field('Budget').value).toBe('4,800.5')
  expect(changed).toHaveBeenLastCalledWith(480_050)
  await user.clear(field('Budget'))
  expect(changed).toHaveBeenLastCalledWith(0)
})

test('text that is too long is preserved, reported and not added until it fits', async () => {
  show()
  const field = screen.getByRole('textbox', { name: 'Tags' })
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(301))
  expect(field).toHaveProperty('value', 'x'.repeat(301))
  expect(screen.getByText('Use at most 300 characters. This is 1 too many.')).toBeDefined()
  await userEvent.type(field, '{Enter}')
  expect(screen.queryByRole('button', { name: /^Remove x/ })).toBeNull()
  await userEvent.type(field, '{Backspace}{Enter}')
  expect(screen.getByRole('button', { name: /^Remove x/ })).toBeDefined()
})

function signIn() {
  const user = { user_id: 'u', role: 'agency_admin', timezone: 'UTC' } as SessionUserDto
  currentSession.write({ status: 'signed-in', user })
}

/** A form with a date, which starts on December 1, 2026. */
function showDate(clearable: boolean) {
  signIn()
  const changed = vi.fn()
  const send = vi.fn()
  function Dated() {
    const form = useAppForm({
      schema: z.strictObject({ day: z.string().nullable() }),
      initialValues: { day: '2026-12-01' as string | null },
      onSubmit: send,
      fallback: 'Failed to save',
      resetOnSuccess: false,
    })
    const day = form.fields.getInputProps('day')
    const onChange = (value: string | null) => {
      changed(value)
      day.onChange(value)
    }
    return (
      <AppForm form={form}>
        <DateField label="Day" clearable={clearable} {...day} onChange={onChange} />
        <SubmitButton>Save</SubmitButton>
      </AppForm>
    )
  }
  render(
    <MantineProvider env="test">
      <Dated />
    </MantineProvider>,
  )
  return { changed, send, user: userEvent.setup() }
}

test.for(['31.11.', '5. März', '5.3.202', '15.3.20222', ' '])(
  'a form isn’t submitted while its date is “%s”, which stays as typed',
  async (text) => {
    const { changed, send, user } = showDate(false)
    await user.clear(field('Day'))
    await user.type(field('Day'), text)
    expect(screen.queryByText('Please enter a valid date')).toBeNull()
    await user.click(submit())
    expect(screen.getByText('Please enter a valid date')).toBeDefined()
    await user.type(field('Day'), '{Enter}')
    expect(field('Day').value).toBe(text)
    expect(changed).not.toHaveBeenCalled()
    expect(send).not.toHaveBeenCalled()
    await user.clear(field('Day'))
    await user.type(field('Day'), '5 mar 2027{Enter}')
    await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ day: '2027-03-05' }))
    expect(field('Day').value).toBe('March 5, 2027')
  },
)

test('a typed date is reported once, when the field is left', async () => {
  const { changed, user } = showDate(true)
  await user.clear(field('Day'))
  await user.type(field('Day'), '5 mar 2027')
  expect(changed).not.toHaveBeenCalled()
  await user.tab()
  expect(changed.mock.calls).toEqual([['2027-03-05']])
  await user.type(field('Day'), '{ArrowUp}{ArrowUp}')
  expect(field('Day').value).toBe('March 3, 2027')
  await user.tab()
  await user.clear(field('Day'))
  await user.tab()
  expect(changed.mock.calls).toEqual([['2027-03-05'], ['2027-03-03'], [null]])
})

test('a typed date is among the values that Ctrl+Enter submits', async () => {
  signIn()
  const send = vi.fn()
  function Dated() {
    const [day, setDay] = useState<string | null>(null)
    const form = { submitting: false, submit: async () => send(day) }
    return (
      <FormDialog title="Send invoice" opened onClose={() => {}} form={form} submitLabel="Send invoice">
        <DateField label="Day" value={day} onChange={setDay} />
      </FormDialog>
    )
  }
  render(
    <MantineProvider env="test">
      <Dated />
    </MantineProvider>,
  )
  await userEvent.type(field('Day'), '5 mar 2027{Control>}{Enter}{/Control}')
  expect(send).toHaveBeenCalledExactlyOnceWith('2027-03-05')
})

test('a date field outside of forms shows its value again when it is left with other text', async () => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <DateField label="To" value="2026-02-28" onChange={onChange} restores />
      <a href="/export">Download</a>
    </MantineProvider>,
  )
  await userEvent.clear(field('To'))
  await userEvent.type(field('To'), '31.2.2026{Enter}')
  expect(screen.getByText('Please enter a valid date')).toBeDefined()
  await userEvent.tab()
  expect(field('To').value).toBe('February 28, 2026')
  expect(screen.queryByText('Please enter a valid date')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})

test('a search field takes changes of the address, but not late ones of its own', async () => {
  const user = userEvent.setup()
  const announced = vi.fn()
  const page = (value: string) => (
    <MantineProvider env="test">
      <SearchField label="Search" value={value} onChange={announced} />
    </MantineProvider>
  )
  const { rerender } = render(page(''))
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  await user.type(field, 'ab')
  await waitFor(() => expect(announced).toHaveBeenLastCalledWith('ab'))
  await user.type(field, 'c')
  rerender(page('ab'))
  expect(field.value).toBe('abc')
  await waitFor(() => expect(announced).toHaveBeenLastCalledWith('abc'))
  await user.type(field, 'd')
  await waitFor(() => expect(announced).toHaveBeenLastCalledWith('abcd'))
  rerender(page('abc'))
  expect(field.value).toBe('abcd')
  rerender(page('abcd'))
  for (const value of ['ab', '', 'abcd']) {
    rerender(page(value))
    expect(field.value).toBe(value)
  }
})
