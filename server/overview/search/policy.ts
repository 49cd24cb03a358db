import { type Action, allows } from '#shared/base/policies.ts'
import { SEARCH_KINDS, type SearchKind } from '#shared/overview/search.ts'
import type { UserCtx } from '../../base/core/context.ts'

const READ: Record<SearchKind, Action> = {
  project: 'project.read',
  task: 'task.read',
  client: 'client.read',
  employee: 'employee.read',
  invoice: 'payment.read',
  message: 'message.read',
  file: 'project.read',
}

/**
 * What the caller can search: contributors don't see clients' invoices, contacts only what they have access
 * to.
 */
export const searchableKinds = ({ actor: { role }, reach }: UserCtx): SearchKind[] =>
  SEARCH_KINDS.filter((kind) => {
    if (role === null || !allows(role, READ[kind])) return false
    if (kind === 'invoice') return role !== 'employee' && reach.seesBilling
    return reach.seesProjects
  })
