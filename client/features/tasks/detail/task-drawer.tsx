import { Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { DetailDrawer } from '#client/components/detail-drawer.tsx'
import { DiscardDialog } from '#client/components/discard-dialog.tsx'
import { DetailSkeleton } from '#client/components/record-drawer.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { TaskDetailDto } from '#shared/tasks.ts'
import { RecordActivity } from '../../activity/record-activity.tsx'
import { CLOSED_TASK, type TaskTab, taskSearch } from '../task/task-search.ts'
import { TaskComments } from './task-comments.tsx'
import { TaskDetails } from './task-details.tsx'
import { TaskEditor } from './task-editor.tsx'
import { TaskFiles } from './task-files.tsx'
import { TaskHead } from './task-head.tsx'

/** A task's drawer, open while the URL names it. */
export function TaskDrawer() {
  const [{ task: id }, setSearch] = useSearchState(taskSearch)
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const task = trpc.tasks.get.useQuery({ id: id ?? '' }, { enabled: id !== null })
  const close = () => {
    setDirty(false)
    setSearch(CLOSED_TASK)
  }
  return (
    <DetailDrawer
      title={task.data?.title ?? 'Task'}
      opened={id !== null}
      onClose={() => (dirty ? setLeaving(true) : close())}
    >
      {task.data === undefined ? (
        <Unanswered query={task} loading={<DetailSkeleton />} />
      ) : (
        <TaskContent key={task.data.id} task={task.data} onDirty={setDirty} onClose={close} />
      )}
      {leaving && (
        <DiscardDialog
          message="Your changes to this task haven't been saved."
          onClose={() => setLeaving(false)}
          onDiscard={close}
        />
      )}
    </DetailDrawer>
  )
}

/** Comments and attachments are internal to the team. */
const READERS_TABS: readonly TaskTab[] = ['details', 'activity']

interface TaskContentProps {
  task: TaskDetailDto
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

function TaskContent({ task, onDirty, onClose }: TaskContentProps) {
  const [search, setSearch] = useSearchState(taskSearch)
  const write = useCan('task.write')
  const tab = write || READERS_TABS.includes(search.tab) ? search.tab : 'details'
  return (
    <Stack gap="md">
      <TaskHead task={task} />
      {/* Stays mounted so that unsaved edits survive switching tabs. */}
      <Tabs keepMounted value={tab} onChange={(value) => setSearch({ tab: taskSearch.params.tab(value) })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="details">Details</Tabs.Tab>
          {write && <Tabs.Tab value="comments">Comments</Tabs.Tab>}
          {write && <Tabs.Tab value="files">Files</Tabs.Tab>}
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          {write ? (
            <TaskEditor task={task} onDirty={onDirty} onClose={onClose} />
          ) : (
            <TaskDetails task={task} />
          )}
        </Tabs.Panel>
        {write && (
          <Tabs.Panel value="comments">{tab === 'comments' && <TaskComments task={task} />}</Tabs.Panel>
        )}
        {write && <Tabs.Panel value="files">{tab === 'files' && <TaskFiles task={task} />}</Tabs.Panel>}
        <Tabs.Panel value="activity">
          {tab === 'activity' && (
            <RecordActivity of={{ task_id: task.id }} emptyMessage="Changes to this task appear here." />
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
