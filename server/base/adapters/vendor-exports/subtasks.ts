import type { Collector } from './collector.ts'
import type { TaskItem } from './items.ts'
import { clean, nameOf } from './text.ts'

/** Any more become a list in the task's description. */
const MAX_SUBTASKS = 100

/** Subtasks here only have a title and a status; anything else is reported as left out. */
export function nameLeftOut(
  collector: Collector,
  { line, name, details }: { line: number | null; name: unknown; details: Record<string, unknown> },
): void {
  const present = Object.entries(details).filter(([, value]) => value != null && value !== '')
  if (present.length === 0 || clean(name) === '') return
  const what = present.map(([word]) => word).join(', ')
  collector.problem(line, `Not imported from the subtask “${nameOf(name, 60)}”: ${what}.`)
}

type Subtask = TaskItem['subtasks'][number]

/** A subtask whose title begins with the names of its parents within the task; none without a name. */
export function readSubtask(
  collector: Collector,
  { line, path, name, completed }: { line: number | null; path: string[]; name: unknown; completed: boolean },
): Subtask[] {
  if (clean(name) === '') {
    collector.problem(line, 'A subtask without a name is left out.')
    return []
  }
  const title = [...path, name].map(clean).filter(Boolean).join(': ')
  return [{ title: collector.cut({ line, what: 'The subtask', text: title, max: 300 }), completed }]
}

/** As many subtasks as a task can have, and the rest as text. */
export const splitSubtasks = (subtasks: Subtask[]): { subtasks: Subtask[]; further: string } => ({
  subtasks: subtasks.slice(0, MAX_SUBTASKS),
  further: subtasks
    .slice(MAX_SUBTASKS)
    .map((item) => `${item.completed ? '☑' : '☐'} ${item.title}`)
    .join('\n'),
})
