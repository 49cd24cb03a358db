/** A longer list would fill an agent's context before it has begun. */
const MAX_LIST_BYTES = 25_000

/**
 * What agents do every day: find out what is late, record time, plan work, draft and send invoices. Queries are
 * listed with what they find; changes describe themselves.
 */
const EVERYDAY: Readonly<Record<string, string | null>> = {
  'search.all': 'Finds clients, contributors, projects, tasks, invoices and messages by words.',
  'dashboard.waiting':
    'Lists what is late or waits for the caller, such as overdue invoices and weeks to approve.',

  'workLog.timer': 'Returns the caller’s running timer.',
  'workLog.list': 'Lists recorded time by day and project.',
  'workLog.start': null,
  'workLog.stop': null,
  'workLog.save': null,

  'projects.list': 'Finds projects by name, client or status.',
  'tasks.list': 'Finds tasks by title, project, assignee, due date or status.',
  'tasks.get': 'Returns a task with its description and subtasks.',
  'tasks.save': null,
  'tasks.setStatus': null,
  'quickTasks.add': null,

  'clients.list': 'Finds clients by name, company or email.',
  'timesheets.unbilled':
    'Lists a client’s approved time that isn’t invoiced yet, as the lines it would become.',
  'invoices.list': 'Finds invoices by number, title, client, project or status, such as overdue.',
  'invoices.get': 'Returns an invoice with its lines.',
  'invoices.save': null,
  'invoices.fromTime': null,
  'invoices.send': null,
  'invoices.remind': null,
}

/** What an everyday query finds; null for others. */
export const foundBy = (path: string): string | null => EVERYDAY[path] ?? null

/** The tools to list: the everyday ones, unless all of the caller's tools are few or requested. */
export function listed<Listed extends { path: string; tool: object }>(
  tools: Listed[],
  all: boolean,
): Listed[] {
  const bytes = Buffer.byteLength(JSON.stringify(tools.map(({ tool }) => tool)))
  if (all || bytes <= MAX_LIST_BYTES) return tools
  const everyday = tools.filter(({ path }) => Object.hasOwn(EVERYDAY, path))
  return everyday.length === 0 ? tools : everyday
}
