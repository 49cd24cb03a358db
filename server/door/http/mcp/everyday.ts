/** A longer list would fill an agent's context before it has begun. */
const MAX_LIST_BYTES = 25_000

/** What agents do every day: find out what is late, record time, plan work, draft and send invoices. */
const EVERYDAY: ReadonlySet<string> = new Set([
  'search.all',
  'dashboard.waiting',
  'workLog.timer',
  'workLog.list',
  'workLog.start',
  'workLog.stop',
  'workLog.save',
  'projects.list',
  'tasks.list',
  'tasks.get',
  'tasks.save',
  'tasks.setStatus',
  'quickTasks.add',
  'clients.list',
  'timesheets.unbilled',
  'invoices.list',
  'invoices.get',
  'invoices.save',
  'invoices.fromTime',
  'invoices.send',
  'invoices.remind',
])

/** The tools to list: the everyday ones, unless all of the caller's tools are few or requested. */
export function listed<Listed extends { path: string; tool: object }>(
  tools: Listed[],
  all: boolean,
): Listed[] {
  const bytes = Buffer.byteLength(JSON.stringify(tools.map(({ tool }) => tool)))
  if (all || bytes <= MAX_LIST_BYTES) return tools
  const everyday = tools.filter(({ path }) => EVERYDAY.has(path))
  return everyday.length === 0 ? tools : everyday
}
