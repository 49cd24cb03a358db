import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { Prose } from '#client/components/records/detail-parts.tsx'
import { onPaper } from '#shared/base/accent.ts'
import { partyLines } from '#shared/identity/letterhead/parties.ts'
import {
  askedOf,
  type InvoicePaper,
  paperColumns,
  paperFacts,
  paperInstallments,
  paperName,
  paperOf,
  paperRows,
  paperStanding,
  paperSums,
  paperTaxNotes,
  paperTransfer,
  sellerDetails,
  strongSum,
} from '#shared/money/invoices/invoice-paper.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { BankTransfer } from './bank-transfer.tsx'
import classes from './invoice-sheet.module.css'
import { Letterhead, PaperFacts, PaperLines, PaperParty, PaperSums } from './paper-parts.tsx'

interface InvoiceSheetProps {
  invoice: InvoiceDocumentDto
  /** URL of the logo, which differs for pay link visitors. */
  logo?: string | null
}

/** The invoice as the client receives it, with the same text as in its PDF. */
export const InvoiceSheet = ({ invoice, logo = invoice.parties.logo }: InvoiceSheetProps) => (
  <PaperSheet paper={paperOf(invoice)} due={invoice.amount_due} logo={logo} printed />
)

interface PaperSheetProps {
  paper: InvoicePaper
  /** Bank transfer details. */
  due?: number
  logo?: string | null
  /** The only part of the page that is printed. */
  printed?: boolean
}

/** The document itself, saved or in preview. */
export function PaperSheet({
  paper,
  due = askedOf(paper),
  logo = paper.parties.logo,
  printed = false,
}: PaperSheetProps) {
  const { seller, buyer, details, footer, accent } = paper.parties
  const standing = paperStanding(paper)
  const transfer = paperTransfer(paper, due)
  return (
    <article
      className={classes.paper}
      aria-label={`${paperName(paper)} ${paper.number ?? ''}`.trim()}
      data-paper={printed || undefined}
    >
      <header className={classes.head}>
        <div>
          <p className={classes.name} style={accent ? { color: onPaper(accent) } : undefined}>
            {paperName(paper)}
          </p>
          {standing !== null && <StatusBadge status={standing} label={standing} />}
        </div>
        <Letterhead key={logo} logo={logo} name={seller.name} />
      </header>
      <PaperFacts facts={paperFacts(paper)} />
      <div className={classes.parties}>
        <PaperParty label="From" lines={partyLines(seller)} details={sellerDetails(seller, details)} />
        <PaperParty label="Bill to" lines={partyLines(buyer)} />
      </div>
      <p className={classes.subject} dir="auto">
        {paper.title}
      </p>
      {paper.description !== null && <Prose>{paper.description}</Prose>}
      <PaperLines columns={paperColumns(paper)} rows={paperRows(paper)} />
      <PaperSums sums={paperSums(paper)} strong={strongSum(paper)} />
      {paperTaxNotes(paper).map((note) => (
        <p key={note}>{note}</p>
      ))}
      {paperInstallments(paper).map(([label, text]) => (
        <p key={label}>
          {label}: {text}
        </p>
      ))}
      {paper.notes !== null && (
        <div className={classes.small}>
          <Prose>{paper.notes}</Prose>
        </div>
      )}
      {transfer !== null && <BankTransfer transfer={transfer} />}
      {footer !== null && (
        <footer className={classes.small}>
          <Prose>{footer}</Prose>
        </footer>
      )}
    </article>
  )
}

export const Total = ({
  label,
  strong,
  children,
}: {
  label: string
  strong?: boolean
  children: React.ReactNode
}) => (
  <>
    <dt data-strong={strong || undefined}>{label}</dt>
    <dd data-strong={strong || undefined}>{children}</dd>
  </>
)
