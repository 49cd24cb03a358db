import type { ClientDashboard } from '#shared/dashboard.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { agencyCurrency } from '../../agencies/queries.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { pendingInvoicesOf, recentInvoicesOf } from '../../invoices/queries/open.ts'
import { unreadMessages } from '../../messages/queries/threads.ts'
import { countProjects, listProjects } from '../../projects/queries.ts'

export async function clientDashboard(db: Db, scope: Scope): Promise<ClientDashboard> {
  const [counters, projects, unread, currency, pending, invoices] = await Promise.all([
    countProjects(db, scope),
    listProjects(db, scope, { search: '', archived: false, limit: PAGE_SIZE }),
    unreadMessages(db, scope),
    agencyCurrency(db, scope.agencyId),
    pendingInvoicesOf(db, scope),
    recentInvoicesOf(db, scope),
  ])
  return {
    role: 'client',
    active_projects: counters.active,
    pending_invoices: { ...pending, currency },
    unread_messages: unread,
    projects: projects.items,
    recent_invoices: invoices,
  }
}
