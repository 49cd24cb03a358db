import { useDeferredValue } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import { draftPaper } from '#shared/money/invoices/invoice-draft.ts'
import { advancesOf } from '../advances/stage-fields.tsx'
import { PaperSheet } from '../invoice/invoice-sheet.tsx'
import { SheetSkeleton } from '../invoice/sheet-skeleton.tsx'
import { draftOf, type InvoiceValues, type RateOption } from './invoice-values.ts'
import { useTaxRounding } from './use-document-defaults.ts'

interface InvoicePreviewProps {
  values: InvoiceValues
  rates: readonly RateOption[]
}

/** A live preview of the document. */
export function InvoicePreview({ values, rates }: InvoicePreviewProps) {
  const shown = useDeferredValue(values)
  const day = today(useBooksZone())
  const taxRounding = useTaxRounding()
  const client_id = shown.client_id === '' ? null : shown.client_id
  const { data: parties } = trpc.invoices.letterhead.useQuery(
    { client_id },
    { placeholderData: (previous) => previous },
  )
  const { data: advances = [] } = trpc.invoices.advances.useQuery(advancesOf(shown), {
    enabled: shown.advance_ids.length > 0 && client_id !== null,
  })
  if (parties === undefined) return <SheetSkeleton />
  return <PaperSheet paper={draftPaper(draftOf(shown, { rates, advances, day, taxRounding }), parties)} />
}
