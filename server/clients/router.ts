import { z } from 'zod'
import {
  clientImportInput,
  clientListInput,
  clientNoteInput,
  clientSaveInput,
  contactSaveInput,
} from '#shared/clients.ts'
import { agencyProcedure, router, userProcedure } from '../core/procedures.ts'
import { setClientArchived } from './commands/archive.ts'
import { createClient } from './commands/create.ts'
import { createContact } from './commands/create-contact.ts'
import { createNote } from './commands/create-note.ts'
import { deleteContact } from './commands/delete-contact.ts'
import { deleteNote } from './commands/delete-note.ts'
import { importClients } from './commands/import.ts'
import { setClientPortalAccess } from './commands/set-portal-access.ts'
import { updateClient } from './commands/update.ts'
import { updateContact } from './commands/update-contact.ts'
import { checkClientTaxId } from './commands/verify-tax-id.ts'
import { countClients, getClient, listClients } from './queries/clients.ts'
import { getClientDetails, type ProjectsOf } from './queries/details.ts'
import { exportClients } from './queries/export.ts'

const idInput = z.strictObject({ id: z.uuid() })
const read = userProcedure.meta({ can: 'client.read' })
const write = agencyProcedure.meta({ can: 'client.write' })
/** Asks somebody else first, which no transaction may wait for. */
const asking = agencyProcedure.meta({ can: 'client.write', repetition: 'claim' })

export const clientsRouter = (projectsOf: ProjectsOf) =>
  router({
    list: read.input(clientListInput).query(({ ctx, input }) => listClients(ctx, input)),
    counters: read.query(({ ctx }) => countClients(ctx)),
    get: read.input(idInput).query(({ ctx, input }) => getClient(ctx, input.id)),
    details: read.input(idInput).query(({ ctx, input }) => getClientDetails(ctx, input, projectsOf)),
    exportCsv: read.query(({ ctx }) => exportClients(ctx)),
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
    checkTaxId: asking.input(idInput).mutation(({ ctx, input }) => checkClientTaxId(ctx, input)),
    importCsv: write.input(clientImportInput).mutation(({ ctx, input }) => importClients(ctx, input)),
    saveContact: write
      .input(contactSaveInput)
      .mutation(({ ctx, input }) =>
        input.id === undefined ? createContact(ctx, input) : updateContact(ctx, input.id, input),
      ),
    removeContact: write.input(idInput).mutation(({ ctx, input }) => deleteContact(ctx, input)),
    addNote: write.input(clientNoteInput).mutation(({ ctx, input }) => createNote(ctx, input)),
    removeNote: write.input(idInput).mutation(({ ctx, input }) => deleteNote(ctx, input)),
  })
