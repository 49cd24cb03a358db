import { SegmentedControl, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataList } from '#client/components/lists/data-list.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import type { FileKind } from '#shared/work/files.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { FileRow } from './file-row.tsx'
import classes from './files.module.css'
import { FilePreview } from './preview/file-preview.tsx'
import { UploadArea } from './upload-area.tsx'

const LABELS: Record<FileKind, string> = {
  deliverable: 'Deliverables',
  attachment: 'Team files',
  message: 'From messages',
}

const HINTS: Record<'deliverable' | 'attachment', string> = {
  deliverable: 'The client can view and approve these files.',
  attachment: 'Only the team can see these files, unless a comment shares them.',
}

const EMPTY: Record<FileKind, string> = {
  deliverable: 'Files for the client to review and approve appear here.',
  attachment: 'Files only the team can see appear here.',
  message: 'Files sent in this project’s conversation and by clients in comments appear here.',
}

interface ProjectFilesProps {
  project: ProjectDto
  kind: FileKind
  onKindChange: (kind: FileKind) => void
  /** Only deliverables awaiting review. */
  awaiting: boolean
  onAwaitingChange: (awaiting: boolean) => void
  /** The file named in the URL. */
  highlighted: string | null
}

/** A project's files grouped by audience, with the preview of the open one. */
export function ProjectFiles(props: ProjectFilesProps) {
  const { project, kind, onKindChange, highlighted } = props
  const awaiting = props.awaiting && kind === 'deliverable'
  const list = trpc.files.list.useInfiniteQuery({ project_id: project.id, kind, awaiting }, byCursor)
  const { agency_id } = useUser()
  const staff = useCan('file.delete')
  const kinds: FileKind[] = staff ? ['deliverable', 'attachment', 'message'] : ['deliverable', 'message']
  const files = (
    <DataList
      query={list}
      label={LABELS[kind]}
      layout="rows"
      itemKey={(file) => file.id}
      itemHeight={60}
      renderItem={(file) => <FileRow file={file} highlighted={file.id === highlighted} />}
      filtered={awaiting}
      noMatchTitle="No files awaiting approval"
      onClearFilters={() => props.onAwaitingChange(false)}
      empty={<EmptyState drawing="folder" title="No files yet" message={EMPTY[kind]} />}
    />
  )
  return (
    <Stack gap="sm">
      <div className={classes.kinds}>
        <SegmentedControl
          aria-label="File type"
          value={kind}
          onChange={(value) => onKindChange(value as FileKind)}
          data={kinds.map((value) => ({ value, label: LABELS[value] }))}
        />
        {kind === 'deliverable' && (
          <Switch
            label="Awaiting approval"
            checked={awaiting}
            onChange={(event) => props.onAwaitingChange(event.currentTarget.checked)}
          />
        )}
      </div>
      {kind !== 'message' && staff && agency_id !== null ? (
        <WithUpload key={kind} projectId={project.id} kind={kind}>
          {files}
        </WithUpload>
      ) : (
        files
      )}
      <FilePreview files={list.data?.pages.flatMap((page) => page.items) ?? []} />
    </Stack>
  )
}

interface WithUploadProps {
  projectId: string
  kind: 'deliverable' | 'attachment'
  children: ReactNode
}

const WithUpload = ({ projectId, kind, children }: WithUploadProps) => (
  <UploadArea target={{ project_id: projectId, kind }} hint={HINTS[kind]}>
    {children}
  </UploadArea>
)
