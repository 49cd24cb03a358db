import { Button, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { WeekGrid } from '#shared/time/work-log.ts'
import type { RowProject } from './week-rows.ts'

interface WeekActionsProps {
  grid: WeekGrid
  /** Whether the previous week has time. */
  canCopy: boolean
  onAdd: (project: RowProject) => void
}

/** Adds rows to the week. */
export function WeekActions({ grid, canCopy, onAdd }: WeekActionsProps) {
  const hasProjects = useUser().role !== 'client'
  return (
    <Group gap="xs" align="flex-end">
      {hasProjects && (
        <ProjectField
          aria-label="Add a project"
          placeholder="Add a project"
          value={null}
          onChange={(_, project) => project && onAdd(project)}
        />
      )}
      {canCopy && <CopyButton grid={grid} />}
    </Group>
  )
}

const entries = (count: number): string => formatCount(count, 'entry', 'entries')

function CopyButton({ grid }: { grid: WeekGrid }) {
  const remove = trpc.workLog.delete.useMutation({ onError: errorToast('Failed to undo the copy') })
  const copy = trpc.workLog.copyWeek.useMutation({
    onSuccess: ({ ids, skipped }) =>
      toast({
        title: ids.length === 0 ? 'Nothing to copy' : 'Last week copied',
        message:
          skipped === 0
            ? entries(ids.length)
            : `${entries(ids.length)}; ${entries(skipped)} skipped because the day has time or is closed, or the project is archived`,
        action: ids.length === 0 ? undefined : { label: 'Undo', onClick: () => undo(ids) },
      }),
    onError: errorToast('Failed to copy the week'),
  })
  const undo = (ids: string[]) => {
    for (const id of ids) remove.mutate({ id })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      loading={copy.isPending}
      onClick={() => copy.mutate({ date: grid.week_start, timezone: grid.timezone })}
    >
      Copy last week
    </Button>
  )
}
