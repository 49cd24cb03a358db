import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { deliverablesAddress } from '#shared/work/files.ts'
import type { ProjectDto } from '#shared/work/projects.ts'

interface DownloadFilesProps extends ButtonProps {
  project: Pick<ProjectDto, 'id' | 'can_download_all'>
}

/** All deliverables as one zip; hidden if there are none or the user may not download them. */
export function DownloadFiles({ project, ...props }: DownloadFilesProps) {
  const allowed = project.can_download_all
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
