import { Checkbox, Select, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { MoreFields } from '#client/components/fields/more-fields.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import {
  type AdvanceDto,
  INVOICE_STAGES,
  type InvoiceStage,
  STAGE_NAMES,
} from '#shared/money/invoices/deductions.ts'

/** The part of the form's values that advance invoices depend on. */
interface Billed {
  client_id: string
  currency: string
  id?: string
}

interface StageValues extends Billed {
  stage: InvoiceStage
  advance_ids: string[]
}

interface StageFieldsProps {
  values: StageValues
  onStage: (stage: InvoiceStage) => void
  onAdvances: (ids: string[]) => void
  error?: ReactNode
}

const STAGES = INVOICE_STAGES.map((value) => ({ value, label: STAGE_NAMES[value] }))
const EXPLAINED: Record<InvoiceStage, string> = {
  whole: 'For all of the work.',
  advance: 'For a part, before the final invoice.',
  final: 'For all of the work, minus what was received in advance.',
}

/** Whether it is an advance or final invoice, and the advance invoices that a final one deducts. */
export function StageFields({ values, onStage, onAdvances, error }: StageFieldsProps) {
  const { stage, advance_ids: chosen } = values
  return (
    <MoreFields
      title="Advance and final invoices"
      summary={stage === 'whole' ? '' : STAGE_NAMES[stage]}
      wrong={error !== undefined}
    >
      <Select
        label="Kind"
        data={STAGES}
        allowDeselect={false}
        description={EXPLAINED[stage]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={stage}
        onChange={(value) => onStage((value ?? 'whole') as InvoiceStage)}
      />
      {stage === 'final' && <Advances values={values} chosen={chosen} onAdvances={onAdvances} />}
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </MoreFields>
  )
}

interface AdvancesProps {
  values: Billed
  chosen: string[]
  onAdvances: (ids: string[]) => void
}

function Advances({ values, chosen, onAdvances }: AdvancesProps) {
  const { data, isPending } = trpc.invoices.advances.useQuery(advancesOf(values), {
    enabled: values.client_id !== '',
  })
  // Advance invoices depend on the client and currency.
  const gone = data !== undefined && chosen.some((id) => !data.some((advance) => advance.id === id))
  useEffect(() => {
    if (gone) onAdvances(chosen.filter((id) => data.some((advance) => advance.id === id)))
  })
  if (values.client_id === '') return <Hint>Choose a client to see its advance invoices.</Hint>
  if (isPending) return <Hint>Loading advance invoices…</Hint>
  if (data === undefined || data.length === 0) {
    return <Hint>This client has no advance invoices in {values.currency} that can be deducted.</Hint>
  }
  return (
    <Stack component="fieldset" gap="xs" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={500} p={0}>
        Deduct
      </Text>
      {data.map((advance) => {
        const checked = chosen.includes(advance.id)
        return (
          <Checkbox
            key={advance.id}
            label={labelOf(advance)}
            description={noteOf(advance)}
            checked={checked}
            disabled={advance.problem !== null && !checked}
            onChange={() =>
              onAdvances(checked ? chosen.filter((id) => id !== advance.id) : [...chosen, advance.id])
            }
          />
        )
      })}
    </Stack>
  )
}

/** The query for the advance invoices that the form can deduct. */
export const advancesOf = ({ client_id, currency, id }: Billed) => ({
  client_id,
  currency,
  final_id: id ?? null,
})

const labelOf = ({ number, title, received, currency }: AdvanceDto): string =>
  `${number} ${title}: ${formatCharged(received, currency)} received`

function noteOf({ issued_on, due, currency, problem }: AdvanceDto): string {
  if (problem !== null) return problem
  const issued = `Issued on ${formatDate(issued_on)}.`
  if (due === 0) return issued
  return `${issued} ${formatCharged(due, currency)} is still open and is credited when this invoice is sent.`
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
