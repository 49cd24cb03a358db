import { Alert, Button, Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useViewing } from '#client/lib/session/session.ts'
import { errorToast, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import type { StoppedWorkDto } from '#shared/overview/stopped-work.ts'
import { RelativeTime } from './relative-time.tsx'

/** Work that jobs gave up on, for one record or all, with the reason and what to do; empty if there is none. */
export function StoppedWork({ record }: { record?: string }) {
  const mayRetry = useCan('stopped-work.manage')
  const { data = [] } = trpc.stoppedWork.list.useQuery(undefined, { enabled: mayRetry })
  const shown = data.filter(({ item, link }) => record === undefined || `${item} ${link}`.includes(record))
  return shown.map((entry) => <StoppedEntry key={`${entry.work} ${entry.item}`} entry={entry} />)
}

function StoppedEntry({ entry }: { entry: StoppedWorkDto }) {
  const { work, item, title, reason, advice, stopped_at } = entry
  const viewing = useViewing()
  const retry = trpc.stoppedWork.retry.useMutation({
    onError: errorToast('Failed to try again'),
    onSuccess: ({ reason: problem }) =>
      problem === null
        ? toast({ title: 'Tried again' })
        : toastDestructive({ title: 'It failed again', message: problem }),
  })
  return (
    <Alert color="red" title={title} p="sm">
      <Text size="sm">
        {reason} {advice}
      </Text>
      <Text size="xs" c="dimmed" component="div" mt={4}>
        Stopped <RelativeTime instant={stopped_at} />
      </Text>
      {!viewing && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          aria-label={`Try again: ${title}`}
          loading={retry.isPending}
          onClick={() => retry.mutate({ work, item })}
        >
          Try again
        </Button>
      )}
    </Alert>
  )
}
