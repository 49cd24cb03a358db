import { Alert, Table, Text } from '@mantine/core'
import { formatNumber } from '#shared/base/format.ts'
import {
  IMPORT_NOTES,
  IMPORT_REASONS,
  type ImportResult,
  type ImportSkipped,
} from '#shared/overview/imports.ts'
import { countOf, countsOf, hoursOf, linesOf } from './import-words.ts'
import classes from './imports.module.css'

interface ImportReportProps {
  result: ImportResult
  /** How many more projects the plan allows. */
  room?: number | null
  /** True for a dry run, before anything is written. */
  planned?: boolean
}

/** What an import creates or created, and what it skips for which reason. */
export function ImportReport({ result, room = null, planned = false }: ImportReportProps) {
  const figures = [...countsOf(result.made), hoursOf(result.seconds, result.billable_seconds)].filter(
    (figure) => figure !== null,
  )
  // Skipped clients are already reported with their projects.
  const skipped = result.skipped.filter(
    ({ kind, reason }) => kind !== 'client' || reason !== 'client_left_out',
  )
  const overPlan = result.skipped.find(({ reason }) => reason === 'plan_limit')
  return (
    <>
      <Text role="status">{headingOf(figures.length > 0, planned)}</Text>
      {figures.length > 0 && (
        <ul className={classes.figures} aria-label={planned ? 'To be created' : 'Created'}>
          {figures.map((figure) => (
            <li key={figure}>{figure}</li>
          ))}
        </ul>
      )}
      {planned && (
        <Text size="sm" c="dimmed">
          Existing data is unchanged. No one is invited or emailed.
        </Text>
      )}
      {overPlan !== undefined && (
        <Alert color="yellow" title="Your plan doesn’t allow all projects">
          {room === null ? '' : `It allows ${formatNumber(room)} more. `}
          {countOf('project', overPlan.count)} will be left out, with everything in them.
        </Alert>
      )}
      {skipped.length > 0 && <Rows title="Left out" rows={skipped} reasons={IMPORT_REASONS} />}
      {result.noted.length > 0 && (
        <Rows title="Imported with changes" rows={result.noted} reasons={IMPORT_NOTES} />
      )}
    </>
  )
}

function headingOf(makes: boolean, planned: boolean): string {
  if (planned) return makes ? 'The import will create:' : 'The import would create nothing.'
  return makes ? 'The import created:' : 'The import created nothing.'
}

interface RowsProps<Reason extends string> {
  title: string
  rows: ImportSkipped<Reason>[]
  reasons: Record<Reason, string>
}

function Rows<Reason extends string>({ title, rows, reasons }: RowsProps<Reason>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the content scrollable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={title}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{title}</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ kind, reason, count, lines }) => (
            <Table.Tr key={`${kind}:${reason}`}>
              <Table.Td>{countOf(kind, count)}</Table.Td>
              <Table.Td>
                {reasons[reason]}
                {lines.length > 0 && (
                  <Text size="xs" c="dimmed">
                    {linesOf(lines, count)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
