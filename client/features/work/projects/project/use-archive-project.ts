import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, performed } from '#client/lib/toasts/toast.ts'
import type { Page } from '#shared/base/paging.ts'
import type { ProjectDto } from '#shared/work/projects.ts'

type ProjectPages = InfiniteData<Page<ProjectDto>>

/** Removes the project from the list immediately; the toast offers to undo. */
export function useArchiveProject() {
  const restore = trpc.projects.setArchived.useMutation({
    onError: errorToast('Failed to restore project'),
    onSuccess: ({ name }) => performed(`Project "${name}" has been restored.`),
  })
  const archive = trpc.projects.setArchived.useMutation({
    ...useOptimistic<ProjectPages, { id: string }>(
      getQueryKey(trpc.projects.list, undefined, 'infinite'),
      withoutItem,
      'Failed to archive project',
    ),
    onSuccess: ({ id, name }) =>
      performed(`Project "${name}" has been archived.`, () => restore.mutate({ id, archived: false })),
  })
  return {
    archive: (id: string) => archive.mutate({ id, archived: true }),
    restore: (id: string) => restore.mutate({ id, archived: false }),
  }
}
