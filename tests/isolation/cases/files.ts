import { randomBytes } from 'node:crypto'
import type { AgencyScope } from '#server/auth/scope.ts'
import type { Db } from '#server/db/schema.ts'
import { addFile } from '#server/files/commands.ts'
import { addProject } from '#tests/support/work.ts'
import type { TestAgency } from '#tests/support/world.ts'
import type { IsolationCases } from '../case.ts'

/** A deliverable of a new project; its bytes are nobody's concern here. */
async function fileIn(db: Db, agency: TestAgency): Promise<{ id: string; project_id: string }> {
  const project = await addProject(db, agency)
  const stored = {
    key: randomBytes(24).toString('hex'),
    size: 1,
    sha256: '',
    name: 'logo.png',
    contentType: 'image/png',
  }
  return addFile(db, agency.owner as AgencyScope, { project_id: project.id, kind: 'deliverable' }, stored)
}

export const fileCases: IsolationCases = {
  'files.list': {
    can: 'file.read',
    call: async (caller, world, db) =>
      caller.files.list({ project_id: (await fileIn(db, world.home)).project_id }),
    foreign: async (caller, world, db) =>
      caller.files.list({ project_id: (await fileIn(db, world.foreign)).project_id }),
  },
  'files.delete': {
    can: 'file.delete',
    call: async (caller, world, db) => caller.files.delete({ id: (await fileIn(db, world.home)).id }),
    foreign: async (caller, world, db) => caller.files.delete({ id: (await fileIn(db, world.foreign)).id }),
  },
  'files.review': {
    can: 'file.review',
    call: async (caller, world, db) =>
      caller.files.review({ id: (await fileIn(db, world.home)).id, review: 'approved' }),
    foreign: async (caller, world, db) =>
      caller.files.review({ id: (await fileIn(db, world.foreign)).id, review: 'approved' }),
  },
}
