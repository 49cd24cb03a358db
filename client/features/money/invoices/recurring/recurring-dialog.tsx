import { Select, Switch, Text } from '@mantine/core'
import { type ComponentType, useRef } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { slotOf } from '#client/components/slot.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import { shorterMonthsNote } from '#client/lib/time/shorter-months.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import {
  RECURRING_FREQUENCIES,
  type RecurringFrequency,
  type RecurringPlanDto,
  SUPPLY_PERIODS,
  type SupplyPeriod,
} from '#shared/money/invoices/invoices.ts'
import { firstRunAfter, resumesOn, supplyPeriod, upcomingRuns } from '#shared/money/invoices/recurring.ts'
import { recurringSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { InvoiceFields } from '../form/invoice-fields.tsx'
import {
  type ContentValues,
  contentOf,
  type Defaults,
  emptyContent,
  rateOptions,
} from '../form/invoice-values.ts'
import { useDocumentDefaults } from '../form/use-document-defaults.ts'
import { FREQUENCY_LABELS, supplyLabels } from '../invoice/invoice-labels.ts'

interface SlotProps {
  clientId: string
  planId: string
}

const FromDomains = slotOf(
  import.meta.glob<ComponentType<SlotProps>>('../../*/slots/plan.tsx', { eager: true, import: 'PlanSlot' }),
)

type RecurringValues = ContentValues & {
  id?: string
  version?: number
  frequency: RecurringFrequency
  starts_on: string | null
  ends_on: string | null
  occurrences: number | null
  due_days: number
  send_automatically: boolean
  supply_period: SupplyPeriod | null
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
  supply_period: plan.supply_period,
})

interface FormProps {
  profile: LetterheadProfileDto
  /** Omitted to create one. */
  plan?: RecurringPlanDto | undefined
  onClose: () => void
}

/** Creates or edits a recurring invoice. Edits apply to future invoices. */
function RecurringForm({ profile, plan, onClose }: FormProps) {
  const zone = useBooksZone()
  const documentDefaults = useDocumentDefaults(profile)
  const { current: rates } = useRef(rateOptions(profile))
  // Keeps terms that the user chose when the client changes.
  const termsTyped = useRef(plan !== undefined)
  const save = trpc.invoices.saveRecurring.useMutation()
  const utils = trpc.useUtils()
  const empty: RecurringValues = {
    ...emptyContent(documentDefaults.defaults, profile),
    frequency: 'monthly',
    starts_on: today(zone),
    ends_on: null,
    occurrences: null,
    due_days: documentDefaults.defaults.payment_terms,
    send_automatically: true,
    supply_period: null,
  }
  const form = useAppForm({
    schema: () => documentDefaults.ready().then(() => recurringSaveInput),
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
  const { starts_on, frequency, supply_period } = fields.getValues()
  const labels = supplyLabels(frequency)
  const next = nextFrom(plan, fields.getValues(), today(zone))
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
        documentDefaults={documentDefaults}
        onClient={takeTerms}
        summary={supply_period === null ? '' : labels[supply_period]}
        supply={
          <Select
            label="Supply period"
            placeholder="Not stated"
            clearable
            data={SUPPLY_PERIODS.map((value) => ({ value, label: labels[value] }))}
            description={nextPeriod(fields.getValues(), next)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...fields.getInputProps('supply_period')}
          />
        }
      >
        <Select
          label="Repeats"
          data={FREQUENCIES}
          description={shorterMonthsNote({ date: starts_on, frequency })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...fields.getInputProps('frequency')}
        />
        <DateField label="Start date" required {...fields.getInputProps('starts_on')} />
        <DateField label="End date" {...fields.getInputProps('ends_on')} />
        <NumberField
          label={plan === undefined ? 'Number of invoices' : 'Invoices remaining'}
          placeholder="No limit"
          min={1}
          max={1000}
          {...fields.getInputProps('occurrences')}
        />
        <NumberField
          label="Due after (days)"
          min={0}
          max={365}
          {...terms}
          onChange={(days) => {
            termsTyped.current = true
            terms.onChange(days)
          }}
        />
      </InvoiceFields>
      <Upcoming values={fields.getValues()} from={next} />
      {plan !== undefined && <FromDomains clientId={plan.client_id} planId={plan.id} />}
      <Switch
        label="Send automatically"
        description="When off, each invoice is saved as a draft."
        {...fields.getInputProps('send_automatically', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** The earliest possible date of the next invoice; a paused plan asks about missed ones when it resumes. */
function nextFrom(plan: RecurringPlanDto | undefined, values: RecurringValues, now: string): string {
  const { starts_on, frequency } = values
  if (plan === undefined || starts_on === null) return now
  return resumesOn(plan, { starts_on, frequency }, now) ?? (plan.next_on < now ? now : plan.next_on)
}

/** The period that the next invoice states. */
function nextPeriod({ starts_on, frequency, supply_period }: RecurringValues, next: string): string | null {
  if (starts_on === null || supply_period === null) return null
  const { runs } = firstRunAfter(starts_on, frequency, shiftDate(next, -1))
  const { from, to } = supplyPeriod(supply_period, { anchor: starts_on, frequency, runs })
  return `Next: ${formatDate(from)} – ${formatDate(to)}`
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

/** Loads the agency's billing profile first, so that defaults don't change while the user types. */
export function RecurringDialog({ plan, onClose }: RecurringDialogProps) {
  const query = trpc.letterhead.profile.useQuery(undefined, { staleTime: 0 })
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
