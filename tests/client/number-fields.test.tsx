import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MinutesField } from '#client/components/fields/minutes-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField, type NumberFieldProps } from '#client/components/fields/number-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { AppForm } from '#client/components/forms/app-form.tsx'
import * as toasts from '#client/lib/toasts/toast.ts'

beforeEach(() => {
  vi.spyOn(toasts, 'toast').mockReturnValue()
  vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const field = (): HTMLInputElement => screen.getByRole('textbox')
const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>)

/** A field in a form that records the values it reports. */
function setUp(
  Field: (props: never) => ReactNode,
  { start = null, map = (value) => value, ...props }: SetUp = {},
) {
  const changed = vi.fn()
  const submit = vi.fn(() => Promise.resolve())
  const Shown = Field as (props: NumberFieldProps) => ReactNode
  function Form() {
    const [value, setValue] = useState<number | null>(start)
    return (
      <AppForm form={{ submitting: false, submit }}>
        <Shown
          label="Number"
          {...props}
          value={value}
          onChange={(next: number | null, isAccepted: boolean) => {
            changed(next, isAccepted)
            setValue(map(next))
          }}
        />
        <button type="submit">Save</button>
        <button type="button" onClick={() => setValue(700)}>
          Other
        </button>
      </AppForm>
    )
  }
  show(<Form />)
  const last = () => changed.mock.lastCall?.[0]
  return { changed, last, submit, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

interface SetUp extends Record<string, unknown> {
  start?: number | null
  map?: (value: number | null) => number | null
}

test.each([
  ['a quantity', NumberField, { decimals: 3 }, '1,5', 1.5],
  ['a quantity', NumberField, { decimals: 3 }, '1.125', 1.125],
  ['a quantity with its unit', NumberField, { decimals: 3, suffix: 'h' }, '1,5 h', 1.5],
  ['days', NumberField, {}, '1,200', 1200],
  ['a percentage', PercentField, { decimals: 3 }, '8,875', null],
  ['a percentage', PercentField, { decimals: 3 }, '8.875', 887.5],
  ['a percentage', PercentField, {}, '19,5 %', 1950],
  ['hours in minutes', MinutesField, {}, '0,33', 20],
  ['hours in minutes', MinutesField, {}, '7,5', 450],
  ['an amount', MoneyField, { currency: 'EUR' }, '1.234,50', 123_450],
  ['an amount', MoneyField, { currency: 'EUR' }, '12.50 EUR', 1250],
  ['an amount to remove', MoneyField, { currency: 'EUR', min: -1000 }, '-50', -5000],
  ['a unit price', MoneyField, { currency: 'EUR', finer: true }, '0,1648', 16.48],
])('%s accepts typed and pasted input', async (_, Field, props, text, value) => {
  const { last } = setUp(Field, props)
  await userEvent.click(field())
  await userEvent.paste(text)
  expect(last()).toBe(value ?? 0)
  expect(field().value).toBe(text)
})

test('an optional amount tells 0 from an empty field', async () => {
  const { last } = setUp(MoneyField, { currency: 'USD', optional: true, start: 0 })
  expect(field().value).toBe('0.00')
  await userEvent.clear(field())
  expect(last()).toBeNull()
  await userEvent.type(field(), '0')
  expect(last()).toBe(0)
  expect(field().value).toBe('0')
})

test.each([
  [{ decimals: 3 }, '1,500', '“1,500” can be read in two ways. Please write 1500 or 1.5.'],
  [{ decimals: 2 }, '1.500', '“1.500” can be read in two ways. Please write 1500.'],
  [{ decimals: 2 }, '1.12345', 'Please enter at most 2 decimals.'],
  [{ decimals: 2 }, '12 hours', 'Please enter a number, such as 1200 or 12.5.'],
  [{}, '1,5', 'Please enter a whole number.'],
  [{ max: 365 }, '400', 'Please enter 365 or less.'],
  [{ min: 1 }, '0', 'Please enter 1 or more.'],
  [{}, '-1', 'Please enter 0 or more.'],
])('with %j, “%s” stays, and the field says why it is rejected', async (props, text, words) => {
  const { submit, save, changed } = setUp(NumberField, props)
  await userEvent.click(field())
  await userEvent.paste(text)
  expect(changed).toHaveBeenLastCalledWith(
    expect.toSatisfy((value) => value !== 1.5),
    false,
  )
  expect(screen.queryByText(words)).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText(words)).toBeDefined()
  await save()
  expect(submit).not.toHaveBeenCalled()
  expect(toasts.toastDestructive).toHaveBeenCalledWith({ title: 'Check your input', message: words })
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe(text)
  fireEvent.change(field(), { target: { value: '12' } })
  expect(screen.queryByText(words)).toBeNull()
  await save()
  expect(submit).toHaveBeenCalledOnce()
})

test('text that the form maps to another value stays as typed', async () => {
  setUp(NumberField, { decimals: 2, start: 5, map: (value: number | null) => value ?? 0 })
  fireEvent.change(field(), { target: { value: '1,500' } })
  expect(field().value).toBe('1,500')
  await userEvent.click(screen.getByRole('button', { name: 'Other' }))
  expect(field().value).toBe('700')
})

test('an empty field has no value, and a required field needs one', async () => {
  const { last, submit, save } = setUp(NumberField, { start: 3, required: true })
  await userEvent.clear(field())
  expect(last()).toBeNull()
  await save()
  expect(submit).not.toHaveBeenCalled()
  expect(screen.getByText('Please enter a number.')).toBeDefined()
})

test('arrow keys step within the limits and leave invalid text unchanged', async () => {
  const { last } = setUp(NumberField, { decimals: 2, step: 0.1, max: 0.3 })
  for (const value of [0.1, 0.2, 0.3, 0.3]) {
    await userEvent.type(field(), '{ArrowUp}')
    expect(last()).toBe(value)
  }
  await userEvent.type(field(), '{ArrowDown}')
  expect(field().value).toBe('0.2')
  fireEvent.change(field(), { target: { value: '1,500' } })
  await userEvent.type(field(), '{ArrowDown}')
  expect(field().value).toBe('1,500')
})

test('phones show a numeric keypad, with a decimal separator or a minus sign if it is allowed', () => {
  show([
    <NumberField key="days" />,
    <NumberField key="hours" decimals={2} />,
    <NumberField key="change" min={-5} />,
  ])
  expect(screen.getAllByRole('textbox').map((input) => input.getAttribute('inputmode'))).toEqual([
    'numeric',
    'decimal',
    'text',
  ])
})

/** Text fields with their own rules: exchange rates and durations, parsed like numbers, and card numbers and codes. */
const OTHERS = [
  'features/money/invoices/form/rate-field.tsx',
  'features/money/ledger/rates/rate-dialog.tsx',
  'features/money/payments/simulated/test-card-form.tsx',
  'features/overview/settings/security/two-factor-setup.tsx',
  'features/time/work-log/weeks/hours-field.tsx',
]

test('screens have no other number inputs', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
  const others = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      /\bNumberInput\b|\btype(=|: )["']number["']|inputMode="(decimal|numeric)"/.test(
        readFileSync(join('client', file), 'utf8'),
      ),
  )
  expect(others.toSorted()).toEqual(OTHERS)
})
