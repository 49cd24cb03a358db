import { Alert, Table, Text } from '@mantine/core'
import { spaced } from '#client/lib/labels.ts'
import { formatCount, formatNumber } from '#shared/base/format.ts'
import type { ImportOverview, ImportProblem, ImportSample } from '#shared/overview/imports.ts'
import { countsOf, hoursOf } from './import-words.ts'
import classes from './imports.module.css'

/** The contents of the file, its first rows, and rows that couldn't be read. */
export function ImportPreview({ overview, timezone }: { overview: ImportOverview; timezone: string }) {
  const people = overview.people.length
  const figures = [
    ...countsOf(overview.counts),
    people > 0 ? formatCount(people, 'person', 'people') : null,
    hoursOf(overview.seconds),
  ].filter((figure) => figure !== null)
  return (
    <>
      <ul className={classes.figures} aria-label="Found in the file">
        {figures.map((figure) => (
          <li key={figure}>{figure}</li>
        ))}
      </ul>
      {overview.seconds > 0 && (
        <Text size="sm" c="dimmed">
          Times are interpreted in {spaced(timezone)}, your agency’s time zone.
        </Text>
      )}
      <Samples samples={overview.samples} />
      {overview.problem_count > 0 && <Problems problems={overview.problems} count={overview.problem_count} />}
    </>
  )
}

function Samples({ samples }: { samples: ImportSample[] }) {
  const lines = samples.some(({ line }) => line !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the content scrollable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="First rows">
      <Table miw={520}>
        <Table.Thead>
          <Table.Tr>
            {lines && <Table.Th>Line</Table.Th>}
            <Table.Th>Title</Table.Th>
            <Table.Th>Project</Table.Th>
            <Table.Th>Person</Table.Th>
            <Table.Th>Date</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {samples.map((sample, index) => (
            <Table.Tr key={`${sample.line}:${index.toString()}`}>
              {lines && <Table.Td>{sample.line}</Table.Td>}
              <Table.Td className={classes.what}>{sample.title || '–'}</Table.Td>
              <Table.Td>{sample.project || '–'}</Table.Td>
              <Table.Td>{sample.person || '–'}</Table.Td>
              <Table.Td>{sample.date.slice(0, 10) || '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Problems({ problems, count }: { problems: ImportProblem[]; count: number }) {
  const rows = formatCount(count, 'problem')
  return (
    <>
      <Alert color="yellow" title={`${rows} in the file`}>
        Anything that can’t be read is left out, as noted below. Correct the file and export it again, or
        continue.
      </Alert>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the content scrollable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Problems">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>Line</Table.Th>
              <Table.Th>Problem</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.map((problem, index) => (
              <Table.Tr key={`${problem.line}:${index.toString()}`}>
                <Table.Td>{problem.line ?? '–'}</Table.Td>
                <Table.Td className={classes.what}>{problem.message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {count > problems.length && (
        <Text size="sm" c="dimmed">
          The first {formatNumber(problems.length)} are shown.
        </Text>
      )}
    </>
  )
}
