/** Where each record opens: screens store their open drawer in the URL. */
export const places = {
  project: (id: string) => ({ to: '/projects', search: { project: id } }) as const,
  projectTasks: (id: string) => ({ to: '/projects', search: { project: id, tab: 'tasks' } }) as const,
  task: (id: string) => ({ to: '/tasks', search: { task: id } }) as const,
  quickTask: (id: string) => ({ to: '/quicks', search: { task: id } }) as const,
  client: (id: string) => ({ to: '/clients', search: { client: id } }) as const,
  employee: (id: string) => ({ to: '/employees', search: { employee: id } }) as const,
  thread: (projectId: string) => ({ to: '/messages', search: { project: projectId } }) as const,
  message: (projectId: string, id: string) =>
    ({ to: '/messages', search: { project: projectId, message: id } }) as const,
  file: (projectId: string, id: string) =>
    ({ to: '/projects', search: { project: projectId, file: id } }) as const,
  event: (id: string) => ({ to: '/schedules', search: { event: id } }) as const,
  occurrence: (id: string, start: string) =>
    ({ to: '/schedules', search: { event: id, at: start } }) as const,
  timesheet: (id: string) => ({ to: '/work-log', search: { timesheet: id } }) as const,
  processRun: (id: string) => ({ to: '/process', search: { run: id } }) as const,
  invoice: (id: string) => ({ to: '/invoices', search: { invoice: id } }) as const,
}

interface Place {
  to: string
  search: Record<string, string>
}

const addressOf =
  <Keys extends string[]>(place: (...keys: Keys) => Place) =>
  (...keys: Keys): string => {
    const { to, search } = place(...keys)
    return `${to}?${new URLSearchParams(search)}`
  }

/** The same as text, for emails, notifications and search results. */
export const links = {
  project: addressOf(places.project),
  task: addressOf(places.task),
  quickTask: addressOf(places.quickTask),
  client: addressOf(places.client),
  employee: addressOf(places.employee),
  thread: addressOf(places.thread),
  message: addressOf(places.message),
  file: addressOf(places.file),
  event: addressOf(places.event),
  occurrence: addressOf(places.occurrence),
  schedule: '/schedules',
  timesheet: addressOf(places.timesheet),
  processRun: addressOf(places.processRun),
  invoice: addressOf(places.invoice),
  /** A project's requests that no one has taken up. */
  requests: (projectId: string): string => `/tasks?requested=true&project_id=${projectId}`,
  recurringInvoices: '/payments?tab=invoices&view=recurring',
  teamTime: '/work-log?tab=team',
  owners: '/settings?section=owners',
  bankDetails: '/settings?section=billing',
  cardPayments: '/settings?section=payments',
  programs: '/settings?section=programs',
  import: (id: string): string => `/settings?section=import&import=${id}`,
}

/**
 * Paths with a secret. Mail scanners open them and run their scripts, so their pages change nothing until someone
 * uses a button.
 */
export const secretLinks = {
  confirmEmail: (secret: string): string => `/?verify=${secret}`,
  confirmNewEmail: (secret: string): string => `/settings?section=profile&email_token=${secret}`,
  setPassword: (secret: string): string => `/auth?mode=reset-password&token=${secret}`,
  acceptInvitation: (secret: string): string => `/auth?invitation=${secret}`,
  payInvoice: (secret: string): string => `/pay?token=${secret}`,
  unsubscribe: (secret: string): string => `/unsubscribe?token=${secret}`,
}
