import type { ActivityDto } from '#shared/activity.ts'
import { links } from '#shared/links.ts'

/** Where the record of an entry opens; null where there is nothing left to open or no screen for it. */
export function activityAddress(
  entry: Pick<ActivityDto, 'action' | 'subject' | 'project_id'>,
): string | null {
  const { type, id } = entry.subject
  if (entry.action.endsWith('.deleted')) return null
  const inProject = entry.project_id
  switch (type) {
    case 'project':
      return links.project(id)
    case 'task':
      return links.task(id)
    case 'comment':
      return inProject && `${links.project(inProject)}&tab=tasks`
    case 'file':
      return inProject && links.file(inProject, id)
    case 'message':
      return inProject && links.message(inProject, id)
    case 'client':
      return links.client(id)
    case 'employee':
      return links.employee(id)
    case 'invoice':
      return links.invoice(id)
    case 'event':
      return links.event(id)
    case 'timesheet':
      return links.timesheet(id)
    case 'process_run':
      return links.processRun(id)
    default:
      return SCREENS[type] ?? null
  }
}

/** Records that are seen in a list only. */
const SCREENS: Record<string, string> = {
  agency: '/agencies',
  package: '/packages',
  subscription: '/payments',
  payment: '/payments?tab=history',
  payout: '/payouts',
  recurring_invoice: '/payments?tab=invoices',
  expense: '/accounts',
  process: '/process',
  invitation: '/employees',
}
