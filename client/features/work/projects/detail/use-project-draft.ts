import { useAutosave } from '#client/components/forms/autosave/use-autosave.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { isBlank } from '#shared/base/text/blank.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { MAX_PROJECT_NAME } from '#shared/work/projects.ts'
import { projectUpdateInput } from '#shared/work/schemas/projects.ts'
import { type ProjectEditValues, valuesOfProject } from '../form/project-form-values.ts'

/** Autosave for a project edited in place. */
export function useProjectDraft(project: ProjectDto) {
  const utils = trpc.useUtils()
  const update = trpc.projects.update.useMutation()
  return useAutosave<ProjectEditValues>({
    record: `project ${project.id}`,
    saved: valuesOfProject(project),
    save: async (values) => valuesOfProject(await update.mutateAsync(projectUpdateInput.parse(values))),
    latest: async () => valuesOfProject(await utils.projects.get.fetch({ id: project.id }, { staleTime: 0 })),
    complete: ({ name }) => ({ name: !isBlank(name) && tooLong(name, MAX_PROJECT_NAME) === null }),
    fallback: 'Failed to save project',
  })
}
