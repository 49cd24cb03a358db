import { Alert, Group, Select, Skeleton, Switch } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { PercentField } from '#client/components/fields/percent-field.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { ConflictNotice } from '#client/components/forms/form-conflict.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import {
  type CollectionRulesDto,
  collectionRulesInput,
  lateFeeWords,
} from '#shared/money/invoices/schemas/credit.ts'
import classes from '../section/settings.module.css'

const MODES = [
  { value: 'off', label: 'None' },
  { value: 'draft', label: 'Draft for me to send' },
  { value: 'send', label: 'Send to the client' },
]
const TYPES = [
  { value: 'percent', label: 'Percentage' },
  { value: 'flat', label: 'Fixed amount' },
]

/** Automatic credit and late fees. */
export function CollectionCard() {
  const query = trpc.invoices.collectionRules.useQuery()
  return (
    <SettingsCard title="Credit and late fees" description="Automatic credit and late fees.">
      {query.data === undefined ? (
        <QueryState query={query} loading={<Skeleton h={120} />} />
      ) : (
        <CollectionForm rules={query.data} />
      )}
    </SettingsCard>
  )
}

const valuesOf = ({ currency: _, ...rules }: CollectionRulesDto) => rules

function CollectionForm({ rules }: { rules: CollectionRulesDto }) {
  const utils = trpc.useUtils()
  const save = trpc.invoices.saveCollectionRules.useMutation()
  const form = useAppForm({
    schema: collectionRulesInput,
    initialValues: valuesOf(rules),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({ title: 'Credit and late fees saved' })
      return valuesOf(saved)
    },
    latest: async () => valuesOf(await utils.invoices.collectionRules.fetch(undefined, { staleTime: 0 })),
    fallback: 'Failed to save credit and late fees',
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  const values = fields.getValues()
  const charges = values.late_fees !== 'off'
  return (
    <AppForm form={form} className={classes.section}>
      <Switch
        label="Apply credit when sending"
        description="The client’s credit is applied to an invoice as soon as you send it."
        {...fields.getInputProps('apply_credit', { type: 'checkbox' })}
      />
      <Switch
        label="Clients may pay in part"
        description="Clients can choose how much of a new invoice they pay, unless the invoice says otherwise."
        {...fields.getInputProps('part_payments', { type: 'checkbox' })}
      />
      {values.part_payments && (
        <MoneyField
          label="Minimum part payment"
          description="Invoices in other currencies have no minimum."
          currency={rules.currency}
          {...fields.getInputProps('part_minimum')}
        />
      )}
      <div className={classes.pair}>
        <Select label="Late fees" data={MODES} allowDeselect={false} {...fields.getInputProps('late_fees')} />
        {charges && (
          <>
            <Select
              label="Type of fee"
              data={TYPES}
              allowDeselect={false}
              {...fields.getInputProps('fee_type')}
            />
            {values.fee_type === 'percent' ? (
              <PercentField
                label="Percent per month"
                required
                withAsterisk={false}
                {...fields.getInputProps('fee_bps')}
              />
            ) : (
              <MoneyField
                label="Fee per month"
                required
                withAsterisk={false}
                currency={rules.currency}
                {...fields.getInputProps('fee_amount')}
              />
            )}
            <NumberField label="Grace period" min={0} max={365} {...fields.getInputProps('grace_days')} />
            <NumberField
              label="At most"
              min={1}
              max={24}
              suffix={values.max_fees === 1 ? 'fee' : 'fees'}
              {...fields.getInputProps('max_fees')}
            />
          </>
        )}
      </div>
      <Alert color={charges ? 'blue' : 'gray'} p="sm" role="status">
        {lateFeeWords({ ...values, currency: rules.currency })}
      </Alert>
      <ConflictNotice conflict={form.conflict ?? null} />
      <Group>
        <SubmitButton>Save credit and late fees</SubmitButton>
      </Group>
    </AppForm>
  )
}
