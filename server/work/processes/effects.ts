import type { Effects, Purposes } from '../../base/core/context.ts'

export const PROCESS_EFFECTS: Effects = {
  'processes.save': {
    does: 'Creates a process template with its steps, or changes one (with its id).',
    follows: 'Runs that were started keep their steps.',
    records: ['process.created', 'process.updated'],
  },
  'processes.duplicate': {
    does: 'Copies a process template.',
    records: ['process.created'],
  },
  'processes.setArchived': {
    does: 'Archives a process template, or restores it.',
    follows: 'Runs that were started continue.',
    records: ['process.archived', 'process.restored'],
  },
  'processes.start': {
    does: 'Starts a run of a process, for a project or on its own.',
    follows: 'Those who have the first step are notified.',
    records: ['process-run.started'],
  },
  'processes.tick': {
    does: 'Checks or unchecks a step of a process run, and completes or reopens its task.',
    follows: 'Those who have the next step are notified; a run is ended with processes.finish.',
    records: [
      'process-run.step-done',
      'process-run.step-reopened',
      'task.completed',
      'task.status-changed',
      'task.repeated',
    ],
  },
  'processes.finish': {
    does: 'Ends a process run as completed or failed.',
    records: ['process-run.completed', 'process-run.failed'],
  },
}

export const PROCESS_PURPOSES: Purposes = {
  'processes.list': 'Finds process templates by name, also archived ones.',
  'processes.get': 'Returns a process template with its steps.',
  'processes.runs': 'Lists runs of processes, active ones with the overdue first, or finished ones.',
  'processes.run': 'Returns one run of a process, with its steps and which are done.',
}
