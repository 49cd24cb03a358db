import { type Action, allows } from '#shared/policies.ts'
import type { Role } from '#shared/roles.ts'
import { SEARCH_KINDS, type SearchKind } from '#shared/search.ts'

const READ: Record<SearchKind, Action> = {
  project: 'project.read',
  task: 'task.read',
  client: 'client.read',
  employee: 'employee.read',
  invoice: 'payment.read',
  message: 'message.read',
  file: 'project.read',
}

/** What the role may find; contributors see no invoices of clients. */
export const searchableKinds = (role: Role | null): SearchKind[] =>
  SEARCH_KINDS.filter(
    (kind) => role !== null && allows(role, READ[kind]) && !(kind === 'invoice' && role === 'employee'),
  )
