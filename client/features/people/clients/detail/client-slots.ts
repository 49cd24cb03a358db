import type { ClientDto } from '#shared/people/clients.ts'

/** What a part of the client's screen gets that another domain adds (`slots/client-overview`, `slots/client-invoices`). */
export interface ClientSlotProps {
  client: ClientDto
}
