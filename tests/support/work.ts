import type { SeedMember, SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { createProject } from '#server/work/projects/commands/create.ts'
import { createTask } from '#server/work/tasks/commands/create.ts'
import type { FileKind } from '#shared/work/files.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { taskSaveInput } from '#shared/work/schemas/tasks.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
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

/** A file without bytes, by default of the employee. */
export async function addFile(
  db: Db,
  { agencyId, employee }: TestAgency,
  place: { project_id: string; task_id: string | null; kind: FileKind; name?: string },
  by: Pick<SeedPerson, 'userId' | 'name'> = employee,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('files')
    .values({
      agency_id: agencyId,
      id,
      name: `${id}.png`,
      ...place,
      content_type: 'image/png',
      size: 3,
      sha256: 'x',
      storage_key: id,
      uploaded_by: by.userId,
      uploaded_by_name: by.name,
      review: null,
      reviewed_at: null,
      reviewed_by_name: null,
      review_comment: null,
      created_at: toInstant(TEST_NOW),
    })
    .execute()
  return id
}
