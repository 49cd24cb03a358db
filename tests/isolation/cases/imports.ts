import type { ImportStatus } from '#shared/imports.ts'
import type { Calls, Subject } from '../case.ts'

const mapping = { date_order: null, archived: false, lists: [], people: [], clients: [], projects: [] }

async function homeImport({ db, world }: Subject): Promise<{ id: string }> {
  return db
    .selectFrom('imports')
    .select('id')
    .where('agency_id', '=', world.home.agencyId)
    .executeTakeFirstOrThrow()
}

/** As far as the command wants it. */
async function homeImportAs(at: Subject, status: ImportStatus): Promise<{ id: string }> {
  const { id } = await homeImport(at)
  await at.db.updateTable('imports').set({ status }).where('id', '=', id).execute()
  return { id }
}

export const imports: Calls = {
  'imports.list': (caller) => caller.imports.list({}),
  'imports.get': async (caller, at) => caller.imports.get(await homeImport(at)),
  'imports.dryRun': async (caller, at) => caller.imports.dryRun({ ...(await homeImport(at)), mapping }),
  'imports.start': async (caller, at) => caller.imports.start({ ...(await homeImport(at)), mapping }),
  'imports.undo': async (caller, at) => caller.imports.undo(await homeImportAs(at, 'done')),
  'imports.discard': async (caller, at) => caller.imports.discard(await homeImport(at)),
}
