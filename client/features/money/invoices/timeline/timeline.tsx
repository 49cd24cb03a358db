import { useBooksZone, useZone } from '#client/lib/session/session.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import classes from './timeline.module.css'
import { timelineOf } from './timeline-steps.ts'

/** The document's progress from draft to payment. */
export function Timeline({ invoice }: { invoice: InvoiceDocumentDto }) {
  const zones = { zone: useZone(), booksZone: useBooksZone() }
  return (
    <ol className={classes.steps} aria-label="Timeline">
      {timelineOf(invoice, zones).map(({ label, when, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity
        <li key={index} className={classes.step} data-state={state}>
          <span>{label}</span>
          {when !== null && <span className={classes.when}>{when}</span>}
        </li>
      ))}
    </ol>
  )
}
