import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '#client/components/records/detail-parts.tsx'
import classes from './charts.module.css'

interface ChartPanelProps {
  title: string
  /** Next to the title, before the switch. */
  action?: ReactNode
  chart: ReactNode
  table: ReactNode
}

/** A chart, with a button that switches to a table of its figures. */
export function ChartPanel({ title, action, chart, table }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Section
      title={title}
      action={
        <Group gap="sm" wrap="nowrap">
          {action}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={asTable ? `Chart of ${title}` : `Table of ${title}`}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </Group>
      }
    >
      <div className={classes.panel}>{asTable ? table : chart}</div>
    </Section>
  )
}

interface ChartTableProps {
  heads: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

/** The first column holds labels, the others figures. */
export const ChartTable = ({ heads, rows }: ChartTableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [name, ...figures] }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {figures.map((figure, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
            <td key={index}>{figure}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
