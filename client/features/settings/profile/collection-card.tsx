import { Alert, Group, NumberInput, Select, Skeleton, Switch } from '@mantine/core'
import { AppForm, SubmitButton, useAppForm } from '#client/components/app-form.tsx'
import { ConflictNotice } from '#client/components/form-conflict.tsx'
import { MoneyField } from '#client/components/money-field.tsx'
import { PercentField } from '#client/components/percent-field.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type CollectionRulesDto, collectionRulesInput, lateFeeWords } from '#shared/credit.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { useUnsavedChanges } from '../section/unsaved-changes.tsx'

const MODES = [
  { value: 'off', label: 'None' },
  { value: 'draft', label: 'Draft for me to send' },
  { value: 'send', label: 'Send to the client' },
]
const TYPES = [
  { value: 'percent', label: 'Percentage' },
  { value: 'flat', label: 'Fixed sum' },
]

/** What the portal does by itself about credit and late invoices. */
export function CollectionCard() {
  const query = trpc.invoices.collectionRules.useQuery()
  return (
    <SettingsCard title="Credit and late fees" description="What happens without you asking for it.">
      {query.data === undefined ? (
        <Unanswered query={query} loading={<Skeleton h={120} />} />
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
      // The next save starts from this save's version.
      form.fields.setValues(valuesOf(await save.mutateAsync(values)))
      toast({ title: 'Credit and late fees saved' })
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
        description="An invoice takes its client’s credit as soon as it is sent."
        {...fields.getInputProps('apply_credit', { type: 'checkbox' })}
      />
      <Switch
        label="Clients may pay in part"
        description="New invoices take a part of the client’s choice, unless an invoice says otherwise."
        {...fields.getInputProps('part_payments', { type: 'checkbox' })}
      />
      {values.part_payments && (
        <MoneyField
          label="Least part"
          description="Invoices in other currencies take any part."
          currency={rules.currency}
          {...fields.getInputProps('part_minimum')}
        />
      )}
      <div className={classes.pair}>
        <Select label="Late fees" data={MODES} allowDeselect={false} {...fields.getInputProps('late_fees')} />
        {charges && (
          <>
            <Select
              label="Kind of fee"
              data={TYPES}
              allowDeselect={false}
              {...fields.getInputProps('fee_type')}
            />
            {values.fee_type === 'percent' ? (
              <PercentField
                label="Percent a month"
                required
                withAsterisk={false}
                error={fields.errors.fee_bps}
                value={values.fee_bps}
                onChange={(fee_bps) => fields.setFieldValue('fee_bps', fee_bps)}
              />
            ) : (
              <MoneyField
                label="Fee a month"
                required
                withAsterisk={false}
                currency={rules.currency}
                {...fields.getInputProps('fee_amount')}
              />
            )}
            <NumberInput
              label="Days of grace"
              min={0}
              max={365}
              allowDecimal={false}
              {...fields.getInputProps('grace_days')}
            />
            <NumberInput
              label="At most"
              min={1}
              max={24}
              allowDecimal={false}
              suffix={values.max_fees === 1 ? ' fee' : ' fees'}
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
