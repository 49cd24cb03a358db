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
import { Letterhead } from './letterhead.tsx'

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
  const columns = paperColumns(paper)
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
      <dl className={classes.facts}>
        {paperFacts(paper).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.parties}>
        <Address label="From" lines={partyLines(seller)} small={sellerDetails(seller, details)} />
        <Address label="Bill to" lines={partyLines(buyer)} />
      </div>
      <p className={classes.subject} dir="auto">
        {paper.title}
      </p>
      {paper.description !== null && <Prose>{paper.description}</Prose>}
      <table className={classes.lines}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} data-column={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paperRows(paper).map((texts, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice have no identity
            <tr key={line}>
              {texts.map((text, index) => (
                <td key={columns[index]} data-column={columns[index]}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.sums}>
        {paperSums(paper).map(([label, amount]) => (
          <div key={label} data-strong={label === strongSum(paper) || undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
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

interface AddressProps {
  label: string
  lines: string[]
  small?: string[]
}

const Address = ({ label, lines: [name, ...lines], small = [] }: AddressProps) => (
  <address className={classes.address} aria-label={label}>
    <p className={classes.label}>{label}</p>
    <p dir="auto">
      <strong>{name}</strong>
    </p>
    {[...new Set(lines)].map((line) => (
      <p key={line} dir="auto">
        {line}
      </p>
    ))}
    {small.map((line) => (
      <p key={line} className={classes.small}>
        {line}
      </p>
    ))}
  </address>
)

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
