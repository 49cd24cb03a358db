import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatMonthName } from '#shared/base/format.ts'
import { accountsOf, chartDefaults } from '#shared/money/ledger/book-accounts.ts'
import {
  CHART_NAMES,
  CHARTS,
  QUICKBOOKS_ACCOUNTS,
  rateName,
  type UsedRate,
} from '#shared/money/ledger/books.ts'
import { COST_CATEGORIES } from '#shared/money/ledger/finance.ts'
import { type BookAccountsDto, bookAccountsInput } from '#shared/money/ledger/schemas/books.ts'
import classes from '../finance.module.css'

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonthName(index + 1),
}))

interface AccountsDialogProps {
  accounts: BookAccountsDto
  onClose: () => void
}

/** The account numbers used in exports for accounting software. */
export function AccountsDialog({
  accounts: { unmapped_rates, ambiguous_rates, ...accounts },
  onClose,
}: AccountsDialogProps) {
  const save = trpc.finance.saveAccounts.useMutation()
  const form = useAppForm({
    schema: bookAccountsInput,
    initialValues: accounts,
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: 'Account numbers saved' })
      onClose()
    },
    fallback: 'Failed to save account numbers',
  })
  const rows = useRowRemoval<HTMLDivElement>()
  /** The name of the rate added last, whose accounts are entered next. */
  const [added, setAdded] = useState<string | null>(null)
  const { fields } = form
  const { rates, fiscal_year_month, tax_payments_account } = fields.getValues()
  return (
    <FormDialog
      title="Account numbers"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Save changes"
      size="xl"
    >
      <Program name="DATEV">
        <NumberField label="Consultant number" {...fields.getInputProps('consultant_number')} />
        <NumberField label="Client number" {...fields.getInputProps('client_number')} />
        <Select
          label="Chart of accounts"
          data={CHARTS.map((value) => ({ value, label: CHART_NAMES[value] }))}
          {...fields.getInputProps('chart')}
          onChange={(value) => {
            const chart = CHARTS.find((known) => known === value) ?? 'skr03'
            fields.setValues(chartDefaults(chart))
          }}
        />
        <Select
          label="Fiscal year begins in"
          data={MONTHS}
          value={String(fiscal_year_month)}
          onChange={(value) => fields.setFieldValue('fiscal_year_month', Number(value ?? 1))}
        />
        <NumberField
          label="Digits per account number"
          min={4}
          max={8}
          {...fields.getInputProps('account_length')}
        />
        <NumberField label="First customer account" {...fields.getInputProps('first_debtor')} />
        {GENERAL.map(([field, label]) => (
          <TextInput key={field} label={label} {...fields.getInputProps(field)} />
        ))}
      </Program>
      <Switch
        label="Expenses in the DATEV file"
        description="Expenses and payouts to contributors. Turn it off if your adviser books them from receipts."
        {...fields.getInputProps('datev_expenses', { type: 'checkbox' })}
      />
      {fields.getValues().datev_expenses && (
        <Program name="DATEV accounts for expenses">
          <TextInput label="Input tax" {...fields.getInputProps('input_tax_account')} />
          <TextInput
            label="Payments to the tax office"
            placeholder="The chart’s own"
            {...fields.getInputProps('tax_payments_account')}
            value={tax_payments_account ?? ''}
            onChange={(event) =>
              fields.setFieldValue('tax_payments_account', event.currentTarget.value || null)
            }
          />
          {COST_CATEGORIES.map((category) => (
            <TextInput
              key={category}
              label={`Expenses: ${category}`}
              {...fields.getInputProps(`expense_accounts.${category}`)}
            />
          ))}
        </Program>
      )}
      <Program name="Xero">
        <TextInput label="Xero account code" {...fields.getInputProps('xero_account')} />
        <TextInput label="Xero code for fees" {...fields.getInputProps('xero_fee_account')} />
        <TextInput
          label="Xero tax rate for fees"
          description="For example one for reverse charge"
          {...fields.getInputProps('xero_fee_tax_type')}
        />
      </Program>
      <Program name="QuickBooks Online">
        <TextInput label="QuickBooks category for fees" {...fields.getInputProps('quickbooks_fee_account')} />
        <TextInput
          label="QuickBooks tax code for fees"
          description="For example one for reverse charge"
          {...fields.getInputProps('quickbooks_fee_tax_code')}
        />
        <TextInput label="QuickBooks product or service" {...fields.getInputProps('quickbooks_item')} />
        {QUICKBOOKS_ACCOUNTS.map((name) => (
          <TextInput
            key={name}
            label={`QuickBooks: ${QUICKBOOKS_LABELS[name]}`}
            {...fields.getInputProps(`quickbooks_accounts.${name}`)}
          />
        ))}
      </Program>
      <UnmappedRates
        rates={distinct([...unmapped_rates, ...ambiguous_rates.xero, ...ambiguous_rates.quickbooks]).filter(
          (rate) => !hasRow(rates, rate),
        )}
        onAdd={({ kind, tax_bps }) => {
          const category = kind === 'unstated' || kind === 'domestic_reverse_charge' ? null : kind
          const usual = accountsOf(fields.getValues(), { tax_category: category, tax_bps })
          const isIn = (list: readonly UsedRate[]) => hasRow(list, { kind, tax_bps })
          setAdded(rateName({ kind, tax_bps }))
          fields.insertListItem('rates', {
            ...usual,
            kind,
            tax_bps,
            ...(isIn(unmapped_rates) && { revenue_account: '' }),
            ...(isIn(ambiguous_rates.xero) && { xero_tax_type: '' }),
            ...(isIn(ambiguous_rates.quickbooks) && { quickbooks_tax_code: '' }),
          })
        }}
      />
      <div className={classes.scroll} {...rows}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Tax rate</th>
              {COLUMNS.map(([column, label]) => (
                <th key={column}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.map((rate, index) => (
              <tr key={`${rate.kind} ${rate.tax_bps}`}>
                <td>
                  <Group gap={4} wrap="nowrap">
                    {rateName(rate)}
                    {rate.tax_bps !== null && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove ${rateName(rate)}`}
                        data-remove
                        onClick={() => fields.removeListItem('rates', index)}
                      >
                        <IconTrash size={14} aria-hidden />
                      </ActionIcon>
                    )}
                  </Group>
                </td>
                {COLUMNS.map(([column, label]) => (
                  <td key={column} className={classes.cell}>
                    <TextInput
                      aria-label={`${label}, ${rateName(rate)}`}
                      size="xs"
                      autoFocus={column === 'revenue_account' && rateName(rate) === added}
                      {...fields.getInputProps(`rates.${index}.${column}`)}
                      value={rate[column] ?? ''}
                      onChange={(event) => {
                        const entered = event.currentTarget.value
                        const isUsual = entered === '' && OPTIONAL.has(column)
                        fields.setFieldValue(`rates.${index}.${column}`, isUsual ? null : entered)
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed">
        Without an account for tax, bad debts, or advance invoices, the chart’s own for the percentage is
        used.
      </Text>
    </FormDialog>
  )
}

const Program = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <Fieldset variant="unstyled" bd={0} p={0} mt="xs" legend={<strong>{name}</strong>}>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {children}
    </SimpleGrid>
  </Fieldset>
)

const GENERAL = [
  ['bank_account', 'Bank account'],
  ['advances_account', 'Clients’ credit and deposits'],
  ['fee_account', 'Account for fees'],
  ['dispute_account', 'Disputed payments'],
  ['exchange_gain_account', 'Exchange gains'],
  ['exchange_loss_account', 'Exchange losses'],
  ['granted_credit_account', 'Credit granted to clients'],
] as const

const QUICKBOOKS_LABELS: Record<(typeof QUICKBOOKS_ACCOUNTS)[number], string> = {
  bank: 'bank account',
  receivable: 'accounts receivable',
  payable: 'accounts payable',
  advances: 'clients’ credit and deposits',
  sales: 'sales',
  tax: 'sales tax',
  bad_debts: 'bad debts',
  granted_credit: 'credit granted to clients',
  disputes: 'disputed payments',
}

const COLUMNS = [
  ['revenue_account', 'Revenue account'],
  ['tax_account', 'Tax account'],
  ['bad_debt_account', 'Bad debt account'],
  ['advance_account', 'Account for advance invoices'],
  ['xero_tax_type', 'Xero tax rate'],
  ['quickbooks_tax_code', 'QuickBooks tax code'],
] as const

const OPTIONAL: ReadonlySet<string> = new Set(['tax_account', 'bad_debt_account', 'advance_account'])

const hasRow = (rows: readonly { kind: string; tax_bps: number | null }[], rate: UsedRate): boolean =>
  rows.some((row) => row.kind === rate.kind && row.tax_bps === rate.tax_bps)

const distinct = (rates: readonly UsedRate[]): UsedRate[] => [
  ...new Map(rates.map((rate) => [rateName(rate), rate])).values(),
]

interface UnmappedRatesProps {
  rates: readonly UsedRate[]
  onAdd: (rate: UsedRate) => void
}

/** Rates that a program would tax wrongly, each with a button that adds its row. */
function UnmappedRates({ rates, onAdd }: UnmappedRatesProps) {
  if (rates.length === 0) return null
  return (
    <div>
      <Text size="sm">These rates of your documents need an account or tax code of their own:</Text>
      <Group gap="xs" mt={4}>
        {rates.map((rate) => (
          <Button
            key={rateName(rate)}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onAdd(rate)}
          >
            {`Map ${rateName(rate)}`}
          </Button>
        ))}
      </Group>
    </div>
  )
}
