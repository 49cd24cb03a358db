import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/optimistic.ts'
import { errorToast, performed } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Page } from '#shared/paging.ts'
import type { ProjectDto } from '#shared/projects.ts'

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
