import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { places } from '#shared/base/links.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'

/** Where an entry's record opens; null if it was deleted or has no screen. */
export function activityPlace(
  entry: Pick<ActivityDto, 'action' | 'subject' | 'project_id' | 'invited'>,
): LinkProps | null {
  const { type, id } = entry.subject
  if (entry.action.endsWith('.deleted')) return null
  const inProject = entry.project_id
  switch (type) {
    case 'project':
      return places.project(id)
    case 'task':
      return places.task(id)
    case 'comment':
      return inProject === null ? null : places.projectTasks(inProject)
    case 'file':
      return inProject === null ? null : places.file(inProject, id)
    case 'message':
      return inProject === null ? null : places.message(inProject, id)
    case 'client':
      return places.client(id)
    case 'employee':
      return places.employee(id)
    case 'invoice':
      return places.invoice(id)
    case 'event':
      return places.event(id)
    case 'timesheet':
      return places.timesheet(id)
    case 'process_run':
      return places.processRun(id)
    case 'invitation':
      return invitationPlace(entry.invited)
    default:
      return SCREENS[type] ?? null
  }
}

/** Where the invited person is or will be listed. */
function invitationPlace(invited: ActivityDto['invited']): LinkProps {
  if (invited?.role === 'agency_admin') return linkOptions({ to: '/settings', search: { section: 'owners' } })
  if (invited?.role !== 'client') return linkOptions({ to: '/employees' })
  return invited.client_id === null ? linkOptions({ to: '/clients' }) : places.client(invited.client_id)
}

/** Records that only appear in a list. */
const SCREENS: Record<string, LinkProps> = {
  agency: linkOptions({ to: '/agencies' }),
  package: linkOptions({ to: '/packages' }),
  subscription: linkOptions({ to: '/payments' }),
  payment: linkOptions({ to: '/payments', search: { tab: 'history' } }),
  payout: linkOptions({ to: '/payouts' }),
  recurring_invoice: linkOptions({ to: '/payments', search: { tab: 'invoices' } }),
  expense: linkOptions({ to: '/accounts' }),
  process: linkOptions({ to: '/process' }),
}
