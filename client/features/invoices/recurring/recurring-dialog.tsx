import { NumberInput, Select, Switch, Text } from '@mantine/core'
import { useRef } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { DateField } from '#client/components/date-field.tsx'
import { EditDialog } from '#client/components/edit-dialog.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { formatDate, today } from '#client/lib/dates.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BillingProfileDto } from '#shared/billing.ts'
import {
  RECURRING_FREQUENCIES,
  type RecurringFrequency,
  type RecurringPlanDto,
  recurringSaveInput,
} from '#shared/invoices.ts'
import { resumesOn, upcomingRuns } from '#shared/recurring.ts'
import { PlanAutopay } from '../../autopay/client-autopay.tsx'
import { InvoiceFields } from '../form/invoice-fields.tsx'
import {
  type ContentValues,
  contentOf,
  type Defaults,
  emptyContent,
  rateOptions,
} from '../form/invoice-values.ts'
import { useBeginning } from '../form/use-beginning.ts'
import { FREQUENCY_LABELS } from '../invoice/invoice-labels.ts'

type RecurringValues = ContentValues & {
  id?: string
  version?: number
  frequency: RecurringFrequency
  starts_on: string | null
  ends_on: string | null
  occurrences: number | null
  due_days: number
  send_automatically: boolean
}

const FREQUENCIES = RECURRING_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_LABELS[value] }))

const valuesOf = (plan: RecurringPlanDto): RecurringValues => ({
  ...contentOf(plan),
  id: plan.id,
  version: plan.version,
  frequency: plan.frequency,
  starts_on: plan.starts_on,
  ends_on: plan.ends_on,
  occurrences: plan.occurrences_left,
  due_days: plan.due_days,
  send_automatically: plan.send_automatically,
})

interface FormProps {
  profile: BillingProfileDto
  /** Omitted to create one. */
  plan?: RecurringPlanDto | undefined
  onClose: () => void
}

/** Creates or edits a recurring invoice. Edits apply to future invoices. */
function RecurringForm({ profile, plan, onClose }: FormProps) {
  const zone = useBooksZone()
  const beginning = useBeginning(profile)
  const { current: rates } = useRef(rateOptions(profile.tax_rates, plan?.items ?? []))
  // Terms that were chosen stay, whoever is billed.
  const termsTyped = useRef(plan !== undefined)
  const save = trpc.invoices.saveRecurring.useMutation()
  const utils = trpc.useUtils()
  const empty: RecurringValues = {
    ...emptyContent(beginning.defaults, profile),
    frequency: 'monthly',
    starts_on: today(zone),
    ends_on: null,
    occurrences: null,
    due_days: beginning.defaults.payment_terms,
    send_automatically: true,
  }
  const form = useAppForm({
    schema: recurringSaveInput,
    initialValues: plan === undefined ? empty : valuesOf(plan),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      toast({
        title: plan === undefined ? 'Recurring invoice created' : 'Recurring invoice updated',
        message: `The next “${saved.title}” invoice for ${saved.clientName} is created on ${formatDate(saved.next_on)}.`,
      })
      onClose()
    },
    fallback: 'Failed to save the recurring invoice',
    latest:
      plan &&
      (async () => valuesOf(await utils.invoices.recurringPlan.fetch({ id: plan.id }, { staleTime: 0 }))),
  })
  const { fields } = form
  const takeTerms = ({ payment_terms }: Defaults) => {
    if (!termsTyped.current) fields.setFieldValue('due_days', payment_terms)
  }
  const terms = fields.getInputProps('due_days')
  return (
    <FormDialog
      title={plan === undefined ? 'New recurring invoice' : 'Edit recurring invoice'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={plan === undefined ? 'Create recurring invoice' : 'Save changes'}
      size="60rem"
    >
      <InvoiceFields
        fields={fields}
        chosen={{ client: clientOf(plan) }}
        rates={rates}
        beginning={beginning}
        onClient={takeTerms}
      >
        <Select label="Repeats" data={FREQUENCIES} {...fields.getInputProps('frequency')} />
        <DateField label="Start date" required {...fields.getInputProps('starts_on')} />
        <DateField label="End date" {...fields.getInputProps('ends_on')} />
        <NumberInput
          label={plan === undefined ? 'Number of invoices' : 'Invoices remaining'}
          placeholder="No limit"
          min={1}
          max={1000}
          allowDecimal={false}
          value={fields.getValues().occurrences ?? ''}
          error={fields.errors.occurrences}
          onChange={(count) => fields.setFieldValue('occurrences', typeof count === 'number' ? count : null)}
        />
        <NumberInput
          label="Due after (days)"
          min={0}
          max={365}
          allowDecimal={false}
          {...terms}
          onChange={(days) => {
            termsTyped.current = true
            terms.onChange(days)
          }}
        />
      </InvoiceFields>
      <Upcoming values={fields.getValues()} from={nextFrom(plan, fields.getValues(), today(zone))} />
      {plan !== undefined && <PlanAutopay clientId={plan.client_id} planId={plan.id} />}
      <Switch
        label="Send automatically"
        description="When off, each invoice is saved as a draft."
        {...fields.getInputProps('send_automatically', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** The first day that can be the next invoice's; what a paused plan has missed is asked when it resumes. */
function nextFrom(plan: RecurringPlanDto | undefined, values: RecurringValues, now: string): string {
  const { starts_on, frequency } = values
  if (plan === undefined || starts_on === null) return now
  return resumesOn(plan, { starts_on, frequency }, now) ?? (plan.next_on < now ? now : plan.next_on)
}

const PREVIEWED = 3

function Upcoming({ values, from }: { values: RecurringValues; from: string }) {
  const { starts_on, frequency, ends_on, occurrences } = values
  if (starts_on === null) return null
  const dates = upcomingRuns({ anchor: starts_on, frequency, ends_on, left: occurrences }, from, PREVIEWED)
  return (
    <Text size="sm" c="dimmed">
      {dates.length === 0 ? 'No invoice will be created.' : `Next: ${dates.map(formatDate).join(' · ')}`}
    </Text>
  )
}

const clientOf = (plan: RecurringPlanDto | undefined) =>
  plan === undefined ? null : { id: plan.client_id, name: plan.clientName }

interface RecurringDialogProps {
  plan?: RecurringPlanDto
  onClose: () => void
}

/** Asks first how the agency bills, so that nothing changes under what is being typed. */
export function RecurringDialog({ plan, onClose }: RecurringDialogProps) {
  const query = trpc.billing.profile.useQuery(undefined, { staleTime: 0 })
  const title = plan === undefined ? 'New recurring invoice' : 'Edit recurring invoice'
  return (
    <EditDialog title={title} query={query} onClose={onClose}>
      {(profile) => <RecurringForm profile={profile} plan={plan} onClose={onClose} />}
    </EditDialog>
  )
}

/** Loads the recurring invoice first, so that the form starts from saved values. */
export function EditRecurringDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.invoices.recurringPlan.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit recurring invoice" query={query} onClose={onClose}>
      {(plan) => <RecurringDialog plan={plan} onClose={onClose} />}
    </EditDialog>
  )
}
