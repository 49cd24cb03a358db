import { useState } from 'react'
import classes from './invoice-sheet.module.css'

type Labeled = readonly [label: string, text: string]

/** The logo, or the issuer's name if there is none. */
export function Letterhead({ logo, name }: { logo: string | null; name: string }) {
  const [missing, setMissing] = useState(false)
  if (logo === null || missing) return <p className={classes.issuer}>{name}</p>
  return <img className={classes.logo} src={logo} alt={name} onError={() => setMissing(true)} />
}

export const PaperFacts = ({ facts }: { facts: readonly Labeled[] }) => (
  <dl className={classes.facts}>
    {facts.map(([label, text]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd dir="auto">{text}</dd>
      </div>
    ))}
  </dl>
)

interface PaperPartyProps {
  label: string
  /** The name, then the address. */
  lines: readonly string[]
  details?: readonly string[]
}

export const PaperParty = ({ label, lines: [name, ...lines], details = [] }: PaperPartyProps) => (
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
    {details.map((line) => (
      <p key={line} className={classes.small}>
        {line}
      </p>
    ))}
  </address>
)

interface PaperLinesProps {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export const PaperLines = ({ columns, rows }: PaperLinesProps) => (
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
      {rows.map((texts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
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
)

/** Amounts, of which the one with the label `strong` stands out. */
export const PaperSums = ({ sums, strong }: { sums: readonly Labeled[]; strong: string }) => (
  <dl className={classes.sums}>
    {sums.map(([label, amount], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two payments on one day may be identical
      <div key={index} data-strong={label === strong || undefined}>
        <dt>{label}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)
