import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getQueryKey } from '@trpc/react-query'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImportDialog } from '#client/features/money/bank/import-dialog.tsx'
import { EntriesParts } from '#client/features/money/bank/settle/entries-parts.tsx'
import { EntryPart } from '#client/features/money/bank/settle/entry-part.tsx'
import { ForeignPart } from '#client/features/money/bank/settle/foreign-part.tsx'
import { SettleDrawer } from '#client/features/money/bank/settle/settle-drawer.tsx'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { currentSession, type Session } from '#client/lib/session/session-state.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'

interface Sent {
  address: string
  answer: (response: object) => void
}
let uploads: Sent[] = []

beforeEach(() => {
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } } as Session)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  uploads = []
  class Upload {
    status = 201
    response = {}
    upload = {}
    address = ''
    onload = () => {}
    open = (_: string, address: string) => {
      this.address = address
    }
    setRequestHeader = () => {}
    send = () =>
      uploads.push({
        address: this.address,
        answer: (response) => {
          this.response = response
          this.onload()
        },
      })
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
})

afterEach(cleanup)

function open(screenOf: ReactElement, queryClient = new QueryClient()) {
  render(
    <MantineProvider env="test">
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{screenOf}</QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  )
  return userEvent.setup()
}

test('one transfer refunds two payments and bank fees', () => {
  let parts: BankPart[] = []
  render(
    <EntriesParts
      label="Payments"
      entries={[
        { value: 'first', label: 'First', amount: 360_000 },
        { value: 'second', label: 'Second', amount: 360_000 },
      ]}
      line={{ amount: -400_000, currency: 'USD' }}
      partly
      partOf={(payment_id, amount) => ({ kind: 'refund', payment_id, amount })}
      onChange={(changed) => {
        parts = changed
      }}
    />,
    { wrapper: MantineProvider },
  )
  fireEvent.click(screen.getByRole('combobox', { name: 'Payments' }))
  for (const name of ['First', 'Second']) fireEvent.click(screen.getByRole('option', { name, hidden: true }))
  expect(parts).toEqual([
    { kind: 'refund', payment_id: 'first', amount: 360_000 },
    { kind: 'refund', payment_id: 'second', amount: 40_000 },
  ])
  fireEvent.change(screen.getByLabelText('Amount of Second'), { target: { value: '390' } })
  fireEvent.click(screen.getByRole('switch', { name: /\$10\.00 USD are bank fees/ }))
  expect(parts).toMatchObject([
    { amount: 360_000 },
    { amount: 39_000 },
    { kind: 'expense', amount: 1000, category: 'other' },
  ])
})

test('chosen invoices stay listed, and the panel asks before it discards them', async () => {
  const queryClient = new QueryClient()
  const line = {
    id: 'line',
    booked_on: '2026-03-02',
    amount: 100,
    currency: 'USD',
    status: 'open',
    version: 1,
  }
  queryClient.setQueryData(getQueryKey(trpc.bank.line, { id: 'line' }, 'query'), line)
  const invoices = Array.from({ length: 30 }, (_, index) => ({
    ...{ id: `id-${index}`, number: `INV-${index}`, client_id: 'ada', client_name: 'Ada' },
    ...{ currency: 'USD', due: 100, due_on: '2026-03-01', written_off: false },
  }))
  queryClient.setQueryData(getQueryKey(trpc.bank.choices, { id: 'line' }, 'query'), { invoices })
  const close = vi.fn()
  const user = open(<SettleDrawer id="line" onClose={close} />, queryClient)
  const search = await screen.findByRole('textbox', { name: 'Find an invoice' })
  await user.type(search, 'INV-29')
  await user.click(screen.getByRole('checkbox', { name: /INV-29/ }))
  await user.clear(search)
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  expect(screen.getAllByRole('checkbox', { checked: false })).toHaveLength(20)
  await user.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(close).toHaveBeenCalledOnce()
})

test('refunds in the line’s currency and in others are listed apart', async () => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const refund = { client_name: 'Ada', description: 'Design', refunded_on: '2026-03-04', base_amount: 100_00 }
  const refunds = ['USD', 'EUR'].map((currency) => ({ ...refund, id: currency, currency, amount: 100_00 }))
  const choices = { payments: [], refunds, refundable: [] }
  queryClient.setQueryData(getQueryKey(trpc.bank.choices, { id: 'line' }, 'query'), choices)
  const line = { id: 'line', amount: -100_00, currency: 'USD' } as BankLineDto
  const listed = async (part: ReactElement, label: string) => {
    const user = open(part, queryClient)
    await user.click(await screen.findByRole('combobox', { name: label }))
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
    cleanup()
    return options
  }
  expect(await listed(<EntryPart kind="entered_refund" line={line} onChange={vi.fn()} />, 'Refunds')).toEqual(
    ['Mar 04, 2026, Ada, Design: $100.00'],
  )
  expect(await listed(<ForeignPart line={line} onChange={vi.fn()} />, 'Entry')).toEqual([
    'Refund in the books, Mar 04, 2026, Ada, Design: €100.00 EUR',
  ])
})

test('columns of a CSV file that are chosen before the preview add up', async () => {
  const user = open(<ImportDialog accounts={[]} dropped={new File(['a;b;c'], 'a.csv')} onClose={vi.fn()} />)
  const mapping = { columns: { date: 0, amount: 1 }, date_order: 'dmy', decimal: ',' }
  const answer = (csv: object) => ({
    ...{ format: 'csv', statements: [], problem: null, guess: null },
    csv: { columns: ['One', 'Two', 'Three'], sample: [], pending: 0, without_amount: 0, mapping, ...csv },
  })
  await vi.waitFor(() => expect(uploads).toHaveLength(1))
  await act(async () => uploads[0]?.answer(answer({})))
  const choose = async (label: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: label }))
    await user.click(screen.getByRole('option', { name: option }))
  }
  await choose('Dates are written', '2026-12-31')
  await choose('Amounts are written', '1,234.56')
  await vi.waitFor(() => expect(uploads).toHaveLength(3))
  const sent = new URL(uploads[2]?.address ?? '', 'https://portal.test').searchParams.get('mapping')
  expect(JSON.parse(sent ?? '')).toEqual({ ...mapping, date_order: 'ymd', decimal: '.' })
  // The earlier choice’s answer comes last.
  await act(async () => uploads[2]?.answer(answer({ pending: 2 })))
  await act(async () => uploads[1]?.answer(answer({ pending: 1 })))
  expect(screen.getByText(/2 pending transactions/)).toBeTruthy()
})
