import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { BankChoices, BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import { likelyPayment } from '#shared/money/bank/differences.ts'
import { ConfirmDifference } from './confirm-difference.tsx'

interface Entry {
  kind: 'payment' | 'refund' | 'entered_refund'
  id: string
  label: string
  currency: string
  due: number
  base_due: number | null
}

interface ForeignPartProps {
  line: BankLineDto
  onChange: (parts: BankPart[]) => void
}

interface Chosen {
  entry: Entry
  /** Null while the text isn’t a valid amount. */
  settles: number | null
  confirmed: boolean
}

/** An entry in another currency, which a line in the base currency pays or returns. */
export function ForeignPart({ line, onChange }: ForeignPartProps) {
  const { data } = trpc.bank.choices.useQuery({ id: line.id })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const entries =
    data === undefined ? [] : entriesOf(data).filter(({ currency }) => currency !== line.currency)
  const amount = Math.abs(line.amount)
  const choose = (next: Chosen | null) => {
    setChosen(next)
    onChange(next === null ? [] : partsOf(next, amount))
  }
  if (data !== undefined && entries.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing in another currency is left to match.
      </Text>
    )
  }
  return (
    <>
      <Select
        label="Entry"
        required
        searchable
        limit={CHOICES}
        placeholder="Choose one"
        description="The difference from its exchange rate is booked as a gain or loss."
        data={entries.map(({ id, label }) => ({ value: id, label }))}
        value={chosen?.entry.id ?? null}
        onChange={(value) => {
          const entry = entries.find(({ id }) => id === value)
          choose(entry === undefined ? null : { entry, settles: settledOf(entry, amount), confirmed: false })
        }}
      />
      {chosen?.entry.kind === 'refund' && (
        <MoneyField
          label="Amount of the payment returned"
          currency={chosen.entry.currency}
          value={chosen.settles}
          onChange={(settles) => choose({ ...chosen, settles, confirmed: false })}
        />
      )}
      {chosen !== null && (
        <ConfirmDifference
          entry={{ ...chosen.entry, name: 'this entry' }}
          amount={amount}
          settles={chosen.settles}
          checked={chosen.confirmed}
          onChange={(confirmed) => choose({ ...chosen, confirmed })}
        />
      )}
    </>
  )
}

/** Payments that were announced and refunds in the books are settled as a whole. */
const settledOf = (entry: Entry, amount: number): number =>
  entry.kind === 'refund' ? likelyPayment(amount, entry).settles : entry.due

function entriesOf({ payments, refunds, refundable }: BankChoices): Entry[] {
  return [
    ...payments.map(({ id, client_name, description, currency, amount, base_amount }) => ({
      ...{ kind: 'payment' as const, id, currency, due: amount, base_due: base_amount },
      label: `${client_name}, ${description}: ${formatCharged(amount, currency)}`,
    })),
    ...refunds.map(({ id, client_name, description, refunded_on, currency, amount, base_amount }) => ({
      ...{ kind: 'entered_refund' as const, id, currency, due: amount, base_due: base_amount },
      label: `Refund in the books, ${formatDate(refunded_on)}, ${client_name}, ${description}: ${formatCharged(amount, currency)}`,
    })),
    ...refundable.map(({ id, client_name, description, currency, left, base_left }) => ({
      ...{ kind: 'refund' as const, id, currency, due: left, base_due: base_left },
      label: `Refund to ${client_name}, ${description}: ${formatCharged(left, currency)}`,
    })),
  ]
}

function partsOf({ entry: { kind, id }, settles, confirmed }: Chosen, amount: number): BankPart[] {
  if (settles === null) return []
  const paid = { amount, ...(confirmed && { confirm_difference: true }) }
  switch (kind) {
    case 'payment':
      return [{ kind, payment_id: id, ...paid }]
    case 'entered_refund':
      return [{ kind, refund_id: id, ...paid }]
    case 'refund':
      return [{ kind, payment_id: id, settles, ...paid }]
  }
}
