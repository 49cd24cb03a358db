import { Button, Group } from '@mantine/core'
import { useRef } from 'react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { errorToast, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { CERTAIN } from '#shared/money/bank/bank.ts'
import { bankSearch } from './bank-search.ts'
import { LineRow } from './line-row.tsx'

/** Statement lines with their suggestions; Enter on the first one accepts it and moves to the next line. */
export function Lines({ writes }: { writes: boolean }) {
  const [state, setState] = useSearchState(bankSearch)
  const { bank_status: status, bank_account: account_id, bank_search: search } = state
  const list = trpc.bank.lines.useInfiniteQuery({ status, account_id, search }, byCursor)
  const place = useRef<HTMLDivElement>(null)
  const lines = list.data?.pages.flatMap((page) => page.items) ?? []
  const certain = lines.filter(({ suggestions }) => (suggestions[0]?.confidence ?? 0) >= CERTAIN)
  const filtered = account_id !== null || search !== ''
  return (
    <div ref={place}>
      {writes && status === 'open' && certain.length > 0 && (
        <Group justify="flex-end" mb="xs">
          <AcceptCertain accountId={account_id} />
        </Group>
      )}
      <DataList
        query={list}
        label="Bank lines"
        layout="rows"
        itemKey={(line) => line.id}
        itemHeight={72}
        renderItem={(line) => (
          <LineRow
            line={line}
            writes={writes}
            onOpen={() => setState({ line: line.id }, 'push', 'keep')}
            onAccepted={() => focusNext(place.current, line.id)}
          />
        )}
        filtered={filtered}
        noMatchTitle="No lines found"
        onClearFilters={() => setState({ bank_account: null, bank_search: '' })}
        empty={
          <EmptyState
            drawing="money"
            title={status === 'open' ? 'Nothing to do' : 'No lines'}
            message={
              status === 'open'
                ? 'All lines of your statements are matched or ignored.'
                : 'Lines you match or ignore appear here.'
            }
          />
        }
      />
    </div>
  )
}

/** Focuses the next line's first suggestion, so that Enter accepts one after another. */
function focusNext(place: HTMLElement | null, id: string): void {
  const buttons = [...(place?.querySelectorAll<HTMLButtonElement>('[data-accept]') ?? [])]
  const index = buttons.findIndex((button) => button.dataset.accept === id)
  buttons[index + 1]?.focus()
}

function AcceptCertain({ accountId }: { accountId: string | null }) {
  const accept = trpc.bank.acceptCertain.useMutation({
    onError: errorToast('Failed to accept the suggestions'),
    onSuccess: ({ accepted, refused, more }) => {
      const lines = `${formatCount(accepted, 'line')} matched.`
      toast({ title: 'Suggestions accepted', message: more ? `${lines} There are more.` : lines })
      const [first] = refused
      if (first !== undefined) {
        toastDestructive({
          title: `${refused.length} not accepted`,
          message: first.message,
        })
      }
    },
  })
  return (
    <Button
      variant="light"
      loading={accept.isPending}
      onClick={() => accept.mutate({ account_id: accountId })}
    >
      Accept all certain
    </Button>
  )
}
