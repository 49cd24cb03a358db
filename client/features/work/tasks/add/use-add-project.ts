import { useState } from 'react'
import type { Choice } from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { projectChoices } from '#shared/work/screens/projects.ts'

const LAST_USED = 'add-task-project'

interface AddProject {
  /** Null while it loads, or when there is no project yet. */
  id: string | null
  chosen: Choice | null
  loading: boolean
  choose: (id: string | null) => void
}

/** The project for a new task: the given one, otherwise the last one used, otherwise the newest. */
export function useAddProject(fixedId: string | null): AddProject {
  const [usedId, setUsedId] = useState(() => readStored(LAST_USED))
  const isNeeded = fixedId === null
  const list = trpc.projects.list.useQuery(projectChoices(), { enabled: isNeeded })
  const used = trpc.projects.get.useQuery({ id: usedId }, { enabled: isNeeded && usedId !== '' })
  const usable = used.data !== undefined && used.data.archived_at === null ? used.data : null
  const loading = isNeeded && (list.isPending || used.isLoading)
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
