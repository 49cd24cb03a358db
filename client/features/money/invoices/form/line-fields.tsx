import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { formatCharged, formatMoney, type InvoiceTotals } from '#shared/base/amounts/money.ts'
import { UNITS } from '#shared/identity/letterhead/profile.ts'
import { Total } from '../invoice/invoice-sheet.tsx'
import classes from '../invoice/invoices.module.css'
import {
  type ContentValues,
  emptyLine,
  type RateOption,
  type TaxValues,
  taxesOf,
  totalsOf,
  withProduct,
} from './invoice-values.ts'
import { Line, type LineActions, type LineErrors, UNIT_LIST } from './line.tsx'
import { ProductPicker } from './product-picker.tsx'
import { useTaxRounding } from './use-document-defaults.ts'

type Fields = UseFormReturnType<ContentValues>

const LINE_FIELDS = [
  'description',
  'quantity',
  'unit',
  'rate',
  'discount_bps',
  'tax_rate_id',
  'tax_bps',
] as const

interface LineFieldsProps {
  fields: Fields
  rates: RateOption[]
  /** The tax of a new line. */
  defaultTax: TaxValues
}

/** The line items with running totals. */
export function LineFields({ fields, rates, defaultTax }: LineFieldsProps) {
  const values = fields.getValues()
  const { items, currency } = values
  const totals = totalsOf(values, useTaxRounding())
  const { rows, actions } = useLineActions(fields, defaultTax)
  return (
    <Stack gap="sm" component="fieldset" className={classes.lineFields} bd={0} p={0} m={0} {...rows}>
      <Text component="legend" fw={600} size="md" p={0} mb={4}>
        Lines
      </Text>
      <datalist id={UNIT_LIST}>
        {UNITS.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {items.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position only
          key={index}
          index={index}
          line={line}
          errors={errorsOf(fields, index)}
          amount={formatMoney(totals.lines[index]?.amount ?? 0, currency)}
          currency={currency}
          rates={rates}
          removable={items.length > 1}
          actions={actions}
        />
      ))}
      {typeof fields.errors.items === 'string' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {fields.errors.items}
        </Text>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs">
          <Group gap="xs">
            <Button
              size="xs"
              w="fit-content"
              variant="default"
              data-add
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => actions.goTo(items.length)}
            >
              Add line
            </Button>
            <ProductPicker
              currency={currency}
              onPick={(product) =>
                fields.setFieldValue('items', withProduct(items, product, { rates, defaultTax }))
              }
            />
          </Group>
          <Switch
            label="Prices include tax"
            {...fields.getInputProps('prices_include_tax', { type: 'checkbox' })}
          />
        </Stack>
        <DiscountFields fields={fields} />
      </Group>
      <Totals values={values} totals={totals} rates={rates} />
    </Stack>
  )
}

/** Stable callbacks, so that a key press re-renders one line instead of all. */
function useLineActions(fields: Fields, defaultTax: TaxValues) {
  const rows = useRowRemoval<HTMLDivElement>()
  const latest = useRef({ fields, defaultTax })
  latest.current = { fields, defaultTax }
  const focusLine = useRef<number | null>(null)
  useEffect(() => {
    if (focusLine.current === null) return
    rows.ref.current?.querySelector<HTMLInputElement>(`[data-line="${focusLine.current}"] input`)?.focus()
    focusLine.current = null
  })
  const change = useCallback<LineActions['change']>((index, changed) => {
    for (const [field, value] of Object.entries(changed)) {
      latest.current.fields.setFieldValue(`items.${index}.${field}`, value as never)
    }
  }, [])
  const remove = useCallback((index: number) => latest.current.fields.removeListItem('items', index), [])
  const goTo = useCallback((index: number) => {
    const now = latest.current
    const { items } = now.fields.getValues()
    focusLine.current = index
    // Always set a new array, because the render moves the focus.
    now.fields.setFieldValue(
      'items',
      index < items.length ? [...items] : [...items, emptyLine(now.defaultTax)],
    )
  }, [])
  const actions = useRef<LineActions>({ change, remove, goTo }).current
  return { rows, actions }
}

const errorsOf = ({ errors }: Fields, index: number): LineErrors =>
  Object.fromEntries(LINE_FIELDS.map((field) => [field, errors[`items.${index}.${field}`]]))

const DISCOUNTS = [
  { value: 'none', label: 'No discount' },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
]

function DiscountFields({ fields }: { fields: Fields }) {
  const { discount, currency } = fields.getValues()
  const setValue = (value: number | null) => fields.setFieldValue('discount.value', value)
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Discount"
        w={164}
        data={DISCOUNTS}
        value={discount.type}
        onChange={(type) =>
          fields.setFieldValue('discount', { type: type as ContentValues['discount']['type'], value: 0 })
        }
      />
      {discount.type === 'percent' && (
        <PercentField
          aria-label="Discount in percent"
          w={100}
          value={discount.value ?? 0}
          error={fields.errors['discount.value']}
          onChange={setValue}
        />
      )}
      {discount.type === 'amount' && (
        <MoneyField
          label=""
          aria-label="Discount amount"
          w={140}
          currency={currency}
          value={discount.value}
          error={fields.errors['discount.value']}
          onChange={setValue}
        />
      )}
    </Group>
  )
}

interface TotalsProps {
  values: ContentValues
  totals: InvoiceTotals
  rates: RateOption[]
}

function Totals({ values, totals, rates }: TotalsProps) {
  const { currency, prices_include_tax } = values
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className={classes.totals} aria-label="Totals">
      <Total label="Subtotal">{money(totals.subtotal)}</Total>
      {totals.discount > 0 && <Total label="Discount">{money(-totals.discount)}</Total>}
      {taxesOf(values.items, totals, rates).map(({ label, net, tax }) => (
        <Total
          key={label}
          label={`${prices_include_tax && tax > 0 ? 'Including ' : ''}${label} on ${money(net)}`}
        >
          {money(tax)}
        </Total>
      ))}
      <Total label="Total" strong>
        {formatCharged(totals.total, currency)}
      </Total>
    </dl>
  )
}
