import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { FilterBar, FilterSelect, SearchField } from '#client/components/lists/filter-bar.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'
import type { BankAccountDto } from '#shared/money/bank/bank.ts'
import { Balance } from './balance.tsx'
import classes from './bank.module.css'
import { bankSearch } from './bank-search.ts'
import { Lines } from './lines.tsx'
import { Rules } from './rules.tsx'

const AccountDialog = lazyLayer(() => import('./account-dialog.tsx'), 'AccountDialog')
const ImportDialog = lazyLayer(() => import('./import-dialog.tsx'), 'ImportDialog')
const StatementsDrawer = lazyLayer(() => import('./statements-drawer.tsx'), 'StatementsDrawer')
const SettleDrawer = lazyLayer(() => import('./settle/settle-drawer.tsx'), 'SettleDrawer')

const STATUS_LABELS = [
  { value: 'open', label: 'To do' },
  { value: 'matched', label: 'Matched' },
  { value: 'ignored', label: 'Ignored' },
]

/** The agency's bank accounts: statements, and what each line settles. */
export function Bank() {
  const [state, setState] = useSearchState(bankSearch)
  const accounts = trpc.bank.accounts.useQuery()
  const { viewing_as } = useUser()
  const writes = useCan('finance.write') && !viewing_as
  const [edited, setEdited] = useState<BankAccountDto | 'new' | null>(null)
  const [dropped, setDropped] = useState<File | null>(null)
  const { target } = useReceivedFiles(([file]) => {
    if (!writes || file === undefined) return
    setDropped(file)
    setState({ importing: true }, 'push')
  })
  if (accounts.data === undefined) return <QueryState query={accounts} loading={<Skeleton h={240} />} />
  const account = accounts.data.find(({ id }) => id === state.bank_account) ?? null
  const shown = account ?? accounts.data[0]
  return (
    <div className={classes.area} {...target}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          Statements of your bank accounts, matched with invoices, payouts and expenses.
        </Text>
        {writes && (
          <Group gap="xs">
            <Button variant="default" onClick={() => setEdited('new')}>
              Add account
            </Button>
            <Button
              leftSection={<IconFileImport size={16} aria-hidden />}
              onClick={() => setState({ importing: true }, 'push')}
            >
              Import statement
            </Button>
          </Group>
        )}
      </Group>
      {accounts.data.length === 0 ? (
        <EmptyState
          drawing="money"
          title="No bank statements yet"
          message="Import a file from your bank, or drag it here: CAMT.053, MT940, OFX or CSV."
        />
      ) : (
        <Stack gap="md">
          <FilterBar>
            <SearchField
              label="Search by name, text or account"
              value={state.bank_search}
              onChange={(text) => setState({ bank_search: text })}
            />
            <FilterSelect
              label="Account"
              all="All accounts"
              options={accounts.data.map(({ id, name }) => ({ value: id, label: name }))}
              value={account?.id ?? null}
              onChange={(id) => setState({ bank_account: id })}
            />
            <SegmentedControl
              aria-label="Lines"
              data={STATUS_LABELS}
              value={state.bank_status}
              onChange={(status) => setState({ bank_status: bankSearch.params.bank_status(status) })}
            />
          </FilterBar>
          <Lines writes={writes} />
          {shown && (
            <Balance
              account={shown}
              onEdit={writes ? setEdited : null}
              onShowStatements={() => setState({ statements: true }, 'push')}
            />
          )}
          <Rules writes={writes} />
        </Stack>
      )}
      {edited !== null && (
        <AccountDialog account={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
      )}
      {writes && state.importing && (
        <ImportDialog
          accounts={accounts.data}
          dropped={dropped}
          onClose={() => {
            setDropped(null)
            setState({ importing: false })
          }}
        />
      )}
      {state.statements && shown && (
        <StatementsDrawer account={shown} writes={writes} onClose={() => setState({ statements: false })} />
      )}
      {writes && state.line !== null && (
        <SettleDrawer key={state.line} id={state.line} onClose={() => setState({ line: null })} />
      )}
    </div>
  )
}
