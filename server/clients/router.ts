import { z } from 'zod'
import {
  clientImportInput,
  clientListInput,
  clientNoteInput,
  clientSaveInput,
  contactSaveInput,
} from '#shared/clients.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { removeContact, saveContact } from './commands/contacts.ts'
import { importClients } from './commands/import.ts'
import { addNote, removeNote } from './commands/notes.ts'
import { saveClient, setClientArchived, setClientPortalAccess } from './commands.ts'
import { getClientDetails } from './queries/details.ts'
import { exportClients } from './queries/export.ts'
import { countClients, getClient, listClients } from './queries.ts'

const idInput = z.strictObject({ id: z.uuid() })
const read = userProcedure.meta({ can: 'client.read' })
const write = agencyProcedure.meta({ can: 'client.write' })

export const clientsRouter = router({
  list: read.input(clientListInput).query(({ ctx, input }) => listClients(ctx.services.db, ctx.scope, input)),
  counters: read.query(({ ctx }) => countClients(ctx.services.db, ctx.scope)),
  get: read.input(idInput).query(({ ctx, input }) => getClient(ctx.services.db, ctx.scope, input.id)),
  details: read.input(idInput).query(({ ctx, input }) => getClientDetails(ctx.services.db, ctx.scope, input)),
  exportCsv: read.query(({ ctx }) => exportClients(ctx.services.db, ctx.scope)),
  save: write
    .input(clientSaveInput)
    .mutation(({ ctx, input }) => saveClient(ctx.services.db, ctx.scope, input)),
  setArchived: write
    .input(z.strictObject({ id: z.uuid(), archived: z.boolean() }))
    .mutation(({ ctx, input }) => setClientArchived(ctx.services.db, ctx.scope, input)),
  setPortalAccess: write
    .input(z.strictObject({ id: z.uuid(), portal_access: z.boolean() }))
    .mutation(({ ctx, input }) => setClientPortalAccess(ctx.services.db, ctx.scope, input)),
  importCsv: write
    .input(clientImportInput)
    .mutation(({ ctx, input }) => importClients(ctx.services.db, ctx.scope, input)),
  saveContact: write
    .input(contactSaveInput)
    .mutation(({ ctx, input }) => saveContact(ctx.services.db, ctx.scope, input)),
  removeContact: write
    .input(idInput)
    .mutation(({ ctx, input }) => removeContact(ctx.services.db, ctx.scope, input)),
  addNote: write
    .input(clientNoteInput)
    .mutation(({ ctx, input }) => addNote(ctx.services.db, ctx.scope, input)),
  removeNote: write
    .input(idInput)
    .mutation(({ ctx, input }) => removeNote(ctx.services.db, ctx.scope, input)),
})
