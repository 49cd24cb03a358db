import { ActionIcon, Text, TextInput } from '@mantine/core'
import { IconDiscount2, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { isComposing } from '#client/lib/composing.ts'
import classes from '../invoice/invoices.module.css'
import type { LineValues, RateOption } from './invoice-values.ts'
import { TaxField } from './tax-field.tsx'

/** The id of the shared datalist of units. */
export const UNIT_LIST = 'invoice-units'

export type LineErrors = Partial<Record<keyof LineValues, ReactNode>>

export interface LineActions {
  change: (index: number, changed: Partial<LineValues>) => void
  remove: (index: number) => void
  /** Moves the focus to a line; an index past the end adds one. */
  goTo: (index: number) => void
}

interface LineProps {
  index: number
  line: LineValues
  errors: LineErrors
  amount: string
  currency: string
  rates: readonly RateOption[]
  removable: boolean
  actions: LineActions
}

/** One line, memoized so that only changed lines re-render. */
export const Line = memo(
  function Line({ index, line, errors, amount, currency, rates, removable, actions }: LineProps) {
    const [discounted, setDiscounted] = useState(line.discount_bps > 0)
    const showsDiscount = discounted || line.discount_bps > 0
    const name = (label: string) => `${label} of line ${index + 1}`
    const labeled = (label: string) => ({ label, 'aria-label': name(label) })
    const change = (changed: Partial<LineValues>) => actions.change(index, changed)
    return (
      <fieldset
        className={classes.line}
        data-line={index}
        aria-label={`Line ${index + 1}`}
        onKeyDown={(event) => onEnter(event, () => line.description.trim() !== '' && actions.goTo(index + 1))}
      >
        <TextInput
          {...labeled('Description')}
          placeholder="Item or service"
          value={line.description}
          error={errors.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <NumberField
          {...labeled('Quantity')}
          decimals={3}
          value={line.quantity}
          error={errors.quantity}
          onChange={(quantity) => change({ quantity })}
        />
        <TextInput
          {...labeled('Unit')}
          placeholder="piece"
          list={UNIT_LIST}
          value={line.unit}
          error={errors.unit}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
        <MoneyField
          {...labeled('Rate')}
          finer
          currency={currency}
          value={line.rate}
          error={errors.rate}
          onChange={(rate) => change({ rate })}
        />
        <TaxField
          {...labeled('Tax')}
          percentLabel={name('Percentage')}
          rates={rates}
          value={line}
          error={errors.tax_bps ?? errors.tax_rate_id}
          onChange={change}
        />
        <div className={classes.lineEnd}>
          <Text size="sm">{amount}</Text>
          <ActionIcon
            aria-label={`Discount line ${index + 1}`}
            aria-pressed={showsDiscount}
            size={28}
            onClick={() => {
              setDiscounted(!showsDiscount)
              if (showsDiscount) change({ discount_bps: 0 })
            }}
          >
            <IconDiscount2 size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={`Remove line ${index + 1}`}
            size={28}
            data-remove
            disabled={!removable}
            onClick={() => actions.remove(index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
        {showsDiscount && (
          <PercentField
            className={classes.lineDiscount}
            label="Discount"
            aria-label={name('Discount')}
            value={line.discount_bps}
            error={errors.discount_bps}
            onChange={(discount_bps) => change({ discount_bps })}
          />
        )}
      </fieldset>
    )
  },
  // Every change copies all form values, so compare by value.
  (before, after) =>
    sameEntries(before.line, after.line) &&
    sameEntries(before.errors, after.errors) &&
    before.index === after.index &&
    before.amount === after.amount &&
    before.currency === after.currency &&
    before.rates === after.rates &&
    before.removable === after.removable,
)

function sameEntries<Entries extends object>(before: Entries, after: Entries): boolean {
  const keys = Object.keys(after) as (keyof Entries)[]
  return keys.every((key) => Object.is(before[key], after[key]))
}

/** Enter moves to the next line instead of submitting the form. */
function onEnter(event: KeyboardEvent<HTMLElement>, go: () => void) {
  if (event.key !== 'Enter' || isComposing(event) || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  go()
}
