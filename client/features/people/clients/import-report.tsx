import { ScrollArea, Stack, Table, Text } from '@mantine/core'
import { formatCount, formatNumber } from '#shared/base/format.ts'
import type { ClientImportResult } from '#shared/people/clients.ts'

/** The result of a dry run: the number of valid rows and the problems in the others. */
export function ImportReport({ report }: { report: ClientImportResult }) {
  const { rows, valid, problems } = report
  return (
    <Stack gap="sm">
      <Text role="status">
        {counted(rows)}: {formatNumber(valid)} ready
        {rows > valid && `, ${formatNumber(rows - valid)} with problems`}. Nothing has been imported yet.
      </Text>
      {problems.length > 0 && (
        <ScrollArea.Autosize mah={320} tabIndex={0}>
          <Table stickyHeader>
            <Table.Caption>Fix these rows and check again, or import only the valid rows.</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Line</Table.Th>
                <Table.Th>Column</Table.Th>
                <Table.Th>Problem</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {problems.map((problem) => (
                <Table.Tr key={`${problem.line} ${problem.column}`}>
                  <Table.Td>{problem.line}</Table.Td>
                  <Table.Td>{problem.column ?? '–'}</Table.Td>
                  <Table.Td>{problem.message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </Stack>
  )
}

const counted = (rows: number): string => formatCount(rows, 'row')
