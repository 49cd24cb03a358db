import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/db/schema.ts'
import { createProject } from '#server/projects/commands/create.ts'
import { createTask } from '#server/tasks/commands/create.ts'
import { projectCreateInput } from '#shared/projects.ts'
import { taskSaveInput } from '#shared/tasks.ts'
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

/** A task of the project, with only what the form insists on unless more is given. */
export const addTask = (db: Db, scope: SeedPerson, projectId: string, fields: Record<string, unknown> = {}) =>
  createTask(ctxFor(db, scope), taskSaveInput.parse({ title: 'A task', project_id: projectId, ...fields }))
