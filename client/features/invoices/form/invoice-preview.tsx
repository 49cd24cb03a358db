import { Skeleton } from '@mantine/core'
import { useDeferredValue } from 'react'
import { today } from '#client/lib/dates.ts'
import { useBooksZone } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { draftPaper } from '#shared/invoice-draft.ts'
import { PaperSheet } from '../invoice/invoice-sheet.tsx'
import { draftOf, type InvoiceValues, type RateOption } from './invoice-values.ts'

interface InvoicePreviewProps {
  values: InvoiceValues
  rates: readonly RateOption[]
}

/** The paper that is being written, drawn after the field that is typed in. */
export function InvoicePreview({ values, rates }: InvoicePreviewProps) {
  const shown = useDeferredValue(values)
  const day = today(useBooksZone())
  const client_id = shown.client_id === '' ? null : shown.client_id
  const { data: parties } = trpc.invoices.letterhead.useQuery(
    { client_id },
    { placeholderData: (previous) => previous },
  )
  if (parties === undefined) return <Skeleton h={480} />
  return <PaperSheet paper={draftPaper(draftOf(shown, { rates, day }), parties)} />
}
