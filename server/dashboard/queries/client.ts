import type { ClientDashboard } from '#shared/dashboard.ts'
import { projectListInput } from '#shared/projects.ts'
import type { UserCtx } from '../../core/context.ts'
import { pendingInvoicesOf, recentInvoicesOf } from '../../invoices/queries/open.ts'
import { unreadMessages } from '../../messages/queries/unread.ts'
import { countProjects, listProjects } from '../../projects/queries/projects.ts'

export async function clientDashboard(ctx: UserCtx): Promise<ClientDashboard> {
  const [counters, projects, unread, pending, invoices] = await Promise.all([
    countProjects(ctx),
    listProjects(ctx, projectListInput.parse({})),
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
