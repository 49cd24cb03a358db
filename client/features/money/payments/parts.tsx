import { Radio } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { PartsDto } from '#shared/money/invoices/installments.ts'
import classes from './payments.module.css'

type Choice = 'all' | 'instalment' | 'other'

/** The amount to pay now: everything, unless the payer chooses a part. */
export function usePart(parts: PartsDto) {
  const [choice, setChoice] = useState<Choice>(parts.instalment === null ? 'all' : 'instalment')
  const [typed, setTyped] = useState<number | null>(null)
  const valid = isOffered(parts, choice) ? choice : 'all'
  const amounts: Record<Choice, number | null> = {
    all: parts.all,
    instalment: parts.instalment?.amount ?? null,
    other: typed,
  }
  const amount = amounts[valid]
  const { other } = parts
  const fits = amount !== null && (valid !== 'other' || isWithin(amount, other))
  return { parts, choice: valid, setChoice, typed, setTyped, amount: fits ? amount : null }
}

/** The card form for a part: it can't be submitted, but keeps a typed card, until an amount is entered. */
export function cardFormOf({ parts, amount }: ReturnType<typeof usePart>, currency: string) {
  const price = { amount: amount ?? parts.all, currency }
  if (amount === null) return { price, shown: 'Enter an amount', submitLabel: 'Pay', disabled: true }
  const shown = formatCharged(amount, currency)
  return { price, shown, submitLabel: `Pay ${shown}`, disabled: false }
}

const isOffered = (parts: PartsDto, choice: Choice): boolean => choice === 'all' || parts[choice] !== null

const isWithin = (amount: number, other: PartsDto['other']): boolean =>
  other !== null && amount >= other.least && amount <= other.most

interface PartChoiceProps extends ReturnType<typeof usePart> {
  currency: string
}

/** Hidden if only the full amount can be paid. */
export function PartChoice({ parts, choice, setChoice, typed, setTyped, amount, currency }: PartChoiceProps) {
  const { all, instalment, other } = parts
  if (instalment === null && other === null) return null
  const money = (value: number) => formatCharged(value, currency)
  return (
    <div>
      <Radio.Group label="How much to pay" value={choice} onChange={(value) => setChoice(value as Choice)}>
        {instalment !== null && (
          <div className={classes.choice}>
            <Radio
              value="instalment"
              label={`Pay next installment (${instalment.number}), ${money(instalment.amount)}`}
            />
          </div>
        )}
        <div className={classes.choice}>
          <Radio value="all" label={`Pay all, ${money(all)}`} />
        </div>
        {other !== null && (
          <div className={classes.choice}>
            <Radio value="other" label="Pay another amount" />
          </div>
        )}
      </Radio.Group>
      {choice === 'other' && other !== null && (
        <MoneyField
          label="Part to pay"
          description={`From ${money(other.least)} to ${money(other.most)}`}
          currency={currency}
          value={typed}
          error={typed !== null && amount === null ? 'Enter an amount within these limits.' : null}
          onChange={setTyped}
        />
      )}
    </div>
  )
}
