import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic } from '#client/lib/optimistic.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { Page } from '#shared/paging.ts'
import type { ProjectDto } from '#shared/projects.ts'

type ProjectPages = InfiniteData<Page<ProjectDto>>

/** Takes the project out of the list at once; the toast says what happened and offers the way back. */
export function useArchiveProject() {
  const restore = trpc.projects.setArchived.useMutation({
    onError: errorToast('Failed to restore project'),
    onSuccess: ({ name }) =>
      toast({ title: 'Action Performed', message: `Project "${name}" has been restored.` }),
  })
  const archive = trpc.projects.setArchived.useMutation({
    ...useOptimistic<ProjectPages, { id: string }>(
      getQueryKey(trpc.projects.list, undefined, 'infinite'),
      (data, { id }) => ({
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      }),
      'Failed to archive project',
    ),
    onSuccess: ({ id, name }) =>
      toast({
        title: 'Action Performed',
        message: `Project "${name}" has been archived.`,
        action: { label: 'Undo', onClick: () => restore.mutate({ id, archived: false }) },
      }),
  })
  return {
    archive: (id: string) => archive.mutate({ id, archived: true }),
    restore: (id: string) => restore.mutate({ id, archived: false }),
  }
}
