import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { createProject } from '#server/work/projects/commands/create.ts'
import { createTask } from '#server/work/tasks/commands/create.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import { ctxFor } from '#tests/support/caller.ts'
import type { TestAgency } from './world.ts'

/** A planned project of the agency's only client. */
export function addProject(db: Db, agency: TestAgency, fields: Record<string, unknown> = {}) {
  return createProject(
    ctxFor(db, agency.owner as SeedMember),
    projectCreateInput.parse({
      name: 'Website',
      category: 'design',
      client: agency.client.name,
      ...fields,
    }),
  )
}

/** A task of the project, by default with only the required fields. */
export const addTask = (db: Db, scope: SeedPerson, projectId: string, fields: Record<string, unknown> = {}) =>
  createTask(ctxFor(db, scope), taskSaveInput.parse({ title: 'A task', project_id: projectId, ...fields }))
