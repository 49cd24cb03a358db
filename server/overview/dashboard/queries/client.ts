import { shownStatus, statusLabel } from '#shared/money/invoices/settled.ts'
import type { ClientDashboard } from '#shared/overview/dashboard.ts'
import { projectListInput } from '#shared/work/schemas/projects.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pendingInvoicesOf, recentInvoicesOf } from '../../../money/invoices/queries/open-invoices.ts'
import { unreadMessages } from '../../../work/messages/queries/unread.ts'
import { countProjects, listProjects } from '../../../work/projects/queries/projects.ts'

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
    recent_invoices: invoices.map((invoice) => ({
      ...invoice,
      // Computed here to leave this code out of the dashboard's first download.
      badge: { status: shownStatus(invoice), label: statusLabel(invoice) },
    })),
  }
}
