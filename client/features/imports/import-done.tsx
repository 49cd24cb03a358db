import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { errorToast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type ImportDetailsDto, type ImportUndone, KEPT_REASONS } from '#shared/imports.ts'
import { ImportReport } from './import-report.tsx'
import { countOf } from './import-words.ts'
import classes from './imports.module.css'

/** What an import made, until it is undone; then what was removed and what stayed. */
export function ImportDone({ item }: { item: ImportDetailsDto }) {
  const [asking, setAsking] = useState(false)
  const undo = trpc.imports.undo.useMutation({ onError: errorToast('Failed to undo the import') })
  if (item.status === 'undone') return item.undone && <Undone undone={item.undone} />
  const made =
    item.result === null ? 0 : Object.values(item.result.made).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {item.failure !== null && (
        <Alert color="red" role="alert">
          {item.failure}
        </Alert>
      )}
      {item.result !== null && <ImportReport result={item.result} />}
      <Text size="sm" c="dimmed">
        The same file can be imported again: what was made before is not made twice.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" disabled={made === 0} onClick={() => setAsking(true)}>
          Undo import
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Undo this import?"
        message="What it made is deleted. What somebody changed, billed or used since stays, and so does what that needs."
        confirmLabel="Undo import"
        destructive
        onConfirm={() => undo.mutateAsync({ id: item.id })}
      />
    </>
  )
}

function Undone({ undone }: { undone: ImportUndone }) {
  const rows = `${undone.removed.toLocaleString('en-US')} ${undone.removed === 1 ? 'row' : 'rows'}`
  return (
    <>
      <Text role="status">
        {rows} removed{undone.kept.length === 0 ? '. Nothing of the import is left.' : '. These stay:'}
      </Text>
      {undone.kept.length > 0 && (
        <div className={classes.scroll}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Stays</Table.Th>
                <Table.Th>Why</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {undone.kept.map(({ kind, reason, count, names }) => (
                <Table.Tr key={`${kind}:${reason}`}>
                  <Table.Td>
                    {countOf(kind, count)}
                    <Text size="xs" c="dimmed" className={classes.what}>
                      {names.join(', ')}
                      {count > names.length && names.length > 0 && ' and more'}
                    </Text>
                  </Table.Td>
                  <Table.Td>{KEPT_REASONS[reason]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  )
}
