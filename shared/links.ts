/** Where a record opens: each screen keeps its open drawer in the address. */
export const links = {
  project: (id: string) => `/projects?project=${id}`,
  task: (id: string) => `/tasks?task=${id}`,
  quickTask: (id: string) => `/quicks?task=${id}`,
  client: (id: string) => `/clients?client=${id}`,
  employee: (id: string) => `/employees?employee=${id}`,
  thread: (projectId: string) => `/messages?project=${projectId}`,
  message: (projectId: string, id: string) => `/messages?project=${projectId}&message=${id}`,
  file: (projectId: string, id: string) => `/projects?project=${projectId}&file=${id}`,
  event: (id: string) => `/schedules?event=${id}`,
  timesheet: (id: string) => `/work-log?timesheet=${id}`,
  processRun: (id: string) => `/process?run=${id}`,
  invoice: (id: string) => `/invoices?invoice=${id}`,
}
