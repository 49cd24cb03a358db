import { Alert, Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { type ImportUndone, NOT_REMOVED_REASONS } from '#shared/overview/imports.ts'
import type { ImportDetailsDto } from '#shared/overview/schemas/imports.ts'
import { ImportReport } from './import-report.tsx'
import { countOf } from './import-words.ts'
import classes from './imports.module.css'
import { PaidUntil } from './paid-until.tsx'

/** The result of an import; after an undo, what was removed and what was retained. */
export function ImportDone({ item }: { item: ImportDetailsDto }) {
  const [confirming, setConfirming] = useState(false)
  const undo = trpc.imports.undo.useMutation({ onError: errorToast('Failed to undo the import') })
  if (item.status === 'undone') return item.undone && <Undone undone={item.undone} />
  const created =
    item.result === null ? 0 : Object.values(item.result.made).reduce((sum, count) => sum + count, 0)
  return (
    <>
      {item.failure !== null && (
        <Alert color="red" role="alert">
          {item.failure}
        </Alert>
      )}
      {item.result !== null && <ImportReport result={item.result} />}
      <PaidUntil item={item} />
      <Text size="sm" c="dimmed">
        You can import the same file again without creating duplicates.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" disabled={created === 0} onClick={() => setConfirming(true)}>
          Undo import
        </Button>
      </Group>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Undo this import?"
        message="Imported records are deleted, except those changed or used since and the records they depend on."
        confirmLabel="Undo import"
        destructive
        onConfirm={() => undo.mutateAsync({ id: item.id })}
      />
    </>
  )
}

function Undone({ undone }: { undone: ImportUndone }) {
  const rows = formatCount(undone.removed, 'row')
  return (
    <>
      <Text role="status">
        {rows} removed{undone.kept.length === 0 ? '. Nothing from the import remains.' : '. These were kept:'}
      </Text>
      {undone.kept.length > 0 && (
        <div className={classes.scroll}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Kept</Table.Th>
                <Table.Th>Reason</Table.Th>
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
                  <Table.Td>{NOT_REMOVED_REASONS[reason]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  )
}
