import { useState } from 'react'
import { CHOICES, type Choice } from '#client/components/record-picker.tsx'
import { readStored, writeStored } from '#client/lib/kept.ts'
import { trpc } from '#client/lib/trpc.ts'

const LAST_USED = 'add-task-project'

interface AddProject {
  /** Null while it loads, or when there is no project yet. */
  id: string | null
  chosen: Choice | null
  loading: boolean
  choose: (id: string | null) => void
}

/** The project that a new task goes to: the place's own, the one used last, or else the newest. */
export function useAddProject(fixedId: string | null): AddProject {
  const [usedId, setUsedId] = useState(() => readStored(LAST_USED))
  const asked = fixedId === null
  const list = trpc.projects.list.useQuery({ search: '', limit: CHOICES }, { enabled: asked })
  const used = trpc.projects.get.useQuery({ id: usedId }, { enabled: asked && usedId !== '' })
  const usable = used.data !== undefined && used.data.archived_at === null ? used.data : null
  const loading = asked && (list.isPending || used.isLoading)
  const project = loading ? null : (usable ?? list.data?.items[0] ?? null)
  return {
    id: fixedId ?? project?.id ?? null,
    chosen: project,
    loading,
    choose: (id) => {
      writeStored(LAST_USED, id ?? '')
      setUsedId(id ?? '')
    },
  }
}
