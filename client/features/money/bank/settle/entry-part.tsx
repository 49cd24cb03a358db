import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { BankChoices, BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import { EntriesParts, type Entry } from './entries-parts.tsx'

type EntryKind =
  | 'payment'
  | 'refund'
  | 'entered_refund'
  | 'entered_expense'
  | 'payout'
  | 'provider_payout'
  | 'transfer'

interface EntryPartProps {
  kind: EntryKind
  line: BankLineDto
  onChange: (parts: BankPart[]) => void
}

const LABELS: Record<EntryKind, string> = {
  payment: 'Payments',
  refund: 'Payments',
  entered_refund: 'Refunds',
  entered_expense: 'Expense',
  payout: 'Payouts',
  provider_payout: 'Payout of card payments',
  transfer: 'The other account’s line',
}

/** Entries that are already in the books or pending; for a transfer, the other line. */
export function EntryPart({ kind, line, onChange }: EntryPartProps) {
  const { currency } = line
  const { data } = trpc.bank.choices.useQuery({ id: line.id })
  const [chosen, setChosen] = useState<string | null>(null)
  const options = data === undefined ? [] : optionsOf(kind, data, currency)
  const isTransfer = kind === 'transfer'
  const list = isTransfer ? [{ value: NO_LINE, label: 'Not imported' }, ...options] : options
  if (data !== undefined && list.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {`Nothing in ${currency} is left to match.`}
      </Text>
    )
  }
  if (isMany(kind)) {
    return (
      <EntriesParts
        label={LABELS[kind]}
        entries={data === undefined ? [] : entriesOf(kind, data, currency)}
        line={line}
        partly={kind === 'refund'}
        partOf={(id, amount) => partOf(kind, id, amount)}
        onChange={onChange}
      />
    )
  }
  return (
    <Select
      label={LABELS[kind]}
      required
      searchable
      limit={CHOICES}
      placeholder="Choose one"
      data={list}
      value={chosen}
      onChange={(value) => {
        setChosen(value)
        onChange(value === null ? [] : [partOf(kind, value, Math.abs(line.amount))])
      }}
    />
  )
}

/** A transfer whose counterpart isn't known. */
const NO_LINE = 'none'

function partOf(kind: EntryKind, id: string, amount: number): BankPart {
  switch (kind) {
    case 'payment':
      return { kind, payment_id: id }
    case 'refund':
      return { kind, payment_id: id, amount }
    case 'entered_refund':
      return { kind, refund_id: id }
    case 'entered_expense':
      return { kind, expense_id: id }
    case 'payout':
      return { kind, payout_id: id }
    case 'provider_payout':
      return { kind, provider_payout_id: id }
    case 'transfer':
      return { kind, line_id: id === NO_LINE ? null : id }
  }
}

/** Entries of which a line can settle more than one. */
type ManyKind = Extract<EntryKind, 'payment' | 'refund' | 'entered_refund' | 'payout'>

const MANY: readonly EntryKind[] = ['payment', 'refund', 'entered_refund', 'payout']
const isMany = (kind: EntryKind): kind is ManyKind => MANY.includes(kind)

function entriesOf(kind: ManyKind, choices: BankChoices, currency: string): Entry[] {
  const money = (amount: number) => formatMoney(amount, currency)
  const own = <Row extends { currency: string }>(rows: Row[]) =>
    rows.filter((row) => row.currency === currency)
  switch (kind) {
    case 'payment':
      return own(choices.payments).map(({ id, client_name, description, amount }) => ({
        value: id,
        label: `${client_name}, ${description}: ${money(amount)}`,
        amount,
      }))
    case 'refund':
      return own(choices.refundable).map(({ id, client_name, description, left }) => ({
        value: id,
        label: `${client_name}, ${description}: ${money(left)}`,
        amount: left,
      }))
    case 'entered_refund':
      return own(choices.refunds).map(({ id, client_name, description, refunded_on, amount }) => ({
        value: id,
        label: `${formatDate(refunded_on)}, ${client_name}, ${description}: ${money(amount)}`,
        amount,
      }))
    case 'payout':
      return choices.payouts.map(({ id, employee_name, description, amount }) => ({
        value: id,
        label: `${employee_name}, ${description}: ${money(amount)}`,
        amount,
      }))
  }
}

function optionsOf(kind: EntryKind, choices: BankChoices, currency: string) {
  if (isMany(kind)) return entriesOf(kind, choices, currency)
  const money = (amount: number) => formatMoney(amount, currency)
  switch (kind) {
    case 'entered_expense':
      return choices.expenses.map(({ id, vendor, description, spent_on, amount }) => ({
        value: id,
        label: `${[formatDate(spent_on), vendor, description].filter(Boolean).join(', ')}: ${money(amount)}`,
      }))
    case 'provider_payout':
      return choices.provider_payouts.map(({ id, arrives_on, amount }) => ({
        value: id,
        label: `${formatDate(arrives_on)}: ${money(amount)}`,
      }))
    case 'transfer':
      return choices.transfers.map(({ id, account_name, booked_on, text }) => ({
        value: id,
        label: `${account_name}, ${formatDate(booked_on)} ${text}`,
      }))
  }
}
