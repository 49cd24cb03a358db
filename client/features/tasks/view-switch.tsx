import { SegmentedControl } from '@mantine/core'
import { TASK_VIEWS, type TaskView } from './task/task-search.ts'
import classes from './tasks-page.module.css'

const LABELS: Record<TaskView, string> = { cards: 'Cards', board: 'Board', list: 'List' }

interface ViewSwitchProps {
  value: TaskView
  onChange: (view: TaskView) => void
}

export const ViewSwitch = ({ value, onChange }: ViewSwitchProps) => (
  <SegmentedControl
    classNames={{ root: classes.views, label: classes.view }}
    aria-label="View"
    data={TASK_VIEWS.map((view) => ({ value: view, label: LABELS[view] }))}
    value={value}
    onChange={(view) => onChange(view as TaskView)}
  />
)
