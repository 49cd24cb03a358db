import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import {
  clientImportInput,
  clientListInput,
  clientNoteInput,
  clientSaveInput,
  contactSaveInput,
} from '#shared/people/schemas/clients.ts'
import { exportInTurn } from '../../base/adapters/export-queue.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { addContact } from './commands/add-contact.ts'
import { addNote } from './commands/add-note.ts'
import { checkClientTaxId } from './commands/check-tax-id.ts'
import { createClient } from './commands/create.ts'
import { importClients } from './commands/import.ts'
import { removeClientAccount } from './commands/remove-account.ts'
import { removeContact } from './commands/remove-contact.ts'
import { removeNote } from './commands/remove-note.ts'
import { setClientArchived } from './commands/set-archived.ts'
import { setClientPortalAccess } from './commands/set-portal-access.ts'
import { updateClient } from './commands/update.ts'
import { updateContact } from './commands/update-contact.ts'
import { countClients, getClient, listClients } from './queries/clients.ts'
import { getClientDetails, type ProjectsOf } from './queries/details.ts'
import { exportClients } from './queries/export.ts'

const read = userProcedure.meta({ can: 'client.read' })
const write = agencyProcedure.meta({ can: 'client.write' })
/** Queries an external service, which must not happen in a transaction. */
const viesLookup = agencyProcedure.meta({ can: 'client.write', repetition: 'reserve' })

export const clientsRouter = <Project>(projectsOf: ProjectsOf<Project>) =>
  router({
    list: read.input(clientListInput).query(({ ctx, input }) => listClients(ctx, input)),
    counters: read.query(({ ctx }) => countClients(ctx)),
    get: read.input(idInput).query(({ ctx, input }) => getClient(ctx, input.id)),
    details: read.input(idInput).query(({ ctx, input }) => getClientDetails(ctx, input, projectsOf)),
    exportCsv: read.query(({ ctx }) => exportInTurn(ctx, () => exportClients(ctx))),
    save: write
      .input(clientSaveInput)
      .mutation(({ ctx, input }) =>
        input.id === undefined ? createClient(ctx, input) : updateClient(ctx, input.id, input),
      ),
    setArchived: write
      .input(z.strictObject({ id: z.uuid(), archived: z.boolean() }))
      .mutation(({ ctx, input }) => setClientArchived(ctx, input)),
    setPortalAccess: write
      .input(z.strictObject({ id: z.uuid(), portal_access: z.boolean() }))
      .mutation(({ ctx, input }) => setClientPortalAccess(ctx, input)),
    checkTaxId: viesLookup.input(idInput).mutation(({ ctx, input }) => checkClientTaxId(ctx, input)),
    importCsv: write.input(clientImportInput).mutation(({ ctx, input }) => importClients(ctx, input)),
    saveContact: write
      .input(contactSaveInput)
      .mutation(({ ctx, input }) =>
        input.id === undefined ? addContact(ctx, input) : updateContact(ctx, input.id, input),
      ),
    removeContact: write.input(idInput).mutation(({ ctx, input }) => removeContact(ctx, input)),
    removeAccount: write
      .input(z.strictObject({ user_id: z.uuid() }))
      .mutation(({ ctx, input }) => removeClientAccount(ctx, input)),
    addNote: write.input(clientNoteInput).mutation(({ ctx, input }) => addNote(ctx, input)),
    removeNote: write.input(idInput).mutation(({ ctx, input }) => removeNote(ctx, input)),
  })
