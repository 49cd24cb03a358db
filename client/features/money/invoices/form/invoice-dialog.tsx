import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { DateField } from '#client/components/fields/date-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatDate, today } from '#client/lib/time/dates.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type { InvoiceDocumentDto, InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { invoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { usePaymentsSearch } from '../../use-payments-search.ts'
import { StageFields } from '../advances/stage-fields.tsx'
import { SheetSkeleton } from '../invoice/sheet-skeleton.tsx'
import { FromTimeDialog } from './from-time-dialog.tsx'
import { InvoiceFields } from './invoice-fields.tsx'
import {
  type Defaults,
  dueOn,
  emptyContent,
  type InvoiceValues,
  rateOptions,
  valuesOf,
} from './invoice-values.ts'
import { PartFields } from './part-fields.tsx'
import { RateField } from './rate-field.tsx'
import { useDocumentDefaults } from './use-document-defaults.ts'

const InvoicePreview = lazyComponent(() => import('./invoice-preview.tsx'), 'InvoicePreview')

interface FormProps {
  profile: LetterheadProfileDto
  /** Omitted to create one. */
  invoice?: InvoiceDocumentDto | undefined
  /** The client whose hours a new invoice bills. */
  billed?: ClientDto | null
  onClose: () => void
}

/** Creates or edits a draft. The saved draft opens in its drawer, ready to send. */
function InvoiceForm({ profile, invoice, billed = null, onClose }: FormProps) {
  const day = today(useBooksZone())
  const utils = trpc.useUtils()
  const [, setState] = usePaymentsSearch()
  const [fromTime, setFromTime] = useState(billed !== null)
  const save = trpc.invoices.save.useMutation()
  const documentDefaults = useDocumentDefaults(profile)
  const { current: rates } = useRef(rateOptions(profile))
  // Keeps a date that the user chose when the client changes.
  const dueTyped = useRef(invoice !== undefined)
  const sends = useRef(false)
  const open = (saved: InvoiceDto, sent = sends.current) => {
    const send = sent ? saved.id : null
    const closed = { new: false, hours_of: null, edit: null }
    setState({ tab: 'invoices', view: null, ...closed, invoice: saved.id, send })
  }
  const form = useAppForm<typeof invoiceSaveInput, InvoiceValues>({
    schema: () => documentDefaults.ready().then(() => invoiceSaveInput),
    initialValues:
      invoice === undefined
        ? {
            ...emptyContent(documentDefaults.defaults, profile),
            due_date: dueOn(day, documentDefaults.defaults),
            supply_from: null,
            supply_to: null,
            booking_rate: '',
            part_minimum: undefined,
            instalments: [],
            stage: 'whole',
            advance_ids: [],
          }
        : valuesOf(invoice),
    onSubmit: async (values) => {
      const saved = await save.mutateAsync(values)
      if (!sends.current) {
        toast({
          title: invoice === undefined ? 'Invoice created' : 'Invoice updated',
          message: `“${saved.title}” is a draft until you send it.`,
        })
      }
      open(saved)
    },
    fallback: 'Failed to save invoice',
    latest:
      invoice && (async () => valuesOf(await utils.invoices.get.fetch({ id: invoice.id }, { staleTime: 0 }))),
  })
  const { fields } = form
  if (fromTime)
    return (
      <FromTimeDialog
        profile={profile}
        client={billed}
        onClose={billed === null ? () => setFromTime(false) : onClose}
        onCreated={open}
      />
    )
  const { supply_from, supply_to, currency, due_date, part_minimum, instalments } = fields.getValues()
  const saveAndSend = async () => {
    sends.current = true
    await form.submit()
    sends.current = false
  }
  const takeTerms = (defaults: Defaults) => {
    if (!dueTyped.current) fields.setFieldValue('due_date', dueOn(day, defaults))
  }
  const due = fields.getInputProps('due_date')
  return (
    <FormDialog
      title={invoice === undefined ? 'Create Invoice' : 'Edit invoice'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={invoice === undefined ? 'Create Invoice' : 'Save changes'}
      also={{ label: 'Save and send', onClick: () => void saveAndSend() }}
      beside={{
        label: 'Preview',
        content: (
          <Suspense fallback={<SheetSkeleton />}>
            <InvoicePreview values={fields.getValues()} rates={rates} />
          </Suspense>
        ),
      }}
    >
      {invoice === undefined && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconClock size={16} aria-hidden />}
          onClick={() => setFromTime(true)}
        >
          From time and expenses
        </Button>
      )}
      <InvoiceFields
        fields={fields}
        chosen={{ client: clientOf(invoice) }}
        rates={rates}
        documentDefaults={documentDefaults}
        onClient={takeTerms}
        rate={<RateField currency={currency} {...fields.getInputProps('booking_rate')} />}
        summary={supplyText(supply_from, supply_to)}
        wrong={fields.errors.supply_from !== undefined || fields.errors.supply_to !== undefined}
        supply={
          <>
            <DateField label="Supplied on or from" {...fields.getInputProps('supply_from')} />
            <DateField
              label="Supplied until"
              placeholder="For a period"
              {...fields.getInputProps('supply_to')}
            />
          </>
        }
        parts={
          <>
            <StageFields
              values={fields.getValues()}
              onStage={(stage) => {
                fields.setFieldValue('stage', stage)
                if (stage !== 'final') fields.setFieldValue('advance_ids', [])
              }}
              onAdvances={(ids) => fields.setFieldValue('advance_ids', ids)}
              error={fields.errors.stage ?? fields.errors.advance_ids}
            />
            <PartFields
              currency={currency}
              from={due_date ?? day}
              minimum={part_minimum}
              onMinimum={(minimum) => fields.setFieldValue('part_minimum', minimum)}
              dates={instalments}
              onDates={(dates) => fields.setFieldValue('instalments', dates)}
              error={fields.errors.instalments ?? fields.errors.part_minimum}
            />
          </>
        }
      >
        <DateField
          label="Due date"
          required
          disabled={instalments.length > 0}
          description={instalments.length > 0 ? 'Set by the last installment.' : undefined}
          {...due}
          value={instalments.at(-1) ?? due_date}
          onChange={(date) => {
            dueTyped.current = true
            due.onChange(date)
          }}
        />
      </InvoiceFields>
    </FormDialog>
  )
}

