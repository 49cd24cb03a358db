import { Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { FileRow } from '../../files/file-row.tsx'
import { FilePreview } from '../../files/preview/file-preview.tsx'
import { UploadArea } from '../../files/upload-area.tsx'

/** All of the task's files, for the team. */
export function TaskFiles({ task }: { task: TaskDto }) {
  const list = trpc.files.list.useInfiniteQuery({ project_id: task.project_id, task_id: task.id }, byCursor)
  const inAgency = useUser().agency_id !== null
  const mayUpload = useCan('file.delete') && inAgency
  const files = (
    <>
      <DataList
        query={list}
        label="Files"
        layout="rows"
        itemKey={(file) => file.id}
        itemHeight={60}
        renderItem={(file) => <FileRow file={file} highlighted={false} />}
        filtered={false}
        noMatchTitle="No files found"
        onClearFilters={() => {}}
        empty={
          <Text size="sm" c="dimmed" p="sm">
            Files attached to this task appear here.
          </Text>
        }
      />
      <FilePreview files={list.data?.pages.flatMap((page) => page.items) ?? []} />
    </>
  )
  if (!mayUpload) return files
  return (
    <UploadArea
      target={{ project_id: task.project_id, task_id: task.id, kind: 'attachment' }}
      hint="Only the team can see these files, unless a comment shares them."
    >
      {files}
    </UploadArea>
  )
}
