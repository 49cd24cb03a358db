import type { ClientDto } from '#shared/people/clients.ts'

/**
 * The props of a part that another domain adds to the client's screen (`slots/client-overview`,
 * `slots/client-invoices`).
 */
export interface ClientSlotProps {
  client: ClientDto
}
