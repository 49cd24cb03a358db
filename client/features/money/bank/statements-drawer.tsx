import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { DataList } from '#client/components/lists/data-list.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatCount } from '#shared/base/format.ts'
import type { BankAccountDto, BankStatementDto } from '#shared/money/bank/bank.ts'
import classes from './bank.module.css'

interface StatementsDrawerProps {
  account: BankAccountDto
  writes: boolean
  onClose: () => void
}

/** The imported statements of an account; a statement without a matched line can be deleted. */
export function StatementsDrawer({ account, writes, onClose }: StatementsDrawerProps) {
  const list = trpc.bank.statements.useInfiniteQuery({ account_id: account.id }, byCursor)
  const [chosen, setChosen] = useState<BankStatementDto | null>(null)
  const remove = trpc.bank.deleteStatement.useMutation({
    onError: errorToast('Failed to delete the statement'),
    onSuccess: () => toast({ title: 'Statement deleted', message: 'Import its file again to restore it.' }),
  })
  return (
    <DetailDrawer title={`Statements of ${account.name}`} opened onClose={onClose}>
      <DataList
        query={list}
        label="Statements"
        layout="rows"
        itemKey={({ id }) => id}
        itemHeight={80}
        renderItem={(statement) => (
          <StatementRow statement={statement} onDelete={writes ? () => setChosen(statement) : null} />
        )}
        filtered={false}
        noMatchTitle="No statements found"
        onClearFilters={() => {}}
        empty={
          <EmptyState
            drawing="money"
            title="No statements"
            message="Statements that you import for this account appear here."
          />
        }
      />
      <ConfirmDialog
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title="Delete this statement?"
        message={`All lines of ${chosen?.file_name ?? 'this file'} are deleted. Your books don’t change.`}
        confirmLabel="Delete statement"
        destructive
        onConfirm={() => remove.mutateAsync({ id: chosen?.id ?? '' })}
      />
    </DetailDrawer>
  )
}

interface StatementRowProps {
  statement: BankStatementDto
  /** Null for read-only users. */
  onDelete: (() => void) | null
}

function StatementRow({ statement, onDelete }: StatementRowProps) {
  const { from_on, to_on, file_name, line_count, closing, currency, matched } = statement
  const period = from_on === to_on ? formatDate(to_on) : `${formatDate(from_on)} to ${formatDate(to_on)}`
  const facts = [
    formatCount(line_count, 'line'),
    ...(closing === null ? [] : [`balance ${formatMoney(closing, currency)}`]),
    file_name,
  ]
  return (
    <div className={classes.statement}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {period}
        </Text>
        <Text size="xs" c="dimmed" className={classes.text}>
          {facts.join(' · ')}
        </Text>
      </div>
      {matched ? (
        <Text size="xs" c="dimmed">
          Lines matched
        </Text>
      ) : (
        onDelete !== null && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={`Delete statement ${period}`}
            onClick={onDelete}
          >
            Delete statement
          </Button>
        )
      )}
    </div>
  )
}
