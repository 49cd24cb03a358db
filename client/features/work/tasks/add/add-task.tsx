import { TextInput, VisuallyHidden } from '@mantine/core'
import { useFocusWithin } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { isComposing } from '#client/lib/composing.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { MAX_TASK_TITLE } from '#shared/work/tasks.ts'
import { placeTask } from '../task/task-pages.ts'
import classes from './add-task.module.css'
import { NO_TITLES, titlesReducer } from './titles.ts'
import { useAddProject } from './use-add-project.ts'

type Save = Inputs['tasks']['save']

interface AddTaskProps {
  /** The project of all tasks added here; if null, the user selects one beside the title. */
  projectId?: string | null
  /** Values implied by the location, such as a board column's status. */
  fields?: Pick<Save, 'status' | 'assigned_to_id' | 'due_date'>
  /** The list that shows the new task at its top. */
  list?: Inputs['tasks']['list']
  /** Focuses the field on mount. */
  autoFocus?: boolean
  /** For tasks that a different query shows; the title stays pending until that query has reloaded. */
  onAdded?: () => Promise<unknown>
}

/** An input for adding tasks: Enter saves and clears the field for the next one. A rejected title is restored. */
export function AddTask(props: AddTaskProps) {
  return useCan('task.write') ? <AddLine {...props} /> : null
}

function AddLine({ projectId, fields, list, autoFocus = false, onAdded }: AddTaskProps) {
  const utils = trpc.useUtils()
  const save = trpc.tasks.save.useMutation()
  const [titles, dispatch] = useReducer(titlesReducer, NO_TITLES)
  const [added, setAdded] = useState<string | null>(null)
  const { ref, focused } = useFocusWithin<HTMLDivElement>()
  const project = useAddProject(projectId ?? null)
  /** Enter was pressed before the project was known. */
  const [entered, setEntered] = useState(false)
  const queue = useRef(Promise.resolve())

  async function send(key: number, title: string, project_id: string) {
    try {
      const task = await save.mutateAsync({ ...fields, title, project_id })
      if (list !== undefined) showFirst(task, list)
      setAdded(task.title)
      await onAdded?.()
      dispatch({ kind: 'settled', key })
    } catch (error) {
      dispatch({ kind: 'refused', key })
      showError(error, 'Failed to save task')
    }
  }

  function showFirst(task: TaskDto, input: Inputs['tasks']['list']) {
    utils.tasks.list.setInfiniteData(input, (data) => data && placeTask(data, task, 0))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape' && titles.text !== '') {
      event.stopPropagation()
      dispatch({ kind: 'typed', text: '' })
    }
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    if (project.loading) setEntered(true)
    else submit()
  }

  const excess = tooLong(titles.text, MAX_TASK_TITLE)

  function submit() {
    const [title, id] = [titles.text.trim(), project.id]
    if (title === '' || id === null || excess !== null) return
    const key = titles.next
    dispatch({ kind: 'sent' })
    // Sent one after another, so that they keep the order in which they were typed.
    queue.current = queue.current.then(() => send(key, title, id))
  }

  const submitEntered = useEffectEvent(() => {
    setEntered(false)
    submit()
  })
  useEffect(() => {
    if (entered && !project.loading) submitEntered()
  }, [entered, project.loading])

  const choosing = projectId == null && (focused || titles.text !== '')
  return (
    <div ref={ref} className={classes.add}>
      <div className={classes.line}>
        <TextInput
          className={classes.title}
          variant="unstyled"
          aria-label="Add task"
          autoFocus={autoFocus}
          placeholder={project.id === null && !project.loading ? 'Create a project to add tasks' : 'Add task'}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={project.id === null && !project.loading}
          error={excess}
          value={titles.text}
          onChange={(event) => dispatch({ kind: 'typed', text: event.currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        {choosing && (
          <ProjectField
            className={classes.project}
            size="xs"
            aria-label="Project of the new task"
            clearable={false}
            chosen={project.chosen}
            value={project.id}
            onChange={project.choose}
          />
        )}
      </div>
      {titles.waiting.map(({ key, title }) => (
        <div key={key} className={classes.waiting} aria-busy>
          {title}
        </div>
      ))}
      <VisuallyHidden role="log">{added !== null && `Task “${added}” added`}</VisuallyHidden>
    </div>
  )
}
