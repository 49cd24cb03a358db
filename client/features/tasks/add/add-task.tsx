import { TextInput, VisuallyHidden } from '@mantine/core'
import { useFocusWithin } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { ProjectField } from '#client/components/project-field.tsx'
import { useCan } from '#client/lib/session.ts'
import { showError } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { placeTask } from '../task/task-pages.ts'
import classes from './add-task.module.css'
import { NO_TITLES, titlesReducer } from './titles.ts'
import { useAddProject } from './use-add-project.ts'

type Save = Inputs['tasks']['save']

interface AddTaskProps {
  /** The project of every task added here; without it one is chosen beside the title. */
  projectId?: string | null
  /** What the place says about its tasks, such as a board column's status. */
  fields?: Pick<Save, 'status' | 'assigned_to_id' | 'due_date'>
  /** Which list shows the new task at its top. */
  list?: Inputs['tasks']['list']
  /** Ready to type, where this is what the user came for. */
  autoFocus?: boolean
  /** For places that show tasks of another query; the title is shown as waiting until then. */
  onAdded?: () => Promise<unknown>
}

/** A line to add tasks: Enter saves, and the field is free for the next one. A refused title comes back. */
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
  /** Enter came before it was known which project is meant. */
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
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (project.loading) setEntered(true)
    else submit()
  }

  function submit() {
    const [title, id] = [titles.text.trim(), project.id]
    if (title === '' || id === null) return
    const key = titles.next
    dispatch({ kind: 'sent' })
    // One after the other, so that they stand in the order they were typed.
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
          maxLength={300}
          disabled={project.id === null && !project.loading}
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
