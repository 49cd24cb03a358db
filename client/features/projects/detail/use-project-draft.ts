import { useAutosave } from '#client/components/use-autosave.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type ProjectDto, projectUpdateInput } from '#shared/projects.ts'
import { type ProjectEditValues, valuesOfProject } from '../form/project-form-values.ts'

/** A project edited in place. */
export function useProjectDraft(project: ProjectDto) {
  const utils = trpc.useUtils()
  const update = trpc.projects.update.useMutation()
  return useAutosave<ProjectEditValues>({
    saved: valuesOfProject(project),
    save: async (values) => valuesOfProject(await update.mutateAsync(projectUpdateInput.parse(values))),
    latest: async () => valuesOfProject(await utils.projects.get.fetch({ id: project.id }, { staleTime: 0 })),
    complete: ({ name }) => name.trim() !== '',
    fallback: 'Failed to save project',
  })
}