const supplyText = (from: string | null, to: string | null): string =>
  [from, to].flatMap((date) => (date ? [formatDate(date)] : [])).join(' – ')

const clientOf = (invoice: InvoiceDto | undefined) =>
  invoice?.client_id == null ? null : { id: invoice.client_id, name: invoice.clientName }

interface InvoiceDialogProps {
  invoice?: InvoiceDocumentDto
  billed?: ClientDto | null
  onClose: () => void
}

/** Loads the agency's billing profile first, so that defaults don't change while the user types. */
export function InvoiceDialog({ invoice, billed = null, onClose }: InvoiceDialogProps) {
  const query = trpc.letterhead.profile.useQuery(undefined, { staleTime: 0 })
  return (
    <EditDialog
      title={invoice === undefined ? 'Create Invoice' : 'Edit invoice'}
      query={query}
      onClose={onClose}
    >
      {(profile) => <InvoiceForm profile={profile} invoice={invoice} billed={billed} onClose={onClose} />}
    </EditDialog>
  )
}

/** Loads the client first, so that the form starts with the client's defaults. */
export function HoursInvoiceDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const query = trpc.clients.get.useQuery({ id: clientId }, { staleTime: 0 })
  return (
    <EditDialog title="Create Invoice" query={query} onClose={onClose}>
      {(client) => <InvoiceDialog billed={client} onClose={onClose} />}
    </EditDialog>
  )
}

/** Loads the draft first, so that the form starts from saved values. */
export function EditInvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.invoices.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit invoice" query={query} onClose={onClose}>
      {(invoice) => <InvoiceDialog invoice={invoice} onClose={onClose} />}
    </EditDialog>
  )
}
