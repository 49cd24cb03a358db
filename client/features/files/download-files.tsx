import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { deliverablesAddress } from '#shared/files.ts'
import type { ProjectDto } from '#shared/projects.ts'

interface DownloadFilesProps extends ButtonProps {
  project: Pick<ProjectDto, 'id' | 'status'>
}

/** All deliverables as one zip; clients get it once the project is completed, and only if there are any. */
export function DownloadFiles({ project, ...props }: DownloadFilesProps) {
  const allowed = useUser().role !== 'client' || project.status === 'completed'
  const files = trpc.files.list.useQuery(
    { project_id: project.id, kind: 'deliverable', limit: 1 },
    { enabled: allowed },
  )
  if (!allowed || files.data === undefined || files.data.items.length === 0) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      {...props}
      component="a"
      href={deliverablesAddress(project.id)}
      download
    >
      Download Files
    </Button>
  )
}
