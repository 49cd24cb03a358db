import type { ImportStatus } from '#shared/overview/imports.ts'
import type { Calls, Subject } from '../notation/case.ts'
import { addImport } from '../world/imports.ts'

const mapping = { date_order: null, archived: false, lists: [], people: [], clients: [], projects: [] }

/** A file of the home agency, in the state the call needs. */
const homeImport = ({ db, world }: Subject, status?: ImportStatus) =>
  addImport(db, world.home.agencyId, 'hours.csv', status)

export const imports: Calls = {
  'imports.list': (caller) => caller.imports.list({}),
  'imports.get': async (caller, at) => caller.imports.get(await homeImport(at)),
  'imports.dryRun': async (caller, at) => caller.imports.dryRun({ ...(await homeImport(at)), mapping }),
  'imports.start': async (caller, at) => caller.imports.start({ ...(await homeImport(at)), mapping }),
  'imports.setPaidUntil': async (caller, at) => {
    const { id } = await homeImport(at, 'done')
    await at.db
      .updateTable('imports')
      .set({ mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute()
    return caller.imports.setPaidUntil({ id, paid_until: '2026-02-28' })
  },
  'imports.undo': async (caller, at) => caller.imports.undo(await homeImport(at, 'done')),
  'imports.discard': async (caller, at) => caller.imports.discard(await homeImport(at)),
}
