import type { AgencyScope, Scope } from '#server/auth/scope.ts'
import type { Db } from '#server/db/schema.ts'
import { createProject } from '#server/projects/commands/create.ts'
import { saveTask } from '#server/tasks/commands/save.ts'
import { projectCreateInput } from '#shared/projects.ts'
import { taskSaveInput } from '#shared/tasks.ts'
import type { TestAgency } from './world.ts'

/** A planned project of the agency's only client. */
export function addProject(db: Db, agency: TestAgency, fields: Record<string, unknown> = {}) {
  return createProject(
    db,
    agency.owner as AgencyScope,
    projectCreateInput.parse({
      name: 'Website',
      category: 'design',
      client: agency.client.name,
      ...fields,
    }),
  )
}

/** A task of the project, with only what the form insists on unless more is given. */
export const addTask = (db: Db, scope: Scope, projectId: string, fields: Record<string, unknown> = {}) =>
  saveTask(db, scope, taskSaveInput.parse({ title: 'A task', project_id: projectId, ...fields }))
