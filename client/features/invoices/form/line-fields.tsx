import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { MoneyField } from '#client/components/money-field.tsx'
import { PercentField } from '#client/components/percent-field.tsx'
import { formatCharged, formatMoney, type InvoiceTotals } from '#shared/money.ts'
import { Total } from '../invoice/invoice-sheet.tsx'
import classes from '../invoice/invoices.module.css'
import { type ContentValues, EMPTY_LINE, totalsOf } from './invoice-values.ts'

type Fields = UseFormReturnType<ContentValues>

/** The line items with running totals. */
export function LineFields({ fields }: { fields: Fields }) {
  const { items, currency, discount } = fields.getValues()
  const totals = totalsOf({ items, discount })
  return (
    <Stack gap="sm" component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" fw={600} size="sm" p={0}>
        Lines
      </Text>
      {items.map((_, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position only
          key={index}
          fields={fields}
          index={index}
          amount={formatMoney(totals.lines[index]?.amount ?? 0, currency)}
        />
      ))}
      {typeof fields.errors.items === 'string' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {fields.errors.items}
        </Text>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => fields.insertListItem('items', EMPTY_LINE)}
        >
          Add line
        </Button>
        <DiscountFields fields={fields} />
      </Group>
      <Totals totals={totals} currency={currency} />
    </Stack>
  )
}

function Line({ fields, index, amount }: { fields: Fields; index: number; amount: string }) {
  const { items, currency } = fields.getValues()
  const at = `items.${index}` as const
  const name = (label: string) => `${label} of line ${index + 1}`
  return (
    <div className={classes.line}>
      <TextInput
        label={index === 0 ? 'Description' : undefined}
        aria-label={name('Description')}
        placeholder="Item or service"
        maxLength={500}
        {...fields.getInputProps(`${at}.description`)}
      />
      <NumberInput
        label={index === 0 ? 'Quantity' : undefined}
        aria-label={name('Quantity')}
        min={0}
        decimalScale={3}
        hideControls
        {...fields.getInputProps(`${at}.quantity`)}
      />
      <MoneyField
        label={index === 0 ? 'Rate' : ''}
        aria-label={name('Rate')}
        currency={currency}
        {...fields.getInputProps(`${at}.rate`)}
      />
      <PercentField
        label={index === 0 ? 'Tax' : undefined}
        aria-label={name('Tax')}
        value={items[index]?.tax_bps ?? 0}
        error={fields.errors[`${at}.tax_bps`]}
        onChange={(value) => fields.setFieldValue(`${at}.tax_bps`, value)}
      />
      <div className={classes.lineEnd}>
        <Text size="sm">{amount}</Text>
        <ActionIcon
          aria-label={`Remove line ${index + 1}`}
          size={28}
          disabled={items.length === 1}
          onClick={() => fields.removeListItem('items', index)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

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

const Totals = ({ totals, currency }: { totals: InvoiceTotals; currency: string }) => (
  <dl className={classes.totals} aria-label="Totals">
    <Total label="Subtotal">{formatMoney(totals.subtotal, currency)}</Total>
    {totals.discount > 0 && <Total label="Discount">{formatMoney(-totals.discount, currency)}</Total>}
    {totals.tax > 0 && <Total label="Tax">{formatMoney(totals.tax, currency)}</Total>}
    <Total label="Total" strong>
      {formatCharged(totals.total, currency)}
    </Total>
  </dl>
)
