import { Select, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { MoreFields } from '#client/components/fields/more-fields.tsx'
import { shiftMonths } from '#shared/base/calendar.ts'
import { MAX_INSTALLMENTS } from '#shared/money/invoices/installments.ts'

interface PartFieldsProps {
  currency: string
  /** When the first installment of a new plan is due. */
  from: string
  /** Minor units; null disallows other amounts, undefined applies the agency's rule. */
  minimum: number | null | undefined
  onMinimum: (minimum: number | null | undefined) => void
  dates: string[]
  onDates: (dates: string[]) => void
  error?: ReactNode
}

const RULES = [
  { value: 'rule', label: 'As set in Settings' },
  { value: 'full', label: 'Only in full' },
  { value: 'parts', label: 'Client may pay in part' },
]
const COUNTS = [
  { value: '0', label: 'All at once' },
  ...Array.from({ length: MAX_INSTALLMENTS - 1 }, (_, index) => ({
    value: String(index + 2),
    label: `${index + 2} installments`,
  })),
]

/** Whether the client may pay any amount, and a plan of equal installments. */
export function PartFields(props: PartFieldsProps) {
  const { currency, from, minimum, onMinimum, dates, onDates, error } = props
  const rule = minimum === undefined ? 'rule' : minimum === null ? 'full' : 'parts'
  const takeRule = (value: string | null) =>
    onMinimum(value === 'rule' ? undefined : value === 'parts' ? 0 : null)
  const plan = (count: number) =>
    onDates(Array.from({ length: count }, (_, index) => dates[index] ?? shiftMonths(dates[0] ?? from, index)))
  return (
    <MoreFields
      title="Paying in parts"
      summary={dates.length > 0 ? `${dates.length} installments` : rule === 'parts' ? 'In part' : ''}
      wrong={error !== undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select label="Parts" data={RULES} allowDeselect={false} value={rule} onChange={takeRule} />
        {typeof minimum === 'number' && (
          <MoneyField
            label="At least"
            currency={currency}
            value={minimum}
            onChange={(value) => onMinimum(value ?? 0)}
          />
        )}
        <Select
          label="Plan"
          data={COUNTS}
          allowDeselect={false}
          value={String(dates.length)}
          onChange={(count) => plan(Number(count))}
        />
      </SimpleGrid>
      {dates.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {dates.map((date, index) => (
            <DateField
              // biome-ignore lint/suspicious/noArrayIndexKey: an installment is identified by its position
              key={index}
              label={`Installment ${index + 1}`}
              clearable={false}
              value={date}
              onChange={(day) => day !== null && onDates(dates.with(index, day))}
            />
          ))}
        </SimpleGrid>
      )}
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </MoreFields>
  )
}
