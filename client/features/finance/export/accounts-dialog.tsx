import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import {
  type BookAccountsDto,
  bookAccountsInput,
  CHART_NAMES,
  CHARTS,
  defaultAccounts,
  type RateAccounts,
} from '#shared/books.ts'
import { formatBasisPoints } from '#shared/money.ts'
import { TAX_CATEGORY_NAMES } from '#shared/taxes.ts'
import classes from '../finance.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: new Date(Date.UTC(2026, index)).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
}))

interface AccountsDialogProps {
  accounts: BookAccountsDto
  onClose: () => void
}

/** The account numbers that files for other programs name. */
export function AccountsDialog({ accounts, onClose }: AccountsDialogProps) {
  const save = trpc.finance.saveAccounts.useMutation()
  const form = useAppForm({
    schema: bookAccountsInput,
    initialValues: { ...accounts },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Account numbers saved' })
      onClose()
    },
    fallback: 'Failed to save account numbers',
  })
  const { fields } = form
  const { rates, fiscal_year_month } = fields.getValues()
  /** An emptied field is no number. */
  const numberProps = (field: 'consultant_number' | 'client_number') => ({
    ...fields.getInputProps(field),
    value: fields.getValues()[field] ?? '',
    onChange: (value: number | string) => fields.setFieldValue(field, value === '' ? null : Number(value)),
  })
  return (
    <FormDialog
      title="Account numbers"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Save changes"
      size="xl"
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberInput label="Consultant number" hideControls {...numberProps('consultant_number')} />
        <NumberInput label="Client number" hideControls {...numberProps('client_number')} />
        <Select
          label="Chart of accounts"
          data={CHARTS.map((value) => ({ value, label: CHART_NAMES[value] }))}
          {...fields.getInputProps('chart')}
          onChange={(value) => {
            const chart = CHARTS.find((known) => known === value) ?? 'skr03'
            const usual = defaultAccounts(chart)
            fields.setValues({
              chart,
              bank_account: usual.bank_account,
              fee_account: usual.fee_account,
              rates: usual.rates,
            })
          }}
        />
        <Select
          label="Fiscal year begins in"
          data={MONTHS}
          value={String(fiscal_year_month)}
          onChange={(value) => fields.setFieldValue('fiscal_year_month', Number(value ?? 1))}
        />
        <NumberInput
          label="Digits of an account"
          min={4}
          max={8}
          {...fields.getInputProps('account_length')}
        />
        <NumberInput label="First customer account" hideControls {...fields.getInputProps('first_debtor')} />
        <TextInput label="Bank account" {...fields.getInputProps('bank_account')} />
        <TextInput label="Xero account code" {...fields.getInputProps('xero_account')} />
        <TextInput label="Account for fees" {...fields.getInputProps('fee_account')} />
        <TextInput label="Xero code for fees" {...fields.getInputProps('xero_fee_account')} />
        <TextInput label="QuickBooks category for fees" {...fields.getInputProps('quickbooks_fee_account')} />
        <TextInput label="QuickBooks product or service" {...fields.getInputProps('quickbooks_item')} />
      </SimpleGrid>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Tax rate</th>
              <th>Revenue account</th>
              <th>Xero tax rate</th>
              <th>QuickBooks tax code</th>
            </tr>
          </thead>
          <tbody>
            {rates.map((rate, index) => (
              <tr key={`${rate.kind} ${rate.tax_bps}`}>
                <td>{labelOf(rate)}</td>
                {(['revenue_account', 'xero_tax_type', 'quickbooks_tax_code'] as const).map((column) => (
                  <td key={column} className={classes.cell}>
                    <TextInput
                      aria-label={`${COLUMN_NAMES[column]}, ${labelOf(rate)}`}
                      size="xs"
                      {...fields.getInputProps(`rates.${index}.${column}`)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormDialog>
  )
}

const COLUMN_NAMES = {
  revenue_account: 'Revenue account',
  xero_tax_type: 'Xero tax rate',
  quickbooks_tax_code: 'QuickBooks tax code',
} as const

const labelOf = ({ kind, tax_bps }: RateAccounts): string => {
  const name = kind === 'unstated' ? 'No tax stated' : TAX_CATEGORY_NAMES[kind]
  return tax_bps === null ? name : `${name} ${formatBasisPoints(tax_bps)}`
}
