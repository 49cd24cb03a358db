import { Alert, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { MoreFields } from '#client/components/fields/more-fields.tsx'
import { formatCount } from '#shared/base/format.ts'
import type { BankImportDto } from '#shared/money/bank/bank.ts'
import {
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvField,
  type CsvMapping,
  DATE_ORDERS,
  DECIMALS,
  isCompleteMapping,
} from '#shared/money/bank/csv-mapping.ts'
import classes from './bank.module.css'

const ORDERS = { ymd: '2026-12-31', dmy: '31.12.2026', mdy: '12/31/2026' } as const
const DECIMAL_SAMPLES = { '.': '1,234.56', ',': '1.234,56' } as const

interface CsvColumnsProps {
  csv: NonNullable<BankImportDto['csv']>
  problem: string | null
  onChange: (mapping: CsvMapping) => void
}

/** The contents of a CSV file's columns; remembered for files with the same header. */
export function CsvColumns({ csv, problem, onChange }: CsvColumnsProps) {
  const { columns, sample, mapping, pending, without_amount } = csv
  const options = columns.map((name, index) => ({
    value: String(index),
    label: name || `Column ${index + 1}`,
  }))
  // As first parsed, so that fields don't move while they are being set.
  const [found] = useState(() => CSV_FIELD_NAMES.filter((field) => mapping.columns[field] != null))
  const others = CSV_FIELD_NAMES.filter((field) => !found.includes(field))
  const column = (field: CsvField) => (
    <Select
      key={field}
      label={CSV_FIELDS[field]}
      placeholder="Not in the file"
      clearable
      searchable
      data={options}
      value={mapping.columns[field] == null ? null : String(mapping.columns[field])}
      onChange={(value) =>
        onChange({
          ...mapping,
          columns: { ...mapping.columns, [field]: value === null ? null : Number(value) },
        })
      }
    />
  )
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        Columns
      </Text>
      <div className={classes.sample}>
        <table className={classes.table} aria-label="First rows of the file">
          <thead>
            <tr>
              {options.map(({ value, label }) => (
                <th key={value}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={row.join('\u0000')}>
                {options.map(({ value }) => (
                  <td key={value}>{row[Number(value)]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem !== null && (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      )}
      {pending > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(pending, 'pending transaction')} left out.
        </Text>
      )}
      {without_amount > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(without_amount, 'row')} with a date but no amount left out.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Dates are written"
          data={DATE_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          allowDeselect={false}
          value={mapping.date_order}
          onChange={(value) => onChange({ ...mapping, date_order: value as CsvMapping['date_order'] })}
        />
        <Select
          label="Amounts are written"
          data={DECIMALS.map((value) => ({ value, label: DECIMAL_SAMPLES[value] }))}
          allowDeselect={false}
          value={mapping.decimal}
          onChange={(value) => onChange({ ...mapping, decimal: value as CsvMapping['decimal'] })}
        />
        {found.map(column)}
      </SimpleGrid>
      <MoreFields title="Columns that weren’t found" wrong={!isCompleteMapping(mapping)}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {others.map(column)}
        </SimpleGrid>
      </MoreFields>
    </Stack>
  )
}
