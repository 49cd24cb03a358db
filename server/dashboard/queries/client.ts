import type { ClientDashboard } from '#shared/dashboard.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { UserCtx } from '../../core/context.ts'
import { pendingInvoicesOf, recentInvoicesOf } from '../../invoices/queries/open.ts'
import { unreadMessages } from '../../messages/queries/threads.ts'
import { countProjects, listProjects } from '../../projects/queries/projects.ts'

export async function clientDashboard(ctx: UserCtx): Promise<ClientDashboard> {
  const [counters, projects, unread, pending, invoices] = await Promise.all([
    countProjects(ctx),
    listProjects(ctx, { search: '', archived: false, limit: PAGE_SIZE }),
    unreadMessages(ctx),
    pendingInvoicesOf(ctx),
    recentInvoicesOf(ctx),
  ])
  return {
    role: 'client',
    active_projects: counters.active,
    pending_invoices: pending,
    unread_messages: unread,
    projects: projects.items,
    recent_invoices: invoices,
  }
}
