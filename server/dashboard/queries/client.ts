import type { ClientDashboard } from '#shared/dashboard.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { unreadMessages } from '../../messages/queries/threads.ts'
import { countProjects, listProjects } from '../../projects/queries.ts'

export async function clientDashboard(db: Db, scope: Scope): Promise<ClientDashboard> {
  const [counters, projects, unread] = await Promise.all([
    countProjects(db, scope),
    listProjects(db, scope, { search: '', archived: false, limit: PAGE_SIZE }),
    unreadMessages(db, scope),
  ])
  return {
    role: 'client',
    active_projects: counters.active,
    unread_messages: unread,
    projects: projects.items,
  }
}
